"""What docs/tuning.md says works: its commands run on its spec, and its table of keys is complete."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from eval.tuning.tune_spec_file import KEYS, tune_spec_of_values

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "tuning.md").read_text(encoding="utf-8")
PITWISE = ".venv/bin/pitwise"


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (spec,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    small = spec
    for key, value in {"players = [4]": "[2]", "blocks = 16": "2\nheld_out = 2", "trials = 40": "3"}.items():
        assert key in small
        small = small.replace(key, f"{key.partition(' ')[0]} = {value}")
    small = small.replace("iterations = 400", "iterations = 4")
    (tmp_path / "search.toml").write_text(small, encoding="utf-8")
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for line in commands.splitlines():
        program, *arguments = shlex.split(line)
        assert program == PITWISE
        result = CliRunner().invoke(app, [*arguments, *([] if "--workers" in arguments else ["--workers", "1"])])
        assert result.exit_code == 0, (line, result.output)
    assert "Trial" in (tmp_path / "search.md").read_text(encoding="utf-8")
    assert (tmp_path / "elsewhere.md").exists()


def test_every_key_of_a_spec_is_on_the_page_with_its_default() -> None:
    told = dict(re.findall(r"^\| `(\w+)` \| (.*?) \| .* \|$", PAGE, re.MULTILINE))
    assert set(told) == KEYS
    spec = tune_spec_of_values({"solver": "ismcts", "search": {"exploration": {"low": 0.1, "high": 1.0}}})
    for key in ("game", "measure", "win_weight", "blocks", "held_out", "trials", "seed", "sampler_seed"):
        assert told[key] == f"`{getattr(spec, key)}`", key
    assert told["players"] == f"`{list(spec.players)}`"
    assert told["opponent"] == f"`{spec.opponents[0].solver}`"
    assert f"`p_value` ({spec.pruning.p_value}; 0: never) and `least_steps` ({spec.pruning.least_steps})" in PAGE

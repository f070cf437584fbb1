"""How a run is repeated: its spec as a file, the commands, and what it was played on."""

import json
from collections.abc import Mapping
from typing import Any

import tomli_w

from eval.arena.report.wording import duration_text
from eval.arena.run_spec import RunSpec
from eval.arena.spec_file import spec_json

_FIRST = ("name", "game", "players", "options", "design", "seatings", "blocks", "seed", "anchor", "on_incident")


def spec_toml(spec: RunSpec) -> str:
    """A spec as TOML; :func:`eval.arena.spec_file.read_spec` gives the same spec back."""
    values: dict[str, Any] = json.loads(spec_json(spec))
    return tomli_w.dumps({name: values[name] for name in _FIRST if name in values} | values)


def commands(spec: RunSpec, file: str = "spec.toml", run: str = "run.arena") -> list[str]:
    """Command lines that play the run again, report it, and check its games."""
    return [f"pitwise arena run {file} --out {run}", f"pitwise arena report {run} --format html"]


def circumstances(meta: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What ``RunData.meta`` says, as pairs of a label and a text; see :class:`~eval.arena.report.run_data.RunData`."""
    facts: list[tuple[str, str]] = []
    if "started" in meta:
        facts.append(("started", str(meta["started"])))
    if "wall_seconds" in meta:
        facts.append(("wall time", duration_text(float(meta["wall_seconds"]))))
    for name in ("machine", "versions"):
        part = meta.get(name, {})
        if isinstance(part, Mapping):
            facts += [(str(key), str(value)) for key, value in part.items()]
        else:
            facts.append((name, str(part)))
    return facts

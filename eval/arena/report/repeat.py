"""How a run is repeated: its spec as a file, the commands, and what it was played on."""

import json
from collections.abc import Mapping
from typing import Any

import tomlkit

from eval.arena.report.wording import wall_time_text
from eval.arena.run_spec import RunSpec
from eval.arena.spec_file import spec_json

_FIRST = ("name", "game", "players", "design", "seatings", "blocks", "seed", "anchor", "on_incident")
_ENTRANT = ("name", "solver", "iterations", "milliseconds", "checkout", "commit")


def spec_toml(spec: RunSpec) -> str:
    """A spec as TOML; :func:`eval.arena.spec_file.read_spec` gives the same spec back."""
    values: dict[str, Any] = json.loads(spec_json(spec))
    entrants = tomlkit.aot()
    for entrant in values.pop("entrant"):
        entrants.append(tomlkit.item({name: entrant[name] for name in _ENTRANT if name in entrant}))
    tables = {name: values.pop(name) for name in list(values) if isinstance(values[name], dict)}
    # The budget stays though it is empty: without one, entrants that search would get the default.
    tables = {name: table for name, table in tables.items() if table or name == "budget"}
    text = tomlkit.dumps({name: values[name] for name in _FIRST if name in values} | values)
    return "\n".join(
        [text, *(tomlkit.dumps({name: table}) for name, table in (tables | {"entrant": entrants}).items())]
    )


def commands(spec: RunSpec) -> list[str]:
    """Command lines that play the run again, report it, and play its first game again and compare."""
    return [
        "pitwise arena run spec.toml --output run.sqlite",
        "pitwise arena report run.sqlite --format html",
        f"pitwise arena replay run.sqlite {spec.players[0]}/0/0 --verify",
    ]


def circumstances(meta: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What ``RunData.meta`` says, as pairs of a label and a text."""
    facts: list[tuple[str, str]] = []
    for name, value in meta.items():
        if name == "wall_seconds":
            facts.append(("wall time", wall_time_text(float(value))))
        elif isinstance(value, Mapping):
            facts += [(str(key), str(item)) for key, item in value.items()]
        else:
            facts.append((name.replace("_", " "), str(value)))
    return facts

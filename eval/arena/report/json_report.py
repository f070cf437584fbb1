"""The whole run as one JSON document, and back."""

import json
from dataclasses import asdict, fields
from typing import Any

from eval.arena.report.run_data import RunData
from eval.arena.results import GameKey, GameResult, Incident, IncidentKind
from eval.arena.spec_file import spec_from_json, spec_json
from eval.arena.standings import standings

FORMAT = 1


def json_report(run: RunData) -> str:
    """The spec, the circumstances, the standings and every game; no field is left out."""
    document = {
        "format": FORMAT,
        "spec": json.loads(spec_json(run.spec)),
        "meta": dict(run.meta),
        "standings": run.standings.to_json(),
        "games": [asdict(result) for result in sorted(run.results, key=lambda result: result.key)],
    }
    return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def run_from_json(text: str) -> RunData:
    """The run that :func:`json_report` wrote; its standings are computed anew.

    Raises:
        ValueError: the text is not such a document.
    """
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"not a report of a run in JSON, format {FORMAT}")
    spec = spec_from_json(json.dumps(document["spec"]))
    results = [_result(game) for game in document["games"]]
    return RunData(spec, results, standings(spec, results), document["meta"])


def _result(game: dict[str, Any]) -> GameResult:
    values: dict[str, Any] = {
        field.name: tuple(game[field.name]) for field in fields(GameResult) if isinstance(game[field.name], list)
    }
    values["key"] = GameKey(**game["key"])
    values["progress"] = tuple(map(tuple, game["progress"]))
    values["incidents"] = tuple(
        Incident(**incident | {"kind": IncidentKind(incident["kind"])}) for incident in game["incidents"]
    )
    return GameResult(**values)

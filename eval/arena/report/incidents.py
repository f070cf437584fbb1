"""What went wrong in a run. It is told in full, whatever counts for the standings."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from eval.arena.report.wording import count_text, list_text
from eval.arena.results import GameResult, IncidentKind
from eval.arena.run_spec import IncidentPolicy, RunSpec

_PLURALS = {
    IncidentKind.ILLEGAL_MOVE: ("illegal move", "illegal moves"),
    IncidentKind.EXCEPTION: ("exception", "exceptions"),
    IncidentKind.TIME_OUT: ("time-out", "time-outs"),
}
_POLICIES = {
    IncidentPolicy.ABORT: "An incident stops the run.",
    IncidentPolicy.FALLBACK: "The best heuristic style played the move instead.",
    IncidentPolicy.FORFEIT: "The best heuristic style played the rest of the game for the seat, which forfeited it: no "
    "win share, last place.",
}


@dataclass(frozen=True)
class IncidentRow:
    """One incident: which game, whose seat (from 1), which decision of the game (from 0), what."""

    players: int
    block: int
    number: int
    seat: int
    entrant: str
    decision: int
    kind: str
    detail: str


def incident_rows(spec: RunSpec, results: Sequence[GameResult]) -> list[IncidentRow]:
    """Every incident of the run, in the order of the games."""
    return [
        IncidentRow(
            players=result.key.players,
            block=result.key.block,
            number=result.key.number,
            seat=incident.seat + 1,
            entrant=spec.entrants[result.seating[incident.seat]].name,
            decision=incident.decision,
            kind=_PLURALS[incident.kind][0],
            detail=incident.detail,
        )
        for result in sorted(results, key=lambda result: result.key)
        for incident in result.incidents
    ]


def incident_summary(spec: RunSpec, results: Sequence[GameResult]) -> str:
    """How many of what by whom, and what followed; says so if there was nothing."""
    of_entrant: dict[int, Counter[IncidentKind]] = {}
    forfeits = 0
    for result in results:
        forfeits += len(result.forfeits)
        for incident in result.incidents:
            of_entrant.setdefault(result.seating[incident.seat], Counter())[incident.kind] += 1
    if not of_entrant and not forfeits:
        return f"No incident in {count_text(len(results), 'game')}: no illegal move, no exception, no time-out."
    total = sum(sum(kinds.values()) for kinds in of_entrant.values())
    parts = []
    for entrant, kinds in sorted(of_entrant.items()):
        counts = [count_text(kinds[kind], *_PLURALS[kind]) for kind in IncidentKind if kinds[kind]]
        parts.append(f"{spec.entrants[entrant].name} ({list_text(counts)})")
    forfeited = f" {count_text(forfeits, 'seat')} forfeited." if forfeits else ""
    return f"{count_text(total, 'incident')}: {list_text(parts)}. {_POLICIES[spec.on_incident]}{forfeited}"

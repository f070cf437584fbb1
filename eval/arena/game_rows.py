"""A game's result as a row of the run's file and back, without loss.

Numbers are little-endian arrays; a column is NULL where the game has nothing to say in it. A game of four players
takes about 200 bytes, its progress by rounds and its moves as much again.
"""

import json
import struct
from typing import Any

from eval.arena.results import GameKey, GameResult, Incident, IncidentKind

Row = tuple[int, int, int, bytes, bytes, bytes, bytes | None, bytes | None, bytes | None, bytes | None, Any, Any]
"""The columns of :data:`COLUMNS`."""

COLUMNS = (
    ("players", "INTEGER NOT NULL"),
    ("block", "INTEGER NOT NULL"),
    ("number", "INTEGER NOT NULL"),
    ("seating", "BLOB NOT NULL"),  # uint16 a seat
    ("payoffs", "BLOB NOT NULL"),  # float64 a seat
    ("decisions", "BLOB NOT NULL"),  # uint32 a seat
    ("seconds", "BLOB"),  # float64 a seat; NULL: all 0
    ("slowest", "BLOB"),  # float64 a seat; NULL: all 0
    ("progress", "BLOB"),  # float64 [round, seat]
    ("moves", "BLOB"),  # int32 a move
    ("forfeits", "TEXT"),  # JSON, a list of seats
    ("incidents", "TEXT"),  # JSON, a list of [seat, decision, kind, detail]
)

AGREED = (3, 4, 5, 8, 10, 11)
"""Indices of the columns that two games of one key must have equal; times differ, and moves may be left out."""


def row_of(result: GameResult) -> Row:
    """The row of a result."""
    key = result.key
    progress = [value for finished in result.progress for value in finished]
    return (
        key.players,
        key.block,
        key.number,
        struct.pack(f"<{len(result.seating)}H", *result.seating),
        _floats(result.payoffs),
        struct.pack(f"<{len(result.decisions)}I", *result.decisions),
        _floats(result.seconds) if any(result.seconds) else None,
        _floats(result.slowest) if any(result.slowest) else None,
        _floats(progress) if progress else None,
        struct.pack(f"<{len(result.moves)}i", *result.moves) if result.moves else None,
        json.dumps(result.forfeits) if result.forfeits else None,
        json.dumps([(i.seat, i.decision, i.kind, i.detail) for i in result.incidents], ensure_ascii=False)
        if result.incidents
        else None,
    )


def result_of(row: Row) -> GameResult:
    """The result of a row."""
    players, block, number, seating, payoffs, decisions, seconds, slowest, progress, moves, forfeits, incidents = row
    nothing = (0.0,) * players
    return GameResult(
        key=GameKey(players, block, number),
        seating=struct.unpack(f"<{len(seating) // 2}H", seating),
        payoffs=struct.unpack(f"<{len(payoffs) // 8}d", payoffs),
        decisions=struct.unpack(f"<{len(decisions) // 4}I", decisions),
        seconds=nothing if seconds is None else struct.unpack(f"<{players}d", seconds),
        slowest=nothing if slowest is None else struct.unpack(f"<{players}d", slowest),
        progress=() if progress is None else tuple(struct.iter_unpack(f"<{players}d", progress)),
        moves=() if moves is None else struct.unpack(f"<{len(moves) // 4}i", moves),
        forfeits=() if forfeits is None else tuple(json.loads(forfeits)),
        incidents=()
        if incidents is None
        else tuple(
            Incident(seat, decision, IncidentKind(kind), detail)
            for seat, decision, kind, detail in json.loads(incidents)
        ),
    )


def _floats(values: Any) -> bytes:
    return struct.pack(f"<{len(values)}d", *values)

"""Golden playthroughs: whole games in words, with a checksum of every position. ``make golden`` writes them anew.

A difference shows what a change does to the game: read it before you commit it.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import contract
from engine.catalog import GAMES, load_game
from engine.game import Game
from engine.randomness import draw_below, generator

FOLDER = Path(__file__).parent / "golden"
SEED = 2026

GAMES_PLAYED: dict[str, tuple[str, dict[str, Any]]] = {
    f"{name}_{seats}_players": (name, {"seats": seats}) for name, info in GAMES.items() for seats in info.seat_counts
}
"""File name (without ``.txt``) to game and options."""


def checksum(state: Any) -> str:
    """A short checksum of a position."""
    return hashlib.sha256(state.tobytes()).hexdigest()[:12]


def playthrough(game: Game, seed: int = SEED) -> Iterator[str]:
    """The lines of a game of random moves."""
    rng = generator(seed)
    log = contract.event_log()
    state = game.deal(seed, log)
    yield f"{game.title}, {game.seats} players, seed {seed}, seats and piles counted from 1"
    rounds = -1
    while True:
        for event in game.events(log):
            seat = getattr(event, "private_to", None)
            yield f"    {game.event_text(event)}" + ("" if seat is None else f"  (seat {seat + 1} only)")
        log[0, 0] = 0
        yield f"    = {checksum(state)}"
        mover = game.mover(state)
        if mover is None or contract.rounds_played(game.rules, state) > rounds:
            rounds = contract.rounds_played(game.rules, state)
            yield from ("", *(f"| {line}".rstrip() for line in game.position_text(state).splitlines()), "")
        if mover is None:
            break
        moves = game.legal_moves(state)
        # The lower of two draws: low bids and few sales leave shares to split, to pay and to be counted.
        move = moves[min(draw_below(rng, len(moves)), draw_below(rng, len(moves)))]
        yield f"seat {mover + 1}, move {move} of {len(moves)}: {game.move_text(move)}"
        contract.apply(game.rules, state, move, log)
    yield "result: " + ", ".join(f"{value:g}" for value in game.payoffs(state)) + f" {game.unit}"


def text_of(name: str) -> str:
    """The playthrough of a golden file."""
    game, options = GAMES_PLAYED[name]
    return "\n".join(playthrough(load_game(game, **options))) + "\n"


def main() -> None:
    """Write every golden file."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES_PLAYED:
        path = FOLDER / f"{name}.txt"
        text = text_of(name)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(FOLDER.parent.parent)}: {'unchanged' if text == before else 'written'}")


if __name__ == "__main__":
    main()

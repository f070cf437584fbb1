"""Positions at the ends of rounds, from games between our own players: what searches that stop there have to judge.

Half of the heuristic players' games have some random moves, so that positions vary more than good play lets them.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import contract
from engine.game import Game
from eval.estimating.recording import record_round_ends
from solvers.base import Budget
from solvers.registry import make_solver

BEST_SHARE = 0.6
"""The share of seats that the best style has, unless told otherwise; the others are drawn from all styles."""

RANDOM_SHARE = 0.1
"""How many moves are random in every other game of the heuristic players."""

SEARCHED_SHARE = 0.8
"""How many seats the search has in the games that it is in."""

SEARCH = "ismcts(leaf=rule)"
"""The search that plays: one that does not depend on what is to be learned."""

OTHER_STYLES = 4
"""The other seats' styles are the first of the game's so many."""


@dataclass(frozen=True)
class RoundEnds:
    """Positions after each round but the last, in the order of the games.

    Attributes:
        states: the positions, records of the game's type.
        games: int64[n], the number of each one's game.
        results: float64[n, seats], how that game ended.
        searched: bool[n, seats], where the search sat in that game.
    """

    states: Any
    games: npt.NDArray[np.int64]
    results: npt.NDArray[np.float64]
    searched: npt.NDArray[np.bool_]


def heuristic_round_ends(game: Game, games: int, seed: int, best_share: float = BEST_SHARE) -> RoundEnds:
    """The round ends of ``games`` games between the game's heuristic styles; ``best_share`` of seats have the best."""
    chance = np.random.default_rng([seed, game.seats, 1])
    best = game.styles.index(game.best_style)
    styles = chance.integers(0, len(game.styles), (games, game.seats))
    styles[chance.random(styles.shape) < best_share] = best
    random_shares = np.where(np.arange(games) % 2 == 0, 0.0, RANDOM_SHARE)
    seeds = chance.integers(0, 2**62, games)
    rounds = contract.rounds_left(game.rules, game.deal(0))
    ends = np.zeros(games * (rounds - 1), game.state_dtype).view(np.recarray)
    numbers = np.zeros(len(ends), np.int64)
    results = np.zeros((games, game.seats))
    state = game.empty_state()
    record_round_ends(game.rules, state, styles, random_shares, seeds, ends, numbers, results, contract.NO_LOG)
    return RoundEnds(ends, numbers, results[numbers], np.zeros((len(ends), game.seats), np.bool_))


def searched_round_ends(game: Game, games: int, iterations: int, seed: int) -> RoundEnds:
    """The round ends of games that the search plays among heuristic styles, with so many iterations a move."""
    chance = np.random.default_rng([seed, game.seats, 7])
    search = make_solver(SEARCH, game)
    ends: list[Any] = []
    numbers: list[int] = []
    results: list[list[float]] = []
    seats_searched = []
    for number in range(games):
        state = game.deal(int(chance.integers(2**62)))
        searches = chance.random(game.seats) < SEARCHED_SHARE
        styles = [game.styles[style] for style in chance.integers(0, OTHER_STYLES, game.seats)]
        rounds = 0
        while (seat := game.mover(state)) is not None:
            view = game.view(state, seat)
            move_seed = int(chance.integers(2**62))
            if searches[seat]:
                move = search.choose(game, view, Budget(iterations=iterations), move_seed).move
            else:
                move = game.suggest(view, styles[seat], move_seed)
            contract.apply(game.rules, state, move, contract.NO_LOG)
            if contract.rounds_played(game.rules, state) > rounds and game.mover(state) is not None:
                rounds += 1
                ends.append(game.copy(state))
                numbers.append(number)
                seats_searched.append(searches)
        results += [game.payoffs(state)] * (len(ends) - len(results))
    states = np.zeros(len(ends), game.state_dtype).view(np.recarray)
    for place, end in enumerate(ends):
        states[place] = end
    return RoundEnds(states, np.array(numbers, np.int64), np.array(results), np.array(seats_searched))


def save_round_ends(ends: RoundEnds, path: Path) -> None:
    """Keep positions in a compressed ``.npz`` file: searched games take minutes."""
    np.savez_compressed(
        path,
        states=np.frombuffer(np.asarray(ends.states).tobytes(), np.uint8),
        games=ends.games,
        results=ends.results,
        searched=ends.searched,
    )


def load_round_ends(game: Game, path: Path) -> RoundEnds:
    """What :func:`save_round_ends` kept."""
    with np.load(path) as kept:
        states = np.frombuffer(kept["states"].tobytes(), game.state_dtype).copy().view(np.recarray)
        return RoundEnds(states, kept["games"], kept["results"], kept["searched"])

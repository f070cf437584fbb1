"""The standings of a run: everything its games say, from complete blocks only, as one structure that becomes JSON."""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

import numpy as np

from eval.arena.complete_blocks import CompleteBlocks, complete_blocks
from eval.arena.crosstable import Crosstable, crosstable
from eval.arena.measures import Array, Games, games_from_results
from eval.arena.par import NO_CORRECTION, Par, ParCorrection, correct_by_par, par_for
from eval.arena.ratings import SAMPLES, rate
from eval.arena.results import GameResult, IncidentKind
from eval.arena.run_spec import RunSpec
from eval.arena.seat_effects import SeatEffect, seat_effects
from eval.arena.sequential import SequentialState, Verdict, sequential_state
from eval.arena.variance_ratio import VarianceRatios, variance_ratios
from eval.intervals import Interval, interval_of_ratio, interval_of_share

DIGITS = 6
"""Decimals of numbers in JSON."""


@dataclass(frozen=True)
class EntrantStanding:
    """How one entrant did at one number of players; means are over all its seats, intervals over blocks.

    Attributes:
        name: of the entrant.
        solver: its spec.
        games: games it took part in.
        seats: seats it held in them, copies counted apart.
        decisions: moves it made, forced ones included.
        rating: Elo-like, relative to the anchor.
        win_share: of a game's win, for each seat.
        place: from 1, who ties shares the mean place.
        place_score: 1 for the first place to 0 for the last.
        payoff: in the game's unit.
        margin: payoff above the mean of the others at the table.
        margin_to_best: payoff above the best of the others.
        places: for each place the share of the entrant's seats there; ties are spread over the places shared.
        seat_effects: how it did in each seat.
        variance_ratios: what blocks are worth against independent deals, for its means.
        paired_variance_ratios: the same for the differences of its means to the anchor's; None for the anchor.
        par: its payoff corrected for the luck of the deals; unknown without par.
        forfeits: seats it forfeited.
        incidents: how many there were of each kind.
    """

    name: str
    solver: str
    games: int
    seats: int
    decisions: int
    rating: Interval
    win_share: Interval
    place: Interval
    place_score: Interval
    payoff: Interval
    margin: Interval
    margin_to_best: Interval
    places: tuple[float, ...]
    seat_effects: tuple[SeatEffect, ...]
    variance_ratios: VarianceRatios
    paired_variance_ratios: VarianceRatios | None
    par: ParCorrection
    forfeits: int
    incidents: Mapping[str, int]


@dataclass(frozen=True)
class StandingsList:
    """The list for one number of players.

    Attributes:
        players: at the table.
        blocks: complete blocks it is made of; with a stopping rule, those up to the verdict.
        games: games in them.
        anchor: name of the entrant with rating 0.
        entrants: in the spec's order.
        crosstable: entrants against entrants, in the same order.
        seat_effects: what a seat is worth, over all entrants.
        sequential: where the sequential test stands; None without one.
    """

    players: int
    blocks: int
    games: int
    anchor: str
    entrants: tuple[EntrantStanding, ...]
    crosstable: Crosstable
    seat_effects: tuple[SeatEffect, ...]
    sequential: SequentialState | None

    def entrant(self, name: str) -> EntrantStanding:
        """An entrant's standing, by name."""
        return next(entrant for entrant in self.entrants if entrant.name == name)

    def by_rating(self) -> tuple[EntrantStanding, ...]:
        """The best first; who has no rating last."""
        return tuple(sorted(self.entrants, key=lambda one: (math.isnan(one.rating.mean), -one.rating.mean)))


@dataclass(frozen=True)
class MoveTimes:
    """How long an entrant took, in the games that count; 0 where whole games are compiled.

    Attributes:
        milliseconds: mean for a move.
        slowest_milliseconds: the slowest move's.
        seconds: all together.
    """

    milliseconds: float
    slowest_milliseconds: float
    seconds: float


@dataclass(frozen=True)
class Circumstances:
    """What two runs of one spec may differ in at one number of players: not part of ``standings.json``.

    Attributes:
        players: at the table.
        partial_blocks: blocks begun but not complete.
        surplus_blocks: complete blocks that do not count: beyond the sequential test's verdict, or beyond a gap
            before it.
        games_left_out: games in those blocks.
        incidents_left_out: incidents in them.
        times: for each entrant by name.
    """

    players: int
    partial_blocks: int
    surplus_blocks: int
    games_left_out: int
    incidents_left_out: int
    times: Mapping[str, MoveTimes]


@dataclass(frozen=True)
class Standings:
    """The standings of a run.

    Attributes:
        run: its name.
        game: the game's name.
        lists: one for each number of players, as in the spec.
        circumstances: in the same order.
    """

    run: str
    game: str
    lists: tuple[StandingsList, ...]
    circumstances: tuple[Circumstances, ...]

    def list_of(self, players: int) -> StandingsList:
        """The list for a number of players."""
        return next(one for one in self.lists if one.players == players)

    def to_json(self) -> dict[str, Any]:
        """Everything but the circumstances, as plain values.

        Numbers have six decimals; unknown ones and infinite bounds are null.
        """
        return {"run": self.run, "game": self.game, "lists": _plain(self.lists)}

    def circumstances_to_json(self) -> list[Any]:
        """The circumstances, likewise."""
        plain: list[Any] = _plain(self.circumstances)
        return plain

    def canonical_bytes(self) -> bytes:
        """``standings.json``: the same games give the same bytes, whoever played them and when."""
        text = json.dumps(self.to_json(), sort_keys=True, ensure_ascii=False, allow_nan=False, indent=1)
        return (text + "\n").encode()


def standings(
    spec: RunSpec, results: Sequence[GameResult], par: Par | None = None, samples: int = SAMPLES
) -> Standings:
    """The standings of a run.

    Args:
        spec: the run.
        results: its games so far, in any order.
        par: gives par of deals (:func:`eval.arena.par.par_of_run`); None: payoffs are not corrected for luck.
        samples: how often blocks are drawn anew for the intervals of ratings; fewer for a quick look.

    Raises:
        ValueError: a game is there twice, or is none of the run's; a sequential test does not fit the design.
    """
    both = [_of_players(spec, results, players, par, samples) for players in spec.players]
    return Standings(spec.name, spec.game, tuple(one for one, _ in both), tuple(other for _, other in both))


def _of_players(
    spec: RunSpec, results: Sequence[GameResult], players: int, par: Par | None, samples: int
) -> tuple[StandingsList, Circumstances]:
    blocks = complete_blocks(spec, results, players)
    state = sequential_state(spec, results, players) if spec.sequential else None
    last = blocks.deals[-1] if blocks.deals else -1
    if state is not None and state.verdict is not Verdict.UNDECIDED:
        last = blocks.deals[state.blocks - 1]
    counted = [result for result in blocks.results if result.key.block <= last]
    games = games_from_results(counted, players, len(spec.entrants))
    names = [entrant.name for entrant in spec.entrants]
    anchor = names.index(spec.anchor) if spec.anchor else 0
    ratings = rate(games, anchor, spec.seed, samples)
    luck = par_for(games, par) if par is not None and games.blocks > 0 else None
    entrants = tuple(
        _entrant(
            spec,
            games,
            counted,
            number,
            anchor,
            ratings[number],
            NO_CORRECTION if luck is None else correct_by_par(games, number, luck),
        )
        for number in range(len(names))
    )
    list_of_players = StandingsList(
        players=players,
        blocks=games.blocks,
        games=len(counted),
        anchor=names[anchor],
        entrants=entrants,
        crosstable=crosstable(games),
        seat_effects=seat_effects(games),
        sequential=state,
    )
    return list_of_players, _circumstances(spec, players, blocks, counted)


def _entrant(
    spec: RunSpec,
    games: Games,
    counted: Sequence[GameResult],
    number: int,
    anchor: int,
    rating: Interval,
    par: ParCorrection,
) -> EntrantStanding:
    own = games.entrants == number
    counts = games.counts[:, number]
    incidents: Counter[str] = Counter()
    decisions = 0
    for result in counted:
        decisions += sum(result.decisions[seat] for seat in range(games.players) if result.seating[seat] == number)
        incidents.update(one.kind.value for one in result.incidents if result.seating[one.seat] == number)

    def mean(values: Array) -> Interval:
        return interval_of_ratio(games.sums(values)[:, number], counts)

    def share(values: Array) -> Interval:
        # Who plays all seats gets the same in every game, and that is no chance.
        return mean(values) if own.all() else interval_of_share(games.sums(values)[:, number], counts)

    places = games.place_parts[own].mean(axis=0) if own.any() else np.full(games.players, np.nan)
    return EntrantStanding(
        name=spec.entrants[number].name,
        solver=spec.entrants[number].solver,
        games=int(own.any(axis=1).sum()),
        seats=int(own.sum()),
        decisions=decisions,
        rating=rating,
        win_share=share(games.win_share),
        place=mean(games.place),
        place_score=share(games.place_score),
        payoff=mean(games.payoffs),
        margin=mean(games.margin),
        margin_to_best=mean(games.margin_to_best),
        places=tuple(places.tolist()),
        seat_effects=seat_effects(games, number),
        variance_ratios=variance_ratios(games, number),
        paired_variance_ratios=None if number == anchor else variance_ratios(games, number, anchor),
        par=par,
        forfeits=int((games.forfeited & own).sum()),
        incidents={kind.value: incidents[kind.value] for kind in IncidentKind},
    )


def _circumstances(spec: RunSpec, players: int, blocks: CompleteBlocks, counted: Sequence[GameResult]) -> Circumstances:
    surplus = blocks.results[len(counted) :]
    left_out = [*surplus, *blocks.left_out]
    return Circumstances(
        players=players,
        partial_blocks=len({result.key.block for result in blocks.left_out}),
        surplus_blocks=len({result.key.block for result in surplus}),
        games_left_out=len(left_out),
        incidents_left_out=sum(len(result.incidents) for result in left_out),
        times={entrant.name: _times(counted, number) for number, entrant in enumerate(spec.entrants)},
    )


def _times(counted: Sequence[GameResult], number: int) -> MoveTimes:
    decisions, seconds, slowest = 0, 0.0, 0.0
    for result in counted:
        for seat, entrant in enumerate(result.seating):
            if entrant == number:
                decisions += result.decisions[seat]
                seconds += result.seconds[seat]
                slowest = max(slowest, result.slowest[seat])
    return MoveTimes(1000.0 * seconds / max(1, decisions), 1000.0 * slowest, seconds)


def _plain(value: Any) -> Any:
    """Dataclasses and what is in them as plain values."""
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        # No minus zero: it is the sign of a rounding error.
        return round(value, DIGITS) + 0.0 if math.isfinite(value) else None
    return value

"""What is shown while a run goes on agrees with its standings at the end."""

import io
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from eval.arena.game_rows import row_of
from eval.arena.live_standings import LiveTable, Quiet, duration
from eval.arena.live_tally import Tally
from eval.arena.results import GameKey, GameResult, Incident, IncidentKind
from eval.arena.seating import games_of_block
from eval.arena.standings import standings
from tests.eval.arena.specs import spec_of

SPEC = spec_of(["heuristic", "random", "heuristic(style=cautious)"], players=[3], blocks=8)
SIZES = {(3, block): len(games_of_block(SPEC, 3, block)) for block in range(SPEC.blocks)}


@st.composite
def tournaments(draw: st.DrawFn) -> list[GameResult]:
    """All games of the run with any results, in any order."""
    results = []
    for (_, block), size in SIZES.items():
        for number in range(size):
            seating = games_of_block(SPEC, 3, block)[number]
            payoffs = draw(st.tuples(*[st.integers(0, 3).map(float)] * 3))
            failed = draw(st.lists(st.integers(0, 2), max_size=2, unique=True))
            results.append(
                GameResult(
                    key=GameKey(3, block, number),
                    seating=seating,
                    payoffs=payoffs,
                    decisions=(5, 6, 7),
                    seconds=(0.5, 0.0, 1.0),
                    slowest=(0.5, 0.0, 1.0),
                    forfeits=tuple(sorted(failed)),
                    incidents=tuple(Incident(seat, 0, IncidentKind.EXCEPTION, "") for seat in failed),
                )
            )
    return draw(st.permutations(results))


@settings(max_examples=25)
@given(tournaments(), st.integers(1, 10))
def test_the_tally_agrees_with_the_standings(results: list[GameResult], chunk: int) -> None:
    tally = Tally([entrant.name for entrant in SPEC.entrants])
    rows = [row_of(result) for result in results]
    complete: list[int] = []
    for start in range(0, len(rows), chunk):
        complete += tally.add(rows[start : start + chunk], SIZES)
    assert sorted(complete) == list(range(SPEC.blocks)), "each block is complete once"
    assert (tally.blocks, tally.games) == (SPEC.blocks, len(results))
    found = standings(SPEC, results)
    for told in tally.entrants():
        entrant = found.lists[0].entrant(told.name)
        assert told.seats == entrant.seats
        assert told.win_share.mean == pytest.approx(entrant.win_share.mean)
        assert told.place == pytest.approx(entrant.place.mean)
        assert told.payoff == pytest.approx(entrant.payoff.mean)
        assert told.incidents == sum(entrant.incidents.values())
        assert told.milliseconds == pytest.approx(found.circumstances[0].times[told.name].milliseconds)


def test_nothing_is_known_before_the_first_block_is_complete() -> None:
    tally = Tally(["a", "b"])
    assert tally.add([], {}) == []
    assert all(math.isnan(entrant.win_share.mean) for entrant in tally.entrants())


def results_of(blocks: int) -> list[GameResult]:
    return [
        GameResult(GameKey(3, block, number), seating, (3.0, 2.0, 1.0), (5, 5, 5), (0.1,) * 3, (0.1,) * 3)
        for block in range(blocks)
        for number, seating in enumerate(games_of_block(SPEC, 3, block))
    ]


def test_the_table_shows_everybody_and_how_far_the_run_is() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=80, color_system=None)
    with LiveTable(SPEC, "$K", console) as display:
        display.played([row_of(result) for result in results_of(4)], SIZES)
        display.decided(3, "null after 4 blocks")
        display._drawn = -math.inf
        display.refresh()
    shown = out.getvalue()
    assert "test: stockpile, 3 players, null after 4 blocks" in shown
    for told in ("win share", "place", "$K", "ms a move", "incidents", "4 of 4 blocks"):
        assert told in shown
    assert "20.00" in shown, "milliseconds a move"


def test_the_time_left_is_of_this_session_only() -> None:
    display = Quiet(SPEC, "$K")
    assert display.seconds_left is None
    rows = [row_of(result) for result in results_of(6)]
    display.earlier(rows[: 5 * 3], SIZES)
    assert display.seconds_left is None, "nothing was played yet"
    display._started -= 10.0
    display.played(rows[5 * 3 :], SIZES)
    assert display.blocks_done == 6
    assert display.seconds_left == pytest.approx(20.0, rel=0.2)


@pytest.mark.parametrize(("seconds", "text"), [(7.6, "8 s"), (60, "1 min 00 s"), (3661, "1 h 01 min")])
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text

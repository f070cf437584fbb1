"""Work is cut so that every game is in one unit, in units of about a second."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.arena.game_rows import result_of
from eval.arena.results import GameKey
from eval.arena.run_spec import RunSpec
from eval.arena.seating import games_of_block
from eval.arena.spec_file import spec_json
from eval.arena.work import OtherVersionError, Played, Unit, WorkCutter, job_of, play_unit
from tests.eval.arena.specs import COMPILED, SEARCHING, spec_of

COMPILED_RUN = spec_of(COMPILED, players=[2, 3], blocks=30)
SEARCHING_RUN = spec_of(SEARCHING, players=[2, 3], blocks=5)


def keys_of(spec: RunSpec, unit: Unit) -> list[GameKey]:
    return [
        GameKey(unit.players, block, number)
        for block, numbers in unit.parts
        for number in (range(len(games_of_block(spec, unit.players, block))) if numbers is None else numbers)
    ]


def all_units(spec: RunSpec, cutter: WorkCutter, seconds: float, slots: int = 2) -> list[Unit]:
    """Everything that is cut if each game takes so many seconds."""
    units = []
    while (unit := cutter.next_unit(slots)) is not None:
        units.append(unit)
        cutter.note(unit, Played([], {}, seconds * len(keys_of(spec, unit))))
    return units


@settings(max_examples=40)
@given(st.data())
def test_every_game_that_is_missing_is_in_one_unit(data: st.DataObject) -> None:
    spec = data.draw(st.sampled_from([COMPILED_RUN, SEARCHING_RUN]))
    compiled = spec is COMPILED_RUN
    complete = {players: data.draw(st.sets(st.integers(0, spec.blocks - 1))) for players in spec.players}
    begun: dict[int, dict[int, set[int]]] = {}
    for players in spec.players:
        blocks = data.draw(st.sets(st.sampled_from([-1, *(set(range(spec.blocks)) - complete[players])]))) - {-1}
        begun[players] = {
            block: data.draw(st.sets(st.integers(0, len(games_of_block(spec, players, block)) - 2))) for block in blocks
        }
    cutter = WorkCutter(spec, complete, begun)
    units = all_units(spec, cutter, data.draw(st.sampled_from([0.001, 0.1, 3.0])), data.draw(st.integers(1, 4)))
    cut = [key for unit in units for key in keys_of(spec, unit)]
    wanted = [
        GameKey(players, block, number)
        for players in spec.players
        for block in range(spec.blocks)
        if block not in complete[players]
        for number in range(len(games_of_block(spec, players, block)))
        if compiled or number not in begun[players].get(block, ())
    ]
    assert cut == wanted


def test_units_grow_to_about_a_second() -> None:
    spec = spec_of(SEARCHING, blocks=100)
    units = all_units(spec, WorkCutter(spec, {}, {}), seconds=0.05)
    sizes = [len(keys_of(spec, unit)) for unit in units]
    assert sizes[0] == 1, "nobody knows yet how long a game takes"
    assert set(sizes[3:-1]) == {20}
    slow = all_units(spec, WorkCutter(spec, {}, {}), seconds=7.0)
    assert all(len(keys_of(spec, unit)) == 1 for unit in slow)


def test_compiled_units_grow_and_are_smaller_at_the_end_so_that_workers_finish_together() -> None:
    spec = spec_of(COMPILED, blocks=5000)
    units = all_units(spec, WorkCutter(spec, {}, {}), seconds=0.0001)
    sizes = [len(unit.parts) for unit in units]
    assert sizes[:4] == [1, 8, 64, 512]
    assert sizes[-1] < 10
    assert max(sizes) <= 5000 / 4


def test_a_number_of_players_that_is_decided_gets_no_more_units() -> None:
    cutter = WorkCutter(SEARCHING_RUN, {}, {})
    assert cutter.next_unit() is not None
    cutter.stop(2)
    assert {unit.players for unit in all_units(SEARCHING_RUN, cutter, 0.1)} == {3}


@pytest.mark.parametrize("spec", [COMPILED_RUN, SEARCHING_RUN], ids=["compiled", "searching"])
def test_a_unit_is_the_same_whenever_it_is_played(spec: RunSpec) -> None:
    unit = Unit(2, ((1, None), (0, (1, 0)), (3, (2,))))
    job = job_of(spec_json(spec))
    once, again = play_unit(job, unit), play_unit(job, unit)
    results = [result_of(row) for row in once.rows]
    assert sorted(result.key for result in results) == sorted(keys_of(spec, unit))
    assert once.sizes == {(2, block): len(games_of_block(spec, 2, block)) for block in (0, 1, 3)}

    def timeless(played: Played) -> list[object]:
        nothing = (0.0, 0.0)
        return [dataclasses.replace(result_of(row), seconds=nothing, slowest=nothing) for row in played.rows]

    assert timeless(once) == timeless(again)


def test_other_code_is_refused() -> None:
    job = dataclasses.replace(job_of(spec_json(COMPILED_RUN)), code="0.0.1+abc")
    with pytest.raises(OtherVersionError, match=r"the run pitwise 0\.0\.1\+abc"):
        play_unit(job, Unit(2, ((0, None),)))


def test_a_unit_is_named_by_its_games() -> None:
    assert str(Unit(4, ((12, (3,)),))) == "4/12/3"
    assert str(Unit(4, ((12, None), (15, None)))) == "4/12 to 4/15"

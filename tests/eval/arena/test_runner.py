"""A run ends with the same standings however it is worked on."""

import dataclasses
import io
import json
from functools import partial
from pathlib import Path

import pytest

from eval.arena.executors import Executor, Finished, Processes, Serial
from eval.arena.live_standings import Display, JsonLines, Quiet
from eval.arena.run_spec import IncidentPolicy, RunSpec
from eval.arena.runner import Ending, Outcome, StopRequest, create_run, spec_of, work_on, write_standings
from eval.arena.store import RunStore
from eval.arena.work import Played, Unit, job_of, play_unit
from tests.eval.arena import specs

SPECS = {
    "compiled": specs.spec_of(specs.COMPILED, players=[2, 3], blocks=40),
    "searching": specs.spec_of(specs.SEARCHING, blocks=3),
    "sequential": specs.spec_of(
        ["heuristic", "random"], blocks=300, sequential={"least_blocks": 15, "alternative": 0.3}
    ),
}


class Shuffled(Executor[Unit, Played]):
    """Finishes units in the worst order: the last first, several at a time, and some twice over."""

    slots = 6

    def __init__(self, store: RunStore) -> None:
        self._inner = Serial(partial(play_unit, job_of(store.spec_json)))
        self._held: list[Unit] = []

    def submit(self, task: Unit) -> None:
        self._held.insert(0, task)

    def finished(self, seconds: float) -> list[Finished[Unit, Played]]:
        done: list[Finished[Unit, Played]] = []
        for task in self._held[:3]:
            self._inner.submit(task)
            self._inner.submit(task)
            self._inner.finished(seconds)
            done += self._inner.finished(seconds)
        del self._held[:3]
        return done

    def close(self) -> None:
        self._held.clear()


def serial(store: RunStore) -> Executor[Unit, Played]:
    return Serial(partial(play_unit, job_of(store.spec_json)))


def two_processes(store: RunStore) -> Executor[Unit, Played]:
    return Processes(partial(play_unit, job_of(store.spec_json)), 2)


def finish(store: RunStore, executor: Executor[Unit, Played], display: Display | None = None) -> Outcome:
    with executor:
        return work_on(store, executor, display or Quiet(spec_of(store), "$K"))


def played(folder: Path, spec: RunSpec, name: str = "run") -> RunStore:
    """A run played in this process, open."""
    store = create_run(folder / f"{name}.sqlite", spec)
    assert finish(store, serial(store)) == Outcome(Ending.FINISHED)
    return store


@pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
def test_who_works_and_in_which_order_makes_no_difference(tmp_path: Path, spec: RunSpec) -> None:
    standings = []
    for name, make in {"serial": serial, "shuffled": Shuffled, "two": two_processes}.items():
        with create_run(tmp_path / f"{name}.sqlite", spec) as store:
            assert finish(store, make(store)) == Outcome(Ending.FINISHED)
            _, path = write_standings(store)
            standings.append(path.read_bytes())
            assert path.name == f"{name}.standings.json"
    assert standings[0] == standings[1] == standings[2]
    assert json.loads(standings[0])["lists"][0]["blocks"] > 0


def test_every_game_of_every_block_is_there_once(tmp_path: Path) -> None:
    with played(tmp_path, SPECS["compiled"]) as store:
        assert store.complete_blocks(2) == store.complete_blocks(3) == list(range(40))
        results = store.results()
    assert len({result.key for result in results}) == len(results) == 40 * (3 * 2 + 3)


class Stopping(Quiet):
    """Asks for a stop after so many blocks."""

    def __init__(self, spec: RunSpec, stop: StopRequest, after: int) -> None:
        super().__init__(spec, "$K")
        self._stop = stop
        self._after = after

    def block_complete(self, players: int, block: int, games: int) -> None:
        if self.blocks_done >= self._after:
            self._stop.reason = "enough"


@pytest.mark.parametrize("name", SPECS)
def test_a_stopped_run_is_resumed_to_the_same_end(tmp_path: Path, name: str) -> None:
    spec = SPECS[name]
    with played(tmp_path, spec) as store:
        expected = write_standings(store)[1].read_bytes()
    path = tmp_path / "stopped.sqlite"
    with create_run(path, spec) as store:
        stop = StopRequest()
        with serial(store) as executor:
            outcome = work_on(store, executor, Stopping(spec, stop, after=1), stop)
        assert outcome.ending is Ending.STOPPED
        assert store.games() > 0
    with RunStore.open(path, write=True) as store:
        before = store.games()
        display = Quiet(spec, "$K")
        assert finish(store, serial(store), display) == Outcome(Ending.FINISHED)
        assert before < store.games() == sum(tally.games for tally in display.tallies.values())
        assert write_standings(store)[1].read_bytes() == expected
        assert [session.ending for session in store.sessions] == ["stopped: enough", "finished"]


def test_a_finished_run_has_nothing_left(tmp_path: Path) -> None:
    with played(tmp_path, SPECS["searching"]) as store:
        games = store.games()
        assert finish(store, serial(store)) == Outcome(Ending.FINISHED)
        assert store.games() == games


def test_a_sequential_run_stops_when_it_is_decided(tmp_path: Path) -> None:
    with played(tmp_path, SPECS["sequential"]) as store:
        listed = write_standings(store)[0].lists[0]
        assert listed.sequential is not None
        assert listed.sequential.verdict == "alternative"
        assert 15 <= listed.blocks == listed.sequential.blocks < 300
        assert len(store.complete_blocks(2)) < 300, "it stopped"


def test_a_block_complete_is_a_line_of_json(tmp_path: Path) -> None:
    spec = SPECS["compiled"]
    out = io.StringIO()
    with create_run(tmp_path / "run.sqlite", spec) as store:
        finish(store, serial(store), JsonLines(spec, "$K", out))
        found = write_standings(store)[0]
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(line["players"], line["block"]) for line in lines] == [(k, block) for k in (2, 3) for block in range(40)]
    for listed, last in zip(found.lists, (lines[39], lines[79]), strict=True):
        assert last["done"] == last["of"] == 40
        for name, told in last["entrants"].items():
            entrant = listed.entrant(name)
            assert told["seats"] == entrant.seats
            assert told["win_share"] == pytest.approx(entrant.win_share.mean, abs=1e-4)
            assert told["place"] == pytest.approx(entrant.place.mean, abs=1e-3)
            assert told["payoff"] == pytest.approx(entrant.payoff.mean, abs=1e-2)


class Broken(Executor[Unit, Played]):
    """A worker with other code."""

    slots = 1

    def __init__(self, store: RunStore) -> None:
        self._inner = Serial(partial(play_unit, dataclasses.replace(job_of(store.spec_json), code="0.0.1+other")))

    def submit(self, task: Unit) -> None:
        self._inner.submit(task)

    def finished(self, seconds: float) -> list[Finished[Unit, Played]]:
        return self._inner.finished(seconds)

    def close(self) -> None:
        self._inner.close()


def test_a_worker_with_other_code_is_found_out(tmp_path: Path) -> None:
    with create_run(tmp_path / "run.sqlite", SPECS["searching"]) as store:
        outcome = finish(store, Broken(store))
        assert outcome.ending is Ending.ABORTED
        assert "the run pitwise 0.0.1+other" in outcome.detail
        assert store.games() == 0
        assert store.sessions[0].ending is not None
        assert store.sessions[0].ending.startswith("aborted: this worker runs pitwise")


def test_an_incident_aborts_where_the_spec_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from solvers.ismcts.player import IsmctsPlayer

    monkeypatch.setattr(IsmctsPlayer, "choose", _fails)
    spec = dataclasses.replace(SPECS["searching"], on_incident=IncidentPolicy.ABORT, seed=77)
    with create_run(tmp_path / "run.sqlite", spec) as store:
        outcome = finish(store, serial(store))
        assert outcome.ending is Ending.ABORTED
        assert "a: exception in game" in outcome.detail
        assert "cannot think" in outcome.detail


def test_an_incident_is_counted_where_the_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from solvers.ismcts.player import IsmctsPlayer

    monkeypatch.setattr(IsmctsPlayer, "choose", _fails)
    spec = dataclasses.replace(SPECS["searching"], blocks=1, seed=78)
    display = Quiet(spec, "$K")
    with create_run(tmp_path / "run.sqlite", spec) as store:
        assert finish(store, serial(store), display).ending is Ending.FINISHED
        assert store.incidents() > 0
        found = write_standings(store)[0].lists[0]
    incidents = {entrant.name: sum(entrant.incidents.values()) for entrant in found.entrants}
    assert incidents["a"] > 0
    assert {one.name: one.incidents for one in display.tallies[2].entrants()} == incidents


def _fails(*_: object, **__: object) -> None:
    raise RuntimeError("cannot think")

"""One game of a run: repeatable alone, played from views, and with nothing that goes wrong passed over."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from engine import contract
from engine.catalog import GAMES
from eval.arena.play_game import IncidentError, Table, play_game, time_limit
from eval.arena.results import GameKey, IncidentKind
from eval.arena.run_spec import Entrant, IncidentPolicy
from eval.arena.seating import games_of_block
from eval.arena.seeds import deal_seed, decision_seed, seat_key
from solvers import registry
from solvers.base import Budget
from solvers.random_player import RandomPlayer
from tests.eval.arena.players import Faulty, run


@pytest.fixture(autouse=True)
def _faulty(monkeypatch):
    monkeypatch.setitem(registry.SOLVERS, "faulty", Faulty)
    monkeypatch.setattr(Faulty, "asked", [])


def timeless(result):
    """A result without the times spent."""
    return replace(result, seconds=(), slowest=())


def replayed(table, result):
    """The game's final position, from the deal and the moves."""
    game = table.game
    state = game.deal(deal_seed(table.spec.seed, table.players, result.key.block))
    for move in result.moves:
        game.apply(state, move)
    return state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_game_played_alone_is_the_game_played_among_others(name, players):
    spec = run("ismcts(trees=1)", "heuristic", "cheating", game=name, players=players, seed=4, record_moves=True)
    table = Table(spec, players)
    keys = [GameKey(players, 1, number) for number in range(2)]
    together = [timeless(play_game(table, key)) for key in keys]
    alone = [timeless(play_game(Table(spec, players), key)) for key in reversed(keys)]
    assert together == alone[::-1]
    assert together[0].seating == games_of_block(spec, players, 1)[0]


@pytest.mark.parametrize("name", GAMES)
def test_a_result_is_what_its_moves_lead_to(name):
    table = Table(run("random", "heuristic", game=name, record_moves=True), 3)
    result = play_game(table, GameKey(3, 0, 1))
    state = replayed(table, result)
    assert result.payoffs == tuple(table.game.payoffs(state))
    assert sum(result.decisions) == len(result.moves)
    assert result.progress[-1] == result.payoffs
    assert len(result.progress) == contract.rounds_played(table.game.rules, state)
    assert result.incidents == result.forfeits == ()
    assert all(0 < slowest <= spent for slowest, spent in zip(result.slowest, result.seconds, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_progress_tells_what_each_seat_had_at_the_end_of_each_round(name):
    table = Table(run("random", game=name, record_moves=True), 3)
    game = table.game
    result = play_game(table, GameKey(3, 0, 0))
    state = game.deal(deal_seed(0, 3, 0))
    seen = []
    for move in result.moves:
        rounds = contract.rounds_played(game.rules, state)
        game.apply(state, move)
        if contract.rounds_played(game.rules, state) > rounds:
            out = np.zeros(3)
            contract.result_so_far(game.rules, state, out)
            seen.append(tuple(out))
    assert tuple(seen) == result.progress


class Watched:
    """Plays at random and remembers what it was given."""

    def __init__(self):
        self.searches = False
        self.spec = "watched"
        self.given = []

    def choose(self, game, view, budget, seed, control=None):
        self.given.append((game.copy(view), budget, seed))
        shown = view if game.viewer(view) >= 0 else game.view(view, game.mover(view))
        return RandomPlayer().choose(game, shown, budget, seed)


@pytest.mark.parametrize("needs_true_state", [False, True])
def test_solvers_are_given_views_and_only_the_cheating_kind_the_true_position(needs_true_state):
    table = Table(run("random", "random", record_moves=True), 3)
    watched = Watched()
    watched.needs_true_state = needs_true_state
    table.solvers[0] = watched
    result = play_game(table, GameKey(3, 2, 0))
    game = table.game
    state = game.deal(deal_seed(0, 3, 2))
    decisions = [0, 0, 0]
    given = iter(watched.given)
    for move in result.moves:
        seat = game.mover(state)
        if result.seating[seat] == 0:
            view, budget, seed = next(given)
            assert view.tobytes() == (state if needs_true_state else game.view(state, seat)).tobytes()
            assert budget == Budget(iterations=8)
            assert seed == int(decision_seed(seat_key(0, 3, 2, seat), decisions[seat]))
        decisions[seat] += 1
        game.apply(state, move)
    assert next(given, None) is None
    assert result.incidents == ()
    assert tuple(decisions) == result.decisions


def test_what_a_solver_does_to_the_position_it_is_given_changes_nothing():
    class Vandal(Watched):
        needs_true_state = True

        def choose(self, game, view, budget, seed, control=None):
            choice = super().choose(game, view, budget, seed)
            view.points[:] = 99
            return choice

    def play(solver):
        table = Table(run("random", "random"), 3)
        table.solvers[0] = solver
        return timeless(play_game(table, GameKey(3, 0, 0)))

    assert play(Vandal()) == play(RandomPlayer())


FAILURES = {
    "raise": (IncidentKind.EXCEPTION, "ZeroDivisionError nobody can"),
    "illegal": (IncidentKind.ILLEGAL_MOVE, "int -7 is not one of"),
    "text": (IncidentKind.ILLEGAL_MOVE, "str a move is not one of"),
    "nothing": (IncidentKind.ILLEGAL_MOVE, "NoneType None is not one of"),
    "flag": (IncidentKind.ILLEGAL_MOVE, "bool True is not one of"),
    "dawdle": (IncidentKind.TIME_OUT, "more than 0.01 s"),
}


@pytest.mark.parametrize("how", FAILURES)
def test_every_failure_is_recorded_and_the_best_style_moves_instead(how):
    spec = run(f"faulty(how={how})", "random", time_out=0.01, on_incident=IncidentPolicy.FALLBACK)
    table = Table(spec, 3)
    result = play_game(table, GameKey(3, 0, 0))
    kind, words = FAILURES[how]
    mine = [seat for seat, entrant in enumerate(result.seating) if entrant == 0]
    found = [incident for incident in result.incidents if incident.kind is kind]
    assert len(found) == len(Faulty.asked) > 0
    assert {incident.seat for incident in found} == set(mine)
    assert all(words in incident.detail for incident in found)
    assert result.forfeits == ()
    game = table.game
    state = game.deal(deal_seed(0, 3, 0))
    failed = {incident.decision: incident.seat for incident in found}
    counts = [0, 0, 0]
    for decision, move in enumerate(result.moves):
        seat = game.mover(state)
        if decision in failed:
            assert failed[decision] == seat
            seed = int(decision_seed(seat_key(0, 3, 0, seat), counts[seat]))
            assert move == game.suggest(game.view(state, seat), game.best_style, seed)
        counts[seat] += 1
        game.apply(state, move)


def test_a_forfeit_is_one_incident_and_the_solver_is_asked_no_more():
    spec = run("faulty(first=3)", "random", "random", on_incident=IncidentPolicy.FORFEIT)
    result = play_game(Table(spec, 3), GameKey(3, 0, 0))
    seat = result.seating.index(0)
    assert result.forfeits == (seat,)
    assert len(result.incidents) == 1
    assert result.incidents[0].seat == seat
    assert len(Faulty.asked) == 4
    assert sum(result.decisions) == len(result.moves), "a game with an incident keeps its moves"


def test_to_abort_is_to_stop_with_the_incident():
    spec = run("faulty(first=2,how=illegal)", "random", on_incident=IncidentPolicy.ABORT)
    with pytest.raises(IncidentError, match=r"faulty.*: illegal move in game 1 of block 5 with 3 players") as caught:
        play_game(Table(spec, 3), GameKey(3, 5, 1))
    assert caught.value.key == GameKey(3, 5, 1)
    assert caught.value.incident.kind is IncidentKind.ILLEGAL_MOVE
    across_processes = pickle.loads(pickle.dumps(caught.value))
    assert (across_processes.incident, str(across_processes)) == (caught.value.incident, str(caught.value))


def test_an_error_that_cannot_be_printed_is_an_incident_all_the_same():
    class MuteError(Exception):
        def __str__(self):
            raise RuntimeError

    class Mute(Watched):
        def choose(self, game, view, budget, seed, control=None):
            raise MuteError

    table = Table(run("random", "random"), 3)
    table.solvers[0] = Mute()
    incidents = play_game(table, GameKey(3, 0, 0)).incidents
    assert {incident.detail for incident in incidents} == {"MuteError"}


def test_moves_are_kept_where_playing_again_may_not_give_them():
    timed = replace(run("random"), entrants=(Entrant("fast", "ismcts(trees=1)", milliseconds=1),))
    assert play_game(Table(timed, 3), GameKey(3, 0, 0)).moves
    assert not play_game(Table(run("ismcts(trees=1)"), 3), GameKey(3, 0, 0)).moves
    assert play_game(Table(run("random"), 3), GameKey(3, 0, 0), keep_moves=True).moves


@pytest.mark.parametrize(
    ("entrant", "milliseconds", "time_out"),
    [
        (Entrant("a", "random", milliseconds=50), None, None),
        (Entrant("a", "ismcts", iterations=50), None, None),
        (Entrant("a", "ismcts(iterations=50)"), None, None),
        (Entrant("a", "ismcts", milliseconds=50), 50, 5.5),
        (Entrant("a", "ismcts(milliseconds=20)", milliseconds=50), 20, 5.2),
        (Entrant("a", "ismcts", iterations=9, milliseconds=50), 50, 5.5),
        (Entrant("a", "ismcts"), 1000, 15),
    ],
)
def test_a_time_budget_brings_a_time_out(entrant, milliseconds, time_out):
    spec = replace(run("random"), entrants=(entrant,))
    table = Table(spec, 3)
    assert time_limit(entrant, table.solvers[0]) == milliseconds
    assert table.time_outs == [time_out]
    assert Table(replace(spec, time_out=3.0), 3).time_outs == [3.0]


def test_warming_up_survives_a_solver_that_fails():
    Table(run("faulty", "ismcts(trees=1)"), 3).warm_up()
    assert len(Faulty.asked) == 1

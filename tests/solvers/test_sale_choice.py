"""Plans of sales: which of them race, and what the race finds."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalog import load_game
from engine.errors import NoWorldError
from engine.stockpile.cards import ALL_SEEN, KINDS, Phase
from eval.twins import twins_at_next_decision
from solvers.base import Budget, Control
from solvers.beliefs.past import uniform_beliefs
from solvers.ismcts.player import IsmctsPlayer
from solvers.ismcts.sale_choice import SaleRace, best_sums
from tests.engine.stockpile.table import EPIC, FINISH, LEADING, STANFORD, Table, sale

GAME = load_game("stockpile", seats=3)


def last_to_sell(*, rival, known=True, **pairs):
    """The last round's last seller holds three Epic at $5K; a rival has some too; the forecasts are known to all."""
    table = Table(3).round(int(GAME.rules.rounds) - 1).holds(2, EPIC, EPIC, EPIC).holds(0, *[EPIC] * rival)
    table.forecast(**pairs).selling()
    while table.mover != 2:
        table.play(FINISH)
    if known:
        table.state.seen[:] = ALL_SEEN
        table.state.pair_seen[:] = ALL_SEEN
    return table


def choose(table, iterations=2000, seed=1, **parameters):
    return IsmctsPlayer(**parameters).choose(GAME, table.view(2), Budget(iterations=iterations), seed)


def results_after(table, *moves):
    after = Table(3)
    after.state = GAME.copy(table.state)
    after.play(*moves)
    return after.money


def test_it_sells_what_falls_as_long_as_the_majority_stays():
    """At $5K now and $2K later: selling 0, 1, 2 or 3 of them brings 6 + 10, 9 + 10, 12 + 5 or 15 $K."""
    table = last_to_sell(rival=1, epic="-3")
    sales = [(FINISH,), (sale(EPIC, 1), FINISH), (sale(EPIC, 2), FINISH), (sale(EPIC, 3), FINISH)]
    assert [results_after(table, *moves)[2] - 20 for moves in sales] == [16, 19, 17, 15]
    choice = choose(table)
    assert choice.move == sale(EPIC, 1)
    assert "the best of 4 plans" in choice.explanation


def test_it_sells_all_that_falls_where_there_is_no_majority_to_lose():
    assert choose(last_to_sell(rival=4, epic="-3")).move == sale(EPIC, 3)


def test_it_keeps_what_rises():
    choice = choose(last_to_sell(rival=4, epic="+2"))
    assert choice.move == FINISH
    assert choice.principal_line == ((2, FINISH),)


def test_what_it_says_a_plan_is_worth_is_what_it_is_worth():
    """All is known, so every world is the true one: a margin of 19 over 2 + 0 at a scale of the game's own."""
    table = last_to_sell(rival=1, epic="-3")
    money = results_after(table, sale(EPIC, 1), FINISH)
    margin = (money[2] - max(money[:2])) / (2 * GAME.typical_margin)
    player = IsmctsPlayer()
    expected = player.win_weight + (1 - player.win_weight) * (0.5 + 0.5 * margin / (1 + margin))
    chosen = choose(table).candidates[0]
    assert chosen.mean == pytest.approx(expected)
    assert chosen.standard_error == pytest.approx(0.0, abs=1e-9)


def test_every_legal_move_is_a_candidate_with_the_best_plan_that_begins_with_it():
    table = Table(3).round(2).holds(2, EPIC, EPIC, STANFORD, LEADING, split=(EPIC,)).selling().play(FINISH, FINISH)
    choice = choose(table)
    assert sorted(candidate.move for candidate in choice.candidates) == table.moves()
    assert choice.candidates[0].move == choice.move == choice.principal_line[0][1]
    assert choice.iterations == 2000
    means = [candidate.mean for candidate in choice.candidates if candidate.mean is not None]
    assert len(means) > 3
    assert all(0 < mean < 1 for mean in means)


@given(
    gains=st.lists(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=4, unique=True), min_size=1, max_size=4),
    most=st.integers(1, 30),
)
def test_the_plans_that_race_have_the_largest_sums(gains, most):
    of_moves = [dict(enumerate(step)) for step in gains]
    found = best_sums(of_moves, most)
    every = sorted((sum(step), step) for step in itertools.product(*gains))[::-1]
    assert len(found) == min(most, len(every)) == len(set(found))
    sums = [sum(gains[step][move] for step, move in enumerate(plan)) for plan in found]
    assert sums == pytest.approx([total for total, _ in every[: len(found)]])


def test_all_plans_race_where_there_are_few():
    table = Table(3).round(2).holds(2, EPIC, EPIC, STANFORD).selling().play(FINISH, FINISH)
    settings = IsmctsPlayer().settings(GAME)
    race = SaleRace(GAME, table.view(2), settings, uniform_beliefs(GAME), 16, 1)
    assert race.steps == 2
    found = race.run(600, None)
    assert set(found.plans) == set(itertools.product(*race.options))
    assert len(found.plans) == 3 * 2


def test_a_cancelled_choice_is_the_policys():
    control = Control()
    control.cancel()
    table = last_to_sell(rival=1, epic="-3")
    choice = IsmctsPlayer().choose(GAME, table.view(2), Budget(iterations=500), 1, control)
    assert choice.cancelled
    assert choice.move == GAME.suggest(table.view(2), GAME.best_style, 1)
    assert "rules of thumb" in choice.explanation


def test_it_reports_while_it_races():
    table = last_to_sell(rival=1, epic="-3")
    reports = []
    control = Control(on_report=reports.append, report_milliseconds=0.0)
    choice = IsmctsPlayer().choose(GAME, table.view(2), Budget(iterations=3000), 1, control)
    assert len(reports) > 3
    assert all(report.move in table.moves() for report in reports)
    spent = [report.iterations for report in reports]
    assert spent == sorted(spent)
    assert spent[-1] <= choice.iterations
    assert reports[-1].move == choice.move


def test_a_view_without_a_world_is_refused():
    view = last_to_sell(rival=1, epic="-3", known=False).view(2)
    view.excluded[:] = (1 << KINDS) - 1
    with pytest.raises(NoWorldError):
        IsmctsPlayer().choose(GAME, view, Budget(iterations=50), 1)


def selling_positions(seeds):
    for seed in seeds:
        state = GAME.deal(seed)
        while (seat := GAME.mover(state)) is not None:
            if state.phase == Phase.SELLING and len(GAME.legal_moves(state)) > 1:
                yield GAME.copy(state), seat
            GAME.apply(state, GAME.suggest(GAME.view(state, seat), "value", seed))


def test_the_same_seed_gives_the_same_choice_and_threads_change_nothing():
    for number, (state, seat) in enumerate(itertools.islice(selling_positions([3]), 6)):
        view = GAME.view(state, seat)
        answers = [
            IsmctsPlayer(threads=threads).choose(GAME, view, Budget(iterations=700), number) for threads in (1, 1, 2)
        ]
        assert len({(item.move, item.candidates, item.principal_line, item.iterations) for item in answers}) == 1


def test_it_sells_alike_in_worlds_its_seat_cannot_tell_apart():
    compared = 0
    for number, (state, seat) in enumerate(selling_positions([5])):
        view = GAME.view(state, seat)
        walk = twins_at_next_decision(GAME, state, seat, number, lambda seed, view=view: GAME.redeal(view, seed))
        if walk is None or walk.state.phase != Phase.SELLING:
            continue
        first, second = (
            IsmctsPlayer().choose(GAME, GAME.view(now, seat), Budget(iterations=700), number)
            for now in (walk.state, walk.twin)
        )
        assert (first.move, first.candidates) == (second.move, second.candidates)
        compared += 1
    assert compared >= 3

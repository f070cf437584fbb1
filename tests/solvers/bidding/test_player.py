"""The bidding players: what they fall back to, what they may bid, and what they say."""

import threading
from dataclasses import dataclass, field

import numpy as np
import pytest

from engine.catalog import load_game
from engine.stockpile.cards import Phase
from solvers.base import Budget, Control
from solvers.bidding import bidder
from solvers.bidding.auction import fought_steps
from solvers.bidding.bidder import decide_bid, plan_problem
from solvers.bidding.clock import Clock
from solvers.bidding.options import BidParameters
from solvers.bidding.plan_problem import NO_CAP, worth_of
from solvers.bidding.player import is_bid
from solvers.bidding.position import auction_position
from solvers.registry import make_solver
from solvers.specs import SpecError
from tests.solvers.bidding.auctions import auctions

SEAT_COUNTS = (2, 3, 4, 5)


@dataclass(frozen=True)
class ScriptedClock(Clock):
    """A clock on which time runs out after it has been looked at so many times."""

    looks: int = 0
    seen: list[int] = field(default_factory=list)

    @property
    def left(self) -> float:
        self.seen.append(1)
        return 1e6 if len(self.seen) <= self.looks else 0.0


def scripted(looks):
    return ScriptedClock(0.0, 1e9, Control(), looks)


def decide(game, view, clock, **parameters):
    return decide_bid(game, view, BidParameters(**parameters), 20, 1, clock)


def first_auction(seats=4):
    return next(auctions(seats))


class TestFallingBack:
    def test_with_no_time_at_all_it_takes_the_cheapest_bid(self):
        game, view = first_auction()
        decision = decide(game, view, scripted(0))
        assert decision.basis == "free pile"
        assert decision.step == 0
        assert view.bid_seats[decision.pile] < 0

    def test_with_worlds_but_no_time_to_try_bids_it_bids_straightforwardly(self):
        game, view = first_auction()
        decision = decide(game, view, scripted(2))
        assert decision.basis == "straightforward"
        plain = decide(game, view, Clock(0.0, None, Control()), enumeration="off", planning="off")
        assert (decision.pile, decision.step) == (plain.pile, plain.step)

    def test_with_no_time_to_plan_it_tries_every_bid(self, monkeypatch):
        monkeypatch.setattr(bidder, "is_loaded", lambda clock: False)
        game, view = first_auction()
        decision = decide(game, view, Clock(0.0, None, Control()))
        assert decision.basis == "enumeration"
        assert len(decision.estimates.bids) == len(game.legal_moves(view))

    def test_with_time_it_plans(self):
        game, view = first_auction()
        decision = decide(game, view, Clock(0.0, None, Control()))
        assert decision.basis == "plan"
        assert decision.plan is not None

    def test_a_plan_that_did_not_come_is_done_without(self, monkeypatch):
        monkeypatch.setattr(bidder, "make_plan", lambda *arguments: None)
        game, view = first_auction()
        assert decide(game, view, Clock(0.0, None, Control())).basis == "enumeration"

    @pytest.mark.parametrize("spec", ["bidding", "hybrid"])
    def test_the_answer_says_what_was_used(self, spec):
        game, view = first_auction()
        solver = make_solver(f"{spec}(worlds=20)", game)
        control = Control()
        control.cancel()
        cancelled = solver.choose(game, view, Budget(iterations=20), 1, control)
        assert cancelled.cancelled
        assert cancelled.auction.basis == "free pile"
        assert "no time to think" in cancelled.explanation
        planned = solver.choose(game, view, Budget(iterations=20), 1)
        assert planned.auction.basis == "plan"
        assert "every bid tried with a plan, 20 worlds" in planned.explanation


@pytest.mark.parametrize("seats", SEAT_COUNTS)
class TestBids:
    def test_no_bid_and_no_cap_is_above_the_cash(self, seats):
        for game, view in auctions(seats, seed=seats, every=5):
            position = auction_position(game, view)
            decision = decide(game, view, Clock(0.0, None, Control()))
            assert position.amounts[decision.step] <= position.purse(position.turn)
            caps = sorted((cap for cap in decision.plan.caps if cap != NO_CAP), reverse=True)[: position.meeples]
            assert sum(position.amounts[caps]) <= position.money[position.turn]

    def test_the_chosen_bid_is_the_best_of_those_tried(self, seats):
        for game, view in auctions(seats, seed=seats, every=7):
            decision = decide(game, view, Clock(0.0, None, Control()))
            estimates = decision.estimates
            assert estimates.values[estimates.best] >= estimates.values.max() - 1e-6
            cheapest = [int(step) == 0 for _, step in estimates.bids]
            free = estimates.values[cheapest]
            assert free.size == 0 or estimates.values[estimates.best] >= free.max() - 1e-6

    def test_a_plan_is_never_worse_than_none(self, seats):
        for game, view in auctions(seats, seed=seats, every=7):
            decision = decide(game, view, Clock(0.0, None, Control()))
            problem = plan_problem(decision.beliefs, 0.5)
            none = [NO_CAP] * len(decision.plan.caps)
            assert decision.plan.objective >= worth_of(problem, none) - 1e-3

    def test_the_reasons_fit_the_position(self, seats):
        solver = make_solver("bidding")
        for game, view in auctions(seats, seed=seats, every=6):
            position = auction_position(game, view)
            choice = solver.choose(game, view, Budget(iterations=30), 2)
            outlook = choice.auction
            assert outlook.worlds == choice.worlds == choice.iterations == 30
            assert 1.0 <= outlook.effective_worlds <= 30.0 + 1e-9
            assert len(outlook.piles) == position.piles
            bids = position.legal_bids()
            for number, pile in enumerate(outlook.piles):
                amounts = position.amounts[bids[bids[:, 0] == number, 1]].tolist()
                assert [chance.amount for chance in pile.chances] == amounts
                chances = [chance.chance for chance in pile.chances]
                assert chances == sorted(chances)
                assert all(0.0 <= chance <= 1.0 + 1e-9 for chance in chances)
                assert pile.deviation >= 0.0
                assert pile.low <= pile.value + pile.deviation
                assert pile.price >= 0.0
                hidden = [
                    card
                    for card in view.pile_cards[number, : view.pile_sizes[number]]
                    if not (int(view.seen[card]) >> position.turn) & 1
                ]
                assert sum(likely.expected for likely in pile.unseen) <= len(hidden) + 1e-9
                assert bool(pile.unseen) == bool(hidden)
                if not hidden:
                    assert view.bid_seats[number] != position.turn or position.meeples == 2

    def test_candidates_are_in_the_order_of_their_estimates(self, seats):
        game, view = first_auction(seats)
        choice = make_solver("bidding").choose(game, view, Budget(iterations=30), 3)
        means = [candidate.mean for candidate in choice.candidates]
        assert means == sorted(means, reverse=True)
        assert all(0.0 < mean < 1.0 for mean in means)
        assert choice.candidates[0].move == choice.move


def test_jump_bids_are_made():
    """Somewhere in a few games a bid jumps over a step: a lowest bid would only invite the next."""
    solver = make_solver("bidding(planning=off)")
    jumps = 0
    for seed in range(3):
        for game, view in auctions(4, seed, every=2):
            move = solver.choose(game, view, Budget(iterations=30), seed).move
            pile, step = (move >> 8) & 255, move & 255
            jumps += step > int(view.bids[pile]) + 1
    assert jumps > 0


def test_a_world_budget_of_the_spec_and_of_the_request_both_count():
    game, view = first_auction()
    assert make_solver("bidding(worlds=7)").choose(game, view, Budget(), 0).worlds == 7
    assert make_solver("bidding(worlds=7)").choose(game, view, Budget(iterations=5), 0).worlds == 5
    assert make_solver("hybrid(iterations=6,searched_bids=0)").choose(game, view, Budget(iterations=9), 0).worlds == 6


@pytest.mark.parametrize("count", [1, 3, 1000])
def test_the_best_bids_race_in_the_search_and_no_others(count):
    for game, view in auctions(4, every=11):
        thought = make_solver("bidding").choose(game, view, Budget(), 5)
        choice = make_solver(f"hybrid(searched_bids={count})").choose(game, view, Budget(iterations=60), 5)
        tried = {candidate.move for candidate in choice.candidates if candidate.visits}
        assert tried == {candidate.move for candidate in thought.candidates[:count]}
        assert choice.move in tried
        assert choice.iterations == 60
        assert {candidate.move for candidate in choice.candidates} == set(game.legal_moves(view))
        assert choice.auction == thought.auction


@pytest.mark.parametrize("spec", ["bidding", "bidding(planning=off)", "hybrid"])
def test_a_bid_can_be_stopped_from_another_thread(spec):
    game, view = first_auction(5)
    control = Control()
    choices = []
    solver = make_solver(spec if "(" in spec else f"{spec}(worlds=10000)")
    thread = threading.Thread(target=lambda: choices.append(solver.choose(game, view, Budget(), 1, control)))
    thread.start()
    control.cancel()
    thread.join(30.0)
    assert choices
    assert choices[0].cancelled
    assert choices[0].move in game.legal_moves(view)


def test_the_tightest_time_budget_is_answered_with_a_legal_bid():
    for game, view in auctions(5, every=9):
        for milliseconds in (0.001, 1.0, 5.0, 20.0):
            choice = make_solver("bidding").choose(game, view, Budget(milliseconds=milliseconds), 1)
            assert choice.move in game.legal_moves(view)


def test_all_other_phases_are_the_best_style_s_or_the_tree_s():
    game = load_game("stockpile", seats=3)
    state = game.deal(4)
    phases = set()
    for number in range(120):
        seat = game.mover(state)
        if seat is None:
            break
        view = game.view(state, seat)
        if len(game.legal_moves(view)) > 1 and not is_bid(game, view):
            phases.add(int(view.phase))
            budget = Budget(iterations=20)
            thumb = make_solver("heuristic").choose(game, view, budget, number)
            assert make_solver("bidding").choose(game, view, budget, number).move == thumb.move
            tree = make_solver("ismcts").choose(game, view, budget, number)
            same = make_solver("hybrid").choose(game, view, budget, number)
            assert (same.move, same.candidates) == (tree.move, tree.candidates)
        game.apply(state, game.suggest(view, game.best_style, number))
    assert Phase.SUPPLY in phases


@pytest.mark.parametrize("spec", ["bidding", "hybrid"])
def test_it_refuses_games_without_auctions(spec):
    with pytest.raises(SpecError, match="stonks"):
        make_solver(spec, load_game("stonks"))


@pytest.mark.parametrize(
    ("spec", "named"),
    [
        ("bidding(worlds=0)", "worlds"),
        ("bidding(temperature=0)", "temperature"),
        ("bidding(planning=yes)", "planning"),
        ("bidding(risk=some)", "risk"),
        ("bidding(rival_money_low=0.9,rival_money_high=0.6)", "rival_money_high"),
        ("bidding(rival_money_high=0.6)", "rival_money_low"),
        ("bidding(milliseconds=-1)", "milliseconds"),
        ("hybrid(floor=2)", "floor"),
        ("hybrid(trees=0)", "trees"),
        ("hybrid(searched_bids=-1)", "searched_bids"),
    ],
)
def test_impossible_parameters_are_named(spec, named):
    with pytest.raises(SpecError, match=named):
        make_solver(spec)


def test_an_unknown_style_of_rivals_is_named():
    with pytest.raises(SpecError, match="dreamy"):
        make_solver("bidding(rival_style=dreamy)", load_game("stockpile"))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_plan_takes_a_pile_to_cost_what_it_is_fought_for(seats):
    for game, view in auctions(seats, seed=seats, every=6):
        decision = decide(game, view, Clock(0.0, None, Control()))
        position = decision.beliefs.position
        problem = plan_problem(decision.beliefs, 0.5)
        fought = fought_steps(position, decision.beliefs.believed)
        levels = len(position.amounts)
        can_pay = (fought < levels) & (
            position.amounts[np.minimum(fought, levels - 1)] <= position.purse(position.turn)
        )
        assert np.array_equal(problem.clearing, np.where(can_pay, fought, levels))

"""A bid: worlds, a plan of caps, and every bid tried in every world with the plan as its continuation.

What there is no time for is left out: the plan first, then trying bids, then knowing anything. The bidder thinks anew
at each turn, so that a plan only has to say what the bid at hand is good for.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.game import Game
from solvers.bidding.auction import lowest_best_bid, no_caps, play_on
from solvers.bidding.beliefs import Beliefs, form_beliefs
from solvers.bidding.clock import Clock
from solvers.bidding.enumeration import BidEstimates, enumerate_bids
from solvers.bidding.loading import begin_loading, is_loaded
from solvers.bidding.options import ON, BidParameters
from solvers.bidding.outlook import Basis
from solvers.bidding.plan import Plan, make_plan
from solvers.bidding.plan_problem import NO_CAP, PlanProblem
from solvers.bidding.position import AuctionPosition, Ints, auction_position

_FEWEST_WORLDS = 10
"""Bids tried in fewer worlds than this say less than the mean values do."""
_LEAST_PLAN_SECONDS = 0.01
_TIE = 1e-9
_MARGIN = 1.5
"""How much longer than expected a step may take."""


@dataclass(frozen=True)
class Decision:
    """A bid and what it rests on.

    Attributes:
        pile, step: the bid.
        basis: how it was found.
        beliefs: None if there was no time for any.
        plan: None if none was made.
        estimates: of every bid; None if they were not tried.
        continuation: ``[piles]`` the caps by which the bidder went on where bids were tried; None: without.
    """

    pile: int
    step: int
    basis: Basis
    beliefs: Beliefs | None = None
    plan: Plan | None = None
    estimates: BidEstimates | None = None
    continuation: Ints | None = None


def decide_bid(game: Game, view: Any, parameters: BidParameters, count: int, seed: int, clock: Clock) -> Decision:
    """Think about a bid for the seat to bid.

    Args:
        game: a configured game of Stockpile.
        view: the seat's view, in the Demand Phase.
        parameters: how it thinks.
        count: how many worlds it may sample.
        seed: the same seed and count give the same bid, time enough provided.
        clock: its time.

    Raises:
        NoWorldError: no position of the game agrees with the view.
    """
    if parameters.planning == ON:
        begin_loading()
    beliefs = form_beliefs(game, view, parameters, count, seed, clock)
    if beliefs is None:
        pile, step = cheapest_bid(auction_position(game, view))
        return Decision(pile, step, "free pile")
    return decide_by_beliefs(beliefs, parameters, seed, clock)


def decide_by_beliefs(beliefs: Beliefs, parameters: BidParameters, seed: int, clock: Clock) -> Decision:
    """The bid of a bidder that believes this; see :func:`decide_bid`."""
    planning = parameters.planning == ON
    uncapped = no_caps(beliefs.position)
    pile, step = straightforward_bid(beliefs, uncapped)
    decision = Decision(pile, step, "straightforward", beliefs)
    trying = 0.0
    if parameters.enumeration == ON:
        tried = _that_can_be_tried(beliefs, clock)
        if tried is None:
            return decision
        beliefs = tried
        before = clock.spent
        estimates = _try_bids(beliefs, uncapped, parameters)
        trying = clock.spent - before
        decision = _best_of(beliefs, estimates, "enumeration", None)
    if not planning or not is_loaded(clock):
        return decision
    seconds = _seconds_to_plan(clock, trying)
    if seconds < _LEAST_PLAN_SECONDS:
        return decision
    plan = make_plan(
        plan_problem(beliefs, parameters.rival_weight),
        parameters.risk_limit,
        parameters.plan_effort,
        seconds if np.isfinite(seconds) else None,
        seed,
        lambda: clock.cancelled,
    )
    if plan is None:
        return decision
    caps = np.array(plan.caps, np.int64)
    if decision.estimates is None:
        pile, step = straightforward_bid(beliefs, caps)
        return Decision(pile, step, "plan", beliefs, plan)
    with_plan = _try_bids(beliefs, caps, parameters)
    if decision.estimates.values.max() > with_plan.values.max() + _TIE:
        return replace(decision, basis="plan", plan=plan)
    return replace(_best_of(beliefs, with_plan, "plan", plan), continuation=caps)


def cheapest_bid(position: AuctionPosition) -> tuple[int, int]:
    """Pile and step of the lowest bid there is: on a pile without a bid, or else on the one with the lowest."""
    pile, step = min(position.legal_bids().tolist(), key=lambda bid: bid[1])
    return pile, step


def straightforward_bid(beliefs: Beliefs, caps: Ints) -> tuple[int, int]:
    """The lowest bid on the pile with the greatest expected surplus, within the caps if there is one."""
    position = beliefs.position
    seat = beliefs.seat
    pile = -1
    for capped in (True, False):
        if pile < 0:
            pile = lowest_best_bid(
                position.amounts,
                position.levels,
                position.owners,
                seat,
                position.purse(seat),
                beliefs.believed[0, seat],
                caps,
                capped,
            )
    return int(pile), int(position.levels[pile]) + 1


def plan_problem(beliefs: Beliefs, rival_weight: float) -> PlanProblem:
    """The worlds as a plan sees them: at what level each pile falls to the bidder if it fights for that pile alone."""
    position = beliefs.position
    seat = beliefs.seat
    levels = len(position.amounts)
    clearing = np.full(beliefs.values.shape, levels, np.int64)
    rivals = np.zeros(beliefs.values.shape)
    for pile in range(position.piles):
        caps = np.full(position.piles, NO_CAP, np.int64)
        caps[pile] = levels - 1
        end = play_on(position, beliefs.believed, seat, caps)
        won = end.owners[:, pile] == seat
        clearing[won, pile] = end.steps[won, pile]
        results = np.take_along_axis(beliefs.own, end.owners[:, None, :], axis=1)[:, 0] - position.amounts[end.steps]
        rivals[:, pile] = np.where(end.owners == seat, 0.0, results).sum(axis=1) / (position.seats - 1)
    return PlanProblem(
        values=beliefs.values,
        clearing=clearing,
        weights=beliefs.weights,
        amounts=position.amounts,
        cash=int(position.money[seat]),
        rivals=rivals,
        rivals_weight=rival_weight,
        meeples=position.meeples,
    )


def _try_bids(beliefs: Beliefs, caps: Ints, parameters: BidParameters) -> BidEstimates:
    return enumerate_bids(
        beliefs.position, beliefs.believed, beliefs.own, beliefs.weights, caps, parameters.rival_weight
    )


def _best_of(beliefs: Beliefs, estimates: BidEstimates, basis: Basis, plan: Plan | None) -> Decision:
    pile, step = estimates.bids[estimates.best].tolist()
    return Decision(pile, step, basis, beliefs, plan, estimates)


def _that_can_be_tried(beliefs: Beliefs, clock: Clock) -> Beliefs | None:
    """The beliefs, with as many worlds as all bids can be tried in; None if that is too few to be worth it."""
    if clock.deadline is None:
        return None if clock.cancelled else beliefs
    position = beliefs.position
    before = clock.spent
    play_on(position, beliefs.believed, beliefs.seat, no_caps(position))
    expected = _MARGIN * (clock.spent - before) * len(position.legal_bids())
    count = int(len(beliefs.weights) * min(1.0, clock.left / expected))
    if count < min(_FEWEST_WORLDS, len(beliefs.weights)):
        return None
    return beliefs.first(count)


def _seconds_to_plan(clock: Clock, trying: float) -> float:
    """The time there is for a plan, if every bid is to be tried with it as well, which took ``trying`` seconds."""
    return clock.left - _MARGIN * trying

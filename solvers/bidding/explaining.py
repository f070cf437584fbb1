"""A bid's reasons: as data, and in a sentence."""

import numpy as np
import numpy.typing as npt

from engine.game import Game
from engine.stockpile.cards import KINDS
from engine.stockpile.edition import Edition
from engine.stockpile.faces import card_name, card_of_kind
from solvers.bidding.auction import clearing_steps
from solvers.bidding.beliefs import Beliefs
from solvers.bidding.bidder import Decision
from solvers.bidding.bounds import competitive_prices
from solvers.bidding.outlook import AuctionOutlook, LikelyCard, PileOutlook, WinningChance
from solvers.bidding.plan_problem import NO_CAP
from solvers.bidding.position import code_of_bid

Floats = npt.NDArray[np.float64]

_MOST_FACES = 3
_LEAST_EXPECTED = 0.05
"""A face that is expected less often than this in a pile is not worth telling."""


def outlook_of(decision: Decision) -> AuctionOutlook:
    """What the bidder expects; of no pile if it had no time to expect anything."""
    beliefs = decision.beliefs
    if beliefs is None:
        return AuctionOutlook(decision.basis, 0, 0.0, None, ())
    position = beliefs.position
    prices = _prices(beliefs) if decision.plan is not None else None
    clearing = clearing_steps(position, beliefs.believed)
    bids = position.legal_bids()
    piles = []
    for pile in range(position.piles):
        values = beliefs.values[:, pile]
        mean = float(beliefs.weights @ values)
        steps = bids[bids[:, 0] == pile, 1].tolist()
        cap = decision.plan.caps[pile] if decision.plan is not None else NO_CAP
        median = int(quantile(clearing[:, pile].astype(np.float64), beliefs.weights, 0.5))
        piles.append(
            PileOutlook(
                value=mean,
                deviation=float(np.sqrt(beliefs.weights @ (values - mean) ** 2)),
                low=quantile(values, beliefs.weights, 0.1),
                clearing=int(position.amounts[median]) if median < len(position.amounts) else None,
                cap=int(position.amounts[cap]) if cap != NO_CAP else None,
                price=None if prices is None else float(prices[pile]),
                chances=tuple(
                    WinningChance(int(position.amounts[step]), float(beliefs.weights @ (clearing[:, pile] <= step)))
                    for step in steps
                ),
                unseen=unseen_cards(beliefs, pile),
            )
        )
    return AuctionOutlook(
        basis=decision.basis,
        worlds=len(beliefs.worlds),
        effective_worlds=beliefs.weighing.effective,
        estimate=None if decision.estimates is None else float(decision.estimates.values[decision.estimates.best]),
        piles=tuple(piles),
    )


def quantile(values: Floats, weights: Floats, share: float) -> float:
    """The least of ``values`` such that values up to it have ``share`` of the weights (which add up to 1) or more."""
    order = np.argsort(values, kind="stable")
    place = int(np.searchsorted(np.cumsum(weights[order]), share - 1e-9))
    return float(values[order[min(place, len(order) - 1)]])


def unseen_cards(beliefs: Beliefs, pile: int) -> tuple[LikelyCard, ...]:
    """The likeliest faces of a pile's cards that the bidder has not seen."""
    worlds = beliefs.worlds
    first = worlds[0]
    expected = np.zeros(KINDS)
    for place in range(int(first["pile_sizes"][pile])):
        card = int(first["pile_cards"][pile, place])
        if (int(first["seen"][card]) >> beliefs.seat) & 1 == 0:
            expected += np.bincount(worlds["card"][:, card], beliefs.weights, KINDS)
    likeliest = np.argsort(-expected, kind="stable")[:_MOST_FACES].tolist()
    return tuple(LikelyCard(kind, float(expected[kind])) for kind in likeliest if expected[kind] >= _LEAST_EXPECTED)


def _prices(beliefs: Beliefs) -> Floats:
    """The least competitive prices if every seat bids by the mean of what it is believed to expect."""
    means = np.tensordot(beliefs.weights, beliefs.believed, axes=1)
    return competitive_prices(np.repeat(means, beliefs.position.meeples, axis=0)).prices


def explain_bid(game: Game, edition: Edition, decision: Decision, outlook: AuctionOutlook) -> str:
    """A bid in a few words: what the pile is worth and costs, how likely the bid stands, and what comes next."""
    text = game.move_text(code_of_bid(decision.pile, decision.step))
    if decision.beliefs is None:
        return f"{text}: the cheapest bid; there was no time to think."
    pile = outlook.piles[decision.pile]
    parts = [f"worth ${pile.value:.1f}K, give or take ${pile.deviation:.1f}K"]
    amount = int(decision.beliefs.position.amounts[decision.step])
    parts += [f"{chance.chance:.0%} likely to stand" for chance in pile.chances if chance.amount == amount]
    if outlook.estimate is not None:
        parts.append(f"expected result ${outlook.estimate:.1f}K")
    if pile.cap is not None and pile.cap > amount:
        parts.append(f"to be raised to ${pile.cap}K")
    if pile.unseen:
        likely = pile.unseen[0]
        parts.append(f"unseen in it most likely {card_name(edition, card_of_kind(edition, likely.kind))}")
    how = {
        "plan": "every bid tried with a plan",
        "enumeration": "every bid tried",
        "straightforward": "the lowest bid on the best pile",
        "free pile": "the cheapest bid",
    }[outlook.basis]
    return f"{text}: {', '.join(parts)} ({how}, {outlook.worlds} worlds)."

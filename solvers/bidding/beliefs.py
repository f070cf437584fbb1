"""What a bidder knows of an auction: sampled worlds, what the piles are worth in them, and how likely they are."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import NoWorldError
from engine.game import Game
from engine.randomness import draw, generator
from solvers.bidding.auction import beliefs_with_own
from solvers.bidding.clock import Clock
from solvers.bidding.inference import WorldWeights, equal_weights, weigh_worlds
from solvers.bidding.options import ON, BidParameters
from solvers.bidding.position import AuctionPosition, auction_position
from solvers.bidding.valuation import value_piles
from solvers.bidding.worlds import fill_worlds

Floats = npt.NDArray[np.float64]

_CHUNK = 25
"""Worlds between two looks at the clock."""
_SAMPLING_SHARE = 0.3
"""The part of the time in which worlds are sampled; the rest is for bidding in them."""


@dataclass(frozen=True)
class Beliefs:
    """Attributes are for S worlds, N seats and P piles; money is in $K of a bid.

    Attributes:
        position: where the auction stands; the seat to bid is the one that believes.
        worlds: ``[S]`` positions that agree with its view.
        own: ``[S, N, P]`` what the piles are worth to whom in each world.
        believed: ``[S, N, P]`` what each seat bids by: the bidder expects the same in all worlds.
        weighing: how likely the worlds are.
    """

    position: AuctionPosition
    worlds: npt.NDArray[Any]
    own: Floats
    believed: Floats
    weighing: WorldWeights

    @property
    def seat(self) -> int:
        """The bidder."""
        return self.position.turn

    @property
    def weights(self) -> Floats:
        """``[S]``, adding up to 1."""
        return self.weighing.weights

    @property
    def values(self) -> Floats:
        """``[S, P]`` what the piles are worth to the bidder."""
        values: Floats = self.own[:, self.seat]
        return values

    def first(self, count: int) -> "Beliefs":
        """The same with the first worlds only."""
        if count >= len(self.weights):
            return self
        weights = self.weights[:count] + 1e-12
        weights = weights / weights.sum()
        return replace(
            self,
            worlds=self.worlds[:count],
            own=self.own[:count],
            believed=beliefs_with_own(self.believed[:count], self.own[:count], weights, self.seat),
            weighing=WorldWeights(weights, float(1.0 / (weights @ weights))),
        )


def form_beliefs(
    game: Game, view: Any, parameters: BidParameters, count: int, seed: int, clock: Clock
) -> Beliefs | None:
    """Sample worlds and value their piles, ``count`` of them or as many as there is time for; None if for none.

    Raises:
        NoWorldError: no position of the game agrees with the view.
    """
    position = auction_position(game, view)
    seeds = generator(seed)
    chance = generator(int(draw(seeds)))
    until = _SAMPLING_SHARE * clock.left
    worlds = np.zeros(count, game.state_dtype).view(np.recarray)
    own = []
    believed = []
    done = 0
    while done < count and clock.left > 0.0 and (done == 0 or clock.spent < until):
        chunk = worlds[done : done + _CHUNK]
        if not fill_worlds(game.rules, view, chunk, chance):
            raise NoWorldError
        valuation = value_piles(game, chunk, parameters.valuation, int(draw(seeds)))
        own.append(valuation.own)
        believed.append(valuation.believed)
        done += len(chunk)
    if done == 0:
        return None
    values = np.concatenate(own)
    others = np.concatenate(believed)
    seat = position.turn
    weighing = equal_weights(done)
    if parameters.inference == ON:
        weighing = weigh_worlds(position, others, seat, parameters.reading)
    bid_by = beliefs_with_own(others, values, weighing.weights, seat)
    return Beliefs(position, worlds[:done], values, bid_by, weighing)

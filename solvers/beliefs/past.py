"""The views a seat has had since the round began, made ready for inference."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.game import Game
from solvers.beliefs.chains import BELIEF_DTYPE, MAX_SEATS
from solvers.beliefs.inference import Inference
from solvers.beliefs.linking import link_views, rivals_decided


class Beliefs(NamedTuple):
    """The arrays a search infers worlds with, as kernels take them; see :mod:`solvers.beliefs.chains`.

    Attributes:
        counters: ``BELIEF_DTYPE[1]``.
        views: positions [T + 1], the last one the present view.
        chains: worlds [C + 1].
        likelihoods: float64[C, MAX_SEATS], logarithms.
        first_likelihoods: float64[C], logarithms, of the worlds as they were dealt, before any exchange.
    """

    counters: Any
    views: Any
    chains: Any
    likelihoods: npt.NDArray[np.float64]
    first_likelihoods: npt.NDArray[np.float64]

    def inference(self) -> Inference | None:
        """What has been inferred, None if nothing."""
        counters = self.counters[0]
        if counters.decisions == 0 or counters.started == 0:
            return None
        seat = int(self.views[-1].viewer)
        weights = np.exp(self.first_likelihoods[: counters.started] - self.first_likelihoods[: counters.started].max())
        return Inference(
            decisions=int((self.views["turn"][:-1] != seat).sum()),
            chains=int(counters.started),
            exchanges_tried=int(counters.tried),
            exchanges_kept=int(counters.kept),
            effective_share=float(weights.sum() ** 2 / (weights @ weights) / len(weights)),
        )


def views_to_read(game: Game, earlier: Sequence[Any], view: Any) -> Any:
    """Copies of those earlier views that tell of the present hidden cards, oldest first, then of the present view.

    What has been learned since is noted in them. They are a record array [1 + views that tell].

    Raises:
        ValueError: the present view was led to by one of another seat.
    """
    views = _array_of(game, [*earlier, view])
    first = int(link_views(game.rules, views))
    if first > 0 and views["viewer"][first - 1] != views["viewer"][-1]:
        raise ValueError(f"an earlier view is of seat {views['viewer'][first - 1]}, not of {views['viewer'][-1]}")
    return views[first:]


def _array_of(game: Game, records: Sequence[Any]) -> Any:
    """A record array of copies; joining their bytes takes a tenth of the time of assigning them one by one."""
    joined = np.frombuffer(b"".join([record.tobytes() for record in records]), game.state_dtype)
    return joined.copy().view(np.recarray)


def uniform_beliefs(game: Game) -> Beliefs:
    """Nothing is inferred: worlds are dealt at random."""
    return Beliefs(
        counters=np.zeros(1, BELIEF_DTYPE).view(np.recarray),
        views=np.zeros(0, game.state_dtype).view(np.recarray),
        chains=np.zeros(0, game.state_dtype).view(np.recarray),
        likelihoods=np.zeros((0, MAX_SEATS)),
        first_likelihoods=np.zeros(0),
    )


def new_beliefs(
    game: Game,
    views: Any,
    styles: tuple[int, int],
    floors: tuple[float, float],
    chains: int,
    exchanges: int,
    first_exchanges: int,
) -> Beliefs:
    """Chains that have not begun, for views made ready by :func:`views_to_read`.

    ``styles`` are two that rivals may play by; they may be the same. ``floors`` are how often rivals decide at random,
    those that play by the rules of thumb and those that do not.
    """
    if not rivals_decided(game.rules, views):
        return uniform_beliefs(game)
    beliefs = Beliefs(
        counters=np.zeros(1, BELIEF_DTYPE).view(np.recarray),
        views=views.copy(),
        chains=np.zeros(chains + 1, game.state_dtype).view(np.recarray),
        likelihoods=np.zeros((chains, MAX_SEATS)),
        first_likelihoods=np.zeros(chains),
    )
    counters = beliefs.counters[0]
    counters.decisions = len(views) - 1
    counters.style, counters.other_style = styles
    counters.rule_floor, counters.thought_floor = floors
    counters.exchanges = exchanges
    counters.first_exchanges = first_exchanges
    return beliefs

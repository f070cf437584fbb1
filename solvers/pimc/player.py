"""The PIMC player: perfect-information searches of sampled worlds, and a vote.

Perfect Information Monte Carlo sampling plays each sampled world as if all cards lay open (Ginsberg, "GIB: Imperfect
Information in a Computationally Challenging Game", JAIR 14, 2001). It mixes up what a seat would do in worlds that it
cannot tell apart, and pays nothing for hiding or finding out; Long, Sturtevant, Buro and Furtak, "Understanding the
Success of Perfect Information Monte Carlo Sampling in Game Tree Search", AAAI 2010, show in which games this matters.
Here it is the yardstick for searches of information sets.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.game import Game
from solvers.base import Candidate
from solvers.ismcts.report import candidates_of
from solvers.ismcts.statistics import Tree
from solvers.specs import SpecError, parameter
from solvers.tree_player import TreePlayer

BY_VISITS = "visits"
BY_BEST = "best"


@dataclass(frozen=True)
class PimcPlayer(TreePlayer):
    """One UCT search (Kocsis and Szepesvari 2006) on each sampled world, all seats knowing everything, and a vote."""

    worlds: int = parameter(20, "sampled worlds the iterations are shared among, a search each")
    votes: str = parameter(BY_VISITS, "what is added up over the worlds: visits, or best (a vote for its best move)")

    name: ClassVar[str] = "pimc"
    summary: ClassVar[str] = "Searches sampled worlds one by one, as if all cards lay open, and takes a vote."
    one_world_a_tree: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the parameters.

        Raises:
            SpecError: naming a parameter that is out of range.
        """
        self.check_ranges(worlds=(1, 256))
        if self.votes not in (BY_VISITS, BY_BEST):
            raise SpecError(f"pimc: votes must be {BY_VISITS} or {BY_BEST}, not {self.votes!r}")

    @property
    def tree_count(self) -> int:
        """See :class:`~solvers.tree_player.TreePlayer`."""
        return self.worlds

    def candidates(
        self, game: Game, view: Any, searched: list[tuple[Any, Tree]], moves: list[int], seed: int
    ) -> tuple[Candidate, ...]:
        """The moves by their visits over all worlds, or by the number of worlds in which they are the best."""
        worlds = [(world, [tree]) for world, tree in searched if tree.counters[0].iterations > 0]
        candidates = candidates_of(game, view, worlds, moves, seed)
        if self.votes == BY_VISITS:
            return candidates
        votes = Counter(candidates_of(game, view, [world], moves, seed)[0].move for world in worlds)
        # Equal votes go to the one with more visits.
        chosen = max(candidates, key=lambda candidate: votes[candidate.move])
        return (chosen, *(candidate for candidate in candidates if candidate is not chosen))

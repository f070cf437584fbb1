"""The ISMCTS player: trees in which every iteration draws a new world."""

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.game import Game
from solvers.base import Candidate
from solvers.heuristic_player import BEST_STYLE
from solvers.ismcts.final_choice import MOST_VISITED, PROPORTIONAL, Proportional, most_visited
from solvers.ismcts.report import candidates_of
from solvers.ismcts.statistics import Tree
from solvers.specs import SpecError
from solvers.tree_player import BY_BOUNDS, BY_REGRETS, TreePlayer, parameter


@dataclass(frozen=True)
class IsmctsPlayer(TreePlayer):
    """Determinized information-set Monte Carlo tree search with one tree for all seats' information sets.

    ``trees`` independent trees share the iterations and are summed at the end (root parallelism); ``threads`` only says
    how many of them grow at the same time, so it changes the speed and never the choice.
    """

    iterations: int = parameter(0, "stop after this many iterations; 0: no limit of its own")
    milliseconds: float = parameter(0.0, "stop after this time; 0: no limit of its own (1000 if nothing limits it)")
    threads: int = parameter(1, "how many trees are searched at the same time; never changes the choice")
    trees: int = parameter(1, "independent trees the iterations are shared among")
    exploration: float = parameter(0.4, "weight of the exploration term; 0.4 to 1.4 are usual")
    widening: float = parameter(1.0, "moves opened below the root: 1 + widening * sqrt(visits); 0: all at once")
    playouts: str = parameter(BEST_STYLE, "playout policy: random, a heuristic style, or best")
    random_share: float = parameter(0.05, "share of random moves in heuristic playouts, 0 to 1")
    cutoff: int = parameter(1, "stop playouts after this many rounds and estimate; 0: play to the end")
    elimination: float = parameter(
        4.0, "a move this many standard errors behind drops out of the race; 0: no race, upper bounds instead"
    )
    rival_policy: float = parameter(0.8, "share of the rivals' decisions in the tree that the playout policy makes")
    sale_plans: int = parameter(16, "plans of sales that race where sales are decided; 0: sale by sale in the tree")
    ending_lines: float = parameter(0.0, "endings with so many lines of own moves are solved, not searched; 0: none")
    win_weight: float = parameter(0.3, "utility: weight of winning against the margin, 0 to 1")
    selection: str = parameter(
        BY_BOUNDS, "how moves are selected: bounds, or regret_matching (no race, no bounds) for strategies that mix"
    )
    choice: str = parameter(
        MOST_VISITED, "the final choice: most_visited, or proportional to visits (to the average strategy with regrets)"
    )
    margin_scale: float = parameter(0.0, "utility: a margin that counts much, in the game's unit; 0: the game's own")
    megabytes: float = parameter(64.0, "bound on the memory of all trees together")

    name: ClassVar[str] = "ismcts"
    summary: ClassVar[str] = "Searches sampled worlds with information-set Monte Carlo tree search."
    one_world_a_tree: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Check the parameters.

        Raises:
            SpecError: naming a parameter that is out of range.
        """
        self.check_ranges(trees=(1, 256))
        for name, known in (("selection", (BY_BOUNDS, BY_REGRETS)), ("choice", (MOST_VISITED, PROPORTIONAL))):
            if getattr(self, name) not in known:
                raise SpecError(f"ismcts: {name} must be {' or '.join(known)}, not {getattr(self, name)!r}")

    @property
    def tree_count(self) -> int:
        """See :class:`~solvers.tree_player.TreePlayer`."""
        return self.trees

    def candidates(
        self, game: Game, view: Any, searched: list[tuple[Any, Tree]], moves: list[int], seed: int
    ) -> tuple[Candidate, ...]:
        """The moves by their visits in all trees together."""
        pick = most_visited if self.choice == MOST_VISITED else Proportional(seed)
        return candidates_of(game, view, [(view, [tree for _, tree in searched])], moves, seed, pick)

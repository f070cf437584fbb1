"""The ISMCTS player: trees in which every iteration draws a new world."""

import math
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from engine.game import Game
from solvers.base import OFF, ON, Candidate
from solvers.heuristic_player import BEST_STYLE
from solvers.ismcts.final_choice import MOST_VISITED, PROPORTIONAL, Proportional, most_visited
from solvers.ismcts.report import candidates_of
from solvers.ismcts.statistics import Tree
from solvers.phase_settings import LIMITS, NONE, read_phase_settings
from solvers.search_parameters import BY_BOUNDS, BY_PUCT, BY_REGRETS, FROM_START, FROM_VIEW, INFERRED, UNIFORM
from solvers.specs import SpecError, parameter
from solvers.tree_player import TreePlayer


@dataclass(frozen=True)
class IsmctsPlayer(TreePlayer):
    """Determinized information-set Monte Carlo tree search with one tree for all seats' information sets.

    ``trees`` independent trees share the iterations and are summed at the end (root parallelism); ``threads`` only says
    how many of them grow at the same time, so it changes the speed and never the choice.
    """

    trees: int = parameter(1, "independent trees the iterations are shared among")
    elimination: float = parameter(
        4.0, "a move this many standard errors behind drops out of the race; 0: no race, upper bounds instead"
    )
    halving: float = parameter(
        0.0, "how fast the race shrinks with the budget: 1 as in sequential halving, 2 in half the time, 0 not at all"
    )
    caution: float = parameter(
        1.0, "standard errors by which a move of the race must lead the adviser's to be played instead"
    )
    adviser: str = parameter(BEST_STYLE, "the heuristic style whose move has to be beaten, or best")
    rival_policy: float = parameter(0.8, "share of the rivals' decisions in the tree that the playout policy makes")
    thinking_rival_policy: float = parameter(
        0.0, "the same at most where what rivals did does not look like the rules of thumb"
    )
    sale_plans: int = parameter(16, "plans of sales that race where sales are decided; 0: sale by sale in the tree")
    ending_lines: float = parameter(0.0, "endings with so many lines of own moves are solved, not searched; 0: none")
    selection: str = parameter(
        BY_BOUNDS, "how moves are selected: bounds, puct (below the root), or regret_matching for strategies that mix"
    )
    policy_prior: float = parameter(0.5, "puct: prior of the policy's move, the others share the rest evenly")
    first_play_urgency: float = parameter(
        math.inf, "below the root an untried move counts as the mean plus this; inf: untried moves come first"
    )
    progressive_bias: float = parameter(0.0, "below the root: bonus of the policy's move, divided by 1 + its visits")
    mast_share: float = parameter(0.0, "share of the playouts' moves drawn by the average results of moves (MAST)")
    mast_temperature: float = parameter(
        0.1, "MAST: an average higher by so much makes a move e times as likely; 0: the best average's is played"
    )
    worlds_from: str = parameter(
        FROM_VIEW, "where worlds begin: view, or start (of the game; small games, regret_matching) for an equilibrium"
    )
    choice: str = parameter(
        MOST_VISITED, "the final choice: most_visited, or proportional to visits (to the average strategy with regrets)"
    )
    beliefs: str = parameter(
        INFERRED, "worlds: inferred from what rivals did, as far as earlier views are given, or uniform"
    )
    belief_floor: float = parameter(
        0.1, "inferred worlds: how often a rival that plays by the rules of thumb decides at random, above 0"
    )
    belief_doubt: float = parameter(0.75, "inferred worlds: how often any other rival departs from the rules of thumb")
    exchanges: int = parameter(5, "inferred worlds: exchanges of two unseen cards tried from one world to the next")
    chains: int = parameter(16, "inferred worlds: chains of worlds that take turns")
    reuse_tree: str = parameter(
        OFF, "on: searches go on with the trees of the seat's last one, if the caller keeps them"
    )
    by_phase: str = parameter(NONE, "other values in some phases, such as selling.widening:0;demand.cutoff:2")

    name: ClassVar[str] = "ismcts"
    summary: ClassVar[str] = "Searches sampled worlds with information-set Monte Carlo tree search."
    one_world_a_tree: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Check the parameters.

        Raises:
            SpecError: naming a parameter that is out of range.
        """
        self.check_ranges(trees=(1, 256))
        known = {
            "selection": (BY_BOUNDS, BY_PUCT, BY_REGRETS),
            "worlds_from": (FROM_VIEW, FROM_START),
            "choice": (MOST_VISITED, PROPORTIONAL),
            "beliefs": (INFERRED, UNIFORM),
            "reuse_tree": (OFF, ON),
        }
        for name, values in known.items():
            if getattr(self, name) not in values:
                raise SpecError(f"{self.name}: {name} must be {' or '.join(values)}, not {getattr(self, name)!r}")
        if self.worlds_from == FROM_START and self.selection != BY_REGRETS:
            raise SpecError(f"{self.name}: worlds_from={FROM_START} needs selection={BY_REGRETS}")
        # Made here, lest a setting that is wrong is found only when its phase comes.
        _ = self._by_phase

    @cached_property
    def _by_phase(self) -> dict[str, Self]:
        """The player as it searches in the phases that have settings of their own."""
        allowed = frozenset(one.name for one in fields(IsmctsPlayer)) - LIMITS - {"by_phase", "reuse_tree"}
        settings = read_phase_settings(self.by_phase, type(self), allowed)
        players = {}
        for phase, values in settings.items():
            try:
                players[phase] = replace(self, by_phase=NONE, **values)
            except SpecError as error:
                raise SpecError(f"by_phase: {phase}: {error}") from None
        return players

    def in_phase(self, game: Game, view: Any) -> TreePlayer:
        """See :class:`~solvers.tree_player.TreePlayer`."""
        return self._by_phase.get(game.phase(view), self) if self._by_phase else self

    def check(self, game: Game) -> None:
        """Check that the game has the phases and the playout styles.

        Raises:
            SpecError: it has not.
        """
        super().check(game)
        for phase, player in self._by_phase.items():
            if phase not in game.phases:
                known = f"it has {', '.join(game.phases)}" if game.phases else "it has none"
                raise SpecError(f"{self.name}: by_phase: {game.name} has no phase {phase!r}; {known}")
            player.check(game)

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

"""What every tree searching player does around the search kernel: budgets, threads, reports and explanations.

A player grows several independent trees, which share its iterations and are read out together in the end (root
parallelism). What each tree starts from, and how the trees' answers become one, is the player's own.
"""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from engine.contract import FIRST_SEARCH_ONLY_MOVE
from engine.game import Game
from engine.randomness import draw
from solvers.base import Budget, Candidate, Choice, Control, legal_moves_of_viewer
from solvers.beliefs.past import Beliefs, new_beliefs, uniform_beliefs, views_to_read
from solvers.growing_trees import Search
from solvers.heuristic_player import BEST_STYLE
from solvers.ismcts.ending_choice import choose_in_ending
from solvers.ismcts.report import moves_in_search
from solvers.ismcts.sale_choice import choose_sale
from solvers.ismcts.search import SETTINGS_DTYPE
from solvers.ismcts.statistics import Tree
from solvers.playout import RANDOM_STYLE
from solvers.search_parameters import (
    BY_BOUNDS,
    BY_PUCT,
    BY_REGRETS,
    FROM_START,
    FROM_VIEW,
    INFERRED,
    LEARNED_LEAF,
    RANDOM_PLAYOUTS,
    RULE_LEAF,
    UNIFORM,
    SearchParameters,
)
from solvers.specs import SpecError, spec_text

_FIRST_EXCHANGES = 200
"""Tried before a chain's first world: so many that little is left of the world it was dealt."""
LEAST_INFERENCE_MILLISECONDS = 10.0
"""With less time than that worlds are not inferred."""
LEAST_STYLES_MILLISECONDS = 50.0
"""With less time for a tree than that rivals are taken to play by the best style, or by none."""
DEFAULT_MILLISECONDS = 1000.0
_READ_OUT_SECONDS = 0.002
"""Kept of a time budget to read the answer out of the trees."""


class TreePlayer(SearchParameters, ABC):
    """A player that searches; its subclasses are dataclasses of its parameters, which may be more than the common."""

    rival_policy: float = 0.0
    thinking_rival_policy: float = 0.0
    elimination: float = 0.0
    halving: float = 0.0
    caution: float = 0.0
    adviser: str = BEST_STYLE
    sale_plans: int = 0
    ending_lines: float = 0.0
    selection: str = BY_BOUNDS
    worlds_from: str = FROM_VIEW
    policy_prior: float = 0.5
    first_play_urgency: float = math.inf
    progressive_bias: float = 0.0
    mast_share: float = 0.0
    mast_temperature: float = 0.1
    beliefs: str = UNIFORM
    belief_floor: float = 1.0
    belief_doubt: float = 1.0
    exchanges: int = 1
    chains: int = 1

    name: ClassVar[str]
    searches: ClassVar[bool] = True
    one_world_a_tree: ClassVar[bool]
    """Whether a tree is about one world that every seat knows, or about all worlds that agree with the view."""

    RANGES: ClassVar[dict[str, tuple[float, float]]] = {
        "iterations": (0, 1e12),
        "milliseconds": (0, 1e9),
        "threads": (1, 256),
        "exploration": (0, 100),
        "widening": (0, 1e6),
        "random_share": (0, 1),
        "cutoff": (0, 1000),
        "rival_policy": (0, 1),
        "thinking_rival_policy": (0, 1),
        "belief_floor": (0.001, 1),
        "belief_doubt": (0.001, 1),
        "exchanges": (1, 10_000),
        "chains": (1, 10_000),
        "elimination": (0, 1e6),
        "halving": (0, 1000),
        "caution": (0, 1000),
        "policy_prior": (0, 1),
        "first_play_urgency": (-1, math.inf),
        "progressive_bias": (0, 100),
        "mast_share": (0, 1),
        "mast_temperature": (0, 100),
        "sale_plans": (0, 1000),
        "ending_lines": (0, 1e6),
        "win_weight": (0, 1),
        "margin_scale": (0, 1e6),
        "megabytes": (1, 1e6),
    }

    @property
    def reads_earlier_views(self) -> bool:
        """Whether worlds are inferred from the seat's earlier views."""
        return self.infers_worlds

    @property
    @abstractmethod
    def tree_count(self) -> int:
        """How many trees share the iterations."""

    def root(self, game: Game, view: Any, seeds: npt.NDArray[np.uint64]) -> Any:
        """What a tree is searched from: the view, or the one world that it is about, sampled from the view.

        Raises:
            NoWorldError: no position of the game agrees with the view.
        """
        return game.redeal(view, int(draw(seeds))) if self.one_world_a_tree else view

    @abstractmethod
    def candidates(
        self, game: Game, view: Any, searched: list[tuple[Any, Tree]], moves: list[int], seed: int
    ) -> tuple[Candidate, ...]:
        """What the trees, each with its root, say of every legal move; the chosen one first."""

    def in_phase(self, game: Game, view: Any) -> "TreePlayer":
        """The player as it searches for the view's decision; other parameters may hold in some phases."""
        return self

    def check_ranges(self, **more: tuple[float, float]) -> None:
        """Check the parameters, with the ranges of those that only this player has.

        Raises:
            SpecError: naming a parameter that is out of range.
        """
        for name, (low, high) in (self.RANGES | more).items():
            if not low <= getattr(self, name) <= high:
                raise SpecError(f"{self.name}: {name} must be from {low:g} to {high:g}, not {getattr(self, name):g}")
        if self.leaf not in (LEARNED_LEAF, RULE_LEAF):
            raise SpecError(f"{self.name}: leaf must be {LEARNED_LEAF} or {RULE_LEAF}, not {self.leaf!r}")

    @property
    def spec(self) -> str:
        """The spec that makes this player."""
        return spec_text(self.name, self)

    def check(self, game: Game) -> None:
        """Check that the game has the playout style and the adviser, and is small if worlds are to begin at its start.

        Raises:
            SpecError: it has not, or is not.
        """
        if self.worlds_from == FROM_START and not game.small:
            raise SpecError(
                f"{self.name}: worlds_from={FROM_START} is for small games: games of {game.name} that are dealt anew"
                " would never come to the same view again"
            )
        if self.adviser not in (BEST_STYLE, *game.styles):
            styles = ", ".join((BEST_STYLE, *game.styles))
            raise SpecError(f"{self.name}: {game.name} has no adviser {self.adviser!r}; it has {styles}")
        known = (RANDOM_PLAYOUTS, BEST_STYLE, *game.styles)
        if self.playouts not in known:
            raise SpecError(f"{self.name}: {game.name} has no playouts {self.playouts!r}; it has {', '.join(known)}")

    def choose(self, game: Game, view: Any, budget: Budget, seed: int, control: Control | None = None) -> Choice:
        """See :class:`solvers.base.Solver`.

        Raises:
            TurnError: it is not the viewer's turn, or the game is over.
            NoWorldError: no position of the game agrees with the view.
        """
        return self.choose_among(game, view, budget, seed, control)

    def choose_among(
        self,
        game: Game,
        view: Any,
        budget: Budget,
        seed: int,
        control: Control | None = None,
        shortlist: Sequence[int] = (),
    ) -> Choice:
        """Choose, with the race at the root between the moves of a ``shortlist`` only, the first of which runs first.

        Without a shortlist, or where there is no race, all legal moves are searched.

        Raises:
            TurnError: it is not the viewer's turn, or the game is over.
            NoWorldError: no position of the game agrees with the view.
        """
        started = time.perf_counter()
        self.check(game)
        moves = legal_moves_of_viewer(game, view)
        if len(moves) == 1:
            return Choice(
                move=moves[0],
                candidates=(Candidate(moves[0]),),
                principal_line=((game.viewer(view), moves[0]),),
                seconds=time.perf_counter() - started,
                forced=True,
                explanation=f"{game.move_text(moves[0])}: the only legal move.",
            )
        control = control or Control()
        iterations = _smaller(budget.iterations, self.iterations or None)
        milliseconds = _smaller(budget.milliseconds, self.milliseconds or None)
        if iterations is None and milliseconds is None:
            milliseconds = DEFAULT_MILLISECONDS
        player = self.in_phase(game, view)
        deadline = None
        if milliseconds is not None:
            seconds = milliseconds / 1000.0
            deadline = started + seconds - min(_READ_OUT_SECONDS, 0.1 * seconds)
        # To find out how rivals play takes some milliseconds, which a hasty search has more use for.
        hasty = milliseconds is not None and milliseconds < LEAST_INFERENCE_MILLISECONDS
        earlier = views_to_read(game, control.earlier if player.infers_worlds and not hasty else (), view)
        trees_at_once = max(1, player.tree_count // player.threads)
        hurried = milliseconds is not None and milliseconds / trees_at_once < LEAST_STYLES_MILLISECONDS
        found = player._choose_without_tree(game, view, earlier, hurried, seed, iterations, deadline, control, started)
        if found is not None:
            return found
        search = Search(player, game, view, earlier, seed, iterations, control, shortlist, hurried)

        def choice() -> Choice:
            return search.choice(moves, started)

        search.run(deadline, report=choice)
        search.keep_trees()
        return choice()

    def adviser_style(self, game: Game) -> str:
        """The style whose move is played unless the search finds a better one."""
        return game.best_style if self.adviser == BEST_STYLE else self.adviser

    def _playout_styles(self, game: Game) -> tuple[int, int]:
        """The numbers of the style to begin with and of the quick one; of the game's own where none is named."""
        styles = (self.playouts, self.playouts)
        if self.playouts in (BEST_STYLE, RANDOM_PLAYOUTS):
            styles = (game.best_style, game.playout_style)
        return game.styles.index(styles[0]), game.styles.index(styles[1])

    @property
    def infers_worlds(self) -> bool:
        """Whether earlier views make a difference to this player."""
        return self.beliefs == INFERRED and not self.one_world_a_tree

    def new_beliefs(self, game: Game, earlier: Sequence[Any], hurried: bool) -> Beliefs:
        """How a tree draws its worlds.

        Args:
            game: the configured game.
            earlier: views to infer worlds from, and the present one, as :func:`~solvers.beliefs.past.views_to_read`
                makes them.
            hurried: rivals are asked for one style only.
        """
        if not self.infers_worlds:
            return uniform_beliefs(game)
        style, quick_style = self._playout_styles(game)
        return new_beliefs(
            game,
            earlier,
            (style, style if hurried else quick_style),
            (self.belief_floor, self.belief_doubt),
            self.chains,
            self.exchanges,
            _FIRST_EXCHANGES,
        )

    def _choose_without_tree(
        self,
        game: Game,
        view: Any,
        earlier: Sequence[Any],
        hurried: bool,
        seed: int,
        iterations: int | None,
        deadline: float | None,
        control: Control,
        started: float,
    ) -> Choice | None:
        """Race plans of sales, or solve an ending; None where there is no such thing to decide."""
        settings = self.settings(game)
        if settings.playout_style == RANDOM_STYLE or settings.regret_matching != 0:
            return None
        limits = (seed, iterations, deadline, control, started)
        if self.sale_plans > 0 and moves_in_search(game, view)[-1] >= FIRST_SEARCH_ONLY_MOVE:
            beliefs = self.new_beliefs(game, earlier, hurried)
            return choose_sale(game, view, settings, beliefs, self.sale_plans, *limits)
        if self.ending_lines > 0:
            beliefs = self.new_beliefs(game, earlier, hurried)
            return choose_in_ending(game, view, settings, beliefs, self.ending_lines, *limits)
        return None

    def settings(self, game: Game) -> Any:
        """The parameters as the kernel's record (``SETTINGS_DTYPE``)."""
        settings = np.zeros(1, SETTINGS_DTYPE).view(np.recarray)[0]
        settings.exploration = self.exploration
        settings.widening = self.widening
        settings.win_weight = self.win_weight
        settings.margin_scale = self.margin_scale or game.typical_margin
        settings.random_share = self.random_share
        settings.cutoff_rounds = self.cutoff
        settings.learned_leaf = self.leaf == LEARNED_LEAF
        settings.elimination = self.elimination
        settings.halving = self.halving
        settings.caution = self.caution
        settings.puct = self.selection == BY_PUCT
        settings.policy_prior = self.policy_prior
        settings.first_play_urgency = self.first_play_urgency
        settings.progressive_bias = self.progressive_bias
        settings.mast_share = self.mast_share
        settings.mast_temperature = self.mast_temperature
        settings.regret_matching = self.selection == BY_REGRETS
        settings.from_start = self.worlds_from == FROM_START
        settings.one_world = self.one_world_a_tree
        if self.playouts == RANDOM_PLAYOUTS:
            # Rivals that played at random would teach the search nothing: the tree plays for them.
            settings.playout_style = RANDOM_STYLE
        else:
            settings.rival_policy = self.rival_policy
            settings.thinking_rival_policy = self.thinking_rival_policy
            settings.playout_style, settings.quick_style = self._playout_styles(game)
        return settings


def _smaller(first: Any, second: Any) -> Any:
    given = [value for value in (first, second) if value is not None]
    return min(given) if given else None

"""The parameters that every tree searching player has."""

from dataclasses import dataclass

from solvers.heuristic_player import BEST_STYLE
from solvers.specs import parameter

RANDOM_PLAYOUTS = "random"
BY_BOUNDS = "bounds"
BY_PUCT = "puct"
BY_REGRETS = "regret_matching"
UNIFORM = "uniform"
INFERRED = "inferred"
FROM_VIEW = "view"
FROM_START = "start"
LEARNED_LEAF = "learned"
RULE_LEAF = "rule"


@dataclass(frozen=True)
class SearchParameters:
    """How far and how a player searches, as parameters of its spec."""

    iterations: int = parameter(0, "stop after this many iterations; 0: no limit of its own")
    milliseconds: float = parameter(0.0, "stop after this time; 0: no limit of its own (1000 if nothing limits it)")
    threads: int = parameter(1, "how many trees are searched at the same time; never changes the choice")
    exploration: float = parameter(0.4, "weight of the exploration term; 0.4 to 1.4 are usual")
    widening: float = parameter(1.0, "moves opened below the root: 1 + widening * sqrt(visits); 0: all at once")
    playouts: str = parameter(BEST_STYLE, "playout policy: random, a heuristic style, or best: as rivals seem to play")
    random_share: float = parameter(0.05, "share of random moves in heuristic playouts, 0 to 1")
    cutoff: int = parameter(1, "stop playouts after this many rounds and estimate; 0: play to the end")
    leaf: str = parameter(LEARNED_LEAF, "how cut-off playouts are valued: learned from games, or by the hand-made rule")
    win_weight: float = parameter(0.3, "utility: weight of winning against the margin, 0 to 1")
    margin_scale: float = parameter(0.0, "utility: a margin that counts much, in the game's unit; 0: the game's own")
    megabytes: float = parameter(64.0, "bound on the memory of all trees together")

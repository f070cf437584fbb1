"""What a search has found, read out of its trees."""

import math
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from engine import contract
from engine.game import Game
from engine.randomness import generator
from solvers.base import Candidate
from solvers.ismcts.final_choice import Pick, Proportional, most_visited, probabilities
from solvers.ismcts.search import position_key
from solvers.ismcts.statistics import Tree, find_slot

_LONGEST_LINE = 12
_FEWEST_VISITS = 10


class Edge(NamedTuple):
    """An edge read out of a tree; the fields are ``EDGE_DTYPE``'s, in its order."""

    total: float
    squares: float
    move: int
    next_edge: int
    visits: int
    available: int


def edges_of_node(tree: Tree, node: int) -> dict[int, Edge]:
    """The edges of an information set by move code."""
    edges = {}
    index = int(tree.nodes[node].first_edge) - 1
    while index >= 0:
        edge = Edge._make(tree.edges.item(index))
        edges[edge.move] = edge
        index = edge.next_edge - 1
    return edges


def strategies_of_node(tree: Tree, node: int) -> dict[int, float]:
    """The sums of an information set's strategies by move code; none without regret matching."""
    strategies: dict[int, float] = {}
    index = int(tree.nodes[node].first_edge) - 1 if len(tree.regrets) else -1
    while index >= 0:
        strategies[int(tree.edges[index].move)] = float(tree.regrets[index].strategy)
        index = int(tree.edges[index].next_edge) - 1
    return strategies


@dataclass
class Tally:
    """The statistics of one move, summed over trees."""

    visits: int = 0
    total: float = 0.0
    squares: float = 0.0
    strategy: float = 0.0

    def add(self, other: "Tally") -> None:
        """Add the same move's statistics of other trees."""
        self.visits += other.visits
        self.total += other.total
        self.squares += other.squares
        self.strategy += other.strategy

    def candidate(self, move: int) -> Candidate:
        """The move with its mean and standard error."""
        if self.visits == 0:
            return Candidate(move)
        mean = self.total / self.visits
        error = None
        if self.visits > 1:
            variance = max(0.0, self.squares - self.visits * mean * mean) / (self.visits - 1)
            error = math.sqrt(variance / self.visits)
        return Candidate(move, self.visits, mean, error)


def tallies_of(trees: list[Tree], key: np.uint64) -> dict[int, Tally]:
    """The moves tried at an information set, over all trees."""
    tallies: dict[int, Tally] = {}
    for tree in trees:
        node = int(tree.slots[find_slot(tree.slots, tree.nodes, key)]) - 1
        if node < 0:
            continue
        strategies = strategies_of_node(tree, node)
        for move, edge in edges_of_node(tree, node).items():
            tally = tallies.setdefault(move, Tally())
            tally.strategy += strategies.get(move, 0.0)
            tally.visits += edge.visits
            tally.total += edge.total
            tally.squares += edge.squares
    return tallies


def moves_in_search(game: Game, view: Any) -> list[int]:
    """The view's moves as searches have them: where they decide step by step the last is a search-only one."""
    # Moves depend on what the mover has seen alone, so the view will do for a world.
    prepared = game.copy(view)
    contract.prepare_search(game.rules, prepared)
    return game.legal_moves(prepared)


def prepared_world(game: Game, view: Any, seed: int) -> Any:
    """One world of the view, or the world given, in the form searches use; None if there is none."""
    world = game.copy(view)
    if game.viewer(view) >= 0 and not contract.redeal(game.rules, world, generator(seed)):
        return None
    contract.prepare_search(game.rules, world)
    return world


def key_of(game: Game, state: Any, seat: int, every_seat_knows: bool) -> np.uint64:
    """The key under which a search counts the seat's decision."""
    if every_seat_knows:
        return np.uint64(position_key(game.rules, state))
    return np.uint64(contract.information_key(game.rules, state, seat))


class RootWalk:
    """The decisions of the root's seat as the searches made them, one after another, in a world of each root.

    ``searched`` has the trees by their root: a view, or the one world that a tree is about.
    """

    def __init__(self, game: Game, searched: list[tuple[Any, list[Tree]]], seed: int) -> None:
        self.game = game
        self._worlds = []
        for root, trees in searched:
            world = prepared_world(game, root, seed)
            if world is not None:
                self._worlds.append((world, trees, game.viewer(root) < 0))

    @property
    def seat(self) -> int | None:
        """The seat to move, None if the game is over or there is no world."""
        return self.game.mover(self._worlds[0][0]) if self._worlds else None

    def offered(self) -> list[int]:
        """The moves searches have here, the same in all worlds."""
        return self.game.legal_moves(self._worlds[0][0])

    def tallies(self) -> dict[int, Tally]:
        """The moves tried here, over all trees."""
        seat = self.seat
        summed: dict[int, Tally] = {}
        for world, trees, every_seat_knows in self._worlds:
            for move, tally in tallies_of(trees, key_of(self.game, world, seat or 0, every_seat_knows)).items():
                summed.setdefault(move, Tally()).add(tally)
        return summed

    def apply(self, move: int) -> None:
        """Go on in all worlds."""
        for world, _, _ in self._worlds:
            contract.apply(self.game.rules, world, move, contract.NO_LOG)


def candidates_of(
    game: Game,
    view: Any,
    searched: list[tuple[Any, list[Tree]]],
    moves: list[int],
    seed: int,
    pick: Pick = most_visited,
) -> tuple[Candidate, ...]:
    """Every legal move with its visits, mean and standard error; the chosen one first, then the most visited.

    Where the search
    declines things on the way (search-only moves), its choice is followed to the first real move.

    Args:
        game: the configured game.
        view: the view of the seat to move.
        searched: the trees by their root, see :class:`RootWalk`.
        moves: the legal moves.
        seed: of the world in which the root's decisions are followed.
        pick: chooses among the moves tried; see :mod:`solvers.ismcts.final_choice`.
    """
    known = {move: Tally() for move in moves}
    chosen = None
    declined = False  # whether there is a search-only move: then probabilities are of steps, not of moves
    walk = RootWalk(game, searched, seed)
    while (seat := walk.seat) == game.viewer(view):
        tallies = walk.tallies()
        offered = walk.offered()
        for move in offered:
            if move in known and move in tallies:
                known[move] = tallies[move]
        declining = next((move for move in offered if move >= contract.FIRST_SEARCH_ONLY_MOVE), None)
        declined = declined or declining is not None
        if chosen is None and tallies:
            best = pick(tallies)
            if best != declining:
                chosen = best
        if declining is None or declining not in tallies:
            break
        walk.apply(declining)
        following = walk.offered()
        if walk.seat == seat and len(following) == 1 and following[0] in known:
            known[following[0]] = tallies[declining]
            if chosen is None:
                chosen = following[0]
            break
    candidates = [tally.candidate(move) for move, tally in known.items()]
    if isinstance(pick, Proportional) and not declined:
        shares = probabilities(known)
        candidates = [replace(candidate, probability=shares[candidate.move]) for candidate in candidates]
    return tuple(
        sorted(candidates, key=lambda item: (item.move != chosen, -item.visits, -(item.mean or 0.0), item.move))
    )


def principal_line(game: Game, view: Any, root: Any, tree: Tree, move: int, seed: int) -> tuple[tuple[int, int], ...]:
    """The line of most visited moves that goes with ``move`` in one world.

    ``tree`` is searched from ``root``: the view, of which a world is sampled, or the one world the tree is about.
    """
    first = (game.viewer(view), move)
    every_seat_knows = game.viewer(root) < 0
    world = prepared_world(game, root, seed)
    line: list[tuple[int, int]] = []
    while world is not None and len(line) < _LONGEST_LINE:
        seat = game.mover(world)
        if seat is None:
            break
        moves = game.legal_moves(world)
        best = moves[0]
        if move in moves and not line:
            best = move
        elif len(moves) > 1:
            tallies = tallies_of([tree], key_of(game, world, seat, every_seat_knows))
            tried = [code for code in moves if code in tallies]
            if not tried:
                break
            best = max(tried, key=lambda code: (tallies[code].strategy, tallies[code].visits))
            if tallies[best].visits < _FEWEST_VISITS:
                break
        if best < contract.FIRST_SEARCH_ONLY_MOVE:
            line.append((seat, best))
        contract.apply(game.rules, world, best, contract.NO_LOG)
    return tuple(line) if line[:1] == [first] else (first,)


def explain(game: Game, candidates: tuple[Candidate, ...], move: int, iterations: int, by_caution: bool = False) -> str:
    """The choice in one sentence; ``by_caution``: it is the adviser's, as no other is clearly better."""
    chosen = next(candidate for candidate in candidates if candidate.move == move)
    if iterations == 0 or chosen.mean is None:
        return f"{game.move_text(move)}: the adviser's choice; there was no time to search."
    text = (
        f"{game.move_text(move)}: expected utility {chosen.mean:.3f}, from {_count(chosen.visits, 'visit')}"
        f" in {_count(iterations, 'iteration')}"
    )
    others = [candidate for candidate in candidates if candidate.move != move and candidate.mean is not None]
    if others:
        second = others[0]
        text += f"; then {game.move_text(second.move)} with {second.mean:.3f}"
    if by_caution:
        text += "; the adviser's move, as none is clearly better"
    return text + "."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

"""What a search has found, read out of its trees."""

import math
from typing import Any

import numpy as np

from engine import contract
from engine.game import Game
from engine.randomness import generator
from solvers.base import Candidate
from solvers.ismcts.statistics import ROOT, Tree, find_slot

_LONGEST_LINE = 12
_FEWEST_VISITS = 10


def edges_of_node(tree: Tree, node: int) -> dict[int, Any]:
    """The edges of an information set by move code."""
    edges = {}
    edge = int(tree.nodes[node].first_edge) - 1
    while edge >= 0:
        record = tree.edges[edge]
        edges[int(record.move)] = record
        edge = int(record.next_edge) - 1
    return edges


def candidates_of(trees: list[Tree], moves: list[int]) -> tuple[Candidate, ...]:
    """Every legal move with its visits, mean and standard error over all trees; the most visited first."""
    visits = dict.fromkeys(moves, 0)
    totals = dict.fromkeys(moves, 0.0)
    squares = dict.fromkeys(moves, 0.0)
    for tree in trees:
        if int(tree.counters[0].nodes) == 0:
            continue
        for move, edge in edges_of_node(tree, ROOT).items():
            visits[move] += int(edge.visits)
            totals[move] += float(edge.total)
            squares[move] += float(edge.squares)
    candidates = []
    for move in moves:
        count = visits[move]
        mean = totals[move] / count if count else None
        error = None
        if mean is not None and count > 1:
            variance = max(0.0, squares[move] / count - mean * mean) * count / (count - 1)
            error = math.sqrt(variance / count)
        candidates.append(Candidate(move, count, mean, error))
    return tuple(sorted(candidates, key=lambda item: (-item.visits, -(item.mean or 0.0), item.move)))


def principal_line(game: Game, view: Any, trees: list[Tree], move: int, seed: int) -> tuple[tuple[int, int], ...]:
    """The line of most visited moves behind ``move`` in one sampled world, in the largest tree."""
    line = [(game.viewer(view), move)]
    tree = max(trees, key=lambda item: int(item.counters[0].iterations))
    world = game.copy(view)
    if not contract.redeal(game.rules, world, generator(seed)):
        return tuple(line)
    contract.apply(game.rules, world, move, contract.NO_LOG)
    while len(line) < _LONGEST_LINE:
        seat = game.mover(world)
        if seat is None:
            break
        moves = game.legal_moves(world)
        best = moves[0]
        if len(moves) > 1:
            key = np.uint64(contract.information_key(game.rules, world, seat))
            node = int(tree.slots[find_slot(tree.slots, tree.nodes, key)]) - 1
            if node < 0:
                break
            edges = edges_of_node(tree, node)
            known = [code for code in moves if code in edges]
            if not known:
                break
            best = max(known, key=lambda code: int(edges[code].visits))
            if int(edges[best].visits) < _FEWEST_VISITS:
                break
        line.append((seat, best))
        contract.apply(game.rules, world, best, contract.NO_LOG)
    return tuple(line)


def explain(game: Game, candidates: tuple[Candidate, ...], move: int) -> str:
    """The choice in one sentence."""
    total = sum(candidate.visits for candidate in candidates)
    chosen = next(candidate for candidate in candidates if candidate.move == move)
    if total == 0 or chosen.mean is None:
        return f"{game.move_text(move)}: the rules of thumb's choice; there was no time to search."
    text = (
        f"{game.move_text(move)}: tried in {100 * chosen.visits / total:.0f}% of {total} iterations,"
        f" expected utility {chosen.mean:.3f}"
    )
    others = [candidate for candidate in candidates if candidate.move != move and candidate.mean is not None]
    if others:
        second = others[0]
        text += f"; next {game.move_text(second.move)} with {second.mean:.3f}"
    return text + "."

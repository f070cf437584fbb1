"""What every solver promises, for every solver, every game and every number of seats."""

import random
from functools import cache

import pytest

from engine.catalog import GAMES, load_game
from engine.stockpile.cards import ALL_SEEN, Phase
from eval.twins import twins_at_next_decision
from solvers.base import Budget
from solvers.registry import make_solver
from tests.exhaustive import best_reachable_utility

SPECS = [
    "random",
    *(f"heuristic(style={style})" for style in load_game("stockpile").styles),
    "ismcts(trees=2)",
    "ismcts(trees=2,playouts=random,cutoff=1)",
    "ismcts(selection=puct,first_play_urgency=0,widening=0)",
    "ismcts(progressive_bias=0.3,first_play_urgency=-0.1,trees=2)",
    "ismcts(mast_share=0.5,trees=2)",
    "ismcts(mast_share=1,mast_temperature=0,playouts=random,selection=puct)",
    "pimc(worlds=4)",
    "pimc(worlds=3,votes=best,playouts=random)",
    "bidding",
    "bidding(planning=off)",
    "bidding(enumeration=off,inference=off)",
    "bidding(enumeration=off,planning=off)",
    "bidding(risk=cvar,most_loss=0,loss_share=0.2)",
    "hybrid(trees=2)",
]
BUDGET = Budget(iterations=40)
TABLES = [(name, seats) for name in GAMES for seats in load_game(name).seat_counts]


def spec_fits(spec, game):
    if spec.startswith(("bidding", "hybrid")) and game.name != "stockpile":
        return False
    return "style=" not in spec or any(f"style={style})" in spec for style in game.styles)


def positions(game, seed, every):
    """Positions of a random game, every so many moves, that are not forced."""
    chance = random.Random(seed)
    state = game.deal(seed)
    count = 0
    while game.mover(state) is not None:
        moves = game.legal_moves(state)
        if len(moves) > 1:
            count += 1
            if count % every == 0:
                yield game.copy(state)
        game.apply(state, chance.choice(moves))


@cache
def twins(name, seats):
    """Twins at decisions of every seat, forked at earlier ones, from games enough to have some after unlike moves."""
    game = load_game(name, seats=seats)
    walks = []
    for seed in range(seats + 50, seats + 60):
        for number, state in enumerate(positions(game, seed, 7)):
            seat = number % game.seats
            view = game.view(state, seat)
            walk = twins_at_next_decision(game, state, seat, number, lambda seed, view=view: game.redeal(view, seed))
            if walk is not None:
                walks.append(walk)
        if len(walks) >= 8 and sum(walk.unlike > 0 for walk in walks) >= 2:
            break
    return walks


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("name", "seats"), TABLES)
class TestEverySolver:
    def test_plays_legal_moves_and_the_same_ones_for_the_same_seed(self, name, seats, spec):
        game = load_game(name, seats=seats)
        if not spec_fits(spec, game):
            pytest.skip("another game's style or solver")
        solver = make_solver(spec, game)
        for seed, state in enumerate(positions(game, seats, 17)):
            view = game.view(state, game.mover(state))
            before = view.tobytes()
            choice = solver.choose(game, view, BUDGET, seed)
            moves = game.legal_moves(state)
            assert choice.move in moves
            assert sorted(candidate.move for candidate in choice.candidates) == moves
            assert not choice.forced
            assert choice.explanation
            again = solver.choose(game, view, BUDGET, seed)
            assert (again.move, again.candidates, again.principal_line) == (
                choice.move,
                choice.candidates,
                choice.principal_line,
            )
            assert view.tobytes() == before

    def test_chooses_alike_in_worlds_its_seat_cannot_tell_apart(self, name, seats, spec, record_property):
        """Twins forked at an earlier decision and played on, with moves that look alike to the seat, to its next."""
        game = load_game(name, seats=seats)
        if not spec_fits(spec, game):
            pytest.skip("another game's style or solver")
        solver = make_solver(spec, game)
        walks = twins(name, seats)
        for seed, walk in enumerate(walks):
            choice, other = (
                solver.choose(game, game.view(now, walk.seat), BUDGET, seed) for now in (walk.state, walk.twin)
            )
            assert (choice.move, choice.candidates) == (other.move, other.candidates)
        unlike = sum(walk.unlike > 0 for walk in walks)
        record_property("twin comparisons", len(walks))
        record_property("of these, after moves that differ", unlike)
        assert len(walks) >= 8
        assert unlike >= 2

    def test_answers_a_forced_move_without_searching(self, name, seats, spec):
        game = load_game(name, seats=seats)
        if not spec_fits(spec, game):
            pytest.skip("another game's style or solver")
        chance = random.Random(seats)
        state = game.deal(seats)
        while game.mover(state) is not None:
            moves = game.legal_moves(state)
            if len(moves) == 1:
                view = game.view(state, game.mover(state))
                choice = make_solver(spec, game).choose(game, view, Budget(iterations=10**9), 1)
                assert choice.forced
                assert choice.move == moves[0]
                assert choice.iterations == 0
                return
            game.apply(state, chance.choice(moves))
        pytest.skip("no forced move came up")


def endgame_in_which_the_last_seller_knows_everything(seed):
    """Stockpile's last Selling Phase, the last seat to sell, with every card and pair shown to all."""
    game = load_game("stockpile", seats=3)
    chance = random.Random(seed)
    state = game.deal(seed)
    last_round = int(game.rules.rounds) - 1
    while not (
        state.round_number == last_round and state.phase == Phase.SELLING and state.turn == (state.first_seat + 2) % 3
    ):
        moves = game.legal_moves(state)
        # Sell little on the way, so that there is something left to sell.
        game.apply(state, moves[0] if state.phase == Phase.SELLING else chance.choice(moves))
    state.seen[:] = ALL_SEEN
    state.pair_seen[:] = ALL_SEEN
    return game, state


@pytest.mark.parametrize("seed", range(6))
def test_ismcts_finds_the_sale_that_exhaustive_enumeration_finds(seed):
    game, state = endgame_in_which_the_last_seller_knows_everything(seed)
    seat = game.mover(state)
    view = game.view(state, seat)
    solver = make_solver("ismcts(trees=2)")
    choice = solver.choose(game, view, Budget(iterations=20_000), seed)
    best = best_reachable_utility(game, solver, state, seat)
    after = game.copy(state)
    game.apply(after, choice.move)
    assert best_reachable_utility(game, solver, after, seat) == pytest.approx(best)

"""Settings of a single phase: they hold there and nowhere else, and what is wrong with them is named."""

import pytest

from engine import contract
from engine.catalog import GAMES, load_game
from engine.randomness import generator
from solvers.base import Budget
from solvers.registry import make_solver
from solvers.specs import SpecError
from tests.toy_game import ToyGame

BUDGET = Budget(iterations=60)


def first_view_of_each_phase(game):
    """The first decision with a choice in every phase of some heuristic games."""
    views = {}
    for seed in range(3):
        rng = generator(seed)
        state = game.deal(seed)
        while (mover := game.mover(state)) is not None:
            if len(game.legal_moves(state)) > 1:
                views.setdefault(game.phase(state), game.view(state, mover))
            contract.apply(game.rules, state, contract.suggest(game.rules, state, 0, rng), contract.NO_LOG)
    return views


@pytest.mark.parametrize(
    ("name", "phase", "settings"),
    [
        ("stockpile", "demand", ("cutoff=2", "playouts=cautious")),
        ("stonks", "trick", ("elimination=0", "widening=0.5")),
    ],
)
def test_settings_hold_in_their_phase_and_nowhere_else(name, phase, settings):
    game = load_game(name, seats=3)
    by_phase = ";".join(f"{phase}.{setting.replace('=', ':')}" for setting in settings)
    plain = make_solver("ismcts", game)
    other = make_solver(f"ismcts({','.join(settings)})", game)
    player = make_solver(f"ismcts(by_phase={by_phase})", game)
    views = first_view_of_each_phase(game)
    assert len(views) >= 3
    for of_phase, view in views.items():
        plain_answer, other_answer, answer = (one.choose(game, view, BUDGET, 1) for one in (plain, other, player))
        expected = other_answer if of_phase == phase else plain_answer
        assert answer.candidates == expected.candidates
        if of_phase == phase:
            assert other_answer.candidates != plain_answer.candidates


def test_hybrid_takes_settings_of_phases_too():
    game = load_game("stockpile", seats=3)
    view = first_view_of_each_phase(game)["supply"]
    player = make_solver("hybrid(by_phase=supply.elimination:0)", game)
    other = make_solver("hybrid(elimination=0)", game)
    assert player.choose(game, view, BUDGET, 1).candidates == other.choose(game, view, BUDGET, 1).candidates


def test_games_tell_the_phase_of_each_decision():
    for name in GAMES:
        game = load_game(name)
        views = first_view_of_each_phase(game)
        assert set(views) <= set(game.phases)
        assert all(game.phase(view) == phase for phase, view in views.items())
        assert all(game.view_json(view)["phase"] == phase for phase, view in views.items())


def test_the_written_spec_makes_the_same_player():
    for spec in ("ismcts", "ismcts(by_phase=selling.widening:0; demand.cutoff:2;demand.playouts:cautious)"):
        player = make_solver(spec)
        assert make_solver(player.spec) == player


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("selling", "'selling' is not of the form phase.parameter:value"),
        ("selling.widening", "not of the form"),
        ("selling.widening:0;", "'' is not of the form"),
        ("selling.breadth:0", "by_phase: 'breadth' is not one of .*widening"),
        ("selling.iterations:5", "by_phase: 'iterations' is not one of"),
        ("selling.by_phase:none", "by_phase: 'by_phase' is not one of"),
        ("selling.cutoff:1;selling.cutoff:2", "selling.cutoff is given twice"),
        ("selling.cutoff:soon", "by_phase: selling: cutoff must be of type int"),
        ("selling.widening:-1", "by_phase: selling: ismcts: widening must be from 0"),
        ("selling.selection:luck", "by_phase: selling: ismcts: selection must be bounds"),
    ],
)
def test_what_is_wrong_is_named(text, words):
    with pytest.raises(SpecError, match=words):
        make_solver(f"ismcts(by_phase={text})")


def test_unknown_phases_and_styles_are_named_for_the_game():
    stockpile = load_game("stockpile")
    with pytest.raises(SpecError, match=r"stockpile has no phase 'trick'; it has supply, demand, action, selling, mov"):
        make_solver("ismcts(by_phase=trick.cutoff:2)", stockpile)
    with pytest.raises(SpecError, match="no playouts 'all_round'"):
        make_solver("ismcts(by_phase=demand.playouts:all_round)", stockpile)
    with pytest.raises(SpecError, match="toy has no phase 'demand'; it has none"):
        make_solver("ismcts(by_phase=demand.cutoff:2)", ToyGame([[[0, 0]] * 2] * 3))

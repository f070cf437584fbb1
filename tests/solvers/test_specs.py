"""Solver specs: text in, players out, clear words for what is wrong."""

import pytest

from engine.errors import UnknownNameError
from solvers.registry import list_solvers, make_solver
from solvers.specs import SpecError
from tests.toy_game import ToyGame


def test_a_name_alone_takes_every_default():
    assert make_solver("ismcts") == make_solver("ismcts()")


def test_arguments_are_read_as_their_types():
    player = make_solver("ismcts(iterations=20000, threads=2,exploration=0.8, playouts=random)")
    assert (player.iterations, player.threads, player.exploration, player.playouts) == (20000, 2, 0.8, "random")


@pytest.mark.parametrize("name", [info.name for info in list_solvers()])
def test_the_written_spec_makes_the_same_solver(name):
    solver = make_solver(name)
    assert make_solver(solver.spec) == solver


def test_an_unknown_solver_is_named_with_those_there_are():
    with pytest.raises(UnknownNameError, match=r"no solver 'oracle'.*ismcts"):
        make_solver("oracle")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("ismcts(itrations=5)", "no parameter 'itrations'"),
        ("ismcts(iterations=many)", "iterations must be of type int"),
        ("ismcts(iterations=1,iterations=2)", "given twice"),
        ("ismcts(threads=0)", "threads must be from 1"),
        ("ismcts(exploration=nan)", "exploration must be from 0"),
        ("ismcts(iterations)", "not of the form parameter=value"),
        ("ismcts(iterations=5", "not of the form name"),
        ("", "not of the form name"),
        ("heuristic(style=value" + " " * 1100 + ")", "at most"),
    ],
)
def test_a_bad_spec_says_what_is_wrong(spec, words):
    with pytest.raises(SpecError, match=words):
        make_solver(spec)


def test_a_style_the_game_does_not_have_is_named():
    game = ToyGame([[[0, 0]] * 2] * 3)
    with pytest.raises(SpecError, match="no style 'reckless'"):
        make_solver("heuristic(style=reckless)", game)
    with pytest.raises(SpecError, match="no playouts 'reckless'"):
        make_solver("ismcts(playouts=reckless)", game)


def test_solvers_say_whether_they_take_the_time_they_are_given() -> None:
    assert {name: make_solver(name).searches for name in ("random", "heuristic", "ismcts")} == {
        "random": False,
        "heuristic": False,
        "ismcts": True,
    }

"""An entrant of another checkout plays in a process of its own, by that checkout's code."""

import gc
import shutil
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import engine
from engine.catalog import load_game
from eval.arena.checkout_player import CheckoutError, CheckoutPlayer
from eval.arena.play_block import is_compiled, play_block
from eval.arena.play_game import Table
from eval.arena.report.repeat import spec_toml
from eval.arena.spec_file import RunSpecError, spec_digest, spec_from_json, spec_json, spec_of_values
from eval.tuning.tune_spec_file import tune_spec_digest, tune_spec_of_values
from solvers.base import Budget

HERE = Path(engine.__file__).parents[1]

FIRST_MOVE = """
def choose(self, game, view, budget, seed, control=None):
    print("a line that is no answer")
    return Choice(move=game.legal_moves(view)[0], candidates=())
RandomPlayer.choose = choose
"""
NO_PAYOFFS = "\nGame.payoffs = lambda self, state: [0.0] * self.seats\n"
ONE_LEGAL_MOVE = """
legal_moves = Game.legal_moves
Game.legal_moves = lambda self, state: legal_moves(self, state)[:1]
"""


def values(game: str, second: Mapping[str, object]) -> dict[str, object]:
    entrants = [{"name": "a", "solver": "heuristic"}, {"name": "b", "solver": "ismcts", "iterations": 20, **second}]
    return {"name": "test", "game": game, "players": [3], "blocks": 1, "entrant": entrants, "record_moves": True}


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """Makes a checkout with some lines more at the end of a file; it plays without compiling."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")

    def make(file: str, lines: str) -> str:
        for package in ("engine", "solvers"):
            shutil.copytree(HERE / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
        path = tmp_path / file
        path.write_text(path.read_text(encoding="utf-8") + lines, encoding="utf-8")
        return str(tmp_path)

    return make


@pytest.mark.parametrize("game", ["stockpile", "stonks"])
@pytest.mark.parametrize("solver", ["ismcts", "ismcts(reuse_tree=on)"])
def test_the_same_version_elsewhere_makes_the_same_moves(game: str, solver: str) -> None:
    there = spec_of_values(values(game, {"solver": solver, "checkout": str(HERE)}))
    here = spec_of_values(values(game, {"solver": solver}))
    for elsewhere, own in zip(play_block(Table(there, 3), 0), play_block(Table(here, 3), 0), strict=True):
        assert not elsewhere.incidents
        assert (elsewhere.seating, elsewhere.moves, elsewhere.payoffs) == (own.seating, own.moves, own.payoffs)


def test_it_plays_by_its_own_code(changed: Callable[[str, str], str]) -> None:
    folder = changed("solvers/random_player.py", FIRST_MOVE)
    game = load_game("stonks", seats=2)
    player = CheckoutPlayer(folder, "", "random", game)
    state = game.deal(3)
    player.begin(3, state)
    while game.mover(state) is not None:
        move = player.choose(game, None, Budget(), 7).move
        assert move == game.legal_moves(state)[0]
        game.apply(state, move)
        player.follow(move, state)


@pytest.mark.parametrize(("lines", "found"), [(NO_PAYOFFS, "payoffs"), (ONE_LEGAL_MOVE, "legal")])
def test_other_rules_there_end_the_run(changed: Callable[[str, str], str], lines: str, found: str) -> None:
    spec = spec_of_values(values("stonks", {"solver": "random", "checkout": changed("engine/game.py", lines)}))
    with pytest.raises(CheckoutError, match=f"plays by other rules: {found}"):
        play_block(Table(spec, 3), 0)


def test_a_move_that_is_not_legal_there_is_told() -> None:
    game = load_game("stonks", seats=2)
    player = CheckoutPlayer(str(HERE), "", "random", game)
    state = game.deal(3)
    player.begin(3, state)
    with pytest.raises(CheckoutError, match="-5 is no legal move here"):
        player.follow(-5, state)


def test_a_process_that_has_died_ends_the_run() -> None:
    table = Table(spec_of_values(values("stonks", {"solver": "random", "checkout": str(HERE)})), 3)
    table.warm_up()
    process = table.followers[0]._process
    assert process is not None
    process.kill()
    process.wait()
    with pytest.raises(CheckoutError, match="its process has ended"):
        play_block(table, 0)


def test_a_process_ends_with_its_table() -> None:
    table = Table(spec_of_values(values("stonks", {"solver": "random", "checkout": str(HERE)})), 3)
    table.warm_up()
    process = table.followers[0]._process
    assert process is not None
    assert process.poll() is None
    del table
    gc.collect()
    assert process.poll() == 0


def test_a_solver_that_the_other_checkout_does_not_know_is_named() -> None:
    player = CheckoutPlayer(str(HERE), "", "psychic", load_game("stonks", seats=2))
    with pytest.raises(CheckoutError, match="there is no solver 'psychic'"):
        player.start()


def test_a_folder_that_is_no_checkout_is_named_when_it_is_to_play(tmp_path: Path) -> None:
    spec = spec_of_values(values("stonks", {"checkout": str(tmp_path)}))
    assert spec_from_json(spec_json(spec)) == spec, "a finished run can be read without it"
    table = Table(spec, 3)
    with pytest.raises(CheckoutError, match=f"{tmp_path} is not the folder of a checkout"):
        table.warm_up()


def test_another_commit_than_asked_for_is_refused() -> None:
    player = CheckoutPlayer(str(HERE), "0123456", "random", load_game("stonks", seats=2))
    with pytest.raises(CheckoutError, match=r"not at 0123456|git cannot tell its commit"):
        player.start()


@pytest.mark.parametrize(
    ("second", "problem"),
    [
        ({"checkout": ""}, r"entrant\[1\]\.checkout: must be the folder of another checkout"),
        ({"checkout": "x" * 600}, r"entrant\[1\]\.checkout: must be the folder of another checkout"),
        ({"checkout": 5, "solver": "new(way=1)"}, r"entrant\[1\]\.checkout: must be the folder of another checkout"),
        ({"checkout": "there", "commit": "main"}, r"entrant\[1\]\.commit: must be 7 to 40 hex digits"),
        ({"commit": "0123456"}, r"entrant\[1\]\.commit: is for a checkout"),
        ({"checkout": "there", "solver": "a b"}, r"entrant\[1\]\.solver: .*not of the form"),
        ({"checkout": "there", "solver": "ismcts(iterations=5000)"}, r"entrant\[1\]\.solver: must not limit iter"),
    ],
)
def test_what_is_wrong_with_a_checkout_is_told(second: dict[str, object], problem: str) -> None:
    with pytest.raises(RunSpecError, match=problem) as raised:
        spec_of_values(values("stonks", second))
    assert len(raised.value.problems) == 1


def test_a_spec_keeps_the_checkout_and_is_never_played_in_compiled_code() -> None:
    given = {"solver": "heuristic", "checkout": "../before", "commit": "0123abc"}
    spec = spec_of_values(values("stonks", given))
    assert spec_from_json(spec_json(spec)) == spec
    assert spec_of_values(tomllib.loads(spec_toml(spec))) == spec
    assert not is_compiled(spec)


def test_digests_of_runs_without_one_are_what_they_were() -> None:
    spec = spec_of_values({"name": "pinned", "entrant": [{"name": "a", "solver": "random"}]})
    assert spec_digest(spec) == "1ab7ac10733a11dc"
    search = {"caution": {"low": 0.0, "high": 3.0}}
    tuning = tune_spec_of_values({"name": "pinned", "solver": "ismcts", "search": search})
    assert tune_spec_digest(tuning) == "70b21066c598fd85"

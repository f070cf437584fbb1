"""An entrant of another checkout plays in a process of its own as it would play here."""

import tomllib
from pathlib import Path

import pytest

import engine
from engine.catalog import load_game
from eval.arena.checkout_player import CheckoutError, CheckoutPlayer
from eval.arena.play_block import is_compiled, play_block
from eval.arena.play_game import Table
from eval.arena.report.repeat import spec_toml
from eval.arena.run_spec import IncidentPolicy
from eval.arena.spec_file import RunSpecError, spec_from_json, spec_json, spec_of_values

HERE = str(Path(engine.__file__).parents[1])
SEARCH = "ismcts(iterations=20)"


def values(game: str, second: dict[str, str]) -> dict[str, object]:
    entrants = [{"name": "a", "solver": "heuristic"}, {"name": "b", "solver": SEARCH} | second]
    return {"name": "test", "game": game, "players": [3], "blocks": 1, "entrant": entrants, "record_moves": True}


@pytest.mark.parametrize("game", ["stockpile", "stonks"])
def test_the_same_version_elsewhere_makes_the_same_moves(game: str) -> None:
    there = spec_of_values(values(game, {"checkout": HERE}))
    here = spec_of_values(values(game, {}))
    for elsewhere, own in zip(play_block(Table(there, 3), 0), play_block(Table(here, 3), 0), strict=True):
        assert not elsewhere.incidents
        assert (elsewhere.seating, elsewhere.moves, elsewhere.payoffs) == (own.seating, own.moves, own.payoffs)


def test_a_spec_keeps_the_checkout_and_is_never_played_in_compiled_code() -> None:
    spec = spec_of_values(values("stonks", {"solver": "heuristic", "checkout": HERE}))
    assert spec_from_json(spec_json(spec)) == spec
    assert spec_of_values(tomllib.loads(spec_toml(spec))) == spec
    assert not is_compiled(spec)
    own = spec_of_values(values("stonks", {"solver": "heuristic"}))
    assert is_compiled(own)
    assert "checkout" not in spec_json(own), "the digests of other runs are what they were"


def test_a_folder_that_is_no_checkout_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunSpecError, match=r"entrant\[1\]\.checkout: must be the folder of a checkout"):
        spec_of_values(values("stonks", {"checkout": str(tmp_path)}))


def test_a_solver_that_the_other_checkout_does_not_know_is_named() -> None:
    with pytest.raises(CheckoutError, match="there is no solver 'psychic'"):
        CheckoutPlayer(HERE, "psychic", load_game("stonks", seats=2))


def test_other_rules_there_are_told() -> None:
    game = load_game("stonks", seats=2)
    player = CheckoutPlayer(HERE, "random", game)
    state = game.deal(3)
    mover = game.mover(state)
    assert mover is not None
    player.begin(3, mover)
    with pytest.raises(CheckoutError, match="plays by other rules"):
        player.begin(3, 1 - mover)
    with pytest.raises(CheckoutError, match="no legal move here"):
        player.follow(-5, mover, None)
    player.close()


def test_a_process_that_has_died_ends_the_run() -> None:
    spec = spec_of_values(values("stonks", {"checkout": HERE}) | {"on_incident": IncidentPolicy.FALLBACK})
    table = Table(spec, 3)
    table.followers[0].process.kill()
    with pytest.raises(CheckoutError, match="has ended with code -9"):
        play_block(table, 0)

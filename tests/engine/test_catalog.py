"""Games are loaded by name; wrong names and options are told apart and named."""

import re
from typing import Any

import pytest

from engine.catalog import GAMES, load_game
from engine.errors import EditionError, OptionError, UnknownNameError, ViewError


@pytest.mark.parametrize("name", GAMES)
def test_a_game_gives_back_the_options_it_was_loaded_with(name: str) -> None:
    for seats in GAMES[name].seat_counts:
        game = load_game(name, seats=seats)
        again = load_game(game.name, **game.options_json)
        assert again.options_json == game.options_json
        assert again.seats == seats


def test_an_unknown_game_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"'chess'.*known: .*stockpile"):
        load_game("chess")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"players": 3}, r"players: .*no such option.*seats, edition"),
        ({"seats": 6}, r"seats: .*2 to 5 players, not 6"),
        ({"seats": "3"}, r"seats: must be a whole number, not str"),
        ({"seats": True}, r"seats: must be a whole number, not bool"),
        ({"seats": 4.0}, r"seats: must be a whole number, not float"),
        ({"seats": [4]}, r"seats: must be a whole number, not list"),
        ({"first_seat": 4}, r"first_seat: must be a seat from 0 to 3"),
        ({"dividends": "never"}, r"dividends: .*automatic or choice"),
        ({"seats": 1, "dividends": "never"}, r"seats.*dividends"),
    ],
)
def test_an_impossible_option_is_named(options: dict[str, Any], text: str) -> None:
    with pytest.raises(OptionError) as caught:
        load_game("stockpile", **options)
    assert re.search(text, str(caught.value))


def test_an_unknown_edition_is_named_with_the_built_in_ones() -> None:
    with pytest.raises(EditionError, match=r"edition: no edition 'moon'; built in: .*base"):
        load_game("stockpile", edition="moon")


@pytest.mark.parametrize("name", GAMES)
def test_options_are_described_with_every_value_they_can_have(name: str) -> None:
    for option in GAMES[name].options:
        assert option.summary
        assert option.default in option.allowed_values
        assert all(type(value) is option.type for value in option.allowed_values)
        for value in option.allowed_values:
            seats = {"seats": max(GAMES[name].seat_counts)} | {option.name: value}
            assert load_game(name, **seats).options_json[option.name] == value


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_style_is_named_with_the_known_ones(name: str) -> None:
    game = load_game(name)
    with pytest.raises(UnknownNameError, match=rf"no style 'wild'; it has {', '.join(game.styles)}"):
        game.suggest(game.deal(1), "wild", 1)


def test_a_view_without_worlds_says_so() -> None:
    game = load_game("stockpile")
    view = game.view(game.deal(1), 0)
    view.excluded[:] = (1 << 11) - 1
    with pytest.raises(ViewError, match="no position of the game agrees with it") as caught:
        game.redeal(view, 1)
    assert [problem.field for problem in caught.value.problems] == ["view"]

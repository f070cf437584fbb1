"""Codes, typed moves, JSON and words of a move say the same."""

import re
from typing import Any

import pytest

from engine.errors import MoveError
from engine.stockpile.facade import StockpileGame
from engine.stockpile.moves import Bid, ClaimDividend, PlaceFaceUp, PlayAction, Sell
from engine.stockpile.rules import StockpileOptions
from engine.stockpile.table_view import Card
from tests.engine.stockpile.walks import TABLES, walk


@pytest.fixture(scope="module")
def game() -> StockpileGame:
    return StockpileGame(StockpileOptions(seats=3))


@pytest.mark.parametrize("options", TABLES)
def test_every_legal_code_survives_each_form(options: StockpileOptions) -> None:
    game = StockpileGame(options)
    codes = {code for seed in range(3) for state, _ in walk(game, seed) for code in game.legal_moves(state)}
    texts = {game.move_text(code) for code in codes}
    assert len(texts) == len(codes)
    for code in codes:
        assert game.encode_move(game.decode_move(code)) == code
        assert game.move_from_json(game.move_json(code)) == code


def test_every_code_that_can_be_decoded_is_the_only_one_of_its_move(game: StockpileGame) -> None:
    decoded = {}
    # No more than 16 cards, piles, bids and companies: the parts that matter.
    parts = [*range(16), 255]
    codes = [kind << 16 | first << 8 | second for kind in range(9) for first in parts for second in range(256)]
    for code in codes:
        try:
            move = game.decode_move(code)
        except MoveError:
            continue
        assert move not in decoded
        decoded[move] = code
        assert game.encode_move(move) == code
    assert len(decoded) == 11 * 3 * 2 + 3 * 8 + 2 * 6 + 1 + 6 * 255 + 6 * 256


@pytest.mark.parametrize("code", [-1, 3, 11 << 8, 7 << 16, 2 << 16 | 8, 4 << 16 | 1, 5 << 16, 1 << 40, True, 2.0, "2"])
def test_other_codes_are_refused(game: StockpileGame, code: Any) -> None:
    with pytest.raises(MoveError, match="no Stockpile move has the code"):
        game.decode_move(code)


@pytest.mark.parametrize(
    ("code", "text", "json"),
    [
        (0 << 16 | 5 << 8 | 1, "place Epic Electric face up on pile 2", {"card": {"stock": 5}, "pile": 1}),
        (1 << 16 | 7 << 8 | 0, "place $2K fee face down on pile 1", {"card": {"fee": 2}, "pile": 0}),
        (2 << 16 | 1 << 8 | 3, "bid $6K on pile 2", {"pile": 1, "amount": 6}),
        (3 << 16 | 1 << 8 | 0, "play Stock Bust! on Cosmic Computers", {"action": "bust", "company": 0}),
        (4 << 16, "finish selling", {}),
        (5 << 16 | 4 << 8 | 0x21, "sell 2 normal and 1 split Stanford Steel", {"company": 4, "normal": 2, "split": 1}),
        (6 << 16 | 4 << 8 | 0, "claim no dividend of Stanford Steel", {"company": 4, "normal": 0, "split": 0}),
    ],
)
def test_moves_read_well(game: StockpileGame, code: int, text: str, json: dict[str, Any]) -> None:
    assert game.move_text(code) == text
    name = game.move_json(code)["move"]
    assert game.move_json(code) == {"move": name, **json}


@pytest.mark.parametrize(
    ("move", "field"),
    [
        (Bid(3, 6), "pile"),
        (Bid(-1, 6), "pile"),
        (Bid(0, 7), "amount"),
        (Bid(0, True), "amount"),
        (PlaceFaceUp(Card(stock=6), 0), "card"),
        (PlaceFaceUp(Card(), 0), "card"),
        (PlaceFaceUp(Card(stock=1, fee=1), 0), "card"),
        (PlaceFaceUp(Card(fee=9), 0), "card"),
        (PlayAction("boom!", 0), "action"),  # type: ignore[arg-type]
        (Sell(0, 0, 0), "normal"),
        (Sell(0, 16, 0), "normal"),
        (Sell(0, 1, -1), "split"),
        (ClaimDividend(6, 1, 1), "company"),
    ],
)
def test_an_impossible_typed_move_names_its_field(game: StockpileGame, move: Any, field: str) -> None:
    with pytest.raises(MoveError, match=f"^{field}: "):
        game.encode_move(move)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ([], "a move must be a JSON object"),
        ({}, "move: must be one of place_face_up"),
        ({"move": "pass"}, "move: must be one of place_face_up"),
        ({"move": "bid", "pile": 1}, "amount: is missing; bid needs pile, amount"),
        ({"move": "bid", "pile": 1, "amount": 6, "seat": 1}, "'seat': bid has no such field"),
        ({"move": "bid", "pile": "1", "amount": 6}, "pile: must be a whole number, not '1'"),
        ({"move": "bid", "pile": 1, "amount": 6.0}, "amount: must be a whole number"),
        ({"move": "place_face_up", "card": {"stock": 1, "fee": 1}, "pile": 1}, "card: must be an object with one of"),
        ({"move": "place_face_up", "card": {"action": "bang"}, "pile": 1}, "card: action must be boom or bust"),
        ({"move": "play_action", "action": 1, "company": 1}, "action: must be boom or bust"),
        ({"move": "finish_selling", "company": 1}, "'company': finish_selling has no such field"),
    ],
)
def test_malformed_json_names_its_field(game: StockpileGame, data: Any, text: str) -> None:
    with pytest.raises(MoveError, match=f"^{re.escape(text)}"):
        game.move_from_json(data)


def test_an_illegal_move_is_refused_in_words(game: StockpileGame) -> None:
    with pytest.raises(MoveError, match="finish selling is not legal here"):
        game.apply(game.deal(1), 4 << 16)

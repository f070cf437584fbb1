"""Messages and the engine's types say the same."""

from typing import Any

import pytest

from engine.catalog import load_game
from pitwise.v1 import position_pb2, stockpile_view_pb2
from server import convert_stockpile
from server.convert import move_message, read_move, read_table_view, read_view, view_message
from server.errors import RequestError
from tests.server.positions import referee_after, referees

TABLES = [
    {"seats": 2},
    {"seats": 3, "dividends": "choice", "first_seat": 2},
    {"seats": 4},
    {"seats": 5, "first_seat": 1},
]


@pytest.mark.parametrize("options", TABLES, ids=lambda options: f"{options['seats']} seats")
@pytest.mark.parametrize("seed", [1, 2])
def test_views_survive_the_wire(options, seed):
    for number, referee in enumerate(referees(seed, **options)):
        if number % 3 != seed % 3:
            continue
        for seat in range(referee.game.seats):
            view = referee.game.view(referee.state, seat)
            table_view = referee.game.table_view(view)
            message = position_pb2.View.FromString(view_message(referee.game, view).SerializeToString())
            assert read_table_view(message) == table_view
            game, record = read_view(message)
            assert game.options_json == referee.game.options_json
            assert record.tobytes() == referee.game.view_from_table(table_view).tobytes()
            assert game.table_view(record) == table_view
            if seat == referee.turn:
                assert game.legal_moves(record) == referee.game.legal_moves(referee.state)


@pytest.mark.parametrize("options", TABLES, ids=lambda options: f"{options['seats']} seats")
def test_moves_survive_the_wire(options):
    kinds = set()
    for referee in referees(3, **options):
        for code in referee.game.legal_moves(referee.state):
            message = position_pb2.Move.FromString(move_message(referee.game, code).SerializeToString())
            assert read_move(referee.game, message) == code
            assert message.text == referee.game.move_text(code)
            kinds.add(message.stockpile.WhichOneof("move"))
    expected = {"place_face_up", "place_face_down", "bid", "play_action", "sell", "finish_selling"}
    if options.get("dividends") == "choice":
        expected.add("claim_dividend")
    assert kinds == expected


def faults(view: position_pb2.View) -> dict[str, str]:
    with pytest.raises(RequestError) as caught:
        read_view(view)
    return {problem.field: problem.description for problem in caught.value.problems}


def test_a_missing_game_is_named():
    assert "oneof" in faults(position_pb2.View())["view"]


def test_every_fault_of_shape_is_named_with_its_path():
    referee = referee_after(40)
    view = referee.view()
    stockpile = view.stockpile
    unknown: Any = 99
    stockpile.options.edition = "../../etc/passwd"
    stockpile.options.ClearField("seats")
    stockpile.phase = unknown
    stockpile.turn = 17
    stockpile.spaces[2] = -4
    stockpile.seats[2].money = 2**31 - 1
    stockpile.seats[2].portfolio[0].card.Clear()
    stockpile.seats[2].portfolio[0].card.SetInParent()
    stockpile.seats[3].portfolio[0].known_to[:] = [9]
    stockpile.seats[0].unpaid_fees[:] = [0]
    stockpile.hand.add(action=7)
    stockpile.hand.add(stock=6)
    stockpile.pairs[0].forecast = "x" * 1000
    stockpile.discard.cards.add(count=1)
    found = faults(view)
    for path in (
        "options.edition",
        "options.seats",
        "phase",
        "turn",
        "spaces[2]",
        "seats[2].money",
        "seats[2].portfolio[0].card",
        "seats[3].portfolio[0].known_to[0]",
        "seats[0].unpaid_fees[0]",
        "hand[0].action",
        "hand[1].stock",
        "pairs[0].forecast",
    ):
        assert f"view.stockpile.{path}" in found
    assert any(path.startswith("view.stockpile.discard.cards[") and path.endswith("].card") for path in found)
    assert "passwd" in found["view.stockpile.options.edition"]
    assert "base" in found["view.stockpile.options.edition"]


def test_lists_without_end_are_not_read():
    referee = referee_after(40)
    view = referee.view()
    for _ in range(20_000):
        view.stockpile.seats[0].portfolio.add(card=stockpile_view_pb2.StockpileCard(stock=99))
    found = faults(view)
    assert "at most 80 entries" in found["view.stockpile.seats[0].portfolio"]
    assert len(found) < 100


def test_edition_files_of_the_server_cannot_be_named(tmp_path):
    referee = referee_after(3)
    for name in (str(tmp_path / "mine.toml"), "base.toml", "./base", "../editions/base"):
        view = referee.view()
        view.stockpile.options.edition = name
        assert set(faults(view)) == {"view.stockpile.options.edition"}


def test_what_defaults_stand_for():
    referee = referee_after(3, dividends="automatic")
    view = referee.view()
    expected = read_table_view(view)
    view.stockpile.options.edition = ""
    view.stockpile.options.dividends = stockpile_view_pb2.STOCKPILE_DIVIDENDS_UNSPECIFIED
    view.stockpile.supply_pass = 0
    for seat in view.stockpile.seats:
        if not any(seat.split_shares):
            del seat.split_shares[:]
    assert read_table_view(view) == expected


def test_malformed_moves_are_named():
    game = load_game("stockpile")
    with pytest.raises(RequestError) as caught:
        read_move(game, position_pb2.Move())
    assert caught.value.problems[0].field == "move.stockpile"
    message = position_pb2.Move()
    message.stockpile.sell.company = 12
    with pytest.raises(RequestError) as caught:
        read_move(game, message)
    assert caught.value.problems[0].field == "move.stockpile.sell.company"


def test_a_move_message_is_its_callers_own():
    referee = referee_after(30)
    code = referee.game.legal_moves(referee.state)[0]
    first = move_message(referee.game, code)
    text = first.text
    first.text = "changed"
    assert move_message(referee.game, code).text == text


def test_a_card_with_a_fault_is_refused_every_time():
    message = referee_after(60, seats=4).view()
    read_table_view(message)
    seat = next(index for index, shown in enumerate(message.stockpile.seats) if shown.portfolio)
    message.stockpile.seats[seat].portfolio[0].cannot_be.append(17)
    for _ in range(2):
        with pytest.raises(RequestError, match=rf"seats\[{seat}\].portfolio\[0\].cannot_be\[\d\]: must be from 0 to 5"):
            read_table_view(message)


def test_what_a_client_makes_up_is_not_remembered():
    message = referee_after(60, seats=4).view()
    read_table_view(message)
    remembered = len(convert_stockpile._portfolio_cards), len(convert_stockpile._pile_cards)
    seat = next(shown for shown in message.stockpile.seats if shown.portfolio)
    unknown = bytes([0xFA, 0x3F, 0x80, 0x80, 0x02]) + bytes(2**15)  # field 1023, 32 KiB
    for _ in range(3):
        seat.portfolio[0].MergeFromString(unknown)
        assert seat.portfolio[0].ByteSize() > 2**15
        read_table_view(message)
    assert (len(convert_stockpile._portfolio_cards), len(convert_stockpile._pile_cards)) == remembered
    assert max(map(len, convert_stockpile._portfolio_cards)) <= 64


def test_a_memory_full_of_rubbish_is_emptied(monkeypatch):
    monkeypatch.setattr(convert_stockpile, "_MOST_REMEMBERED", 8)
    message = referee_after(60, seats=4).view()
    cards = next(shown for shown in message.stockpile.seats if shown.portfolio).portfolio
    for seat in range(3):
        for times in range(8):
            del cards[0].known_to[:]
            cards[0].known_to.extend([seat] * (1 + times % 5))
            read_table_view(message)
    assert len(convert_stockpile._portfolio_cards) <= 8
    assert read_table_view(message).seats


@pytest.mark.parametrize("seats", [2, 3])
def test_the_order_of_pairs_does_not_matter_if_the_paying_company_is_named(seats):
    turned = 0
    for seed in range(4):
        for referee in referees(seed, seats=seats, dividends="choice"):
            if referee.game.table_view(referee.game.view(referee.state, referee.turn)).phase != "movement":
                continue
            message = referee.view()
            pairs = list(message.stockpile.pairs)
            del message.stockpile.pairs[:]
            message.stockpile.pairs.extend(reversed(pairs))
            game, record = read_view(message)
            assert game.legal_moves(record) == referee.game.legal_moves(referee.state)
            assert view_message(game, record).stockpile.paying_company == message.stockpile.paying_company
            turned += 1
    assert turned


def test_a_company_that_is_not_paying_is_named():
    message = referee_after(30).view()
    assert not message.stockpile.HasField("paying_company")
    message.stockpile.paying_company = 2
    assert "Movement Phase only" in faults(message)["view.stockpile.paying_company"]
    message.stockpile.paying_company = 9
    assert "from 0 to 5" in faults(message)["view.stockpile.paying_company"]
    message = next(
        view
        for seed in range(12)
        for referee in referees(seed, seats=4, dividends="choice")
        if (view := referee.view()).stockpile.HasField("paying_company")
    )
    view = message.stockpile
    own = next(pair for pair in view.pairs if pair.company == view.paying_company)
    for pair in view.pairs:
        view.paying_company = pair.company
        if pair.owner != own.owner or pair.HasField("owner") != own.HasField("owner"):
            assert "a pair is resolved" in faults(message)["view.stockpile.paying_company"]
    view.paying_company = next(company for company in range(6) if company not in {pair.company for pair in view.pairs})
    assert "none of the pairs" in faults(message)["view.stockpile.paying_company"]

"""Messages of Stonks and the engine's types say the same."""

from typing import Any

import pytest

from engine.catalog import GAMES, load_game
from pitwise.v1 import position_pb2, stonks_view_pb2
from server.convert import move_message, read_move, read_table_view, read_view, view_message
from server.errors import RequestError
from server.referee import Referee
from tests.server.positions import referees

TABLES: list[dict[str, Any]] = [
    {"seats": 2},
    {"seats": 2, "symbols": "optional", "variant": "small_caps", "next_market": "reset_levels"},
    {"seats": 3, "next_market": "new_market", "rounds": 5},
    {"seats": 4, "lock": "last_moved", "variant": "moderate"},
    {"seats": 5, "speculation": "unlimited", "cancelling": "later_only"},
]


def names(options: dict[str, Any]) -> str:
    return " ".join(map(str, options.values()))


def stonks(seed: int, **options: Any):
    return referees(seed, "stonks", **options)


def referee_in(phase: str, seed: int = 1, **options: Any) -> Referee:
    """A referee of a random game at a choice in a phase, not the first of its kind."""
    found = None
    for number, referee in enumerate(stonks(seed, **options)):
        shown: Any = referee.game.table_view(referee.game.view(referee.state, referee.turn or 0))
        found = referee
        if number > 30 and shown.phase == phase and len(referee.game.legal_moves(referee.state)) > 1:
            return referee
    raise AssertionError(f"no {phase} in {found}")


@pytest.mark.parametrize("options", TABLES, ids=names)
@pytest.mark.parametrize("seed", [1, 2])
def test_views_survive_the_wire(options, seed):
    phases = set()
    for number, referee in enumerate(stonks(seed, **options)):
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
            phases.add(str(table_view.phase))
    assert phases == {"opening_pair", "trick", "market", "pick"}


def test_the_end_survives_the_wire():
    *_, referee = stonks(3, seats=2)
    assert referee.turn is None
    for seat in range(2):
        view = referee.game.view(referee.state, seat)
        message = view_message(referee.game, view)
        assert message.stonks.phase == stonks_view_pb2.STONKS_PHASE_OVER
        game, record = read_view(message)
        assert game.table_view(record) == referee.game.table_view(view)


@pytest.mark.parametrize("options", TABLES, ids=names)
def test_moves_survive_the_wire(options):
    kinds = set()
    for referee in stonks(3, **options):
        for code in referee.game.legal_moves(referee.state):
            message = position_pb2.Move.FromString(move_message(referee.game, code).SerializeToString())
            assert read_move(referee.game, message) == code
            assert message.text == referee.game.move_text(code)
            kinds.add(message.stonks.WhichOneof("move"))
    expected = {"choose_face_up", "choose_face_down", "play", "speculate", "move_token", "pick"}
    if options.get("symbols") == "optional":
        expected.add("leave_market")
    assert kinds == expected


def test_every_option_has_a_field_and_every_value_an_enumerator():
    info = GAMES["stonks"]
    assert [option.name for option in info.options] == [
        field.name for field in stonks_view_pb2.StonksOptions.DESCRIPTOR.fields
    ]
    for option in info.options:
        for value in option.allowed_values:
            game = load_game("stonks", **{option.name: value})
            message = view_message(game, game.view(game.deal(1), 0))
            configured, _ = read_view(message)
            assert configured.options_json == game.options_json


def test_what_defaults_stand_for():
    referee = referee_in("trick", seats=4)
    message = referee.view()
    expected = read_table_view(message)
    message.stonks.options.CopyFrom(stonks_view_pb2.StonksOptions(seats=4))
    message.stonks.half = 0
    assert read_table_view(message) == expected


def faults(view: position_pb2.View) -> dict[str, str]:
    with pytest.raises(RequestError) as caught:
        read_view(view)
    return {problem.field: problem.description for problem in caught.value.problems}


def test_every_fault_of_shape_is_named_with_its_path():
    message = referee_in("trick", seats=4).view()
    view = message.stonks
    unknown: Any = 99
    view.options.edition = "../../etc/passwd"
    view.options.rounds = 4
    view.options.lock = unknown
    view.phase = unknown
    view.round_number = 0
    view.half = 3
    view.turn = 17
    view.row[1] = 5
    view.levels[2] = 0
    view.black.append(-1)
    view.seats[2].points = 2**31 - 1
    view.seats[1].portfolio[0].number = 14
    view.seats[0].face_down[0].card.Clear()
    view.seats[0].face_down[0].card.SetInParent()
    view.seats[3].voids.append(9)
    view.hand[0].company = -3
    view.lead_suit = 5
    view.turned.number = 0
    view.removed.add(company=2)
    found = faults(message)
    for path in (
        "options.edition",
        "options.rounds",
        "options.lock",
        "phase",
        "round_number",
        "half",
        "turn",
        "row[1]",
        "levels[2]",
        f"black[{len(view.black) - 1}]",
        "seats[2].points",
        "seats[1].portfolio[0].number",
        "seats[0].face_down[0].card.number",
        f"seats[3].voids[{len(view.seats[3].voids) - 1}]",
        "hand[0].company",
        "lead_suit",
        "turned.number",
        f"removed[{len(view.removed) - 1}].number",
    ):
        assert f"view.stonks.{path}" in found
    assert "base" in found["view.stonks.options.edition"]


def test_rules_broken_are_named_with_paths_of_the_message():
    message = referee_in("trick", seats=4).view()
    message.stonks.hand[0].CopyFrom(message.stonks.hand[1])
    assert "already" in faults(message)["view.stonks.hand[1]"]
    message = referee_in("trick", seats=4).view()
    del message.stonks.removed[:]
    assert "tricks of this round" in faults(message)["view.stonks.removed"]
    message = referee_in("pick", seats=4).view()
    message.stonks.turn = (message.stonks.turn + 1) % 4
    assert set(faults(message)) == {"view.stonks.turn"}


def test_a_position_that_cannot_be_is_a_fault_of_the_view():
    message = referee_in("trick", seats=4).view()
    view = message.stonks
    for seat in range(4):
        if seat != view.viewer:
            view.seats[seat].voids[:] = sorted(view.row)
    assert set(faults(message)) == {"view.stonks"}


def test_lists_without_end_are_not_read():
    message = referee_in("trick", seats=4).view()
    for _ in range(20_000):
        message.stonks.removed.add(company=99)
    found = faults(message)
    assert "at most 65 entries" in found["view.stonks.removed"]
    assert len(found) < 150


def test_malformed_moves_are_named():
    game = load_game("stonks")

    def fault(message: position_pb2.Move) -> str:
        with pytest.raises(RequestError) as caught:
            read_move(game, message)
        return caught.value.problems[0].field

    message = position_pb2.Move()
    assert fault(message) == "move.stonks"
    message.stockpile.finish_selling.SetInParent()
    assert fault(message) == "move.stonks"
    message.stonks.play.card.company = 7
    assert fault(message) == "move.stonks.play.card.company"
    message.stonks.speculate.card.number = 3
    message.stonks.speculate.lead_suit = 5
    assert fault(message) == "move.stonks.speculate.lead_suit"
    message.stonks.move_token.company = 1
    assert fault(message) == "move.stonks.move_token.direction"

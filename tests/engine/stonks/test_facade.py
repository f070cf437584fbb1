"""The facade: typed moves, events and views of every moment of a game, their JSON forms, and faults in views."""

import json
from dataclasses import replace

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.errors import MoveError, OptionError, ViewError
from engine.randomness import draw_below, generator
from engine.stonks.moves import Direction, LeaveMarket, MoveToken, PlayCard, Speculate
from engine.stonks.table_view import Card, TablePhase, TrickCard

CONFIGURATIONS = [
    {"seats": 2},
    {"seats": 3, "next_market": "new_market"},
    {"seats": 4, "symbols": "optional", "speculation": "unlimited"},
    {"seats": 5, "lock": "last_moved", "variant": "small_caps", "rounds": 5},
]


def played(game, seed):
    """The positions of a random game with the log so far."""
    log = contract.event_log(4096)
    rng = generator(seed)
    state = game.deal(seed, log)
    while game.mover(state) is not None:
        yield state, log
        moves = game.legal_moves(state)
        game.apply(state, moves[draw_below(rng, len(moves))], log)
    yield state, log


@pytest.mark.parametrize("options", CONFIGURATIONS, ids=str)
def test_every_view_survives_the_typed_form(options):
    game = load_game("stonks", **options)
    for step, (state, _) in enumerate(played(game, 5)):
        for seat in range(game.seats):
            view = game.view(state, seat)
            typed = game.table_view(view)
            json.dumps(game.view_json(view))
            if step % 3 and seat != game.mover(state):
                continue
            again = game.view_from_table(typed)
            assert game.table_view(again) == typed
            # The record is the same, but for what the seat has observed on the way.
            again.public_key = view.public_key
            again.private_keys[:] = view.private_keys
            different = [name for name in again.dtype.names if np.any(again[name] != view[name])]
            assert not different


@pytest.mark.parametrize("options", CONFIGURATIONS, ids=str)
def test_moves_and_events_have_words_and_json(options):
    game = load_game("stonks", **options)
    codes = set()
    log = contract.NO_LOG
    for state, kept in played(game, 9):
        codes |= set(game.legal_moves(state))
        assert game.position_text(state)
        log = kept
    for code in codes:
        assert game.encode_move(game.decode_move(code)) == code
        assert game.move_from_json(json.loads(json.dumps(game.move_json(code)))) == code
        assert game.move_text(code)
    events = game.events(log)
    assert len(events) == int(log[0, 0])
    for event in events:
        json.dumps(game.event_json(event))
        assert "{" not in game.event_text(event)
    own = game.events(log, 1)
    assert 0 < len(own) < len(events)
    assert all(getattr(event, "private_to", None) in (None, 1) for event in own)


def test_moves_in_words():
    game = load_game("stonks")
    assert game.move_text(game.encode_move(PlayCard(Card(2, 7)))) == "play carrot 7"
    assert game.move_text(game.encode_move(Speculate(Card(2, 7), 0))) == "speculate with carrot 7 on honey"
    assert game.move_text(game.encode_move(MoveToken(3, Direction.UP))) == "move grass up"
    assert game.move_text(game.encode_move(LeaveMarket())) == "leave the market alone"


@pytest.mark.parametrize(
    ("data", "match"),
    [
        ({"move": "bid"}, "move: must be one of"),
        ({"move": "play"}, "card: is missing"),
        ({"move": "play", "card": {"company": 5, "number": 1}}, "card: company must be from 0 to 4"),
        ({"move": "play", "card": {"company": 0, "number": 14}}, "card: number must be from 1 to 13"),
        ({"move": "play", "card": 3}, "card: must be an object"),
        ({"move": "move_token", "company": 0, "direction": "left"}, "direction: must be down or up"),
        ({"move": "speculate", "card": {"company": 0, "number": 1}, "lead_suit": True}, "lead_suit: must be a company"),
        ({"move": "leave_market", "company": 1}, "has no such field"),
        ([], "must be a JSON object"),
    ],
)
def test_faulty_move_json_names_the_field(data, match):
    with pytest.raises(MoveError, match=match):
        load_game("stonks").move_from_json(data)


def test_codes_that_no_move_has_are_refused():
    game = load_game("stonks")
    for code in (-1, 65, (2 << 16) | 65, (2 << 16) | (1 << 8), (4 << 16) | 2, (5 << 16) | 1, 7 << 16, True):
        with pytest.raises(MoveError):
            game.decode_move(code)


def test_options_are_checked_and_given_back():
    game = load_game("stonks", seats=3, lock="last_moved")
    assert load_game("stonks", **game.options_json).options == game.options
    assert {assumption.name for assumption in game.assumptions} == {"fruits", "market_symbols"}
    with pytest.raises(OptionError):
        load_game("stonks", seats=7)


def test_a_position_as_json_shows_everything():
    game = load_game("stonks", seats=3)
    position = game.position_json(game.deal(3))
    assert [len(hand) for hand in position["hands"]] == [9, 9, 9]
    assert [len(entry["deck"]) for entry in position["rounds"]] == [52 - 27, 52, 52]
    json.dumps(position)


# --- faults in views ----------------------------------------------------------------------------------------------


def view_at(phase, seed=3, **options):
    game = load_game("stonks", **options)
    for state, _ in played(game, seed):
        view = game.table_view(game.view(state, game.mover(state) or 0))
        if view.phase is phase and (phase is not TablePhase.TRICK or len(view.trick) == 2):
            return game, view
    raise AssertionError(phase)


def faults(game, view):
    with pytest.raises(ViewError) as caught:
        game.view_from_table(view)
    return {problem.field: problem.description for problem in caught.value.problems}


def seat_changed(view, seat, **changes):
    seats = list(view.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(view, seats=tuple(seats))


def test_several_faults_are_reported_at_once():
    game, view = view_at(TablePhase.TRICK)
    broken = replace(view, viewer=9, levels=(0, 1, 2, 3, 9), row=(0, 0, 1, 2, 3), trick=("card",))
    assert set(faults(game, broken)) == {"viewer", "levels[0]", "levels[4]", "row[1]", "trick[0]"}


def test_a_card_cannot_be_in_two_places():
    game, view = view_at(TablePhase.TRICK)
    found = faults(game, replace(view, hand=(view.turned, *view.hand[1:])))
    assert found["turned"].endswith("is at hand[0] already")


def test_counts_must_fit_the_moment():
    game, view = view_at(TablePhase.TRICK)
    assert "must have" in faults(game, replace(view, hand=view.hand[1:]))["hand"]
    assert (
        "cards after" in faults(game, replace(view, trick_number=view.trick_number + 1, hand=view.hand[1:]))["removed"]
    )
    assert "seats" in faults(game, replace(view, seats=view.seats[:2]))
    seat = (view.viewer + 1) % 4
    assert "must have 1 cards" in faults(game, seat_changed(view, seat, face_down=()))[f"seats[{seat}].face_down"]


def test_the_viewer_knows_its_own_cards_and_no_others():
    game, view = view_at(TablePhase.TRICK)
    seat = (view.viewer + 1) % 4
    unseen = next(Card(c, n) for c in range(5) for n in range(1, 14) if Card(c, n) not in all_cards(view))
    assert f"seats[{seat}].face_down" in faults(game, seat_changed(view, seat, face_down=(unseen,)))
    assert f"seats[{view.viewer}].face_down" in faults(game, seat_changed(view, view.viewer, face_down=(None,)))


def all_cards(view):
    found = {*view.hand, *view.removed, view.turned, *(card.card for card in view.trick)}
    for seat in view.seats:
        found |= {*seat.portfolio, *seat.face_down}
    return found


def test_turn_phase_and_lead_must_fit_the_trick():
    game, view = view_at(TablePhase.TRICK)
    assert "is to play" in faults(game, replace(view, turn=(view.turn + 1) % 4))["turn"]
    assert "lead_suit" in faults(game, replace(view, lead_suit=None))
    assert "trick" in faults(game, replace(view, phase=TablePhase.PICK))
    first = view.trick[0].card
    if not view.trick[0].speculation:
        other = next(company for company in range(5) if company != first.company)
        assert "lead_suit" in faults(game, replace(view, lead_suit=other))


def test_the_winner_picks():
    game, view = view_at(TablePhase.PICK)
    assert "has won the trick" in faults(game, replace(view, turn=(view.turn + 1) % 4))["turn"]


def test_symbols_belong_to_the_last_card():
    game, view = view_at(TablePhase.MARKET)
    card = next(Card(c, 13) for c in range(5) if Card(c, 13) not in all_cards(view))
    if len(view.trick) == 1:
        broken = replace(view, trick=(TrickCard(card),), lead_suit=card.company)
    else:
        broken = replace(view, trick=(*view.trick[:-1], TrickCard(card)))
    assert "no market symbols" in faults(game, broken)["phase"]


def test_voids_that_leave_no_world_are_found():
    game, view = view_at(TablePhase.TRICK)
    seat = (view.viewer + 2) % 4
    assert "no position" in faults(game, seat_changed(view, seat, voids=(0, 1, 2, 3, 4)))["view"]


def test_options_of_the_view_must_be_those_of_the_game():
    game, view = view_at(TablePhase.TRICK)
    other = load_game("stonks", lock="last_moved")
    assert "options" in faults(other, view)
    assert "view" in faults(game, "nothing")

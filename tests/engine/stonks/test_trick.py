"""Following suit, winning, and the card the winner picks."""

from engine.stonks.cards import MoveKind, Phase
from engine.stonks.codes import move_kind
from engine.stonks.events import EventKind
from tests.engine.stonks.table import APPLE, CARROT, FISH, GRASS, HONEY, lay, names_in, pick, play, speculate

NO_TRUMP_LED = (1, 2, 3, 4, 5)


def plain(table):
    """Legal plays without a speculation card."""
    return [word for word in table.legal_words() if ":" not in word]


def test_the_lead_suit_must_be_followed():
    table = lay(["c9 g9", "c7 c12 h13", "f9 g8", "a8 a9"]).apply(play("c9"))
    assert table.legal() == [play("c7"), play("c12")], "no other card, and no speculation with the lead suit in hand"
    table.apply(play("c7"))
    assert plain(table) == ["f9", "g8"], "without the lead suit any card"


def test_highest_card_of_the_lead_suit_wins_without_trump():
    table = lay(["c9 g9", "c7 c12", "a13 g8", "a8 c13"], turned="f13")
    table.apply(play("c9"), play("c12"), play("a13"), play("c13"))
    assert table.mover == 3
    assert [event.seat for event in table.events(EventKind.TRICK_WON)] == [3]


def test_highest_trump_wins_if_any_was_played():
    table = lay(["c9 g9", "h7 h12", "h8 g8", "a8 c13"])
    table.apply(play("c9"), play("h7"), play("h8"), play("c13"))
    assert table.state.trump == HONEY
    assert table.mover == 2


def test_trump_led_is_an_ordinary_suit_to_follow():
    table = lay(["h9 g9", "h7 h12", "f8 g8", "a8 c13"])
    table.apply(play("h9"), play("h12"), play("f8"), play("c13"))
    assert table.mover == 1


def test_the_winner_picks_the_turned_card_or_any_card_played():
    table = lay(["c9 g9 g2", "c7 c12 g3", "a13 g8 g4", "a8 c13 g5"], turned="f13")
    table.apply(play("c9"), play("c12"), play("a13"), play("c13"))
    assert table.state.phase == Phase.PICK
    assert table.legal_words() == ["f13", "c9", "c12", "c13", "a13"]
    table.apply(pick("a13"))
    assert names_in(table.state.portfolios[3]) == {"a13"}
    assert names_in(table.state.removed) == {"f13", "c9", "c12", "c13"}


def test_the_winner_leads_the_next_trick():
    table = lay(["c9 g9 g10", "c7 c12 h2", "a13 g8 h3", "a8 c13 h4"], turned="f13")
    table.apply(play("c9"), play("c12"), play("a13"), play("c13"), pick("f13"))
    assert table.state.phase == Phase.TRICK
    assert table.mover == 3
    assert len(table.events(EventKind.CARD_TURNED)) == 1


def test_a_seat_that_does_not_follow_suit_is_known_to_be_void():
    table = lay(["c9 g9", "c7 c12", "f9 g8", "h8 a9"]).apply(play("c9"), play("c7"), play("f9"))
    assert table.state.voids.tolist() == [0, 0, 1 << CARROT, 0, 0]
    table.apply(speculate("h8", CARROT))
    assert table.state.voids.tolist() == [0, 0, 1 << CARROT, 1 << CARROT, 0]


# --- the speculation card -----------------------------------------------------------------------------------------


def test_a_leader_may_name_any_suit_in_play():
    table = lay(["c9 g9", "c7 c12", "f9 g8", "h8 a9"])
    named = {(code >> 8) & 255 for code in table.legal() if move_kind(code) == MoveKind.SPECULATE}
    assert named == {HONEY, FISH, CARROT, GRASS, APPLE}
    table = lay(["c9 g9", "c7 c12", "f9 g8"], row=(HONEY, FISH, CARROT, GRASS), turned="f13")
    named = {(code >> 8) & 255 for code in table.legal() if move_kind(code) == MoveKind.SPECULATE}
    assert named == {HONEY, FISH, CARROT, GRASS}


def test_the_named_suit_is_followed_and_the_hidden_card_counts_as_it_is():
    table = lay(["h6 g9", "c7 c12", "f9 c8", "g8 a9"]).apply(speculate("h6", CARROT))
    assert table.legal() == [play("c7"), play("c12")]
    table.apply(play("c12"), play("c8"), play("g8"))
    assert [(event.seat, event.a) for event in table.events(EventKind.LEAD_SHOWN)] == [(0, 5)]
    assert table.mover == 0, "the honey 6 is trump"


def test_the_symbols_of_a_face_down_lead_are_ignored():
    table = lay(["h1 g9", "c7 c12", "f9 c8", "g8 a9"]).apply(speculate("h1", CARROT))
    assert table.state.phase == Phase.TRICK
    assert table.mover == 1


def test_nobody_wins_without_trump_and_without_the_named_suit():
    table = lay(["g9 g10 g11", "f7 f12 f11", "f9 f8 f10", "g8 a9 a10"], turned="a13", deck="c3 c4")
    table.apply(speculate("g9", CARROT), play("f7"), play("f9"), play("g8"))
    assert len(table.events(EventKind.TRICK_LOST)) == 1
    assert {"g9", "f7", "f9", "g8", "a13"} <= names_in(table.state.removed)
    assert table.mover == 0, "the same seat leads again"
    assert table.state.turned == 28, "a new card is turned, the carrot 3"
    assert table.state.speculation_cards == 0b1110


def test_a_follower_without_the_lead_suit_can_make_a_card_count_as_it():
    table = lay(["c9 g9", "c7 c12", "f10 g8", "a8 a9"]).apply(play("c9"), play("c7"))
    assert table.legal_words() == ["f10", "g8", "c:f10", "c:g8"]
    table = lay(["c9 g9 g10", "c7 c12 c8", "f10 g8 f8", "a8 a9 a10"])
    table.apply(play("c9"), play("c7"), speculate("f10", CARROT), play("a8"))
    assert table.mover == 2, "it counts as the carrot 10"
    table.apply(pick("f10"))
    assert names_in(table.state.portfolios[2]) == {"f10"}, "but it is a fish card"


def test_the_symbols_of_a_card_that_counts_as_the_lead_suit_take_effect():
    table = lay(["c9 g9", "c7 c12", "f3 g8", "a8 a9"]).apply(play("c9"), play("c7"), speculate("f3", CARROT))
    assert table.mover == 2
    assert table.state.phase == Phase.MARKET


def test_a_trump_card_that_counts_as_the_lead_suit_is_no_trump():
    table = lay(["c9 g9", "c7 c12", "h8 g8", "a8 a9"]).apply(
        play("c9"), play("c7"), speculate("h8", CARROT), play("a8")
    )
    assert table.mover == 0


def test_the_real_card_played_later_cancels():
    table = lay(["c9 g9", "f7 f10", "c10 c8", "a8 a9"]).apply(
        play("c9"), speculate("f10", CARROT), play("c10"), play("a8")
    )
    assert [event.seat for event in table.events(EventKind.SPECULATION_CANCELLED)] == [1]
    assert table.mover == 2
    assert table.state.speculation_cards == 0b1101, "the speculation card is not returned"


def test_a_cancelled_trump_card_is_trump_again():
    table = lay(["c9 g9", "h10 f10", "c10 c8", "a8 a9"]).apply(
        play("c9"), speculate("h10", CARROT), play("c10"), play("a8")
    )
    assert table.mover == 1


def test_the_real_card_played_earlier_cancels_in_any_order_only():
    hands = ["c9 g9", "c10 c8", "f10 f3", "a8 a9"]
    moves = [play("c9"), play("c10"), speculate("f10", CARROT), play("a8")]
    table = lay(hands).apply(*moves)
    assert len(table.events(EventKind.SPECULATION_CANCELLED)) == 1
    assert table.mover == 1
    table = lay(hands, cancelling="later_only").apply(*moves)
    assert not table.events(EventKind.SPECULATION_CANCELLED)
    assert table.mover == 1, "of equal cards the one played first wins"


def test_one_speculation_card_in_a_trick_unless_unlimited():
    hands = ["c9 g9", "f7 f10", "g10 g8", "a8 a9"]
    moves = [play("c9"), speculate("f10", CARROT)]
    assert lay(hands).apply(*moves).legal_words() == ["g8", "g10"]
    table = lay(hands, speculation="unlimited").apply(*moves)
    assert table.legal_words() == ["g8", "g10", "c:g8", "c:g10"]
    table.apply(speculate("g10", CARROT), play("a8"))
    assert table.mover == 1, "two cards that count as the carrot 10: the one played first wins"


def test_a_face_down_lead_can_be_the_real_card_that_cancels():
    hands = ["c10 g9", "f7 f10", "g10 g8", "a8 a9"]
    moves = [speculate("c10", CARROT), speculate("f10", CARROT), play("g10"), play("a8")]
    table = lay(hands, speculation="unlimited").apply(*moves)
    assert [event.seat for event in table.events(EventKind.SPECULATION_CANCELLED)] == [1]
    assert table.mover == 0
    table = lay(hands, speculation="unlimited", cancelling="later_only").apply(*moves)
    assert not table.events(EventKind.SPECULATION_CANCELLED)


def test_each_seat_has_one_speculation_card_a_round():
    table = lay(["c9 g9 g10", "c7 c12 c13", "f9 g8 f8", "h8 a9 a10"])
    table.apply(speculate("c9", CARROT), play("c7"), play("f9"), play("h8"))
    table.apply(table.legal()[0])
    assert table.mover == 3
    table.apply(play("a9"))
    assert table.mover == 0
    assert not any(":" in word for word in table.legal_words())
    table.apply(play("g9"))
    assert any(":" in word for word in table.legal_words()), "others still have theirs"
    table = lay(["c9 g9 g10", "c7 c12 c13", "f9 g8 f8", "h8 a9 a10"])
    table.state.speculation_cards = 0
    assert not any(":" in word for word in table.legal_words())

"""Stonks positions set up by hand, so that a rule's example is a few lines.

Cards are written as the first letter of their company and their number: ``h7`` is the honey 7, then f(ish), c(arrot),
g(rass), a(pple). The row of tiles is in that order unless said otherwise.
"""

import tomllib
from typing import Any, NamedTuple

import numpy as np

from engine import contract
from engine.stonks.cards import COMPANIES, NONE, NUMBERS, UNSEEN, MoveKind, Phase
from engine.stonks.codes import company_of, encode_move, first_part, move_kind, number_of, second_part
from engine.stonks.deal import clear
from engine.stonks.edition import EDITIONS_FOLDER, parse_edition
from engine.stonks.events import EventKind
from engine.stonks.kernels import STATE_DTYPE, register_stonks
from engine.stonks.rules import StonksOptions, rules_record
from engine.stonks.state import add_card, count_cards, lowest_priced_company

register_stonks()

LETTERS = "hfcga"
HONEY, FISH, CARROT, GRASS, APPLE = range(5)
DOWN, UP = 0, 1


class Event(NamedTuple):
    kind: EventKind
    audience: int
    seat: int
    a: int
    b: int
    c: int
    d: int


def base_data() -> dict[str, Any]:
    return tomllib.loads((EDITIONS_FOLDER / "base.toml").read_text(encoding="utf-8"))


def base_edition(**replaced: Any) -> Any:
    """The base edition with the values of some entries replaced."""
    data = base_data()
    for name, value in replaced.items():
        data[name]["value"] = value
    return parse_edition(data)


def rules_of(edition: Any = None, **options: Any) -> Any:
    return rules_record(StonksOptions(**options), edition or base_edition())


def card(name: str) -> int:
    return LETTERS.index(name[0]) * NUMBERS + int(name[1:]) - 1


def cards(names: str) -> list[int]:
    return [card(name) for name in names.split()]


def name_of(number: int) -> str:
    return f"{LETTERS[company_of(number)]}{number_of(number)}"


def names_in(masks: Any) -> set[str]:
    """The names of the cards of a set of cards."""
    return {
        f"{LETTERS[company]}{bit + 1}"
        for company in range(COMPANIES)
        for bit in range(16)
        if int(masks[company]) >> bit & 1
    }


def empty_state() -> Any:
    return np.zeros(1, STATE_DTYPE).view(np.recarray)[0]


def copy_of(state: Any) -> Any:
    copied = np.zeros(1, STATE_DTYPE).view(np.recarray)
    copied[0] = state
    return copied[0]


def face_up(name: str) -> int:
    return encode_move(MoveKind.CHOOSE_FACE_UP, 0, card(name))


def face_down(name: str) -> int:
    return encode_move(MoveKind.CHOOSE_FACE_DOWN, 0, card(name))


def play(name: str) -> int:
    return encode_move(MoveKind.PLAY, 0, card(name))


def speculate(name: str, suit: int) -> int:
    return encode_move(MoveKind.SPECULATE, suit, card(name))


def token(company: int, direction: int) -> int:
    return encode_move(MoveKind.MOVE_TOKEN, company, direction)


LEAVE = encode_move(MoveKind.LEAVE_MARKET, 0, 0)


def pick(name: str) -> int:
    return encode_move(MoveKind.PICK, 0, card(name))


def words(code: int) -> str:
    """A move code in words, for readable assertions."""
    kind = MoveKind(move_kind(code))
    if kind == MoveKind.MOVE_TOKEN:
        return f"{LETTERS[first_part(code)]}{'-+'[second_part(code)]}"
    if kind == MoveKind.LEAVE_MARKET:
        return "leave"
    prefix = {MoveKind.SPECULATE: f"{LETTERS[first_part(code)]}:"}.get(kind, "")
    return prefix + name_of(second_part(code))


class Table:
    """A position with its rules and log."""

    def __init__(self, rules: Any, state: Any = None, seed: int | None = None) -> None:
        self.rules = rules
        self.state = empty_state() if state is None else state
        self.log = contract.event_log(8192)
        if seed is not None:
            contract.deal(rules, self.state, seed, self.log)

    @property
    def mover(self) -> int:
        return contract.mover(self.rules, self.state)

    def legal(self) -> list[int]:
        out = np.empty(contract.MAX_MOVES, np.int32)
        return [int(code) for code in out[: contract.legal_moves(self.rules, self.state, out)]]

    def legal_words(self) -> list[str]:
        return [words(code) for code in self.legal()]

    def apply(self, *moves: int) -> "Table":
        for move in moves:
            assert move in self.legal(), (words(move), self.legal_words())
            contract.apply(self.rules, self.state, move, self.log)
        return self

    def events(self, *kinds: EventKind) -> list[Event]:
        rows = [Event(EventKind(row[0]), *row[1:]) for row in self.log[1 : 1 + int(self.log[0, 0])].tolist()]
        return [event for event in rows if not kinds or event.kind in kinds]

    def view(self, seat: int) -> "Table":
        view = copy_of(self.state)
        contract.hide(self.rules, view, seat)
        return Table(self.rules, view)

    def payoffs(self) -> list[float]:
        out = np.zeros(8)
        contract.payoffs(self.rules, self.state, out)
        return out[: self.rules.seats].tolist()


def lay(
    hands: list[str],
    *,
    leader: int = 0,
    turned: str = "a13",
    levels: tuple[int, ...] = (1, 2, 3, 4, 5),
    row: tuple[int, ...] = (HONEY, FISH, CARROT, GRASS, APPLE),
    portfolios: list[str] | None = None,
    hidden: list[str] | None = None,
    deck: str | None = None,
    half: int = 0,
    edition: Any = None,
    **options: Any,
) -> Table:
    """A table at the start of a trick; ``levels`` are by place, from 1.

    Cards that are not mentioned are in the deck, or removed if ``deck`` is given.
    """
    rules = rules_of(edition, seats=len(hands), **options)
    state = empty_state()
    clear(state)
    in_play = row[: rules.companies]
    for number in range(rules.rounds):
        state.rows[number, : len(in_play)] = in_play
        for place, company in enumerate(in_play):
            state.places[company] = place
            state.levels[company] = levels[place] - 1
            state.decks[number, place * NUMBERS : (place + 1) * NUMBERS] = range(
                company * NUMBERS, (company + 1) * NUMBERS
            )
    left = {company * NUMBERS + number for company in in_play for number in range(NUMBERS)}
    for seat, names in enumerate(hands):
        for number in cards(names):
            left.remove(number)
            add_card(state.hands[seat], number)
            state.hand_sizes[seat] += 1
        for number in cards((portfolios or [""] * len(hands))[seat]):
            left.remove(number)
            add_card(state.portfolios[seat], number)
            state.portfolio_sizes[seat] += 1
        for index, number in enumerate(cards((hidden or [""] * len(hands))[seat])):
            left.remove(number)
            state.hidden_cards[seat, index] = number
            state.portfolio_sizes[seat] += 1
    left.remove(card(turned))
    state.turned = card(turned)
    undealt = sorted(left) if deck is None else cards(deck)
    for number in left - set(undealt):
        add_card(state.removed, number)
    state.dealt = len(in_play) * NUMBERS - len(undealt)
    state.decks[0, :] = NONE
    state.decks[0, int(state.dealt) : len(in_play) * NUMBERS] = undealt
    state.speculation_cards = (1 << len(hands)) - 1
    state.half = half
    state.leader = leader
    state.turn = leader
    state.phase = Phase.TRICK
    state.trump = lowest_priced_company(rules, state)
    table = Table(rules, state)
    assert_conserved(table)
    return table


def assert_conserved(table: Table) -> None:
    """Every card in play is in exactly one place, and the counts agree with the cards."""
    rules, state = table.rules, table.state
    if state.phase == Phase.OVER:
        return
    found: list[int] = []
    for masks in [*state.hands, *state.portfolios, state.removed]:
        found += [card(name) for name in names_in(masks)]
    loose = [state.turned, *state.played, *state.opening_cards, *state.discarded_cards, *state.hidden_cards.ravel()]
    loose += [*state.decks[state.round_number]]
    assert UNSEEN not in loose
    found += [int(number) for number in loose if number != NONE]
    in_play = {
        company * NUMBERS + number
        for company in range(COMPANIES)
        if state.places[company] != NONE
        for number in range(NUMBERS)
    }
    assert sorted(found) == sorted(in_play)
    for seat in range(rules.seats):
        assert state.hand_sizes[seat] == count_cards(state.hands[seat])
        hidden = sum(int(number) != NONE for number in state.hidden_cards[seat])
        if state.phase != Phase.OPENING_PAIR:
            assert state.portfolio_sizes[seat] == count_cards(state.portfolios[seat]) + hidden
        assert int(state.voids[seat]) & sum(1 << c for c in range(COMPANIES) if state.hands[seat, c]) == 0

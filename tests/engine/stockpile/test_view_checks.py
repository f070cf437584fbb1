"""Everything a referee can get wrong in a view is named by its field, all of it at once."""

import random
import time
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import pytest

from engine.errors import ViewError
from engine.stockpile.facade import StockpileGame
from engine.stockpile.rules import StockpileOptions
from engine.stockpile.table_view import (
    ActionCard,
    Card,
    ForecastPair,
    PileCard,
    PortfolioCard,
    TablePhase,
    TableView,
)
from tests.engine.stockpile.walks import walk

Change = Callable[[TableView], TableView]

FOUR = StockpileOptions(seats=4)
TWO = StockpileOptions(seats=2)
CHOICE = StockpileOptions(seats=4, dividends="choice")


@cache
def sample(options: StockpileOptions, phase: TablePhase, round_number: int = 2) -> TableView:
    """A sound view in some phase, by the seat to move where there is one."""
    game = StockpileGame(options)
    for seed in range(30):
        for state, _ in walk(game, seed):
            viewer = game.mover(state) or 0
            view = game.table_view(game.view(state, viewer))
            late = phase is TablePhase.OVER or view.round_number >= round_number
            if view.phase is phase and late and (phase is not TablePhase.DEMAND or any(p.bid for p in view.piles)):
                return view
    raise AssertionError("no such view")


def problems(options: StockpileOptions, view: TableView) -> dict[str, str]:
    try:
        StockpileGame(options).view_from_table(view)
    except ViewError as error:
        found: dict[str, str] = {}
        for problem in error.problems:
            found[problem.field] = f"{found.get(problem.field, '')}; {problem.description}"
        return found
    return {}


def seat(index: int, **changed: Any) -> Change:
    return lambda view: replace(
        view, seats=tuple(replace(s, **changed) if i == index else s for i, s in enumerate(view.seats))
    )


def pile(index: int, **changed: Any) -> Change:
    return lambda view: replace(
        view, piles=tuple(replace(p, **changed) if i == index else p for i, p in enumerate(view.piles))
    )


def whole(**changed: Any) -> Change:
    return lambda view: replace(view, **changed)


def other(view: TableView) -> int:
    """A seat that is not the viewer and has a portfolio card."""
    return next(s for s in range(len(view.seats)) if s != view.viewer and view.seats[s].portfolio)


def others_card(**changed: Any) -> Change:
    """Change the first portfolio card of :func:`other`, made an unseen card first."""

    def change(view: TableView) -> TableView:
        index = other(view)
        first = replace(PortfolioCard(), **changed)
        return seat(index, portfolio=(first, *view.seats[index].portfolio[1:]))(view)

    return change


def own_card(**changed: Any) -> Change:
    def change(view: TableView) -> TableView:
        first, *rest = view.seats[view.viewer].portfolio
        return seat(view.viewer, portfolio=(replace(first, **changed), *rest))(view)

    return change


SUPPLY, DEMAND, ACTION, SELLING = TablePhase.SUPPLY, TablePhase.DEMAND, TablePhase.ACTION, TablePhase.SELLING

FAULTS: list[tuple[TablePhase, Change, str, str]] = [
    # One field by itself.
    (SELLING, whole(options=TWO), "options", "this game has"),
    (SELLING, whole(viewer=4), "viewer", "a seat from 0 to 3"),
    (SELLING, whole(viewer=-1), "viewer", "a seat from 0 to 3"),
    (SELLING, whole(viewer=True), "viewer", "not True"),
    (SELLING, whole(phase="lunch"), "phase", "must be one of supply"),
    (SELLING, whole(round_number=0), "round_number", "from 1 to 6"),
    (SELLING, whole(round_number=7), "round_number", "from 1 to 6"),
    (SELLING, whole(turn=9), "turn", "from 0 to 3"),
    (SELLING, whole(supply_pass=2), "supply_pass", "from 1 to 1"),
    (SELLING, whole(revealed_pairs=6), "revealed_pairs", "from 0 to 5"),
    (SELLING, whole(spaces=(5,) * 5), "spaces", "6 price markers, not 5"),
    (SELLING, whole(spaces=(0, 5, 5, 5, 5, 11)), "spaces[5]", "from 1 to 10"),
    (SELLING, whole(spaces=5), "spaces", "must be a list"),
    (SELLING, whole(seats=()), "seats", "4 seats, not 0"),
    (SELLING, whole(seats=(1, 2, 3, 4)), "seats[2]", "must be a seat"),
    (SELLING, seat(1, money=-1), "seats[1].money", "from 0 to 9999"),
    (SELLING, seat(1, money=40_000), "seats[1].money", "from 0 to 9999"),
    (SELLING, seat(2, portfolio=(PortfolioCard(),) * 81), "seats[2].portfolio", "0 to 80 cards, not 81"),
    (SELLING, seat(2, portfolio=(7,)), "seats[2].portfolio[0]", "must be a portfolio card"),
    (SELLING, seat(1, split_shares=(0,) * 7), "seats[1].split_shares", "6 numbers of cards, not 7"),
    (SELLING, seat(1, split_shares=(0, 0, -1, 0, 0, 0)), "seats[1].split_shares[2]", "from 0 to 10"),
    (SELLING, seat(1, unpaid_fees=(7,)), "seats[1].unpaid_fees[0]", "from 1 to 3"),
    (SELLING, seat(3, starting_stock_shown=6), "seats[3].starting_stock_shown", "from 0 to 5"),
    (SELLING, own_card(card=Card(stock=6)), "seats[{viewer}].portfolio[0].card", "company from 0 to 5"),
    (SELLING, own_card(card=Card()), "seats[{viewer}].portfolio[0].card", "exactly one of"),
    (SELLING, own_card(card=Card(fee=2)), "seats[{viewer}].portfolio[0].card", "Demand Phase 5"),
    (SELLING, others_card(known_to=(9,)), "seats[{other}].portfolio[0].known_to[0]", "from 0 to 3"),
    (SELLING, others_card(cannot_be=(1, 1)), "seats[{other}].portfolio[0].cannot_be[1]", "listed twice"),
    (SELLING, others_card(cannot_be=range(10**9)), "seats[{other}].portfolio[0].cannot_be", "must be a list"),
    (SELLING, whole(piles=()), "piles", "4 Stockpiles, not 0"),
    (SUPPLY, pile(0, cards=(PileCard(Card(stock=1)),) * 13), "piles[0].cards", "0 to 12 cards, not 13"),
    (SUPPLY, pile(1, cards=(PileCard(None, placed_by=4),)), "piles[1].cards[0].placed_by", "from 0 to 3"),
    (DEMAND, pile(0, bidder=1, bid=7), "piles[0].bid", "not on the Bid Track"),
    (DEMAND, pile(0, bidder=1, bid=None), "piles[0].bid", "both a bidder and an amount"),
    (DEMAND, pile(0, bidder=None, bid=3), "piles[0].bidder", "both a bidder and an amount"),
    (SUPPLY, whole(hand=(Card(stock=1),) * 3), "hand", "0 to 2 cards, not 3"),
    (SUPPLY, whole(hand=(Card(stock=1), Card(fee=8))), "hand[1]", "amount of a trading fee card"),
    (SELLING, whole(pairs=(ForecastPair(6, "+4"),)), "pairs[0].company", "from 0 to 5"),
    (SELLING, whole(pairs=(ForecastPair(5, "+9"),)), "pairs[0].forecast", "must be one of +4"),
    (SELLING, whole(pairs=(ForecastPair(5, "+4", 1, True),)), "pairs[0].beside_board", "no owner"),
    (SELLING, whole(discard=((Card(stock=1), 0),)), "discard[0].count", "from 1 to 80"),
    (SELLING, whole(discard=((Card(stock=1), 1), (Card(stock=1), 1))), "discard[1].card", "listed twice"),
    # Phase, turn and round.
    (SELLING, whole(turn=None), "turn", "a seat must be to move"),
    (SELLING, whole(phase=TablePhase.OVER), "turn", "nobody is to move"),
    (SELLING, whole(phase=TablePhase.OVER), "round_number", "ends after round 6"),
    (SELLING, whole(phase=TablePhase.MOVEMENT), "phase", "automatic dividends"),
    (SELLING, whole(revealed_pairs=2), "revealed_pairs", "Movement Phase only"),
    (SELLING, whole(first_seat=3), "first_seat", "is at seat 1"),
    # Piles and hands.
    (SELLING, pile(0, cards=(PileCard(Card(stock=1)),)), "piles[0].cards", "Demand Phase 4"),
    (SUPPLY, pile(0, cards=()), "piles[0].cards", "Supply Phase 1"),
    (SUPPLY, pile(0, cards=()), "piles", "cards lie face up; at this point"),
    (SUPPLY, pile(0, cards=(PileCard(None),)), "piles[0].cards[0].card", "shows its face"),
    (SUPPLY, pile(0, cards=(PileCard(None, 0), PileCard(Card(stock=0)))), "piles", "Supply Phase 3"),
    (DEMAND, pile(2, cards=(PileCard(Card(stock=1)),) * 9), "piles", "cards lie face up; at this point"),
    (SUPPLY, whole(hand=()), "hand", "cards to place now, not 0"),
    (DEMAND, whole(hand=(Card(stock=1),)), "hand", "0 cards to place now, not 1"),
    # Bids.
    (SELLING, pile(0, bidder=1, bid=3), "piles[0].bid", "Demand Phase only"),
    (DEMAND, lambda v: pile(3, bidder=0, bid=0)(pile(2, bidder=0, bid=0)(v)), "piles[3].bidder", "one Auction Meeple"),
    (DEMAND, lambda v: pile(1, bidder=0, bid=25)(seat(0, money=6)(v)), "piles[1].bid", "more than its $6K"),
    (
        DEMAND,
        lambda v: replace(v, piles=tuple(replace(p, bidder=i, bid=0) for i, p in enumerate(v.piles))),
        "piles",
        "auction is over",
    ),
    (DEMAND, lambda v: pile(0, bidder=v.turn, bid=0)(v), "turn", "no meeple in hand"),
    (
        DEMAND,
        lambda v: replace(v, piles=tuple(replace(p, bidder=None, bid=None) for p in v.piles), turn=3),
        "turn",
        "seat 1 bids first",
    ),
    # Portfolios.
    (SELLING, own_card(card=None), "seats[{viewer}].portfolio[0].card", "knows its own cards"),
    (SELLING, own_card(card=Card(action=ActionCard.BOOM)), "seats[{viewer}].portfolio[0].card", "Action Phase 1"),
    (SELLING, own_card(cannot_be=tuple(range(6))), "seats[{viewer}].portfolio[0].cannot_be", "company that the card"),
    (SELLING, lambda v: others_card(known_to=(v.viewer, other(v)))(v), "seats[{other}].portfolio[0].card", "be given"),
    (SELLING, lambda v: others_card(known_to=(v.viewer,))(v), "seats[{other}].portfolio[0].known_to", "its holder"),
    (
        SELLING,
        lambda v: others_card(card=Card(stock=0), known_to=(other(v),))(v),
        "seats[{other}].portfolio[0].known_to",
        "the viewer, seat",
    ),
    (SELLING, others_card(taken_this_round=True), "seats[{other}].portfolio[0].taken_this_round", "Action Phase only"),
    (SELLING, others_card(taken_this_round=1), "seats[{other}].portfolio[0].taken_this_round", "true or false"),
    (ACTION, lambda v: seat(v.viewer, portfolio=())(v), "turn", "no action card to play"),
    (SELLING, seat(0, money=5, unpaid_fees=(3, 2)), "seats[0].unpaid_fees", "the $2K fee is paid at once"),
    (
        SELLING,
        lambda v: seat(other(v), portfolio=(PortfolioCard(starting_stock=True),) * 2)(v),
        "seats[{other}].portfolio[1].starting_stock",
        "one starting stock only",
    ),
    (
        SELLING,
        lambda v: seat(3, starting_stock_shown=2, portfolio=())(seat(2, starting_stock_shown=2, portfolio=())(v)),
        "seats[3].starting_stock_shown",
        "of different companies",
    ),
    # Pairs.
    (SELLING, whole(pairs=()), "pairs", "1 public pairs by now, not 0"),
    (
        SELLING,
        lambda v: replace(v, pairs=tuple(replace(p, company=3) for p in v.pairs)),
        "pairs[1].company",
        "one pair a round",
    ),
    (
        SELLING,
        lambda v: replace(v, pairs=tuple(replace(p, forecast="$$") for p in v.pairs)),
        "pairs[1].forecast",
        "no further $$ card",
    ),
    # The market deck.
    (SELLING, lambda v: seat(other(v), portfolio=(PortfolioCard(),) * 60)(v), "seats", "have been dealt by now"),
    (SELLING, whole(discard=()), "discard", "must be discarded, not 0"),
    (SELLING, seat(1, split_shares=(10, 0, 0, 10, 0, 0)), "seats", "have been dealt by now"),
    (SELLING, whole(discard=((Card(stock=0), 11),)), "discard[0].count", "more than the 10 cards"),
]


@pytest.mark.parametrize("index", range(len(FAULTS)))
def test_a_fault_is_named_by_its_field_and_rule(index: int) -> None:
    phase, change, field, text = FAULTS[index]
    view = sample(FOUR, phase)
    assert not problems(FOUR, view)
    found = problems(FOUR, change(view))
    named = field.format(viewer=view.viewer, other=other(view))
    assert named in found
    assert text in found[named]


def test_all_faults_are_listed_at_once() -> None:
    view = sample(FOUR, SELLING)
    changed = seat(1, money=-3)(replace(view, spaces=(0,) * 6, hand=(Card(stock=1),), turn=7))
    assert {"seats[1].money", "turn", *(f"spaces[{company}]" for company in range(6))} <= problems(FOUR, changed).keys()


def test_nothing_can_be_discarded_before_the_first_auction_ends() -> None:
    view = sample(FOUR, SUPPLY, round_number=1)
    assert view.round_number == 1
    found = problems(FOUR, seat(other(view), portfolio=())(replace(view, discard=None)))
    assert "nothing can have been discarded yet" in found["seats"]


def test_two_players_have_no_public_pair_and_two_meeples() -> None:
    view = sample(TWO, DEMAND)
    assert not problems(TWO, view)
    public = replace(view, pairs=(*view.pairs[:1], replace(view.pairs[1], owner=None)))
    assert "0 public pairs by now, not 1" in problems(TWO, public)["pairs"]
    third = replace(view, piles=tuple(replace(p, bidder=0, bid=0) for p in view.piles[:3]) + view.piles[3:])
    assert "only 2 Auction Meeples" in problems(TWO, third)["piles[2].bidder"]


def test_the_pair_being_resolved_must_pay_a_dividend() -> None:
    view = sample(CHOICE, TablePhase.MOVEMENT)
    assert not problems(CHOICE, view)
    paying = next(place for place, pair in enumerate(view.pairs) if pair.forecast == "$$")
    unused = ({"+4", "+2", "+1", "-2", "-3"} - {pair.forecast for pair in view.pairs}).pop()
    pairs = tuple(replace(p, forecast=unused) if i == paying else p for i, p in enumerate(view.pairs))
    assert "only a dividend is decided on" in problems(CHOICE, replace(view, pairs=pairs))["revealed_pairs"]


def test_unseen_cards_that_cannot_be_dealt_are_found() -> None:
    """More unseen cards of one company than there are: no world, and the cards in question are named."""
    view = sample(FOUR, SELLING, round_number=5)
    only_last = PortfolioCard(cannot_be=(0, 1, 2, 3, 4))
    seats = []
    for index, shown in enumerate(view.seats):
        cards = shown.portfolio if index == view.viewer else (only_last,) * len(shown.portfolio)
        seats.append(replace(shown, portfolio=cards, starting_stock_shown=None))
    found = problems(FOUR, replace(view, seats=tuple(seats)))
    (text,) = found.values()
    assert "the unseen cards cannot be dealt" in text
    assert "Epic Electric" in text


def test_unseen_starting_stocks_need_different_companies() -> None:
    view = sample(FOUR, SUPPLY, round_number=1)
    only_first = PortfolioCard(cannot_be=(1, 2, 3, 4, 5), starting_stock=True)
    seats = [
        shown if index == view.viewer else replace(shown, portfolio=(only_first,))
        for index, shown in enumerate(view.seats)
    ]
    (text,) = problems(FOUR, replace(view, seats=tuple(seats))).values()
    assert "starting stocks are of different companies" in text


def test_companies_are_ruled_out_for_older_cards_first() -> None:
    view = sample(FOUR, SELLING, round_number=4)
    index = other(view)
    cards = (PortfolioCard(cannot_be=(1,)), PortfolioCard(cannot_be=(2,)), *view.seats[index].portfolio[2:])
    found = problems(FOUR, seat(index, portfolio=cards)(view))
    assert any(field.endswith(".cannot_be") and "shown at once" in text for field, text in found.items())


@pytest.mark.parametrize("junk", [None, 3, "view", {}])
def test_something_else_is_no_view(junk: Any) -> None:
    assert "view" in problems(FOUR, junk)


def test_huge_lists_are_refused_at_once() -> None:
    view = sample(FOUR, SELLING)
    huge: Any = (0,) * 1_000_000
    started = time.perf_counter()
    found = problems(FOUR, replace(view, seats=huge, piles=huge, pairs=huge, hand=huge, discard=huge, spaces=huge))
    assert time.perf_counter() - started < 1
    assert len(found) < 20


JUNK: tuple[Any, ...] = (
    None,
    -1,
    0,
    3,
    10**30,
    True,
    1.5,
    "x",
    "$$",
    (),
    (0,),
    [1],
    {},
    object(),
    Card(stock=1),
    Card(fee=2),
)


def mutated(value: Any, chooser: random.Random, depth: int = 0) -> Any:
    """The value with one thing in it, however deep, replaced by junk, left out or doubled."""
    if depth and chooser.random() < 0.25:
        return chooser.choice(JUNK)
    if is_dataclass(value) and not isinstance(value, (StockpileOptions, type)):
        name = chooser.choice(fields(value)).name
        return replace(value, **{name: mutated(getattr(value, name), chooser, depth + 1)})
    if isinstance(value, tuple) and value:
        place = chooser.randrange(len(value))
        return chooser.choice(
            (
                value[:place] + value[place + 1 :],
                (*value, value[place]),
                (*value[:place], mutated(value[place], chooser, depth + 1), *value[place + 1 :]),
            )
        )
    return chooser.choice(JUNK)


@pytest.mark.parametrize("options", [FOUR, TWO, CHOICE])
def test_a_garbled_view_is_refused_or_has_worlds(options: StockpileOptions) -> None:
    game = StockpileGame(options)
    chooser = random.Random(1)
    for phase in (SUPPLY, DEMAND, ACTION, SELLING):
        for _ in range(60):
            garbled = mutated(sample(options, phase), chooser)
            try:
                record = game.view_from_table(garbled)
            except ViewError:
                continue
            assert game.legal_moves(game.redeal(record, seed=1))

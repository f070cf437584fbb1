"""Move codes and typed moves: each legal code has one typed move, and the other way round."""

from engine.errors import MoveError
from engine.faults import is_whole, quoted
from engine.stockpile.cards import COMPANIES, KINDS, MoveKind
from engine.stockpile.edition import Edition
from engine.stockpile.faces import ACTION_CARDS, FaceError, card_of_kind, kind_of_card
from engine.stockpile.moves import (
    Bid,
    ClaimDividend,
    FinishSelling,
    Move,
    PlaceFaceDown,
    PlaceFaceUp,
    PlayAction,
    Sell,
)

_MOST_CARDS = 15
"""A code has four bits for each number of cards."""


def decode_move(edition: Edition, piles: int, code: int) -> Move:
    """The typed move of a code.

    Raises:
        MoveError: no move at a table with this edition and this many piles has the code.
    """
    move = _decode(edition, piles, code)
    if move is None:
        raise MoveError(f"no Stockpile move has the code {quoted(code)}")
    return move


def _decode(edition: Edition, piles: int, code: int) -> Move | None:
    if not is_whole(code, 0, (max(MoveKind) + 1 << 16) - 1):
        return None
    kind, first, second = code >> 16, (code >> 8) & 255, code & 255
    normal, split = second >> 4, second & 15
    if kind in (MoveKind.PLACE_FACE_UP, MoveKind.PLACE_FACE_DOWN):
        if first >= KINDS or second >= piles:
            return None
        card = card_of_kind(edition, first)
        return PlaceFaceUp(card, second) if kind == MoveKind.PLACE_FACE_UP else PlaceFaceDown(card, second)
    if kind == MoveKind.BID:
        return Bid(first, edition.bid_track[second]) if first < piles and second < len(edition.bid_track) else None
    if kind == MoveKind.PLAY_ACTION:
        return PlayAction(ACTION_CARDS[first], second) if first < len(ACTION_CARDS) and second < COMPANIES else None
    if kind == MoveKind.FINISH_SELLING:
        return FinishSelling() if first == second == 0 else None
    if first >= COMPANIES:
        return None
    if kind == MoveKind.SELL:
        return Sell(first, normal, split) if second > 0 else None
    return ClaimDividend(first, normal, split) if kind == MoveKind.CLAIM_DIVIDEND else None


def encode_move(edition: Edition, piles: int, move: object) -> int:
    """The code of a typed move.

    Raises:
        MoveError: naming the field that no move of this game can have.
    """
    match move:
        case PlaceFaceUp(card, pile):
            return _code(MoveKind.PLACE_FACE_UP, _kind(edition, card), _number("pile", pile, piles - 1))
        case PlaceFaceDown(card, pile):
            return _code(MoveKind.PLACE_FACE_DOWN, _kind(edition, card), _number("pile", pile, piles - 1))
        case Bid(pile, amount):
            if not is_whole(amount, 0, edition.bid_track[-1]) or amount not in edition.bid_track:
                track = ", ".join(map(str, edition.bid_track))
                raise MoveError(f"amount: must be on the Bid Track ({track}), not {quoted(amount)}")
            return _code(MoveKind.BID, _number("pile", pile, piles - 1), edition.bid_track.index(amount))
        case PlayAction(action, company):
            if action not in ACTION_CARDS:
                raise MoveError(f"action: must be boom or bust, not {quoted(action)}")
            return _code(MoveKind.PLAY_ACTION, ACTION_CARDS.index(action), _company(company))
        case FinishSelling():
            return _code(MoveKind.FINISH_SELLING, 0, 0)
        case Sell(company, normal, split):
            cards = _cards(normal, split)
            if cards == 0:
                raise MoveError("normal: a sale is of at least one card; to sell nothing more, finish selling")
            return _code(MoveKind.SELL, _company(company), cards)
        case ClaimDividend(company, normal, split):
            return _code(MoveKind.CLAIM_DIVIDEND, _company(company), _cards(normal, split))
    raise MoveError(f"{quoted(move)} is not a Stockpile move")


def _code(kind: MoveKind, first: int, second: int) -> int:
    return (int(kind) << 16) | (first << 8) | second


def _number(field: str, value: int, high: int) -> int:
    if not is_whole(value, 0, high):
        raise MoveError(f"{field}: must be a whole number from 0 to {high}, not {quoted(value)}")
    return value


def _company(value: int) -> int:
    return _number("company", value, COMPANIES - 1)


def _cards(normal: int, split: int) -> int:
    return _number("normal", normal, _MOST_CARDS) * 16 + _number("split", split, _MOST_CARDS)


def _kind(edition: Edition, card: object) -> int:
    try:
        return kind_of_card(edition, card)
    except FaceError as error:
        raise MoveError(f"card: {error}") from None

"""What a bidder expects of an auction, as a message."""

from collections.abc import Callable

from engine.stockpile.edition import Edition
from engine.stockpile.faces import card_of_kind
from engine.stockpile.table_view import Card
from pitwise.v1 import stockpile_auction_pb2, stockpile_view_pb2
from solvers.bidding.outlook import AuctionOutlook, Basis, PileOutlook

CardMessage = stockpile_view_pb2.StockpileCard

_BASES: dict[Basis, stockpile_auction_pb2.StockpileBidBasis.ValueType] = {
    "plan": stockpile_auction_pb2.STOCKPILE_BID_BASIS_PLAN,
    "enumeration": stockpile_auction_pb2.STOCKPILE_BID_BASIS_ENUMERATION,
    "straightforward": stockpile_auction_pb2.STOCKPILE_BID_BASIS_STRAIGHTFORWARD,
    "free pile": stockpile_auction_pb2.STOCKPILE_BID_BASIS_FREE_PILE,
}


def outlook_message(
    edition: Edition, outlook: AuctionOutlook, card_message: Callable[[Card], CardMessage]
) -> stockpile_auction_pb2.StockpileAuctionOutlook:
    """The message of an outlook.

    Args:
        edition: of the game.
        outlook: what the bidder expects.
        card_message: makes the message of a card.
    """
    return stockpile_auction_pb2.StockpileAuctionOutlook(
        basis=_BASES[outlook.basis],
        effective_worlds=outlook.effective_worlds,
        estimate=outlook.estimate,
        piles=[_pile_message(edition, pile, card_message) for pile in outlook.piles],
    )


def _pile_message(
    edition: Edition, pile: PileOutlook, card_message: Callable[[Card], CardMessage]
) -> stockpile_auction_pb2.StockpilePileOutlook:
    return stockpile_auction_pb2.StockpilePileOutlook(
        value=pile.value,
        deviation=pile.deviation,
        low=pile.low,
        clearing=pile.clearing,
        cap=pile.cap,
        price=pile.price,
        chances=[
            stockpile_auction_pb2.StockpileWinningChance(amount=one.amount, chance=one.chance) for one in pile.chances
        ],
        unseen=[
            stockpile_auction_pb2.StockpileLikelyCard(
                card=card_message(card_of_kind(edition, likely.kind)), expected=likely.expected
            )
            for likely in pile.unseen
        ],
    )

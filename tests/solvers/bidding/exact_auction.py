"""Auctions with complete information solved exactly: the independent truth for the bid optimiser.

Written from the rulebook's words in plain Python, apart from the engine and the optimiser. Each bidder has one meeple,
there are as many piles as bidders, and all know what every pile is worth to whom. Bids only rise, so the game has no
cycles and can be solved from its ends. On the whole ladder with $20K each, two bidders have 27 positions, three 919 and
four 37,025.
"""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Standing:
    """A position: for each pile its standing bid (step, seat), None without one; and the seat to bid."""

    bids: tuple[tuple[int, int] | None, ...]
    turn: int


Move = tuple[int, int]
Policy = Callable[[Standing], Move]


@dataclass
class ExactAuction:
    """An auction in which everything is known.

    Attributes:
        values: ``[seat][pile]``, in $K.
        money: ``[seat]``, in $K.
        amounts: $K at each step of the ladder, from 0.
    """

    values: list[list[float]]
    money: list[int]
    amounts: list[int]
    solved: dict[Standing, tuple[float, ...]] = field(default_factory=dict)

    @property
    def start(self) -> Standing:
        return Standing((None,) * len(self.money), 0)

    def legal_moves(self, standing: Standing) -> list[Move]:
        moves = []
        for pile, bid in enumerate(standing.bids):
            above = 0 if bid is None else bid[0] + 1
            moves += [
                (pile, step)
                for step in range(above, len(self.amounts))
                if self.amounts[step] <= self.money[standing.turn]
            ]
        return moves

    def after(self, standing: Standing, move: Move) -> Standing | None:
        """The next position, None when every pile has a bid."""
        bids = list(standing.bids)
        bids[move[0]] = (move[1], standing.turn)
        if None not in bids:
            return None
        at_rest = {bid[1] for bid in bids if bid is not None}
        turn = (standing.turn + 1) % len(self.money)
        while turn in at_rest:
            turn = (turn + 1) % len(self.money)
        return Standing(tuple(bids), turn)

    def payoffs(self, standing: Standing, last_move: Move) -> tuple[float, ...]:
        """What each seat gains when ``last_move`` ends the auction."""
        results = [0.0] * len(self.money)
        for pile, bid in enumerate(standing.bids):
            if pile == last_move[0]:
                bid = last_move[1], standing.turn
            assert bid is not None, "the auction goes on"
            results[bid[1]] = self.values[bid[1]][pile] - self.amounts[bid[0]]
        return tuple(results)

    def straightforward(self, standing: Standing) -> Move:
        """The lowest bid with the greatest surplus, on the first pile among equals."""
        lowest: dict[int, int] = {}
        for pile, step in self.legal_moves(standing):
            lowest[pile] = min(step, lowest.get(pile, step))
        seat = standing.turn
        pile = max(lowest, key=lambda pile: self.values[seat][pile] - self.amounts[lowest[pile]])
        return pile, lowest[pile]

    def play(self, standing: Standing, policies: list[Policy]) -> tuple[float, ...]:
        """The payoffs when each seat plays its policy."""
        while True:
            move = policies[standing.turn](standing)
            following = self.after(standing, move)
            if following is None:
                return self.payoffs(standing, move)
            standing = following

    def solve(self, standing: Standing) -> tuple[float, ...]:
        """The payoffs when every seat bids best for itself (backward induction; the first of equal moves)."""
        if standing not in self.solved:
            results = []
            for move in self.legal_moves(standing):
                following = self.after(standing, move)
                results.append(self.payoffs(standing, move) if following is None else self.solve(following))
            self.solved[standing] = max(results, key=lambda result: result[standing.turn])
        return self.solved[standing]

    def best_response(self, standing: Standing, seat: int, known: dict[Standing, float] | None = None) -> float:
        """The most ``seat`` can gain when all others are straightforward: a search of every bid it could make."""
        known = {} if known is None else known
        if standing not in known:
            moves = self.legal_moves(standing) if standing.turn == seat else [self.straightforward(standing)]
            gains = []
            for move in moves:
                following = self.after(standing, move)
                if following is None:
                    gains.append(self.payoffs(standing, move)[seat])
                else:
                    gains.append(self.best_response(following, seat, known))
            known[standing] = max(gains)
        return known[standing]

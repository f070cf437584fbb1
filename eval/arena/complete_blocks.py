"""Which games count: those of complete blocks, so that results do not depend on who worked when."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from eval.arena.results import GameResult
from eval.arena.run_spec import RunSpec
from eval.arena.seating import games_of_block


@dataclass(frozen=True)
class CompleteBlocks:
    """The games of a run at one number of players.

    Attributes:
        results: of all complete blocks, in the order of blocks and numbers.
        deals: the complete blocks' numbers, ascending.
        left_out: games of blocks that are not complete.
    """

    results: tuple[GameResult, ...]
    deals: tuple[int, ...]
    left_out: tuple[GameResult, ...]

    @property
    def in_deal_order(self) -> int:
        """How many blocks there are from the first deal on without a gap."""
        return next((number for number, deal in enumerate(self.deals) if number != deal), len(self.deals))


def complete_blocks(spec: RunSpec, results: Iterable[GameResult], players: int) -> CompleteBlocks:
    """Sort out the complete blocks of ``players`` at the table; games at other tables are passed over.

    Raises:
        ValueError: a game is there twice, or is none of the run's.
    """
    of_block: dict[int, dict[int, GameResult]] = defaultdict(dict)
    for result in results:
        if result.key.players != players:
            continue
        games = of_block[result.key.block]
        if result.key.number in games:
            raise ValueError(f"{result.key} is there twice")
        games[result.key.number] = result
    complete: list[GameResult] = []
    left_out: list[GameResult] = []
    deals = []
    for block, games in sorted(of_block.items()):
        seatings = games_of_block(spec, players, block)
        for number, result in sorted(games.items()):
            if number >= len(seatings) or result.seating != seatings[number]:
                raise ValueError(f"{result.key} with the seating {result.seating} is no game of the run {spec.name}")
        if len(games) == len(seatings):
            deals.append(block)
            complete += [games[number] for number in range(len(seatings))]
        else:
            left_out += [games[number] for number in sorted(games)]
    return CompleteBlocks(tuple(complete), tuple(deals), tuple(left_out))

"""Matches of Stockpile's heuristic styles, thousands of games a second: a whole match is one compiled loop.

python -m eval.style_match --deals 2000
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.table import Table

from engine.catalog import load_game
from engine.compiling import kernel
from engine.contract import MAX_MOVES, NO_LOG, apply, deal, mover, payoffs, random_move, suggest
from engine.game import Game
from engine.randomness import mix
from engine.stockpile.cards import COMPANIES, CardKind, MoveKind, Phase
from engine.stockpile.codes import first_part, move_kind, normal_cards, second_part, split_cards
from eval.arena.measures import first_against_rest
from eval.intervals import Interval, interval_over_deals

RANDOM = "random"
"""The name that stands for uniformly random moves."""


class Habit(IntEnum):
    """What is counted of each player, over all games."""

    PILES = 0
    BIDS = 1  # $K paid for them
    ROUNDS = 2
    CARDS_SOLD = 3
    FEES = 4  # fees placed in the Supply Phase
    FEES_HIDDEN = 5
    SHARES = 6  # held at the end
    LARGEST_HOLDING = 7  # of one company, at the end


@kernel
def play_styles(rules, state, styles, seeds, results, habits, log):
    """Play every seed once for each rotation of ``styles`` over the seats; return the number of decisions.

    Results go to ``[seed, rotation, player]``, habits to ``[player, habit]``; style -1 plays at random.
    """
    seats = styles.shape[0]
    rng = np.zeros(1, np.uint64)
    moves = np.empty(MAX_MOVES, np.int32)
    final = np.empty(seats, np.float64)
    decisions = 0
    for game in range(seeds.shape[0]):
        for rotation in range(seats):
            deal(rules, state, seeds[game], log)
            rng[0] = mix(np.uint64(seeds[game]) + np.uint64(rotation))
            seat = mover(rules, state)
            while seat >= 0:
                player = (seat + rotation) % seats
                style = int(styles[player])
                if style < 0:
                    move = int(random_move(rules, state, moves, rng))
                else:
                    move = int(suggest(rules, state, style, rng))
                bidding = state.phase == Phase.DEMAND
                apply(rules, state, move, log)
                note_habits(move, habits[player])
                if bidding and state.phase != Phase.DEMAND:
                    note_auction(rules, state, rotation, habits)
                decisions += 1
                seat = mover(rules, state)
            payoffs(rules, state, final)
            for seat in range(seats):
                player = (seat + rotation) % seats
                results[game, rotation, player] = final[seat]
                note_portfolio(state, seat, habits[player])
    return decisions


@kernel
def note_habits(move, habits):
    """Count a move."""
    kind = move_kind(move)
    if kind == MoveKind.PLACE_FACE_UP or kind == MoveKind.PLACE_FACE_DOWN:
        if CardKind.FIRST_FEE <= first_part(move) <= CardKind.LAST_FEE:
            habits[Habit.FEES] += 1
            habits[Habit.FEES_HIDDEN] += kind == MoveKind.PLACE_FACE_DOWN
    elif kind == MoveKind.SELL:
        habits[Habit.CARDS_SOLD] += normal_cards(second_part(move)) + split_cards(second_part(move))
    elif kind == MoveKind.FINISH_SELLING:
        habits[Habit.ROUNDS] += 1


@kernel
def note_auction(rules, state, rotation, habits):
    """Count what was paid in an auction that has just ended."""
    for pile in range(int(rules.piles)):
        player = (int(state.bid_seats[pile]) + rotation) % int(rules.seats)
        habits[player, Habit.PILES] += 1
        habits[player, Habit.BIDS] += int(rules.bid_amounts[state.bids[pile]])


@kernel
def note_portfolio(state, seat, habits):
    """Count a final portfolio."""
    largest = 0
    for company in range(COMPANIES):
        held = int(state.shares[seat, company]) + 2 * int(state.split_shares[seat, company])
        habits[Habit.SHARES] += held
        largest = max(largest, held)
    habits[Habit.LARGEST_HOLDING] += largest


def match_styles(
    game: Game, styles: Sequence[str], deals: int, seed: int = 0
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Payoffs ``[deal, rotation, place]`` and habits ``[place, habit]`` of a line-up of style names."""
    seats = len(styles)
    results = np.zeros((deals, seats, seats))
    habits = np.zeros((seats, len(Habit)), np.int64)
    numbers = np.array([-1 if style == RANDOM else game.styles.index(style) for style in styles], np.int64)
    seeds = np.arange(deals, dtype=np.int64) + np.int64(seed) * 1_000_000_007
    play_styles(game.rules, game.empty_state(), numbers, seeds, results, habits, NO_LOG)
    return results, habits


def style_against_rest(game: Game, style: str, other: str, deals: int, seed: int = 0) -> tuple[Interval, Interval]:
    """Win share of one seat of ``style`` against ``other`` in all other seats, and its lead over them."""
    results, _ = match_styles(game, [style] + [other] * (game.seats - 1), deals, seed)
    wins, leads = first_against_rest(results)
    return interval_over_deals(wins), interval_over_deals(leads)


def cross_table(game: Game, deals: int, seed: int) -> Table:
    """Every style against copies of every other."""
    table = Table(title=f"Win share of one seat (row) against the others (column), {game.seats} players, {deals} deals")
    table.add_column("style")
    others = [*game.styles, RANDOM]
    for other in others:
        table.add_column(other, justify="right")
    for style in game.styles:
        cells = [
            "" if other == style else style_against_rest(game, style, other, deals, seed)[0].text(3) for other in others
        ]
        table.add_row(style, *cells)
    return table


def habit_table(game: Game, deals: int, seed: int) -> Table:
    """How each style plays, in games of one seat of it against ``value`` players."""
    table = Table(title=f"One seat against {game.styles[0]} players, {game.seats} players, {deals} deals")
    table.add_column("style")
    for heading in ("$K a pile", "cards sold a round", "fees hidden", "final shares", "largest holding"):
        table.add_column(heading, justify="right")
    for style in game.styles:
        _, counts = match_styles(game, [style] + [game.styles[0]] * (game.seats - 1), deals, seed)
        habit = counts[0].astype(float)
        games = deals * game.seats
        table.add_row(
            style,
            f"{habit[Habit.BIDS] / habit[Habit.PILES]:.2f}",
            f"{habit[Habit.CARDS_SOLD] / habit[Habit.ROUNDS]:.2f}",
            f"{100.0 * habit[Habit.FEES_HIDDEN] / max(1.0, habit[Habit.FEES]):.0f} %",
            f"{habit[Habit.SHARES] / games:.1f}",
            f"{habit[Habit.LARGEST_HOLDING] / games:.1f}",
        )
    return table


def main(
    players: Annotated[int, typer.Option(min=2, help="How many players.")] = 4,
    deals: Annotated[int, typer.Option(min=2, help="Deals; each is played once for every rotation.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Decides the deals.")] = 0,
) -> None:
    """Compare the styles of Stockpile's heuristic player."""
    game = load_game("stockpile", seats=players)
    console = Console()
    console.print(cross_table(game, deals, seed))
    console.print(habit_table(game, deals, seed))


if __name__ == "__main__":
    typer.run(main)

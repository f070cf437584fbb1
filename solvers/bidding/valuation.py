"""What the piles are worth: to every seat in every world, and what each seat would make of them itself.

All values are in $K of money now, that is, of a bid: a pile's surplus is its value minus the amount bid.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiling import kernel
from engine.game import Game
from engine.randomness import draw_unit, generator
from engine.stockpile.cards import ACTION_FACES, COMPANIES, CardKind
from engine.stockpile.fees import fee_amount
from engine.stockpile.pile_value import action_card_value, majority_grip, note_piles, unseen_card_value
from engine.stockpile.share_value import (
    NOTES_SHAPE,
    Note,
    action_change,
    expected_forecasts,
    forecasts_of,
    majority_prospect,
    mean_values,
    note_holdings,
    note_values,
)
from engine.stockpile.simple_bidder import simple_pile_value
from engine.stockpile.styles import FEWEST_SEATS, STYLES, WEIGHTS, Style, Weight

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ValuationOptions:
    """How piles are valued.

    Attributes:
        money_weight: what $1K of a bid counts before the last round, in $K of pile value; in the last round it is 1.
            Measured by playing on from a thousand auctions, both money and what a pile holds grow by a half or more
            until the end, and about alike.
        rival_weight: what $1K of the rivals' mean counts in own $K; decides where Boom and Bust go.
        rival_style: the heuristic style by which seats value piles from what they see.
        rival_money_weight: lowest and highest of what $1K of a bid counts to others before the last round, drawn for
            every seat and world: some bid nearly twice as high as others for the same pile, and the bids seen tell
            who. None: as the style has it.
    """

    money_weight: float = 1.0
    rival_weight: float = 0.5
    rival_style: str = "value"
    rival_money_weight: tuple[float, float] | None = None


@dataclass(frozen=True)
class Valuation:
    """Values of the piles in $K, bids aside.

    Attributes:
        own: ``[worlds, seats, piles]``, how much better the seat's final result becomes by winning the pile in that
            world: faces, holdings and forecasts are the world's, but what the seat sells and where it plays action
            cards it decides by what it knows.
        believed: ``[worlds, seats, piles]``, what the seat expects in that world from its own information alone.
    """

    own: Floats
    believed: Floats


def value_piles(game: Game, worlds: npt.NDArray[Any], options: ValuationOptions, seed: int) -> Valuation:
    """Value every pile for every seat in every world.

    Args:
        game: a configured game of Stockpile.
        worlds: ``[worlds]`` records of full positions in a Demand Phase, of one round.
        options: how.
        seed: breaks ties of beliefs, as the heuristic players do.

    Raises:
        ValueError: there is no heuristic style of this name.
    """
    style = STYLES.index(options.rival_style)
    weights = WEIGHTS[game.seats - FEWEST_SEATS]
    cost = float(weights[style, Weight.COST]) if style != Style.SIMPLE_BIDDER else 1.0
    low, high = options.rival_money_weight or (cost, cost)
    shape = (len(worlds), game.seats, int(game.rules.piles))
    own = np.empty(shape)
    believed = np.empty(shape)
    value_worlds(
        game.rules,
        worlds,
        style,
        weights[style],
        low,
        high,
        weights[Style.VALUE],
        options.money_weight,
        options.rival_weight,
        generator(seed),
        own,
        believed,
    )
    return Valuation(own, believed)


@kernel
def value_worlds(
    rules, worlds, style, rival_weights, low, high, weights, money_weight, rival_weight, rng, own, believed
):
    """Fill ``own`` and ``believed``, each ``[worlds, seats, piles]``."""
    notes = np.empty(NOTES_SHAPE, np.float64)
    shares = np.empty(COMPANIES, np.float64)
    effects = np.empty((ACTION_FACES, COMPANIES), np.float64)
    changes = np.empty((ACTION_FACES, COMPANIES), np.float64)
    for index in range(len(worlds)):
        state = worlds[index]
        for seat in range(int(rules.seats)):
            cost = 1.0 if is_last_round(rules, state) else low + (high - low) * draw_unit(rng)
            note_beliefs(rules, state, seat, style, rival_weights, cost, rng, notes, believed[index, seat])
            note_own_values(
                rules,
                state,
                seat,
                weights,
                money_weight,
                rival_weight,
                notes,
                shares,
                effects,
                changes,
                own[index, seat],
            )


@kernel
def is_last_round(rules, state):
    """Whether there is no further auction."""
    return int(state.round_number) + 1 >= int(rules.rounds)


@kernel
def note_beliefs(rules, state, seat, style, weights, cost, rng, notes, out):
    """What ``seat`` makes of the piles as the heuristic bidder of the style does, in $K of a bid: ``out[piles]``.

    ``cost`` is what $1K of a bid counts. It reads only what the seat has seen. Thrift is left out.
    """
    piles = int(rules.piles)
    if style == Style.SIMPLE_BIDDER:
        for pile in range(piles):
            out[pile] = simple_pile_value(rules, state, seat, pile) / cost
        return
    later = int(rules.rounds) - int(state.round_number) - 1
    note_values(rules, state, expected_forecasts(state, 1 << seat), weights[Weight.GROWTH] * later, notes)
    note_holdings(rules, state, seat, weights[Weight.HIDDEN_SHARE], notes)
    action_value = action_card_value(weights, notes)
    unseen_value = unseen_card_value(rules, weights, notes, action_value)
    grip = majority_grip(rules, state, weights)
    note_piles(rules, state, seat, grip, action_value, unseen_value, weights, notes)
    for pile in range(piles):
        out[pile] = (notes[Note.PILE, pile] + weights[Weight.JITTER] * draw_unit(rng)) / cost


@kernel
def note_own_values(rules, state, seat, weights, money_weight, rival_weight, notes, shares, effects, changes, out):
    """What the piles are worth to ``seat`` in this world, in $K of a bid: ``out[piles]``.

    ``notes``, ``shares``, ``effects`` and ``changes`` are room to work in.
    """
    growth = weights[Weight.GROWTH] * (int(rules.rounds) - int(state.round_number) - 1)
    known = expected_forecasts(state, 1 << seat)
    true = expected_forecasts(state, 0)  # what nobody need have seen: every pair of the world
    note_values(rules, state, known, growth, notes)
    for company in range(COMPANIES):
        shares[company], _ = mean_values(
            rules, company, int(state.spaces[company]), forecasts_of(true, company), growth
        )
        note_true_holdings(rules, state, seat, company, notes)
    note_action_cards(rules, state, seat, known, growth, rival_weight, notes, effects, changes)
    grip = majority_grip(rules, state, weights)
    money = 1.0 if is_last_round(rules, state) else money_weight
    for pile in range(int(rules.piles)):
        gain = 0.0
        fees = 0.0
        actions = 0  # a bit for each face met
        taken = 0  # shares of each company in this pile so far, eight bits each
        for place in range(int(state.pile_sizes[pile])):
            kind = int(state.card[int(state.pile_cards[pile, place])])
            if kind <= CardKind.LAST_STOCK:
                more = (taken >> (8 * kind)) & 255
                taken += 1 << (8 * kind)
                gain += share_gain(rules, kind, notes[Note.OWN, kind] + more, grip, weights, shares, notes)
            elif kind <= CardKind.LAST_FEE:
                fees += fee_amount(rules, kind)
            else:
                actions += 1 << (8 * (kind - CardKind.STOCK_BOOM))
        for face in range(ACTION_FACES):
            cards = (actions >> (8 * face)) & 255
            if cards > 0:
                gain += cards * best_action(face, taken, effects, changes)
        out[pile] = gain / money - fees


@kernel
def note_true_holdings(rules, state, seat, company, notes):
    """Write the seat's own shares of a company and the largest holding of a rival, split cards double."""
    notes[Note.RIVAL, company] = 0.0
    for other in range(int(rules.seats)):
        held = float(int(state.shares[other, company]) + 2 * int(state.split_shares[other, company]))
        if other == seat:
            notes[Note.OWN, company] = held
        elif held > notes[Note.RIVAL, company]:
            notes[Note.RIVAL, company] = held


@kernel
def share_gain(rules, company, held, grip, weights, shares, notes):
    """What one more share brings to a seat that holds ``held``: sold now, or kept for what it will really bring.

    It is sold if the price now is more than keeping it seems to be worth to the seat (``Note.NORMAL``).
    """
    lead = held - notes[Note.RIVAL, company]
    standing = majority_prospect(rules, lead + 1.0, grip) - majority_prospect(rules, lead, grip)
    standing += weights[Weight.OWN_COMPANY] * held
    if notes[Note.PRICE, company] > notes[Note.NORMAL, company] + standing:
        return notes[Note.PRICE, company]
    if shares[company] <= 0.0:
        return 0.0  # bankrupt: no majority either
    return shares[company] + standing


@kernel
def note_action_cards(rules, state, seat, known, growth, rival_weight, notes, effects, changes):
    """Write what each action card would do on each company, by what ``seat`` knows of the forecasts.

    ``effects[face, company]``: the change of the seat's present holdings minus ``rival_weight`` times the mean change
    of the rivals'; ``changes[face, company]``: the change of one normal card. Both in $K.
    """
    rivals = float(rules.seats) - 1.0
    for face in range(ACTION_FACES):
        for company in range(COMPANIES):
            normal, split = action_change(rules, state, face, company, forecasts_of(known, company), growth, notes)
            effect = 0.0
            for other in range(int(rules.seats)):
                change = normal * int(state.shares[other, company]) + split * int(state.split_shares[other, company])
                if other == seat:
                    effect += change
                else:
                    effect -= rival_weight * change / rivals
            effects[face, company] = effect
            changes[face, company] = normal


@kernel
def best_action(face, taken, effects, changes):
    """What an action card does at best to a seat that gets ``taken`` shares (eight bits a company) with it."""
    best = -1.0e9
    for company in range(COMPANIES):
        effect = effects[face, company] + changes[face, company] * ((taken >> (8 * company)) & 255)
        if effect > best:
            best = effect
    return best

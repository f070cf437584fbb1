"""What the piles are worth to a bidder, from what it has seen."""

from engine.compiling import kernel
from engine.stockpile.cards import ALL_SEEN, COMPANIES, FEE_FACES, CardKind
from engine.stockpile.fees import fee_amount
from engine.stockpile.share_value import Note, majority_prospect
from engine.stockpile.styles import Weight


@kernel
def majority_grip(rules, state, weights):
    """How much each share of a lead decides a majority, with so many rounds to go."""
    later = int(rules.rounds) - int(state.round_number) - 1
    return weights[Weight.GRIP_LATE] / (1.0 + weights[Weight.GRIP_FADE] * later)


@kernel
def action_card_value(weights, notes):
    """What an action card is worth in $K: it will go to the largest holding."""
    most = 0.0
    for company in range(COMPANIES):
        if notes[Note.OWN, company] > most:
            most = notes[Note.OWN, company]
    return weights[Weight.ACTION_CARD] + weights[Weight.ACTION_PER_SHARE] * most


@kernel
def stock_card_value(rules, company, held, grip, weights, notes):
    """What one more share is worth in $K to a seat that holds ``held``: its proceeds and its part in a majority."""
    lead = held - notes[Note.RIVAL, company]
    return (
        max(notes[Note.PRICE, company], notes[Note.NORMAL, company])  # what will fall is sold before
        + weights[Weight.OWN_COMPANY] * held
        + majority_prospect(rules, lead + 1.0, grip)
        - majority_prospect(rules, lead, grip)
    )


@kernel
def unseen_card_value(rules, weights, notes, action_value):
    """What a face-down card is worth on average in $K, allowing for the fees that placers hide."""
    share = 0.0
    for company in range(COMPANIES):
        share += max(notes[Note.PRICE, company], notes[Note.NORMAL, company])
    fee = 0.0
    for face in range(FEE_FACES):
        fee += int(rules.fee_amounts[face])
    hidden_fee = weights[Weight.HIDDEN_FEE]
    hidden_action = weights[Weight.HIDDEN_ACTION]
    return (
        (1.0 - hidden_fee - hidden_action) * share / COMPANIES
        + hidden_action * action_value
        - hidden_fee * fee / FEE_FACES
    )


@kernel
def pile_value(rules, state, seat, pile, grip, action_value, unseen_value, weights, notes):
    """What a pile is worth to ``seat`` in $K, bids aside. Several shares of a company build on each other."""
    value = 0.0
    taken = 0  # shares of each company in this pile so far, eight bits each
    for place in range(int(state.pile_sizes[pile])):
        card = int(state.pile_cards[pile, place])
        if (int(state.seen[card]) >> seat) & 1 == 0:
            value += unseen_value
            continue
        kind = int(state.card[card])
        if kind <= CardKind.LAST_STOCK:
            more = (taken >> (8 * kind)) & 255
            taken += 1 << (8 * kind)
            value += stock_card_value(rules, kind, notes[Note.OWN, kind] + more, grip, weights, notes)
        elif kind <= CardKind.LAST_FEE:
            value -= fee_amount(rules, kind)
        else:
            value += action_value
    return value


@kernel
def note_piles(rules, state, seat, grip, action_value, unseen_value, weights, notes):
    """Write what each pile is worth to ``seat``."""
    for pile in range(int(rules.piles)):
        notes[Note.PILE, pile] = pile_value(rules, state, seat, pile, grip, action_value, unseen_value, weights, notes)


@kernel
def note_public_piles(rules, state, action_value, unseen_value, notes):
    """Write what each pile looks worth to a seat that knows the open cards and the public pair only."""
    for pile in range(int(rules.piles)):
        value = 0.0
        for place in range(int(state.pile_sizes[pile])):
            card = int(state.pile_cards[pile, place])
            # Read only what lies open: a bidder's own face-down card is unseen to the others.
            if state.seen[card] != ALL_SEEN:
                value += unseen_value
                continue
            kind = int(state.card[card])
            if kind <= CardKind.LAST_STOCK:
                value += notes[Note.OUTSIDERS_NORMAL, kind]
            elif kind <= CardKind.LAST_FEE:
                value -= fee_amount(rules, kind)
            else:
                value += action_value
        notes[Note.PUBLIC_PILE, pile] = value

"""Trading fees (rulebook, Demand Phase 5): paid at once if there is money, otherwise as soon as there is."""

from engine.compiling import kernel
from engine.stockpile.cards import CardKind, Zone
from engine.stockpile.events import EventKind, tell_everyone


@kernel
def fee_amount(rules, kind):
    """The amount of a fee card of this kind in $K."""
    return int(rules.fee_amounts[kind - CardKind.FIRST_FEE])


@kernel
def smallest_unpaid_fee(rules, state, seat):
    """The card number of the seat's smallest unpaid fee, -1 if it owes none."""
    best = -1
    best_amount = 0
    for card in range(state.dealt):
        if state.zone[card] == Zone.UNPAID_FEE and state.holder[card] == seat:
            amount = fee_amount(rules, state.card[card])
            if best < 0 or amount < best_amount:
                best = card
                best_amount = amount
    return best


@kernel
def pay_fees(rules, state, seat, log):
    """Pay the seat's unpaid fees, the smallest first, while its money lasts; a fee is paid whole or not at all."""
    while state.unpaid_fees[seat] > 0:
        card = smallest_unpaid_fee(rules, state, seat)
        amount = fee_amount(rules, state.card[card])
        if amount > state.money[seat]:
            return
        state.money[seat] -= amount
        state.unpaid_fees[seat] -= 1
        state.zone[card] = Zone.DISCARD
        tell_everyone(state, log, EventKind.FEE_PAID, seat, amount, 0, card, 0)

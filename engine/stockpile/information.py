"""1. Information Phase: every seat sees its private pairs, all see the public one, the rest stay hidden."""

from engine.compiling import kernel
from engine.stockpile.cards import ALL_SEEN, COMPANIES
from engine.stockpile.events import EventKind, tell_everyone, tell_seat


@kernel
def pair_owner(rules, pair):
    """The seat that holds a pair, -1 for the public one, -2 for the hidden ones beside the board."""
    seat = pair // int(rules.private_pairs)
    if seat < rules.seats:
        return seat
    if pair - int(rules.seats) * int(rules.private_pairs) < rules.public_pairs:
        return -1
    return -2


@kernel
def give_information(rules, state, log):
    """Show each seat its private pairs and everybody the public one."""
    number = state.round_number
    for pair in range(COMPANIES):
        company = state.pair_companies[number, pair]
        forecast = state.pair_forecasts[number, pair]
        owner = pair_owner(rules, pair)
        if owner >= 0:
            state.pair_seen[pair] = 1 << owner
            tell_seat(state, log, owner, EventKind.PAIR_SEEN, owner, company, forecast, pair, 0)
        elif owner == -1:
            state.pair_seen[pair] = ALL_SEEN
            tell_everyone(state, log, EventKind.PAIR_SEEN, -1, company, forecast, pair, 0)
        else:
            state.pair_seen[pair] = 0

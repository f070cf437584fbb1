"""6. Movement Phase: all pairs are revealed, prices move, dividends are paid; then the round ends."""

from engine.compiling import kernel
from engine.stockpile.cards import ALL_SEEN, COMPANIES, MoveKind, Phase
from engine.stockpile.codes import encode_cards, encode_move, first_part, normal_cards, second_part, split_cards
from engine.stockpile.dividends import claim_dividend, pay_dividend_to_all
from engine.stockpile.events import EventKind, tell_everyone
from engine.stockpile.state import is_last_in_turn_order, next_seat
from engine.stockpile.stock_price import move_price


@kernel
def begin_movement(rules, state, log):
    """Start revealing pairs; return whether the phase is over already."""
    state.phase = Phase.MOVEMENT
    state.movement_index = 0
    return reveal_pairs(rules, state, log)


@kernel
def pair_to_reveal(rules, state, index):
    """The ``index``-th pair revealed: the seats' pairs in turn order, then the public pair, then the hidden ones."""
    private = int(rules.seats) * int(rules.private_pairs)
    if index >= private:
        return index
    return (int(state.first_seat) * int(rules.private_pairs) + index) % private


@kernel
def reveal_pairs(rules, state, log):
    """Reveal and resolve pairs until one needs decisions (dividends by choice); True when all are done."""
    number = int(state.round_number)
    while state.movement_index < COMPANIES:
        pair = pair_to_reveal(rules, state, int(state.movement_index))
        company = int(state.pair_companies[number, pair])
        forecast = int(state.pair_forecasts[number, pair])
        owner = pair // int(rules.private_pairs)
        if owner >= rules.seats:
            owner = -1
        state.pair_seen[pair] = ALL_SEEN
        tell_everyone(state, log, EventKind.PAIR_REVEALED, owner, company, forecast, pair, 0)
        if rules.forecast_dividends[forecast] > 0:
            if rules.choose_dividends:
                state.turn = state.first_seat
                return False
            pay_dividend_to_all(rules, state, company, int(rules.forecast_dividends[forecast]), log)
        else:
            move_price(rules, state, company, int(rules.forecast_spaces[forecast]), log)
        state.movement_index += 1
    return True


@kernel
def company_paying_dividend(rules, state):
    """The company whose dividend is being claimed."""
    pair = pair_to_reveal(rules, state, int(state.movement_index))
    return int(state.pair_companies[state.round_number, pair])


@kernel
def legal_claims(rules, state, out):
    """Any number of the company's normal and split cards, none included.

    Seats without the company are asked as well, lest the question itself tell the others who has it.
    """
    company = company_paying_dividend(rules, state)
    count = 0
    for normal in range(int(state.shares[state.turn, company]) + 1):
        for split in range(int(state.split_shares[state.turn, company]) + 1):
            out[count] = encode_move(MoveKind.CLAIM_DIVIDEND, company, encode_cards(normal, split))
            count += 1
    return count


@kernel
def claim(rules, state, move, log):
    """Play a claim; after the last seat's the next pair is revealed. Return whether the phase is over."""
    seat = int(state.turn)
    pair = pair_to_reveal(rules, state, int(state.movement_index))
    dividend = int(rules.forecast_dividends[state.pair_forecasts[state.round_number, pair]])
    company = first_part(move)
    cards = second_part(move)
    claim_dividend(rules, state, seat, company, normal_cards(cards), split_cards(cards), dividend, log)
    if not is_last_in_turn_order(rules, state, seat):
        state.turn = next_seat(rules, seat)
        return False
    state.movement_index += 1
    return reveal_pairs(rules, state, log)

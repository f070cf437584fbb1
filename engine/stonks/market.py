"""Market symbols: the player of the card moves one company's token at once; locked tokens and the trump token."""

from engine.compiling import kernel
from engine.stonks.cards import COMPANIES, LEVELS, NONE, MoveKind, Phase
from engine.stonks.codes import encode_move, first_part, move_kind, second_part
from engine.stonks.events import EventKind, append_to_log, tell_everyone
from engine.stonks.state import count_bits, lowest_priced_company, price

DOWN = 0
UP = 1


@kernel
def begin_market(state, steps):
    """The seat that played a card with symbols moves a token before the next seat plays."""
    state.phase = Phase.MARKET
    state.steps = steps


@kernel
def is_locked(state, company):
    """Whether the company's token is black."""
    return (int(state.black) >> int(company)) & 1 == 1


@kernel
def level_after(state, company, direction):
    """The level that all the symbols together lead to, -1 if they do not fit on the tile."""
    level = int(state.levels[company])
    level += int(state.steps) if direction == UP else -int(state.steps)
    return level if 0 <= level < LEVELS else -1


@kernel
def legal_token_moves(rules, state, out):
    """Every company whose token is not black, each way that all the symbols fit."""
    count = 0
    for company in range(COMPANIES):
        if state.places[company] == NONE or is_locked(state, company):
            continue
        for direction in range(2):
            # Without a branch, which would go either way as often: what does not fit is overwritten.
            out[count] = encode_move(MoveKind.MOVE_TOKEN, company, direction)
            count += 1 if level_after(state, company, direction) >= 0 else 0
    if rules.optional_symbols:
        out[count] = encode_move(MoveKind.LEAVE_MARKET, 0, 0)
        count += 1
    return count


@kernel
def use_symbols(rules, state, move, log):
    """Play the move of a token, or the decision to leave the market alone."""
    seat = int(state.turn)
    if move_kind(move) == MoveKind.LEAVE_MARKET:
        tell_everyone(state, log, EventKind.MARKET_LEFT, seat, 0, 0, 0, 0)
    else:
        company = first_part(move)
        before = int(state.levels[company])
        after = level_after(state, company, second_part(move))
        state.levels[company] = after
        tell_everyone(state, log, EventKind.TOKEN_MOVED, seat, company, before, after, price(rules, state, company))
        lock(rules, state, company, log)
        place_trump(rules, state, log)
    state.steps = 0


@kernel
def lock(rules, state, company, log):
    """Turn the moved token black; the others stay black until so many are, or turn back at once."""
    moved = 1 << int(company)
    black = int(state.black) | moved
    if black != moved and (rules.last_moved_lock or count_bits(black) >= rules.black_tokens):
        black = moved
        append_to_log(log, EventKind.TOKENS_FREED, -1, -1, 0, 0, 0, 0)
    state.black = black


@kernel
def place_trump(rules, state, log):
    """The trump token goes to the lowest price at once, even inside a trick."""
    company = lowest_priced_company(rules, state)
    if company != state.trump:
        state.trump = company
        append_to_log(log, EventKind.TRUMP_MOVED, -1, -1, company, 0, 0, 0)

"""What a move of a token would do: to a price, and to trump."""

from engine.compiling import kernel
from engine.stonks.assessment import Note
from engine.stonks.cards import COMPANIES, LEVELS, NONE

NO_MOVE = -1000.0
"""The value of a move that there is not."""

_PLACES = 8
_HIGHEST_KEY = 1 << 20


@kernel
def price_key(rules, place, level):
    """A number that orders companies as trump does: by price, then by place from the left."""
    return int(rules.prices[place, level]) * _PLACES + place


@kernel
def lowest_keys(rules, state):
    """The two lowest price keys of the market."""
    lowest = _HIGHEST_KEY
    second = _HIGHEST_KEY
    for company in range(COMPANIES):
        if state.places[company] != NONE:
            key = price_key(rules, int(state.places[company]), int(state.levels[company]))
            second = min(second, max(lowest, key))
            lowest = min(lowest, key)
    return lowest, second


@kernel
def level_moved(state, company, steps, direction):
    """The level after a token move, -1 if it does not fit."""
    level = int(state.levels[company])
    level += steps if direction == 1 else -steps
    return level if level < LEVELS else -1


@kernel
def price_change(rules, state, company, after):
    """What a token move to a level does to the expected price."""
    level = int(state.levels[company])
    place = int(state.places[company])
    change = float(int(rules.prices[place, after]) - int(rules.prices[place, level]))
    # A level that does not change the price yet brings the next change nearer.
    return change if change != 0.0 else 0.25 * (after - level)


@kernel
def trump_after(rules, state, company, after, lowest, second):
    """Where trump lies after a token move to a level; ``lowest`` and ``second`` are the keys before."""
    place = int(state.places[company])
    others = second if lowest % _PLACES == place else lowest
    key = min(others, price_key(rules, place, after))
    return int(state.rows[state.round_number, key % _PLACES])


@kernel
def is_free(state, company):
    """Whether the company is in play and its token may be moved."""
    return state.places[company] != NONE and (int(state.black) >> company) & 1 == 0


@kernel
def note_token_moves(rules, state, steps, notes, by_trump):
    """For each company that could be trump next, the value of the best token move that makes it so.

    NO_MOVE where no move does. Optional symbols need not be used: trump stays, at no value.
    """
    for company in range(COMPANIES):
        by_trump[company] = NO_MOVE
    if rules.optional_symbols:
        by_trump[state.trump] = 0.0
    lowest, second = lowest_keys(rules, state)
    for company in range(COMPANIES):
        if not is_free(state, company):
            continue
        for direction in range(2):
            after = level_moved(state, company, steps, direction)
            if after >= 0:
                trump = trump_after(rules, state, company, after, lowest, second)
                value = price_change(rules, state, company, after) * notes[Note.STAKE, company]
                by_trump[trump] = max(by_trump[trump], value)

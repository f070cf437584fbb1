"""What a seat sees of each of its moves, as numbers: what :mod:`engine.stonks.move_values` judges moves by.

Every decision has features of its own, the same for all moves, and features of each move. They are computed from what
the mover has seen alone. Money features are in $ and scaled to about 1, and so are the others. The moves described are
the legal ones, but for speculations that cannot be good: see :func:`engine.stonks.suggest.suggest_play`.
"""

import numpy as np

from engine.compiling import kernel
from engine.stack_arrays import stack_array
from engine.stonks.assessment import (
    Note,
    card_strength,
    new_notes,
    note_fruits,
    note_stakes,
    open_value,
    pick_value,
)
from engine.stonks.cards import COMPANIES, NONE, NUMBERS, MoveKind, Phase
from engine.stonks.chances import (
    chance_of_lead,
    chance_to_win,
    new_chances,
    new_unseen,
    note_rivals,
    note_unseen,
)
from engine.stonks.codes import company_of, encode_move, number_of
from engine.stonks.rules_of_thumb import (
    best_on_table,
    is_on_table,
    low_cards,
    strongest_so_far,
    take_lowest_card,
)
from engine.stonks.scoring import fruits_in, tricks_left
from engine.stonks.state import count_bits, is_speculator, lowest_number, price
from engine.stonks.styles import FEWEST_SEATS, WEIGHTS, Style, Weight
from engine.stonks.token_moves import (
    NO_MOVE,
    is_free,
    level_moved,
    lowest_keys,
    note_token_moves,
    price_change,
    trump_after,
)
from engine.stonks.trick import may_speculate
from engine.stonks.winning import is_cancelled

new_by_trump = stack_array((2, COMPANIES), np.float64)


@kernel
def describe_moves(rules, state, moves, table, features):
    """Write the mover's moves, the decision's features and each move's; return the number of moves.

    ``moves`` is int64[MOST_DESCRIBED], ``table`` float32[TABLE_FEATURES], ``features``
    float32[MOST_DESCRIBED, MOVE_FEATURES].
    """
    seat = int(state.turn)
    table[:] = 0.0
    describe_table(rules, state, seat, table)
    if state.phase == Phase.TRICK:
        return describe_plays(rules, state, seat, moves, table, features)
    if state.phase == Phase.MARKET:
        return describe_token_moves(rules, state, seat, moves, table, features)
    if state.phase == Phase.PICK:
        return describe_picks(rules, state, seat, moves, table, features)
    return describe_opening_cards(rules, state, seat, moves, table, features)


@kernel
def describe_table(rules, state, seat, table):
    """The features that every decision has."""
    tricks = int(rules.halves) * (int(rules.hand_size) - 3)
    table[0] = tricks_left(rules, state) / tricks
    table[1] = int(state.hand_sizes[seat]) / int(rules.hand_size)
    table[2] = (int(state.speculation_cards) >> seat) & 1
    table[3] = price(rules, state, state.trump) / 5.0
    table[4] = count_bits(int(state.hands[seat, state.trump])) / 4.0
    best = -10000
    for other in range(rules.seats):
        if other != seat:
            best = max(best, int(state.points[other]))
    table[5] = max(-1.0, min(1.0, (int(state.points[seat]) - best) / 30.0))
    table[6] = (int(rules.rounds) - int(state.round_number)) / 3.0


@kernel
def rival_fruits(rules, state, seat, company):
    """The fruits of a company in rivals' open portfolios: on average, and at most."""
    total = 0
    most = 0
    for other in range(rules.seats):
        if other != seat:
            fruits = fruits_in(rules, state.portfolios[other, company], company)
            total += fruits
            most = max(most, fruits)
    return total / (int(rules.seats) - 1), most


@kernel
def describe_plays(rules, state, seat, moves, table, features):
    """Each card that may be played, with the token move that would go best with its symbols."""
    weights = WEIGHTS[int(rules.seats) - FEWEST_SEATS, Style.ALL_ROUND]
    lead = int(state.lead)
    low = np.int64(0)
    high = np.int64(0)
    follows = lead != NONE and state.hands[seat, lead] != 0
    if follows:
        numbers = np.int64(state.hands[seat, lead])
        if numbers & (numbers - 1) == 0:
            moves[0] = encode_move(MoveKind.PLAY, 0, lead * NUMBERS + lowest_number(numbers))
            return 1
        if lead < COMPANIES - 1:
            low = numbers << (NUMBERS * lead)
        else:
            high = numbers
    else:
        low = low_cards(state.hands[seat])
        high = np.int64(state.hands[seat, COMPANIES - 1])
    notes = new_notes()
    unseen = new_unseen()
    none = new_chances()
    by_trump = new_by_trump()
    note_fruits(rules, state, seat, weights, notes)
    note_stakes(rules, state, seat, weights, notes)
    note_token_moves(rules, state, 1, notes, by_trump[0])
    note_token_moves(rules, state, 2, notes, by_trump[1])
    rivals = int(rules.seats) - int(state.cards_played) - 1
    total = note_unseen(rules, state, seat, unseen)
    voids = note_rivals(rules, state, seat, rivals, unseen, none)
    own_best, common_best = best_on_table(rules, state, seat, notes)
    in_sight = chance_of_lead(state, seat)
    eager = weights[Weight.EAGER]
    trump = int(state.trump)
    speculates = not follows and may_speculate(rules, state, seat)
    masters = 0
    for company in range(COMPANIES):
        hand = np.int64(state.hands[seat, company])
        above = hand
        if unseen[company]:
            # The cards above all unseen ones.
            top = unseen[company]
            top |= top >> 1
            top |= top >> 2
            top |= top >> 4
            top |= top >> 8
            above = hand & ~top
        masters += count_bits(above)
    table[7] = rivals / 4.0
    table[8] = 1.0 if lead == NONE else 0.0
    table[9] = 1.0 if follows else 0.0
    table[10] = own_best / 10.0
    table[11] = common_best / 10.0
    table[12] = masters / 3.0
    table[13] = in_sight
    table[14] = 1.0 if speculates else 0.0
    table[15] = total / 40.0
    count = 0
    while low | high:
        card, low, high = take_lowest_card(low, high)
        company = company_of(card)
        number = number_of(card)
        led = company if lead == NONE else lead
        symbols = int(rules.symbols[card])
        first_trump = trump
        last_trump = trump
        if symbols > 0:
            first_trump = 0
            last_trump = COMPANIES - 1
        won = max(own_best, pick_value(rules, card, notes)) + weights[Weight.WIN]
        given = max(common_best, open_value(rules, card, notes))
        best = -1e9
        best_chance = 0.0
        best_moved = 0.0
        best_trump = trump
        for new_trump in range(first_trump, last_trump + 1):
            moved = 0.0
            if symbols > 0:
                moved = by_trump[symbols - 1, new_trump]
                if moved == NO_MOVE:
                    continue
            chance = chance_of_trick(
                rules, state, seat, rivals, voids, unseen, none, eager, in_sight, led, new_trump, company, number
            )
            value = moved + chance * won - (1.0 - chance) * weights[Weight.GIVE] * given
            if value > best:
                best = value
                best_chance = chance
                best_moved = moved
                best_trump = new_trump
        row = features[count]
        moves[count] = encode_move(MoveKind.PLAY, 0, card)
        describe_card(rules, state, seat, card, notes, unseen, row)
        spent = weights[Weight.SPEND] * (int(state.hand_sizes[seat]) - 2) / int(rules.hand_size)
        note_outcome(row, best - spent * card_strength(state, card), best_chance, won, given, best_moved, best_trump)
        row[17] = 1.0 if best_trump != trump else 0.0
        row[18] = 1.0 if company == best_trump else 0.0
        count += 1
        if not speculates:
            continue
        if lead != NONE:
            if is_on_table(state, seat, lead * NUMBERS + number - 1):
                continue
            # Counts as the lead suit; its symbols take effect as well.
            chance = chance_of_trick(
                rules, state, seat, rivals, voids, unseen, none, eager, in_sight, lead, best_trump, lead, number
            )
            moves[count] = encode_move(MoveKind.SPECULATE, lead, card)
            row = features[count]
            describe_card(rules, state, seat, card, notes, unseen, row)
            value = best_moved + chance * won - (1.0 - chance) * weights[Weight.GIVE] * given
            value -= spent * card_strength(state, card) + weights[Weight.SPECULATION] + notes[Note.PRICE, trump]
            note_outcome(row, value, chance, won, given, best_moved, best_trump)
            row[16] = 1.0
            row[17] = 1.0 if best_trump != trump else 0.0
            row[18] = 1.0 if lead == best_trump else 0.0
            count += 1
        elif company == trump:
            for suit in range(COMPANIES):
                if suit == trump or state.places[suit] == NONE:
                    continue
                chance = chance_of_trick(
                    rules, state, seat, rivals, voids, unseen, none, eager, in_sight, suit, trump, trump, number
                )
                moves[count] = encode_move(MoveKind.SPECULATE, suit, card)
                row = features[count]
                describe_card(rules, state, seat, card, notes, unseen, row)
                value = chance * won - (1.0 - chance) * weights[Weight.GIVE] * given
                value -= spent * card_strength(state, card) + weights[Weight.SPECULATION] + notes[Note.PRICE, trump]
                note_outcome(row, value, chance, won, given, 0.0, trump)
                row[4] = 0.0
                row[16] = 1.0
                row[17] = 0.0
                row[18] = 1.0
                row[19] = count_bits(unseen[suit]) / 10.0
                count += 1
    return count


@kernel
def chance_of_trick(rules, state, seat, rivals, voids, unseen, none, eager, in_sight, lead, trump, suit, number):
    """The chance that a card which counts as ``suit`` and ``number`` wins the trick if ``trump`` decides it."""
    counts = 0
    if suit == trump:
        counts = NUMBERS + number
    elif suit == lead:
        counts = number
    if counts <= strongest_so_far(rules, state, seat, trump):
        return 0.0
    return in_sight * chance_to_win(rivals, voids, lead, trump, suit, number, unseen, none, eager)


@kernel
def note_outcome(row, value, chance, won, given, moved, trump):
    """What the rules of thumb expect of a play."""
    row[0] = value / 10.0
    row[1] = chance
    row[2] = chance * won / 10.0
    row[3] = (1.0 - chance) * given / 10.0
    row[5] = moved / 5.0


@kernel
def describe_card(rules, state, seat, card, notes, unseen, row):
    """What a hand card is like."""
    company = company_of(card)
    number = number_of(card)
    numbers = int(state.hands[seat, company])
    row[4] = int(rules.symbols[card]) / 2.0
    row[6] = number / NUMBERS
    row[7] = 1.0 if company == state.trump else 0.0
    row[8] = open_value(rules, card, notes) / 10.0
    row[9] = pick_value(rules, card, notes) / 10.0
    row[10] = count_bits(numbers) / 4.0
    row[11] = 1.0 if numbers & (numbers - 1) == 0 else 0.0
    row[12] = count_bits(unseen[company] >> number) / 6.0
    row[13] = count_bits(unseen[company]) / 10.0
    row[14] = 1.0 if numbers >> number == 0 else 0.0
    row[15] = notes[Note.STAKE, company] / 5.0
    row[16] = 0.0
    row[19] = 0.0


@kernel
def describe_token_moves(rules, state, seat, moves, table, features):
    """Each token that may be moved, each way."""
    weights = WEIGHTS[int(rules.seats) - FEWEST_SEATS, Style.ALL_ROUND]
    notes = new_notes()
    unseen = new_unseen()
    none = new_chances()
    note_fruits(rules, state, seat, weights, notes)
    note_stakes(rules, state, seat, weights, notes)
    rivals = int(rules.seats) - int(state.cards_played)
    note_unseen(rules, state, seat, unseen)
    voids = note_rivals(rules, state, seat, rivals, unseen, none)
    own_best, common_best = best_on_table(rules, state, seat, notes)
    won = own_best + weights[Weight.WIN]
    given = common_best
    in_sight = chance_of_lead(state, seat)
    eager = weights[Weight.EAGER]
    lead = int(state.lead)
    number = number_of(int(state.played[seat]))
    suit = company_of(int(state.played[seat]))
    if is_speculator(state, seat) and not is_cancelled(rules, state, seat, False):
        suit = lead
    steps = int(state.steps)
    trump_now = int(state.trump)
    chance_now = chance_of_trick(
        rules, state, seat, rivals, voids, unseen, none, eager, in_sight, lead, trump_now, suit, number
    )
    black = count_bits(int(state.black))
    table[7] = rivals / 4.0
    table[8] = chance_now
    table[9] = own_best / 10.0
    table[10] = common_best / 10.0
    table[11] = steps / 2.0
    table[12] = black / 4.0
    lowest, second = lowest_keys(rules, state)
    count = 0
    for company in range(COMPANIES + 1):
        leaves = company == COMPANIES
        if not rules.optional_symbols if leaves else not is_free(state, company):
            continue
        for direction in range(1 if leaves else 2):
            trump = trump_now
            row = features[count]
            row[:] = 0.0
            change = 0.0
            if leaves:
                moves[count] = encode_move(MoveKind.LEAVE_MARKET, 0, 0)
                row[16] = 1.0
            else:
                after = level_moved(state, company, steps, direction)
                if after < 0:
                    continue
                moves[count] = encode_move(MoveKind.MOVE_TOKEN, company, direction)
                change = price_change(rules, state, company, after)
                trump = trump_after(rules, state, company, after, lowest, second)
                mean, most = rival_fruits(rules, state, seat, company)
                row[1] = change * notes[Note.OWN, company] / 5.0
                row[2] = change * mean / 5.0
                row[3] = change * most / 5.0
                row[4] = direction
                row[5] = after / 4.0
                row[6] = int(rules.prices[state.places[company], after]) / 5.0
                row[7] = count_bits(int(state.hands[seat, company])) / 4.0
                row[8] = fruits_in(rules, state.hands[seat, company], company) * change / 5.0
                row[9] = fruits_in(rules, unseen[company], company) * change / 20.0
                row[10] = notes[Note.OWN, company] / 5.0
                row[11] = mean / 5.0
                row[12] = 1.0 if company == trump_now else 0.0
            chance = chance_now
            if trump != trump_now:
                chance = chance_of_trick(
                    rules, state, seat, rivals, voids, unseen, none, eager, in_sight, lead, trump, suit, number
                )
                row[13] = 1.0
            hand = int(state.hands[seat, trump])
            row[14] = chance
            row[15] = (chance * won - (1.0 - chance) * weights[Weight.GIVE] * given) / 10.0
            stake = 0.0 if leaves else change * notes[Note.STAKE, company]
            row[0] = (10.0 * row[15] + stake) / 10.0
            row[17] = count_bits(hand) / 4.0
            row[18] = count_bits(hand >> 8) / 2.0
            row[19] = count_bits(unseen[trump]) / 10.0
            count += 1
    return count


@kernel
def describe_picks(rules, state, seat, moves, table, features):
    """The turned-up card and each card of the trick."""
    weights = WEIGHTS[int(rules.seats) - FEWEST_SEATS, Style.ALL_ROUND]
    notes = new_notes()
    unseen = new_unseen()
    note_fruits(rules, state, seat, weights, notes)
    note_stakes(rules, state, seat, weights, notes)
    note_unseen(rules, state, seat, unseen)
    table[7] = count_bits(int(state.black)) / 4.0
    count = 0
    for other in range(-1, int(rules.seats)):
        card = int(state.turned) if other < 0 else int(state.played[other])
        company = company_of(card)
        row = features[count]
        row[:] = 0.0
        moves[count] = encode_move(MoveKind.PICK, 0, card)
        mean, most = rival_fruits(rules, state, seat, company)
        fruits = int(rules.fruits[card])
        row[0] = pick_value(rules, card, notes) / 10.0
        row[1] = fruits / 3.0
        row[2] = fruits * price(rules, state, company) / 10.0
        row[3] = price(rules, state, company) / 5.0
        row[4] = int(state.levels[company]) / 4.0
        row[5] = fruits * notes[Note.OWN, company] / 10.0
        row[6] = fruits * mean / 10.0
        row[7] = fruits * most / 10.0
        row[8] = 1.0 if company == state.trump else 0.0
        row[9] = fruits * count_bits(int(state.hands[seat, company])) / 10.0
        row[10] = fruits * fruits_in(rules, unseen[company], company) / 40.0
        row[11] = fruits * ((int(state.black) >> company) & 1) / 3.0
        row[12] = fruits * notes[Note.STAKE, company] / 5.0
        row[13] = fruits * notes[Note.PRICE, company] * table[0] / 10.0
        row[14] = notes[Note.OWN, company] / 5.0
        row[15] = mean / 5.0
        row[16] = count_bits(int(state.hands[seat, company])) / 4.0
        row[17] = fruits * price(rules, state, company) * table[0] / 10.0
        count += 1
    return count


@kernel
def describe_opening_cards(rules, state, seat, moves, table, features):
    """Each card of the hand."""
    weights = WEIGHTS[int(rules.seats) - FEWEST_SEATS, Style.ALL_ROUND]
    notes = new_notes()
    unseen = new_unseen()
    note_fruits(rules, state, seat, weights, notes)
    note_unseen(rules, state, seat, unseen)
    face_up = state.opening_cards[seat] == NONE
    kind = MoveKind.CHOOSE_FACE_UP if face_up else MoveKind.CHOOSE_FACE_DOWN
    table[7] = 1.0 if face_up else 0.0
    best = -1e9
    second = -1e9
    count = 0
    low = low_cards(state.hands[seat])
    high = np.int64(state.hands[seat, COMPANIES - 1])
    while low | high:
        card, low, high = take_lowest_card(low, high)
        company = company_of(card)
        number = number_of(card)
        numbers = int(state.hands[seat, company])
        row = features[count]
        row[:] = 0.0
        moves[count] = encode_move(kind, 0, card)
        value = pick_value(rules, card, notes) - weights[Weight.KEEP] * card_strength(state, card)
        value -= weights[Weight.KEEP_SYMBOL] * int(rules.symbols[card])
        if value > best:
            second = best
            best = value
        elif value > second:
            second = value
        row[0] = value / 10.0
        row[1] = int(rules.fruits[card]) / 3.0
        row[2] = open_value(rules, card, notes) / 10.0
        row[3] = int(rules.fruits[card]) * price(rules, state, company) / 10.0
        row[4] = number / NUMBERS
        row[5] = 1.0 if company == state.trump else 0.0
        row[6] = int(rules.symbols[card]) / 2.0
        row[7] = count_bits(numbers) / 4.0
        row[8] = 1.0 if numbers & (numbers - 1) == 0 else 0.0
        row[9] = price(rules, state, company) / 5.0
        row[10] = count_bits(unseen[company] >> number) / 6.0
        row[11] = 1.0 if numbers >> number == 0 else 0.0
        row[12] = notes[Note.OWN, company] / 4.0
        row[13] = fruits_in(rules, numbers, company) / 6.0
        row[14] = int(state.levels[company]) / 4.0
        row[15] = number / NUMBERS if company == state.trump else 0.0
        count += 1
    for index in range(count):
        row = features[index]
        row[16] = 10.0 * row[0] / 10.0 - best / 10.0
        row[17] = 10.0 * row[0] / 10.0 - second / 10.0
    return count

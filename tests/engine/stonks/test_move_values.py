"""The learned style: what it sees of moves, what its networks make of them, and that it beats the rules of thumb."""

import numpy as np
import pytest

from engine.contract import apply, hide, suggest
from engine.randomness import draw_below, generator
from engine.stonks.cards import MOST_DESCRIBED, MOVE_FEATURES, TABLE_FEATURES, MoveKind, Phase
from engine.stonks.codes import company_of, move_kind, second_part
from engine.stonks.facade import StonksGame
from engine.stonks.move_features import describe_moves
from engine.stonks.move_value_weights import learned_weights, put_weights, save_weights
from engine.stonks.move_values import note_values
from engine.stonks.rules import StonksOptions
from engine.stonks.scoring import tricks_left
from engine.stonks.state import price
from engine.stonks.styles import Style
from eval.move_values.matches import match
from tests.engine.stonks.table import Table, base_edition, copy_of, rules_of

SEATS = (2, 3, 4, 5)
ODD_RULES = {"symbols": "optional", "speculation": "unlimited", "cancelling": "later_only"}


def described(rules, state):
    moves = np.zeros(MOST_DESCRIBED, np.int64)
    table = np.full(TABLE_FEATURES, np.nan, np.float32)
    features = np.full((MOST_DESCRIBED, MOVE_FEATURES), np.nan, np.float32)
    count = int(describe_moves(rules, state, moves, table, features))
    return moves[:count].tolist(), table, features[:count]


def positions(rules, seed, kept=1):
    """Positions of a game played at random, with the legal moves; every ``kept``-th of them."""
    table = Table(rules, seed=seed)
    rng = generator(seed)
    number = 0
    while table.mover >= 0:
        legal = table.legal()
        if number % kept == 0:
            yield table.state, legal
        number += 1
        apply(rules, table.state, legal[draw_below(rng, len(legal))], table.log)


@pytest.mark.parametrize("options", [{}, ODD_RULES], ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_every_move_is_described_but_speculations_that_bring_nothing(seats, options):
    rules = rules_of(seats=seats, **options)
    for state, legal in positions(rules, seats):
        moves, table, features = described(rules, state)
        assert len(set(moves)) == len(moves) <= MOST_DESCRIBED
        assert set(moves) <= set(legal)
        assert all(move_kind(move) == MoveKind.SPECULATE for move in set(legal) - set(moves))
        if len(moves) > 1:
            assert np.isfinite(table).all()
            assert np.isfinite(features).all()
            assert np.abs(features).max() < 10.0


@pytest.mark.parametrize("options", [{}, ODD_RULES], ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_moves_are_described_from_what_the_mover_has_seen_alone(seats, options):
    rules = rules_of(seats=seats, **options)
    for state, _ in positions(rules, 10 + seats, kept=3):
        view = copy_of(state)
        hide(rules, view, int(state.turn))
        for seen, hidden in zip(described(rules, state), described(rules, view), strict=True):
            assert np.array_equal(seen, hidden, equal_nan=True)


def test_a_hand_of_trumps_alone_that_leads_has_room_for_all_its_moves():
    rules = rules_of(seats=2)
    table = Table(rules, seed=3)
    while table.state.phase != Phase.TRICK:
        apply(rules, table.state, table.legal()[0], table.log)
    state = table.state
    state.hands[int(state.turn)] = 0
    state.hands[int(state.turn), int(state.trump)] = (1 << 11) - 1
    state.hand_sizes[int(state.turn)] = 11
    moves, _, _ = described(rules, state)
    assert len(moves) == 11 + 4 * 11


@pytest.mark.parametrize("seats", SEATS)
def test_values_are_those_of_the_networks_that_the_data_file_holds_or_the_points_of_a_last_pick(seats):
    rules = rules_of(seats=seats)
    weights = learned_weights("base", seats)
    assert weights is not None
    moves = np.zeros(MOST_DESCRIBED, np.int64)
    values = np.zeros(MOST_DESCRIBED)
    for state, _ in positions(rules, 20 + seats, kept=5):
        count = int(note_values(rules, state, moves, values))
        _, table, features = described(rules, state)
        phase = int(state.phase)
        if phase == Phase.PICK and tricks_left(rules, state) == 1:
            fruits = [int(rules.fruits[second_part(move)]) for move in moves[:count]]
            prices = [int(price(rules, state, company_of(second_part(move)))) for move in moves[:count]]
            assert values[:count].tolist() == np.multiply(fruits, prices).tolist()
        elif count > 1:
            sums = table @ weights.table_weights[phase] + features @ weights.move_weights[phase]
            expected = np.maximum(sums + weights.unit_biases[phase], 0.0) @ weights.unit_weights[phase]
            assert values[:count] == pytest.approx(expected, abs=1e-3)


def test_cards_that_nothing_was_learned_of_are_played_by_the_rules_of_thumb():
    # The edition has the name of the one that was learned from.
    rules = rules_of(base_edition(fruits=[1] * 13), seats=4)
    assert rules.learned_moves == 0
    assert rules_of(seats=4).learned_moves == 1
    assert rules_of(seats=4, symbols="optional").learned_moves == 0, "to leave the market alone was never learned"
    for seed, (state, _) in enumerate(positions(rules, 4)):
        learned = suggest(rules, state, int(Style.LEARNED), generator(seed))
        assert learned == suggest(rules, state, int(Style.ALL_ROUND), generator(seed))


@pytest.mark.parametrize(("seats", "even"), [(2, 0.5), (3, 1 / 3), (4, 0.25), (5, 0.2)])
def test_one_seat_of_the_learned_style_beats_the_rules_of_thumb(seats, even):
    game = StonksGame(StonksOptions(seats=seats))
    seeds = 10**13 + np.arange(400, dtype=np.int64)
    wins, leads = match((game, "learned"), (game, "all_round"), seeds)
    assert wins.low > even
    assert leads.low > 0.0


def test_weights_are_read_as_they_were_written_and_other_numbers_of_players_stay(tmp_path):
    path = tmp_path / "values.npz"
    kept = {seats: learned_weights("base", seats) for seats in (3, 5)}
    for seats, weights in kept.items():
        save_weights(path, "base", seats, weights)
    for seats, weights in kept.items():
        read = learned_weights("base", seats, path)
        assert all(np.array_equal(ours, theirs) for ours, theirs in zip(read, weights, strict=True))
    assert learned_weights("base", 4, path) is None
    assert learned_weights("other", 3, path) is None
    with pytest.raises(ValueError, match="edition base"):
        save_weights(path, "other", 3, kept[3])


def test_weights_of_another_shape_are_refused():
    rules = rules_of(seats=3)
    weights = learned_weights("base", 3)
    with pytest.raises(ValueError, match="table_weights"):
        put_weights(rules, weights._replace(table_weights=np.zeros((4, 3, 2), np.float32)))

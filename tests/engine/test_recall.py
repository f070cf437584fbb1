"""What views say of earlier decisions: the mover's position as it was, and the move it made."""

from typing import Any

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.randomness import draw_below, generator
from solvers.beliefs.past import views_to_read

TABLES: list[tuple[str, dict[str, Any], int]] = [
    *((name, {}, seats) for name in ("stockpile", "stonks") for seats in (2, 3, 4, 5)),
    ("stonks", {"lock": "last_moved", "symbols": "optional", "speculation": "unlimited"}, 3),
]


def recorded_game(game, seed, random_share):
    """A game's positions and moves, some of them at random."""
    rng = generator(seed)
    state = game.deal(seed)
    positions, moves = [], []
    while (seat := game.mover(state)) is not None:
        legal = game.legal_moves(state)
        move = legal[draw_below(rng, len(legal))]
        if draw_below(rng, 1000) >= 1000 * random_share:
            move = game.suggest(game.view(state, seat), game.best_style, seed + len(moves))
        positions.append(game.copy(state))
        moves.append(move)
        game.apply(state, move)
    return positions, moves


def same_round(positions, index):
    """The indices of the positions of a round up to ``index``."""
    first = index
    while first > 0 and positions[first - 1].round_number == positions[index].round_number:
        first -= 1
    return range(first, index + 1)


def own_knowledge(game, state, seat):
    """What the seat to move has in hand and in its portfolio."""
    if game.name == "stonks":
        return state.hands[seat].tolist(), state.hidden_cards[seat].tolist(), int(state.opening_cards[seat])
    seen = [int(face) for card, face in enumerate(state.card) if (int(state.seen[card]) >> seat) & 1]
    # Cards of one holder that look alike to the table may stand in for each other.
    return sorted(seen), state.shares[seat].tolist(), state.split_shares[seat].tolist(), state.actions[seat].tolist()


@pytest.mark.parametrize("random_share", [0.0, 0.5])
@pytest.mark.parametrize(("name", "options", "seats"), TABLES)
def test_in_the_true_world_earlier_decisions_are_recalled_as_they_were(name, options, seats, random_share):
    game = load_game(name, **options, seats=seats)
    positions, moves = recorded_game(game, 3 * seats, random_share)
    out = np.zeros(1, game.state_dtype).view(np.recarray)
    read = unclear = blurred = 0
    for present in range(5, len(positions), 7):
        viewer = game.mover(positions[present])
        indices = same_round(positions, present)
        views = [game.view(positions[index], viewer) for index in indices]
        known = views_to_read(game, views[:-1], views[-1])
        indices = indices[len(indices) - len(known) :]
        world = game.copy(positions[present])
        for place, index in enumerate(indices[:-1]):
            mover = game.mover(positions[index])
            if mover == viewer:
                continue
            made = contract.move_made(game.rules, known[place], known[place + 1], world)
            contract.recall(game.rules, known[place], world, out)
            read += 1
            exact = own_knowledge(game, out[0], mover) == own_knowledge(game, positions[index], mover)
            exact = exact and game.legal_moves(out[0]) == game.legal_moves(positions[index])
            exact = exact and made in (moves[index], contract.UNKNOWN_MOVE)
            blurred += not exact
            unclear += made == contract.UNKNOWN_MOVE
    assert read > 50
    # Stockpile's cards that look alike to the table exchange their faces when one is turned up; of a trick at Stonks
    # that was led face down and that nobody won, the leader's and the last card come up together.
    assert blurred <= 0.05 * read
    assert unclear < 0.1 * read


@pytest.mark.parametrize(("name", "options", "seats"), TABLES)
def test_exchanges_lead_from_world_to_world(name, options, seats):
    game = load_game(name, **options, seats=seats)
    positions, _ = recorded_game(game, seats, 0.3)
    rng = generator(1)
    changed = 0
    for present in range(2, len(positions), 9):
        viewer = game.mover(positions[present])
        view = game.view(positions[present], viewer)
        world = game.copy(view)
        assert contract.redeal(game.rules, world, rng)
        for _ in range(10):
            changed += contract.exchange(game.rules, view, world, rng) != 0
        adopted = game.copy(view)
        contract.adopt(game.rules, adopted, world)
        assert contract.redeal(game.rules, adopted, rng)
        again = game.copy(adopted)
        contract.hide(game.rules, again, viewer)
        assert again.tobytes() == view.tobytes()
    assert changed > len(positions) // 9


@pytest.mark.parametrize("name", ["stockpile", "stonks"])
def test_views_of_another_round_say_nothing(name):
    game = load_game(name, seats=3)
    positions, _ = recorded_game(game, 5, 0.2)
    second = next(index for index, position in enumerate(positions) if position.round_number == 1)
    viewer = game.mover(positions[second])
    views = [game.view(position, viewer) for position in positions[:second]]
    assert len(views_to_read(game, views, game.view(positions[second], viewer))) == 1


def test_a_view_of_another_seat_is_refused():
    game = load_game("stonks", seats=3)
    positions, _ = recorded_game(game, 5, 0.2)
    with pytest.raises(ValueError, match="seat 1, not of 0"):
        views_to_read(game, [game.view(positions[0], 1)], game.view(positions[1], 0))

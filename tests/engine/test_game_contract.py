"""What every game promises to searches, arenas and servers (:mod:`engine.contract`), whatever its rules."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from engine import contract
from engine.errors import MoveError
from engine.randomness import draw_below, generator
from eval.twins import TwinWalk
from tests.games import CONFIGURATIONS, LEDUC, configured, label, random_game

SEEDS = (11, 12, 13)


@pytest.fixture(params=[*CONFIGURATIONS, LEDUC], ids=label, scope="module")
def game(request):
    return configured(request.param)


def sampled(game, seed, every=7):
    """Some positions of a random game, as copies: all of a game that is over in a few moves."""
    if game.name == LEDUC[0]:
        every = 1
    for step, (state, _) in enumerate(random_game(game, seed)):
        if step % every == 0 and game.mover(state) is not None:
            yield game.copy(state)


def seen_events(log, seat):
    """The rows of a log that a seat sees."""
    rows = log[1 : 1 + int(log[0, 0])]
    return [tuple(int(value) for value in row) for row in rows if row[1] in (contract.EVERYONE, seat)]


def test_a_game_without_all_kernels_is_refused():
    with pytest.raises(TypeError, match="lacks the kernels deal, "):
        contract.register(np.dtype([("x", "i1")]), SimpleNamespace(__name__="half", mover=len))


def test_positions_of_an_unknown_type_are_refused():
    with pytest.raises(TypeError, match="no game is registered"):
        contract.mover(None, np.zeros(1, np.dtype([("x", "i1")]))[0])


def test_the_best_style_and_that_of_playouts_are_among_the_styles(game):
    assert {game.best_style, game.playout_style} <= set(game.styles)


def test_every_game_ends(game):
    for seed in SEEDS:
        steps = sum(1 for _ in random_game(game, seed))
        assert game.seats < steps < 2000


def test_legal_moves_are_sorted_unique_and_never_none_while_the_game_runs(game):
    for seed in SEEDS:
        for state, _ in random_game(game, seed):
            moves = game.legal_moves(state)
            assert moves == sorted(set(moves))
            assert bool(moves) == (game.mover(state) is not None)
            assert len(moves) <= contract.MAX_MOVES


def test_a_random_move_is_the_one_in_the_drawn_place_of_the_list(game):
    out = np.empty(contract.MAX_MOVES, np.int32)
    for state in sampled(game, SEEDS[0], every=3):
        world = game.copy(state)
        contract.prepare_search(game.rules, world)
        for position, seed in itertools.product((state, world), range(4)):
            drawn, listed = generator(seed), generator(seed)
            move = contract.random_move(game.rules, position, out, drawn)
            moves = game.legal_moves(position)
            assert move == moves[draw_below(listed, len(moves))]
            assert drawn[0] == listed[0]


def test_the_mover_is_a_seat_of_the_game(game):
    movers = {game.mover(state) for state, _ in random_game(game, 11)}
    assert movers == {*range(game.seats), None}


def test_the_same_seed_and_moves_give_the_same_positions(game):
    first = [state.tobytes() for state, _ in random_game(game, 11)]
    assert first == [state.tobytes() for state, _ in random_game(game, 11)]
    assert first[0] != next(random_game(game, 12))[0].tobytes()


def test_a_game_that_nobody_observes_is_the_same_but_for_its_keys(game):
    observed, unobserved = game.deal(11), game.deal(11)
    rng = generator(1)
    keys = unobserved["public_key"], unobserved["private_keys"].tolist()
    while game.mover(observed) is not None:
        move = contract.suggest(game.rules, observed, 0, rng)
        contract.apply(game.rules, observed, move, contract.NO_LOG)
        contract.apply(game.rules, unobserved, move, contract.UNOBSERVED)
        assert (unobserved["public_key"], unobserved["private_keys"].tolist()) == keys
        same = game.copy(unobserved)
        same["public_key"], same["private_keys"] = observed["public_key"], observed["private_keys"]
        assert same.tobytes() == observed.tobytes()
    assert observed["public_key"] != keys[0]


def test_a_log_changes_nothing_and_a_full_log_drops_events(game):
    plain, small = game.deal(11), game.empty_state()
    logs = contract.event_log(4096), contract.event_log(3)
    logged = game.deal(11, logs[0])
    contract.deal(game.rules, small, 11, logs[1])
    rng = generator(1)
    while game.mover(plain) is not None:
        move = contract.suggest(game.rules, plain, 0, rng)
        game.apply(plain, move)
        game.apply(logged, move, logs[0])
        game.apply(small, move, logs[1])
        assert plain.tobytes() == logged.tobytes() == small.tobytes()
    assert logs[0][0, 0] > 3
    assert logs[1][0, 0] == 3
    assert (logs[0][1:4] == logs[1][1:]).all()
    assert not contract.NO_LOG.any()


def test_no_position_changes_after_it_was_left(game):
    """Copies share no memory: the history of a game still hashes to what it did."""
    history, digests = [], []
    for state, _ in random_game(game, 11):
        history.append(game.copy(state))
        digests.append(state.tobytes())
        if game.mover(state) is not None:
            view = game.view(state, game.mover(state))
            history.append(view)
            digests.append(view.tobytes())
            history.append(game.redeal(view, 5))
            digests.append(history[-1].tobytes())
    assert [position.tobytes() for position in history] == digests


def test_looking_at_a_position_does_not_change_it(game):
    out = np.zeros(game.seats)
    for state in sampled(game, 11):
        before = state.tobytes()
        game.legal_moves(state)
        contract.estimate(game.rules, state, out)
        for style in range(len(game.styles)):
            contract.suggest(game.rules, state, style, generator(1))
        for seat in range(game.seats):
            game.view(state, seat)
            contract.information_key(game.rules, state, seat)
        assert state.tobytes() == before


def test_the_mover_s_view_has_the_legal_moves_of_the_position(game):
    for seed in SEEDS:
        for state in sampled(game, seed, every=3):
            assert game.legal_moves(game.view(state, game.mover(state))) == game.legal_moves(state)


def test_a_view_knows_whose_turn_it_is(game):
    for state in sampled(game, 11):
        assert {game.mover(game.view(state, seat)) for seat in range(game.seats)} == {game.mover(state)}


def test_hiding_twice_is_hiding_once(game):
    for state in sampled(game, 12):
        for seat in range(game.seats):
            view = game.view(state, seat)
            assert game.view(view, seat).tobytes() == view.tobytes()


def test_a_world_dealt_into_a_view_looks_like_the_view(game):
    for state in sampled(game, 13, every=5):
        for seat in range(game.seats):
            view = game.view(state, seat)
            for seed in range(3):
                assert game.view(game.redeal(view, seed), seat).tobytes() == view.tobytes()


def test_another_seed_deals_another_world_and_the_same_seed_the_same(game):
    view = game.view(game.deal(11), 0)
    worlds = [game.redeal(view, seed).tobytes() for seed in (1, 1, 2)]
    assert worlds[0] == worlds[1] != worlds[2]


def test_a_world_can_be_played_to_the_end(game):
    for state in sampled(game, 12, every=13):
        world = game.redeal(game.view(state, game.mover(state)), 3)
        rng = generator(4)
        while game.mover(world) is not None:
            game.apply(world, contract.suggest(game.rules, world, 0, rng))
        assert len(game.payoffs(world)) == game.seats


def test_twin_worlds_stay_alike_to_the_seat_while_it_observes_the_same(game):
    """What a seat sees, its key included, depends on nothing but what it observed.

    Events are compared without the numbers of cards, which no table can see.
    """
    steps = unlike = 0
    for seed in SEEDS:
        for number, state in enumerate(sampled(game, seed, every=8)):
            seat = (seed + number) % game.seats
            twin = game.redeal(game.view(state, seat), seed)
            # A world's keys of other seats are not theirs; the seat's own must not depend on them.
            walk = TwinWalk(game, state, twin, seat, seed)
            while walk.step():
                keys = {int(contract.information_key(game.rules, now, seat)) for now in (walk.state, walk.twin)}
                assert len(keys) == 1
                assert game.mover(walk.twin) == game.mover(walk.state)
                assert game.view(walk.state, seat).tobytes() == game.view(walk.twin, seat).tobytes()
            steps += walk.steps
            unlike += walk.unlike
    assert steps > (5 if game.name == LEDUC[0] else 30)
    # In Leduc poker every move is made before everybody's eyes.
    assert unlike > 3 or game.name == LEDUC[0]


def outcome(game, state, move, log):
    log[0, 0] = 0
    after = game.copy(state)
    contract.apply(game.rules, after, move, log)
    return after


def test_a_seat_s_key_changes_when_it_observes_something_and_only_then(game):
    log = contract.event_log(256)
    for seed in SEEDS:
        for state, move in random_game(game, seed):
            if move < 0:
                break
            after = outcome(game, state, move, log)
            for seat in range(game.seats):
                same = contract.information_key(game.rules, state, seat) == contract.information_key(
                    game.rules, after, seat
                )
                assert same == (not seen_events(log, seat)), seat


def test_keys_of_different_seats_differ(game):
    for state in sampled(game, 11):
        assert len({int(contract.information_key(game.rules, state, seat)) for seat in range(game.seats)}) == game.seats


def test_the_seat_s_key_can_be_read_from_its_view(game):
    for state in sampled(game, 12):
        for seat in range(game.seats):
            view = game.view(state, seat)
            assert contract.information_key(game.rules, view, seat) == contract.information_key(game.rules, state, seat)


def test_a_view_holds_nothing_that_only_another_seat_knows(game):
    """The key that another seat's private observations make up is blank: it is the same in every view."""
    for state in sampled(game, 12):
        for seat in range(game.seats):
            twin = game.redeal(game.view(state, seat), 9)
            for other in range(game.seats):
                view_keys = {
                    int(contract.information_key(game.rules, game.view(world, seat), other)) for world in (state, twin)
                }
                assert len(view_keys) == 1


def test_the_heuristic_player_plays_legal_moves_from_what_it_has_seen_alone(game):
    for seed in SEEDS:
        for state in sampled(game, seed, every=5):
            view = game.view(state, game.mover(state))
            for style in range(len(game.styles)):
                move = contract.suggest(game.rules, view, style, generator(seed))
                assert move == contract.suggest(game.rules, state, style, generator(seed))
                assert move in game.legal_moves(state)


def test_rounds_are_counted(game):
    played = [
        (contract.rounds_played(game.rules, s), contract.rounds_left(game.rules, s)) for s, _ in random_game(game, 11)
    ]
    assert played[0][0] == 0
    assert played[-1][1] == 0
    assert all(sum(now) == sum(played[0]) for now in played)
    assert all(now[0] - before[0] in (0, 1) for before, now in itertools.pairwise(played))


def test_the_estimate_is_finite_and_at_the_end_it_is_the_result(game):
    out = np.zeros(game.seats)
    for state, move in random_game(game, 11):
        contract.estimate(game.rules, state, out)
        assert np.isfinite(out).all()
        if move < 0:
            assert out.tolist() == game.payoffs(state)


def test_the_result_so_far_is_finite_and_at_the_end_it_is_the_result(game):
    out = np.zeros(game.seats)
    for state, move in random_game(game, 11):
        before = state.tobytes()
        contract.result_so_far(game.rules, state, out)
        assert np.isfinite(out).all()
        assert state.tobytes() == before
        if move < 0:
            assert out.tolist() == game.payoffs(state)


def test_an_illegal_move_is_refused_and_changes_nothing(game):
    state = game.deal(11)
    before = state.tobytes()
    with pytest.raises(MoveError):
        game.apply(state, game.legal_moves(state)[-1] + 1)
    assert state.tobytes() == before


def test_a_running_game_has_no_result(game):
    with pytest.raises(MoveError):
        game.payoffs(game.deal(11))


def test_there_is_no_view_for_a_seat_that_does_not_exist(game):
    for seat in (-1, game.seats):
        with pytest.raises(MoveError):
            game.view(game.deal(11), seat)


def test_players_are_never_offered_a_search_only_move(game):
    for state, _ in random_game(game, 12):
        assert all(move < contract.FIRST_SEARCH_ONLY_MOVE for move in game.legal_moves(state))


def test_in_a_search_s_world_every_move_is_one_of_the_table_s_or_search_only_and_the_game_ends(game):
    for state in sampled(game, 12, every=9):
        world = game.redeal(game.view(state, game.mover(state)), 3)
        contract.prepare_search(game.rules, world)
        free = game.legal_moves(state)
        assert all(move in free or move >= contract.FIRST_SEARCH_ONLY_MOVE for move in game.legal_moves(world))
        rng = generator(5)
        while game.mover(world) is not None:
            moves = game.legal_moves(world)
            assert moves == sorted(set(moves)) != []
            move = contract.suggest(game.rules, world, 0, rng)
            assert move in moves
            contract.apply(game.rules, world, move, contract.NO_LOG)


def test_a_search_s_world_still_looks_like_the_view(game):
    for state in sampled(game, 13, every=9):
        view = game.view(state, game.mover(state))
        world = game.redeal(view, 3)
        contract.prepare_search(game.rules, world)
        assert game.view(world, game.viewer(view)).tobytes() == view.tobytes()

"""Solved endings against plain enumeration, which groups positions by what a seat sees instead of by its key."""

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.leduc.facade import LeducGame
from engine.leduc.kernels import give_hand
from engine.randomness import draw, generator
from engine.stonks.scoring import tricks_left
from eval.twins import twins_at_next_decision
from solvers.base import Budget, Control
from solvers.beliefs.past import uniform_beliefs
from solvers.ismcts.ending_choice import Ending, Solution, Worlds
from solvers.ismcts.endings import settle_group
from solvers.ismcts.player import IsmctsPlayer
from solvers.utility import SPREAD_A_ROUND, utilities
from tests.engine.stonks.table import lay
from tests.toy_game import ToyGame

PLAYER = IsmctsPlayer(random_share=0.0)


def ending_of(game, view, player=PLAYER):
    return Ending(game, view, player.settings(game), uniform_beliefs(game), Control().cancel_flag)


def seen_by(game, state, seat):
    """What a seat sees, its keys aside."""
    view = game.view(state, seat)
    if "public_key" in view.dtype.names:
        view.public_key = 0
        view.private_keys[:] = 0
    if game.name == "leduc":
        # Suits make no difference.
        view.hands //= 2
        view.open_card //= 2
    return view.tobytes()


class BestReply:
    """The seat's best reply to the style of the playouts, by enumeration; ``rounds`` 0: to the end of the game."""

    def __init__(self, game, seat, rounds):
        self.game = game
        self.seat = seat
        self.rounds = rounds
        self.style = int(PLAYER.settings(game).playout_style)

    def utility(self, state):
        results = np.zeros(8)
        out = np.zeros(8)
        final = self.game.mover(state) is None
        (contract.payoffs if final else contract.estimate)(self.game.rules, state, results)
        # Stonks learns no spread of its own.
        spread = self.game.typical_margin * math.sqrt(contract.rounds_left(self.game.rules, state)) * SPREAD_A_ROUND
        utilities(results, self.game.seats, final, spread, PLAYER.win_weight, self.game.typical_margin, out)
        return float(out[self.seat])

    def is_over(self, state):
        over = self.rounds and contract.rounds_played(self.game.rules, state) >= self.rounds
        return self.game.mover(state) is None or over

    def total(self, histories):
        """The sum of weighted utilities of histories (position, weight, random numbers)."""
        total = 0.0
        alike = defaultdict(list)
        for state, weight, rng in histories:
            while not self.is_over(state):
                moves = self.game.legal_moves(state)
                if self.game.mover(state) == self.seat:
                    if len(moves) > 1:
                        break
                    move = moves[0]
                else:
                    move = contract.suggest(self.game.rules, state, self.style, rng)
                self.game.apply(state, move)
            if self.is_over(state):
                total += weight * self.utility(state)
            else:
                alike[seen_by(self.game, state, self.seat)].append((state, weight, rng))
        for group in alike.values():
            total += max(self.total(self.after(group, move)) for move in self.game.legal_moves(group[0][0]))
        return total

    def after(self, histories, move):
        following = []
        for state, weight, rng in histories:
            state = self.game.copy(state)
            self.game.apply(state, move)
            following.append((state, weight, rng.copy()))
        return following

    def means(self, worlds):
        histories = [
            (self.game.copy(state), weight, np.array([stream], np.uint64))
            for state, weight, stream in zip(worlds.positions, worlds.weights, worlds.streams, strict=True)
        ]
        moves = self.game.legal_moves(histories[0][0])
        return [self.total(self.after(histories, move)) / worlds.weights.sum() for move in moves]


def worlds_of(game, states, weights=None, sampled=False):
    """These worlds, each with random numbers of its own."""
    positions = np.zeros(len(states), game.state_dtype).view(np.recarray)
    for index, state in enumerate(states):
        positions[index] = state
    rng = generator(len(states))
    streams = np.array([draw(rng) for _ in states], np.uint64)
    return Worlds(positions, streams, np.ones(len(states)) if weights is None else weights, sampled)


def weights_of(count, seed):
    return np.random.default_rng(seed).uniform(0.2, 2.0, count)


def leduc_worlds(own, moves):
    """Every deal in which seat 0 or 1, whoever is to move after ``moves``, holds the card ``own``."""
    game = LeducGame()
    worlds = []
    for hands_and_card in itertools.permutations(range(6), 3):
        state = game.deal(0)
        for seat in range(2):
            give_hand(state, seat, hands_and_card[seat])
        state.open_card = hands_and_card[2]
        for move in moves:
            game.apply(state, move)
        if state.hands[game.mover(state)] == own:
            worlds.append(state)
    return game, worlds


@pytest.mark.parametrize("moves", [(), (1,), (2,), (1, 2), (2, 2)])
@pytest.mark.parametrize("own", [0, 3, 5])
def test_it_is_the_best_reply_in_leduc_poker_over_all_worlds(own, moves):
    game, worlds = leduc_worlds(own, moves)
    assert len(worlds) == 20
    seat = game.mover(worlds[0])
    weighted = worlds_of(game, worlds, weights_of(20, own))
    solution = ending_of(game, game.view(worlds[0], seat)).solve(weighted)
    expected = BestReply(game, seat, 0).means(weighted)
    assert list(solution.moves) == game.legal_moves(worlds[0])
    assert solution.means() == pytest.approx(expected)


STONKS_ENDINGS = {
    "two tricks": (
        ["c13 f4 g9", "c12 f9 g3"],
        {"half": 1, "turned": "a7", "deck": "g13 a2 h6 h8 f3 c1", "portfolios": ["a5 g7", "c7"]},
    ),
    "two tricks, the rival leads": (
        ["c13 g2 g9", "c5 h9 g3"],
        {"half": 1, "turned": "h7", "deck": "g13 a2 h6", "leader": 1, "portfolios": ["c7", "h5"]},
    ),
    "one trick of three": (
        ["c13 g9", "c12 h2", "f5 f6"],
        {"turned": "g7", "deck": "g13 h6 h8 f3 c1", "portfolios": ["f7", "c7", "h5"]},
    ),
}


@pytest.mark.parametrize("name", STONKS_ENDINGS)
def test_it_is_the_best_reply_in_the_last_tricks_of_stonks_over_the_worlds_given(name):
    hands, setting = STONKS_ENDINGS[name]
    game = load_game("stonks", seats=len(hands))
    state = game.copy(lay(hands, **setting).state)
    seat = game.mover(state)
    view = game.view(state, seat)
    worlds = worlds_of(game, [game.redeal(view, seed) for seed in range(9)], weights_of(9, 4))
    solution = ending_of(game, view).solve(worlds)
    expected = BestReply(game, seat, int(state.round_number) + 1).means(worlds)
    assert solution.means() == pytest.approx(expected)
    assert max(expected) - min(expected) > 0.001


def test_a_decision_on_a_coin_that_is_not_seen_is_worth_the_mean():
    game = ToyGame([[[2, -2]] * 2, [[0.5, 0.5]] * 2, [[-2, 2]] * 2])
    view = game.view(game.deal(1), 0)
    worlds = [game.copy(view) for _ in range(2)]
    for coin, world in enumerate(worlds):
        world.coin = coin
        world.secret = 1 + coin
        world.viewer = -1
    player = IsmctsPlayer(win_weight=0.0)
    solution = ending_of(game, view, player).solve(worlds_of(game, worlds))
    # 4 points ahead or behind at a scale of 2: 0.5 +- 0.5 * 2 / 3; 1 point ahead: 0.5 + 0.5 * 0.5 / 1.5.
    assert solution.means() == pytest.approx([0.5, 2 / 3, 0.5])
    assert solution.values[0] == pytest.approx([5 / 6, 1 / 6])
    assert solution.candidate(0).standard_error == pytest.approx(1 / 3 / np.sqrt(2))


VALUES = np.array([[0.1, 0.9, 0.5], [0.6, 0.6, 0.0], [0.2, 0.3, 0.4]])


def settled(values, weights, sampled, usual):
    out = np.full(values.shape[1], -1.0)
    moves = np.array([11, 12, 13], np.int32)
    settle_group(values, moves, 3, np.arange(values.shape[1]), np.array(weights), sampled, usual, out)
    return out.tolist()


def test_a_group_gets_one_move():
    assert settled(VALUES, [1.0, 1.0, 1.0], False, 13) == [0.1, 0.9, 0.5]
    assert settled(VALUES, [5.0, 1.0, 1.0], False, 13) == [0.6, 0.6, 0.0]


def test_of_a_sample_each_world_gets_the_move_that_is_best_in_the_others():
    # Without the first world the sums are 1.4, 0.6, 0.7; without the second 0.6, 0.6, 0.6; without the third
    # 1.0, 1.2, 0.5. Of equals the policy's move is taken.
    assert settled(VALUES, [1.0, 1.0, 1.0], True, 13) == [0.1, 0.3, 0.0]
    assert settled(VALUES, [1.0, 1.0, 1.0], True, 99) == [0.1, 0.9, 0.0]


def test_values_from_samples_are_not_too_high():
    """Judged by the choice it took part in, a world late in the line is worth more than the seat can get from it."""
    game, worlds = leduc_worlds(2, ())
    ending = ending_of(game, game.view(worlds[0], 0))
    exact = ending.solve(worlds_of(game, worlds)).means()
    rng = np.random.default_rng(5)
    held_out = []
    fused = []
    for _ in range(150):
        sample = [worlds[index] for index in rng.choice(20, 6)]
        held_out.append(ending.solve(worlds_of(game, sample, sampled=True)).means())
        fused.append(ending.solve(worlds_of(game, sample)).means())
    error = np.std(held_out, axis=0) / np.sqrt(len(held_out))
    assert (np.mean(held_out, axis=0) < exact + 3 * error).all()
    assert (np.mean(fused, axis=0) > exact).all()


def test_too_much_work_and_a_cancelled_one_give_no_solution():
    game, worlds = leduc_worlds(2, ())
    control = Control()
    ending = Ending(game, game.view(worlds[0], 0), PLAYER.settings(game), uniform_beliefs(game), control.cancel_flag)
    given = worlds_of(game, worlds)
    assert ending.solve(given) is not None
    assert ending.solve(given, most_playouts=30) is None
    control.cancel()
    assert ending.solve(given) is None


def test_only_the_moves_asked_for_are_valued():
    game, worlds = leduc_worlds(2, (2,))
    given = worlds_of(game, worlds)
    ending = ending_of(game, game.view(worlds[0], 1))
    whole, part = ending.solve(given), ending.solve(given, moves=(1, 2))
    assert (whole.moves, part.moves) == ((0, 1, 2), (1, 2))
    assert (part.values == whole.values[1:]).all()
    assert part.playouts < whole.playouts


def test_moves_far_behind_in_common_worlds_are_no_contenders():
    values = np.array([[0.5, 0.1, 0.9], [0.4, 0.0, 0.81], [0.2, 0.9, 0.3], [0.45, 0.05, 0.86]])
    solution = Solution((5, 6, 7, 8), values, np.ones(3), 12)
    # 6 is 0.097 +- 0.0027 behind 5, 8 0.047 +- 0.0027, 7 0.03 +- 0.25.
    assert solution.contenders(20.0) == (5, 7, 8)
    assert solution.contenders(4.0) == (5, 7)
    assert solution.contenders(1e9) == (5, 6, 7, 8)
    assert solution.contenders(0.0) == (5, 7)


def stonks_endings(game, seeds):
    for seed in seeds:
        state = game.deal(seed)
        while (seat := game.mover(state)) is not None:
            if state.phase != 0 and tricks_left(game.rules, state) <= 2 and len(game.legal_moves(state)) > 1:
                yield game.copy(state), seat
            game.apply(state, game.suggest(game.view(state, seat), game.playout_style, seed))


SOLVING = IsmctsPlayer(ending_lines=1000.0)


def test_an_ending_is_solved_and_says_so():
    game = load_game("stonks", seats=4)
    solved = 0
    for state, seat in itertools.islice(stonks_endings(game, [1]), 20):
        choice = SOLVING.choose(game, game.view(state, seat), Budget(iterations=3000), 1)
        assert sorted(candidate.move for candidate in choice.candidates) == game.legal_moves(state)
        # The budget is looked at before a move is tried in every world of a group.
        assert choice.iterations <= 3000 + choice.worlds
        if "solved" in choice.explanation:
            solved += 1
            assert choice.worlds >= 16
            assert choice.candidates[0].move == choice.move
            assert choice.candidates[0].mean >= max(candidate.mean for candidate in choice.candidates) - 1e-9
    assert solved >= 10


def test_what_is_no_ending_is_searched():
    game = load_game("stonks", seats=4)
    state = game.deal(1)
    choice = SOLVING.choose(game, game.view(state, game.mover(state)), Budget(iterations=100), 1)
    assert "solved" not in choice.explanation
    assert choice.iterations == 100


def test_the_same_seed_gives_the_same_solution_and_threads_change_nothing():
    game = load_game("stonks", seats=3)
    for state, seat in itertools.islice(stonks_endings(game, [2]), 4):
        view = game.view(state, seat)
        answers = [
            IsmctsPlayer(ending_lines=1000.0, threads=threads).choose(game, view, Budget(iterations=2000), 6)
            for threads in (1, 1, 2)
        ]
        assert len({(item.move, item.candidates, item.worlds) for item in answers}) == 1


def test_it_chooses_alike_in_worlds_its_seat_cannot_tell_apart():
    game = load_game("stonks", seats=4)
    compared = 0
    for number, (state, seat) in enumerate(itertools.islice(stonks_endings(game, [3, 4]), 40)):
        view = game.view(state, seat)
        walk = twins_at_next_decision(game, state, seat, number, lambda seed, view=view: game.redeal(view, seed))
        if walk is None or int(walk.state.round_number) != int(state.round_number):
            continue
        first, second = (
            SOLVING.choose(game, game.view(now, seat), Budget(iterations=2000), number)
            for now in (walk.state, walk.twin)
        )
        assert (first.move, first.candidates) == (second.move, second.candidates)
        compared += "solved" in first.explanation
    assert compared >= 4

"""Our games pass PettingZoo's own tests."""

import warnings

import numpy as np
import pytest

from engine.catalog import load_game
from engine.leduc.facade import LeducGame

zoo_tests = pytest.importorskip("pettingzoo.test")
PettingZooEnv = pytest.importorskip("eval.peers.petting_zoo_env").PettingZooEnv

GAMES = {
    "leduc": LeducGame,
    "stockpile": lambda: load_game("stockpile", seats=3),
    "stonks": lambda: load_game("stonks", seats=4),
}


@pytest.fixture(params=GAMES)
def game(request):
    return GAMES[request.param]()


def test_it_passes_the_api_test(game):
    with warnings.catch_warnings():
        # Observations are bytes of a record, not numbers for a network: api_test would like them scaled.
        warnings.filterwarnings("ignore", category=UserWarning, module="pettingzoo")
        zoo_tests.api_test(PettingZooEnv(game), num_cycles=60)


def test_it_passes_the_seed_test(game):
    zoo_tests.seed_test(lambda: PettingZooEnv(game), num_cycles=30)


def test_observations_are_views_and_rewards_are_payoffs(game):
    env = PettingZooEnv(game, render_mode="ansi")
    env.reset(seed=5)
    state = game.copy(env.state_record)
    rng = np.random.default_rng(1)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        rewards[agent] += reward
        if over:
            env.step(None)
            continue
        seat = game.mover(state)
        assert agent == f"seat_{seat}"
        assert observation["observation"].tobytes() == game.view(state, seat).tobytes()
        moves = game.legal_moves(state)
        assert observation["action_mask"].sum() == len(moves)
        action = int(rng.integers(len(moves)))
        game.apply(state, moves[action])
        env.step(action)
        assert env.render() == game.position_text(state)
    assert list(rewards.values()) == game.payoffs(state)


def test_what_is_no_legal_move_is_refused(game):
    env = PettingZooEnv(game)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action must be from 0 to"):
        env.step(255)
    with pytest.raises(ValueError, match="render_mode"):
        PettingZooEnv(game, render_mode="human")

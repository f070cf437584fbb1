"""Our games pass OpenSpiel's own test, with the audit's books beside."""

import pytest

from engine.catalog import load_game
from engine.leduc.facade import LeducGame

pyspiel = pytest.importorskip("pyspiel")
peers = pytest.importorskip("eval.peers.open_spiel_game")
MARGINS, BrokenGameError, OpenSpielGame, resampled = (
    getattr(peers, name) for name in ("MARGINS", "BrokenGameError", "OpenSpielGame", "resampled")
)

GAMES = {
    "leduc": LeducGame,
    "stockpile": lambda: load_game("stockpile", seats=2),
    "stonks": lambda: load_game("stonks", seats=3),
}


@pytest.fixture(params=GAMES)
def game(request):
    return GAMES[request.param]()


def test_it_passes_random_sim_test_and_conserves_what_there_is(game):
    pyspiel.random_sim_test(OpenSpielGame(game, checked=True, deals=16), num_sims=1, serialize=False, verbose=False)


def played(game, moves, **settings):
    state = OpenSpielGame(game, **settings).new_initial_state()
    state.apply_action(7)
    for _ in range(moves):
        state.apply_action(state.legal_actions()[0])
    return state


def test_a_clone_goes_its_own_way(game):
    state = played(game, 1)
    before = state.record.tobytes()
    clone = state.clone()
    clone.apply_action(0)
    assert state.record.tobytes() == before != clone.record.tobytes()


def test_a_resampled_world_is_another_that_the_player_cannot_tell_from_the_first(game):
    state = played(game, 1, checked=True)
    player = state.current_player()
    worlds = [resampled(state, player, seed) for seed in range(20)]
    assert len({world.record.tobytes() for world in worlds}) > 1
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.legal_actions() == state.legal_actions()


def test_players_have_different_information_states(game):
    state = played(game, 0)
    assert len({state.information_state_string(player) for player in range(game.seats)}) == game.seats


def test_margins_sum_to_zero_for_two():
    state = played(LeducGame(), 0, returns=MARGINS)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    ours = state.ours.game.payoffs(state.record[0])
    assert sum(state.returns()) == 0
    assert state.returns()[0] == (ours[0] - ours[1]) / state.ours.game.typical_margin


@pytest.mark.parametrize("name", ["stockpile", "stonks"])
def test_a_game_that_loses_something_is_caught(name):
    state = played(GAMES[name](), 3, checked=True)
    record = state.record[0]
    if name == "stockpile":
        record.card[: record.dealt] = record.card[0]
    else:
        mover = state.current_player()
        record.hands[(mover + 1) % 3] = record.hands[mover]
    with pytest.raises(BrokenGameError):
        state.apply_action(0)


def test_settings_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="deals must be from 1"):
        OpenSpielGame(LeducGame(), deals=0)
    with pytest.raises(ValueError, match="returns must be"):
        OpenSpielGame(LeducGame(), returns="chips")

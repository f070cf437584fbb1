"""The comparison with OpenSpiel, on the smallest settings."""

import pytest

from engine.catalog import load_game
from engine.errors import PitwiseError
from eval.peers import bench, extras
from eval.peers.bench import PeerSettings, peer_figures
from solvers.registry import make_solver


def test_what_is_missing_is_named_with_its_extra(monkeypatch):
    with pytest.raises(extras.MissingExtraError, match=r"this needs Chess, .* pip install 'pitwise\[chess\]'"):
        extras.imported("no_such_library_as_this", "Chess", "chess")

    def missing(module):
        raise ImportError(module)

    monkeypatch.setattr(extras, "import_module", missing)
    with pytest.raises(extras.MissingExtraError, match=r"OpenSpiel, .* pip install 'pitwise\[openspiel\]'"):
        peer_figures(PeerSettings(), lambda text: None)


def test_one_part_can_be_measured_alone(monkeypatch):
    monkeypatch.setattr(bench, "imported", lambda *names: None)
    monkeypatch.setattr(bench, "decision_figures", lambda seconds: {"µs": 1.0})
    report = peer_figures(PeerSettings(parts=("decisions",)), lambda text: None)
    assert set(report) == {"machine", "a simulated decision"}
    with pytest.raises(PitwiseError, match="there is no part 'chess' to measure; there are leduc, decisions, matches"):
        PeerSettings(parts=("chess",))


def test_exploitability_is_measured_for_both_searches():
    pytest.importorskip("pyspiel")
    from eval.peers.leduc_bench import leduc_figures

    figures = leduc_figures((20,), repeats=1)
    losses = [value for name, value in figures.items() if name.startswith("exploitability")]
    assert len(losses) == 4
    assert all(0.3 < loss < 4 for loss in losses)
    assert figures["our iterations/s"] > 0 < figures["OpenSpiel's C++ simulations/s"]


def test_the_cost_of_decisions_is_measured_for_both():
    pytest.importorskip("pyspiel")
    from eval.peers.decision_bench import decision_figures

    figures = decision_figures(0.01)
    assert len(figures) == 4
    assert all(value > 0 for value in figures.values())


@pytest.mark.parametrize("equal_time", [False, True])
def test_a_match_is_played_to_its_end(equal_time):
    pytest.importorskip("pyspiel")
    from eval.peers.match_bench import play

    game = load_game("stonks", seats=2)
    share, seconds = play(game, make_solver("heuristic"), 1, seed=3, simulations=2, equal_time=equal_time)
    assert share in (0.0, 0.5, 1.0)
    assert seconds["peer"] > 0

"""``pitwise bench --peers``: what it measures, told in tables or JSON, and what it needs."""

import json

import pytest
from typer.testing import CliRunner

import cli.bench
from cli.main import app
from eval.peers.bench import PeerSettings
from eval.peers.extras import MissingExtraError

FIGURES = {"Leduc poker": {"ours to OpenSpiel's": 3.5, "our iterations/s": 1234567}}


@pytest.fixture
def asked(monkeypatch):
    """The settings that figures were asked for with; nothing is measured."""
    settings = []

    def measured(given, progress):
        settings.append(given)
        progress("Leduc poker")
        return FIGURES

    monkeypatch.setattr(cli.bench, "peer_figures", measured)
    return settings


def test_options_reach_the_measurement(asked):
    arguments = [
        "bench",
        "--peers",
        "--seconds",
        "0.5",
        "--deals",
        "3",
        "--simulations",
        "7",
        "--only",
        "matches",
        "--json",
    ]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0
    assert asked == [PeerSettings(seconds=0.5, deals=3, simulations=7, parts=("matches",))]
    assert json.loads(result.stdout) == FIGURES


def test_figures_are_shown_in_tables(asked):
    result = CliRunner().invoke(app, ["bench", "--peers"])
    assert "Leduc poker" in result.stdout
    assert "1,234,567" in result.stdout


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    def missing(settings, progress):
        raise MissingExtraError("OpenSpiel", "openspiel")

    monkeypatch.setattr(cli.bench, "peer_figures", missing)
    result = CliRunner().invoke(app, ["bench", "--peers"])
    assert result.exit_code != 0
    assert "pip install 'pitwise[openspiel]'" in " ".join(result.output.split())

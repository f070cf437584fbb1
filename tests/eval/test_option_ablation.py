"""Ablations: what is told of every option is what its own run says, and a run that was stopped goes on."""

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.errors import PitwiseError
from eval import option_ablation
from eval.arena.run_spec import Design
from eval.arena.runner import StopRequest, run_standings
from eval.arena.spec_file import read_spec, spec_of_values
from eval.arena.store import RunStore
from eval.option_ablation import compare, markdown, pair_specs, play, run_path

SPECS = sorted((Path(option_ablation.__file__).parent / "specs").glob("*_search_options.toml"))
STYLES = ("all_round", "portfolio", "trick_taker")


def spec_of(*styles, **values):
    entrants = [{"name": style, "solver": f"heuristic(style={style})"} for style in styles]
    return spec_of_values({"name": "styles", "game": "stonks", "blocks": 12, "entrant": entrants} | values)


def played(folder, option, pair):
    return play(run_path(folder, option, pair), pair, 1, StopRequest())


def test_every_option_meets_the_base_alone_on_the_same_deals():
    spec = spec_of(*STYLES, design="focal", seed=5)
    pairs = pair_specs(spec, 25.0, 7, 3)
    assert [option.name for option, _ in pairs] == ["portfolio", "trick_taker"]
    for option, pair in pairs:
        assert [entrant.name for entrant in pair.entrants] == ["all_round", option.name]
        assert {(entrant.iterations, entrant.milliseconds) for entrant in pair.entrants} == {(None, 25.0)}
        assert (pair.players, pair.blocks, pair.seed, pair.design) == ((3,), 7, 5, Design.ROUND_ROBIN)


def test_without_limits_of_its_own_it_takes_the_specs():
    spec = spec_of(*STYLES, players=[5, 4], budget={"iterations": 30})
    _, pair = pair_specs(spec, None, None, None)[0]
    assert (pair.players, pair.blocks) == ((5,), 12)
    assert [entrant.iterations for entrant in pair.entrants] == [entrant.iterations for entrant in spec.entrants[:2]]


def test_a_base_alone_is_refused():
    with pytest.raises(PitwiseError, match="needs a base and something to compare"):
        pair_specs(spec_of("all_round"), None, None, None)


def test_the_figures_are_those_of_the_arenas_standings(tmp_path):
    option, pair = pair_specs(spec_of(*STYLES), None, None, None)[1]
    found = compare(option, pair, played(tmp_path, option, pair))
    with RunStore.open(run_path(tmp_path, option, pair)) as store:
        listed = run_standings(store).list_of(4)
    difference = listed.crosstable.differences[1][0]
    assert (found.deals, found.games, found.incidents) == (12, 24, 0)
    assert found.win_share == listed.entrant("trick_taker").win_share
    assert (found.win_difference, found.payoff_difference) == (difference.win_share, difference.payoff)
    # A weak style against the best: it must show.
    assert found.win_difference.high < 0


def test_what_there_is_not_played_again_and_the_rest_is_played(tmp_path):
    option, pair = pair_specs(spec_of(*STYLES), None, None, None)[0]
    path = run_path(tmp_path, option, pair)
    stopped = StopRequest()
    stopped.reason = "enough"
    assert play(path, pair, 1, stopped) == []
    whole = played(tmp_path, option, pair)
    assert len(whole) == 24
    with RunStore.open(path) as store:
        sessions = len(store.sessions)
    assert played(tmp_path, option, pair) == whole
    with RunStore.open(path) as store:
        assert len(store.sessions) == sessions


def test_another_number_of_deals_is_another_run(tmp_path):
    option, pair = pair_specs(spec_of(*STYLES), None, None, None)[0]
    assert run_path(tmp_path, option, pair) != run_path(tmp_path, option, replace(pair, blocks=13))


def test_the_table_has_a_row_for_each_option(tmp_path):
    spec = spec_of(*STYLES)
    compared = [compare(option, pair, played(tmp_path, option, pair)) for option, pair in pair_specs(spec, *[None] * 3)]
    rows = [line for line in markdown(spec, 4, compared).splitlines() if "heuristic(style=" in line and "|" in line]
    assert [row.split(" | ")[0].strip("| ") for row in rows] == ["portfolio", "trick_taker"]
    for row, one in zip(rows, compared, strict=True):
        cells = [cell.split()[0] for cell in row.strip("| ").split(" | ")]
        assert cells[2:4] == [f"{one.win_share.mean:.3f}", f"{one.win_difference.mean:+.3f}"]
        assert cells[5:7] == ["12", "24"]


def test_the_command_writes_the_table_and_names_what_is_wrong(tmp_path):
    import typer

    app = typer.Typer()
    app.command()(option_ablation.main)
    spec = tmp_path / "styles.toml"
    spec.write_text(
        'game = "stonks"\nblocks = 4\n' + "".join(f'[[entrant]]\nsolver = "heuristic(style={one})"\n' for one in STYLES)
    )
    folder = tmp_path / "out"
    name = "heuristic(style=portfolio)"
    result = CliRunner().invoke(app, [str(spec), "--output", str(folder), "--only", name, "--players", "3"])
    assert result.exit_code == 0, result.output
    text = (folder / "styles.md").read_text()
    assert name in text
    assert "trick_taker" not in text
    assert "3 players" in text
    result = CliRunner().invoke(app, [str(spec), "--output", str(folder), "--only", "nobody"])
    assert result.exit_code == 2
    assert "has no option nobody" in result.output


def test_there_is_an_ablation_for_each_game():
    assert [path.name for path in SPECS] == ["stockpile_search_options.toml", "stonks_search_options.toml"]


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_the_ablations_that_ship_can_be_played(path):
    spec = read_spec(path)
    assert spec.entrants[0].solver == "ismcts"
    pairs = pair_specs(spec, 10.0, 2, 4)
    assert len({run_path(path, option, pair) for option, pair in pairs}) == len(pairs) > 25

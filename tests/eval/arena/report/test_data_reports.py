"""JSON and CSV say what was played, to the last digit."""

import csv
import io
import math
import tomllib
from collections import defaultdict

import pytest

from engine.errors import UnknownNameError
from eval.arena.report import FORMATS, run_from_json, write_report
from eval.arena.report.repeat import spec_toml
from eval.arena.spec_file import spec_of_values
from tests.eval.arena.report.runs import focal_run, mirror_run, round_robin_run, run_of, unfinished_run
from tests.eval.arena.simulated_run import NASTY, simulated_spec

RUNS = [round_robin_run, mirror_run, unfinished_run, focal_run, lambda: run_of(simulated_spec(), [])]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("make", RUNS)
def test_json_gives_the_run_back(make):
    run = make()
    again = run_from_json(write_report(run, "json"))
    assert again.spec == run.spec
    assert again.results == sorted(run.results, key=lambda one: one.key)
    assert again.meta == run.meta
    assert again.standings.canonical_bytes() == run.standings.canonical_bytes()


@pytest.mark.parametrize("text", ["[]", "{}", '{"format": 0}', "no JSON"])
def test_other_json_is_refused(text):
    with pytest.raises(ValueError, match=r"not a report|Expecting"):
        run_from_json(text)


def test_csv_of_entrants_gives_the_standings_back():
    run = round_robin_run()
    rows = rows_of(write_report(run, "csv"))
    assert len(rows) == 12
    assert {row["entrant"] for row in rows} >= {NASTY}
    for row in rows:
        entrant = run.standings.list_of(int(row["players"])).entrant(row["entrant"])
        for measure in ("rating", "win_share", "place", "payoff", "margin"):
            interval = getattr(entrant, measure)
            assert float(row[measure]) == interval.mean
            assert float(row[f"{measure}_low"]) == interval.low
            assert float(row[f"{measure}_high"]) == interval.high
        assert int(row["incidents_exception"]) == entrant.incidents["exception"]
        assert int(row["games"]) == entrant.games
        shares = [row[f"share_of_place_{place}"] for place in range(1, 5)]
        assert [float(share) for share in shares if share] == list(entrant.places)


def test_csv_of_games_gives_the_games_back():
    run = unfinished_run()
    games = defaultdict(list)
    for row in rows_of(write_report(run, "games-csv")):
        games[int(row["players"]), int(row["block"]), int(row["number"])].append(row)
    assert len(games) == len(run.results)
    for result in run.results:
        rows = games[result.key.players, result.key.block, result.key.number]
        assert [int(row["seat"]) for row in rows] == list(range(result.key.players))
        assert [row["entrant"] for row in rows] == [run.spec.entrants[one].name for one in result.seating]
        assert tuple(float(row["payoff"]) for row in rows) == result.payoffs
        assert tuple(float(row["seconds"]) for row in rows) == result.seconds
        assert math.isclose(sum(float(row["win_share"]) for row in rows), 1.0)
        assert sum(int(row["incidents"]) for row in rows) == len(result.incidents)


@pytest.mark.parametrize("make", RUNS)
def test_spec_as_toml_is_the_spec(make):
    run = make()
    assert spec_of_values(tomllib.loads(spec_toml(run.spec))) == run.spec


def test_unknown_formats_are_named():
    with pytest.raises(UnknownNameError, match="no report format 'pdf'; there are html, md, json, csv"):
        write_report(mirror_run(), "pdf")
    assert set(FORMATS) == {"html", "md", "json", "csv", "games-csv"}

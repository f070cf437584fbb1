"""The page: whole, self-contained, and with everything in it or the reason why not."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from eval.arena.report import RunData, write_report
from tests.eval.arena.report.page_reader import PageReader
from tests.eval.arena.report.runs import focal_run, mirror_run, round_robin_run, run_of, unfinished_run
from tests.eval.arena.simulated_run import NASTY, simulated_results, simulated_spec

PANELS = (
    "Standings",
    "Ratings",
    "Places",
    "Crosstable",
    "Seats",
    "$K over the rounds",
    "Time for a move",
    "Sequential test",
    "Variance ratios",
)
RUNS: dict[str, Callable[[], RunData]] = {
    "round robin": round_robin_run,
    "mirror": mirror_run,
    "unfinished": unfinished_run,
    "focal": focal_run,
    "nothing": lambda: run_of(simulated_spec(), []),
}


@cache
def page_of(name: str) -> str:
    return write_report(RUNS[name](), "html")


@pytest.fixture(scope="module", params=RUNS, ids=lambda name: name.replace(" ", "-"))
def reported(request) -> tuple[RunData, PageReader, str]:
    page = page_of(request.param)
    return RUNS[request.param](), PageReader(page), page


def test_nothing_is_fetched_and_nothing_is_run(reported):
    _, reader, page = reported
    names = {tag for tag, _ in reader.elements}
    assert not names & {"script", "link", "iframe", "img", "image", "object", "embed", "foreignObject"}
    for _, attributes in reader.elements:
        assert not [name for name in attributes if name.startswith("on")]
        for name in ("src", "href", "xlink:href", "data", "action"):
            assert attributes.get(name, "#").startswith("#")
    assert "@import" not in page
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", page))


def test_links_within_the_page_lead_somewhere(reported):
    _, reader, page = reported
    ids = {attributes["id"] for _, attributes in reader.elements if "id" in attributes}
    links = {attributes["href"][1:] for _, attributes in reader.elements if attributes.get("href")}
    assert links | set(re.findall(r"url\(#([^)]*)\)", page)) <= ids


def test_every_panel_shows_something_or_says_why_not(reported):
    run, reader, _ = reported
    for title, inside in reader.panels:
        assert inside & {"svg plot", "table", "table cross", "pre", "p absent"}, title
    shown = [title for title, _ in reader.panels]
    played = sum(one.blocks > 0 for one in run.standings.lists)
    for title in PANELS:
        expected = len(run.standings.lists) if title == "Standings" else played
        assert shown.count(title) == expected, title


def test_no_name_becomes_markup(reported):
    run, reader, page = reported
    assert "<script" not in page
    assert "<b>" not in page
    for entrant in run.spec.entrants:
        assert entrant.name in reader.text


def test_page_tells_how_to_repeat_the_run(reported):
    run, reader, _ = reported
    assert "pitwise arena run" in reader.text
    assert f"seed = {run.spec.seed}" in reader.text
    for entrant in run.spec.entrants:
        assert entrant.solver in reader.text


def test_incidents_are_shown():
    run = round_robin_run()
    incidents = sum(len(result.incidents) for result in run.results)
    assert incidents > 3
    reader = PageReader(page_of("round robin"))
    assert f"{incidents} incidents: {NASTY} ({incidents} exceptions)" in reader.text
    assert reader.text.count("ValueError: <script>alert(1)</script>") == incidents
    assert [one for one in reader.tags("p") if one.get("role") == "alert"]


def test_incidents_in_games_that_do_not_count_are_shown():
    spec = simulated_spec(blocks=2)
    counted = simulated_results(spec, incidents=False)
    failed = next(one for one in simulated_results(spec) if one.incidents)
    results = [failed if one.key == failed.key else one for one in counted if one.key.block == failed.key.block]
    run = run_of(spec, [one for one in results if one.key.number <= failed.key.number])
    assert run.standings.list_of(failed.key.players).blocks == 0
    assert "ValueError: &lt;script&gt;" in write_report(run, "html")


def test_a_run_without_incidents_says_so():
    spec = simulated_spec(blocks=2)
    run = run_of(spec, simulated_results(spec, incidents=False))
    reader = PageReader(write_report(run, "html"))
    assert f"No incident in {len(run.results)} games" in reader.text
    assert not [one for one in reader.tags("p") if one.get("role") == "alert"]


def test_compiled_games_without_progress_are_explained():
    spec = simulated_spec((2,), blocks=2)
    nothing = (0.0, 0.0)
    results = [replace(one, progress=(), seconds=nothing, slowest=nothing) for one in simulated_results(spec)]
    reader = PageReader(write_report(run_of(spec, results), "html"))
    panels = dict(reader.panels)
    for title in ("$K over the rounds", "Time for a move"):
        assert "p absent" in panels[title]
        assert "svg plot" not in panels[title]


def test_circumstances_are_told():
    text = PageReader(page_of("round robin")).text
    for words in ("numba0.68.0", "cores2", "wall time5 min 12 s", "started2026-11-30"):
        assert words in text
    assert "not recorded" in PageReader(page_of("mirror")).text


def test_same_run_gives_the_same_page():
    assert write_report(mirror_run(), "html") == page_of("mirror")

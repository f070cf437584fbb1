"""Markdown: tables stay tables whatever the names are, and nothing is lost."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.arena.report import write_report
from eval.arena.report.markdown_report import escaped, table_text
from eval.arena.report.tables import Cell, Table
from tests.eval.arena.report.runs import focal_run, mirror_run, round_robin_run, run_of, unfinished_run
from tests.eval.arena.simulated_run import simulated_spec

BAR = re.compile(r"(?<!\\)(?:\\\\)*\|")


def tables(text: str) -> list[list[str]]:
    """The tables' lines."""
    groups = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [group.splitlines() for group in groups]


def cells(line: str) -> int:
    return len(BAR.findall(line)) - 1


@pytest.mark.parametrize(
    "make", [round_robin_run, mirror_run, unfinished_run, focal_run, lambda: run_of(simulated_spec(), [])]
)
def test_tables_are_well_formed(make):
    run = make()
    text = write_report(run, "md")
    found = tables(text)
    assert len(found) >= 4 * sum(one.blocks > 0 for one in run.standings.lists)
    for head, rule, *rows in found:
        assert re.fullmatch(r"\|( -+:? \|)+", rule)
        assert rows
        assert {cells(line) for line in (head, rule, *rows)} == {cells(head)}


def test_everything_is_told():
    run = round_robin_run()
    text = write_report(run, "md")
    for one in run.standings.lists:
        assert f"## {one.players} players" in text
        for entrant in one.entrants:
            assert text.count(escaped(entrant.name)) >= 5
    assert text.count(escaped("ValueError: <script>alert(1)</script>")) == sum(
        len(one.incidents) for one in run.results
    )
    assert "numba: 0.68.0" in text
    assert "seed = 7" in text
    assert "<b>" not in re.sub(r"(`{3,})toml.*?\1", "", text, flags=re.DOTALL).replace("\\<", "")


@given(st.lists(st.lists(st.text(), min_size=3, max_size=3), min_size=1, max_size=4))
def test_no_text_breaks_a_table(texts):
    table = Table(["a", "b|", "c"], [[Cell(text, entrant=0) for text in row] for row in texts])
    lines = table_text(table).split("\n")
    assert len(lines) == len(texts) + 2
    assert {cells(line) for line in lines} == {3}


def test_sequential_test_is_told():
    assert "Sequential test: H1 accepted after" in write_report(focal_run(), "md")

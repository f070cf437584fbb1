"""Plots: colours from the page, names as they are, labels apart."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.arena.report.heat import heat
from eval.arena.report.place_plot import place_plot
from eval.arena.report.progress_plot import _apart
from eval.arena.report.ratings_plot import RatedEntrant, ratings_plot
from eval.arena.report.theme import plot
from eval.intervals import Interval
from tests.eval.arena.report.page_reader import PageReader

INFINITE = float("inf")
NAN = float("nan")


@pytest.mark.parametrize("name", ["$x_1$ & <b>", 'id="a" url(#b) #010101', "\\frac{1}{2}", "日本語", "--><script>"])
def test_names_are_written_as_they_are(name):
    drawn = str(plot("one", "a plot", 100.0, lambda axes: axes.set_yticks([0.0], [name])))
    assert name in PageReader(drawn).text
    assert "<script" not in drawn


def test_all_colours_are_the_page_s():
    drawn = str(place_plot("places", ["a", "b"], [[0.5, 0.3, 0.2], [0.2, 0.3, 0.5]]))
    assert re.findall(r"#[0-9a-f]{6}\b", drawn) == []
    assert {"var(--ink)", "var(--place-0)", "var(--place-4)", "var(--on-place-0)"} <= set(
        re.findall(r"var\(--[a-z0-9-]+\)", drawn)
    )


def test_ids_of_two_plots_differ():
    def draw(axes):
        axes.plot([0, 1], [0, 1])

    PageReader(f"<div>{plot('a', 'x', 100.0, draw)}{plot('b', 'x', 100.0, draw)}</div>")


@pytest.mark.parametrize(
    "rating", [Interval(0, 0, 0), Interval(900, 300, INFINITE), Interval(-900, -INFINITE, 2), Interval(3, NAN, NAN)]
)
def test_ratings_without_bounds_are_drawn(rating):
    entrants = [RatedEntrant("anchor", 0, Interval(0, 0, 0)), RatedEntrant("other", 1, rating)]
    assert "other" in PageReader(str(ratings_plot("ratings", entrants, "anchor"))).text


@settings(max_examples=50)
@given(st.lists(st.floats(-100.0, 100.0), min_size=1, max_size=9), st.floats(0.1, 10.0))
def test_labels_keep_their_order_and_distance(wanted, step):
    placed = _apart(np.array(wanted), step)
    order = np.argsort(wanted, kind="stable")
    assert (np.diff(placed[order]) >= step - 1e-9).all()
    if len(wanted) == 1 or (np.diff(np.sort(wanted)) >= step).all():
        np.testing.assert_allclose(placed, wanted, atol=1e-9)


@given(st.floats(0.0, 1.0))
def test_heat_is_symmetric_and_grows_from_the_middle(value):
    opacity = float(heat(value).split("/ ")[1].rstrip(")"))
    assert opacity == float(heat(1.0 - value).split("/ ")[1].rstrip(")"))
    assert opacity <= float(heat(1.0 if value >= 0.5 else 0.0).split("/ ")[1].rstrip(")"))
    assert (opacity == 0.0) == (abs(value - 0.5) < 1e-3) or abs(value - 0.5) < 2e-3

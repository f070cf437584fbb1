"""The checks of bidders find what they look for."""

import numpy as np
import pytest

from engine.catalog import load_game
from eval.auctions import views_of_bidders
from eval.bench_bids import bid_figures
from eval.bid_checks import check_table, measure_optimism, predicted_chances, reliability
from solvers.bidding.player import BiddingPlayer, is_bid


def test_bidders_are_asked_where_there_is_a_choice():
    game = load_game("stockpile", seats=3)
    views = list(views_of_bidders(game, deals=1))
    assert len(views) > 20
    assert all(is_bid(game, view) for view in views)
    assert len(list(views_of_bidders(game, deals=1, every=4))) == len(views) // 4


def test_estimates_of_chosen_bids_are_too_high_with_few_worlds():
    """The fewer worlds, the more a bid is chosen for its luck."""
    game = load_game("stockpile", seats=4)
    few = measure_optimism(game, BiddingPlayer(worlds=3, planning="off"), deals=3, every=2)
    many = measure_optimism(game, BiddingPlayer(worlds=150, planning="off"), deals=3, every=2)
    assert len(few.own) == len(many.own) > 30
    assert few.mean > 0.0
    assert abs(many.mean) < few.mean
    assert few.standard_error > many.standard_error > 0.0


def test_a_bidder_that_tries_no_bids_cannot_be_measured():
    with pytest.raises(ValueError, match="does not try bids"):
        measure_optimism(load_game("stockpile"), BiddingPlayer(worlds=3, enumeration="off", planning="off"), 1)


def test_predictions_of_bids_come_true_more_often_the_likelier_they_are():
    game = load_game("stockpile", seats=3)
    predictions = predicted_chances(game, BiddingPlayer(worlds=20, planning="off"), "heuristic", range(2))
    assert len(predictions) > 60
    assert {stood for _, stood in predictions} == {True, False}
    likely = [stood for chance, stood in predictions if chance >= 0.8]
    unlikely = [stood for chance, stood in predictions if chance < 0.3]
    assert np.mean(likely) > 0.6
    assert np.mean(unlikely) < 0.4


def test_every_auction_leaves_the_player_one_bid_that_stood():
    """As many bids stand as there are auctions in which it had a choice to the end; the others were outbid."""
    game = load_game("stockpile", seats=4)
    predictions = predicted_chances(game, BiddingPlayer(worlds=5, planning="off"), "heuristic", [1])
    rounds = int(game.rules.rounds)
    stood = sum(stood for _, stood in predictions)
    assert 0 < stood <= rounds * game.seats


def test_reliability_is_counted_in_bins():
    predictions = [(0.05, False), (0.05, False), (0.05, True), (0.95, True), (1.0, True)]
    found = reliability(predictions)
    assert found.counts.tolist() == [3, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    assert found.predicted[[0, 9]] == pytest.approx([0.05, 0.975])
    assert found.happened[[0, 9]] == pytest.approx([1 / 3, 1.0])
    assert np.isnan(found.happened[5])
    assert found.brier == pytest.approx((2 * 0.05**2 + 0.95**2 + 0.05**2) / 5)
    assert found.base == pytest.approx(0.6 * 0.4)
    assert found.error == pytest.approx((3 * abs(0.05 - 1 / 3) + 2 * 0.025) / 5)
    with pytest.raises(ValueError, match="no predictions"):
        reliability([])


def test_both_checks_are_told_in_one_table():
    game = load_game("stockpile", seats=2)
    optimism = measure_optimism(game, BiddingPlayer(worlds=5, planning="off"), deals=1, every=5)
    table = check_table(optimism, reliability([(0.2, False), (0.9, True)]))
    assert "Brier score" in str(table.title)
    assert table.row_count == 2


def test_the_bench_has_figures_of_bids_where_there_are_auctions():
    figures = bid_figures(load_game("stockpile", seats=2), repeats=1)
    assert figures["worlds"] == 200
    assert figures["planned"] == 1.0
    assert figures["bid p50 ms"] <= figures["bid p95 ms"]
    assert bid_figures(load_game("stonks"), repeats=1) == {}

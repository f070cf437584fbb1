"""The sequential test errs as seldom as it says, and depends on nothing but the blocks in deal order."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import norm

from eval.arena.results import GameKey, GameResult
from eval.arena.run_spec import Design, Entrant, RunSpec, SequentialTest
from eval.arena.seating import games_of_block
from eval.arena.sequential import Verdict, bounds, likelihood_ratios, sequential_state, state_of

RULE = SequentialTest()


def win_share_differences(rng, effect, tournaments, blocks, alike):
    """Block differences of a focal entrant at a table of four: skewed, and known to have ``effect`` in deviations.

    In a block its four games are won independently, or, with the chance ``alike``, all or none: with luck of the deal.
    """
    spread = alike + (1.0 - alike) / 4.0
    low, high = 0.25, 0.6
    for _ in range(60):
        chance = (low + high) / 2.0
        if chance - 0.25 < effect * np.sqrt(chance * (1.0 - chance) * spread):
            low = chance
        else:
            high = chance
    apart = rng.binomial(4, low, (tournaments, blocks)) / 4.0
    together = (rng.random((tournaments, blocks)) < low).astype(float)
    return np.where(rng.random((tournaments, blocks)) < alike, together, apart) - 0.25


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(
    ("effect", "wrong"), [(RULE.null, Verdict.ALTERNATIVE), (RULE.alternative, Verdict.NULL)], ids=["H0", "H1"]
)
def test_error_rates_are_at_most_those_asked_for(effect, wrong, alike):
    tournaments = 1500
    rng = np.random.default_rng(5)
    differences = win_share_differences(rng, effect, tournaments, 2000, alike)
    assert differences.mean() == pytest.approx(effect * differences.std(), abs=3e-3)
    verdicts = [state_of(RULE, one).verdict for one in differences]
    assert verdicts.count(Verdict.UNDECIDED) <= 0.005 * tournaments
    simulation_error = 2.0 * np.sqrt(0.05 * 0.95 / tournaments)
    assert verdicts.count(wrong) / tournaments <= 0.05 + simulation_error


def test_error_rates_hold_with_few_blocks_too():
    """A large effect is decided within some 20 to 40 blocks, where the deviation is known badly."""
    rule = SequentialTest(null=0.0, alternative=0.5, least_blocks=20)
    rng = np.random.default_rng(6)
    for effect, wrong in ((0.0, Verdict.ALTERNATIVE), (0.5, Verdict.NULL)):
        states = [state_of(rule, one) for one in win_share_differences(rng, effect, 1500, 400, 0.5)]
        assert np.mean([state.blocks for state in states]) < 45
        assert np.mean([state.verdict is wrong for state in states]) <= 0.05 + 2.0 * np.sqrt(0.05 * 0.95 / 1500)


def test_the_ratio_is_that_of_the_largest_likelihoods():
    """Maximised over the deviation numerically, for normal differences."""
    differences = np.random.default_rng(1).normal(0.1, 1.0, 25)
    rule = SequentialTest(null=-0.1, alternative=0.3)

    def largest(effect):
        found = minimize_scalar(
            lambda deviation: -norm.logpdf(differences, effect * deviation, deviation).sum(), bounds=(0.1, 10.0)
        )
        return -found.fun

    ratio = likelihood_ratios(rule, differences)[-1]
    assert ratio == pytest.approx(largest(0.3) - largest(-0.1), abs=1e-4)


def test_bounds_are_walds():
    assert bounds(RULE) == pytest.approx((np.log(0.05 / 0.95), np.log(0.95 / 0.05)))


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=40), st.floats(0.01, 100.0))
def test_the_unit_of_differences_does_not_matter(differences, unit):
    values = np.array(differences, float)
    assert likelihood_ratios(RULE, values * unit) == pytest.approx(likelihood_ratios(RULE, values), abs=1e-6)


def test_who_always_wins_by_the_same_is_accepted_and_who_never_differs_is_not():
    better = state_of(RULE, np.full(60, 0.75))
    assert (better.verdict, better.deviation) == (Verdict.ALTERNATIVE, 0.0)
    assert 20 <= better.blocks <= 25
    assert state_of(RULE, np.full(60, -0.25)).verdict is Verdict.NULL
    even = state_of(RULE, np.zeros(400))
    assert even.verdict is Verdict.NULL
    assert even.path[9] == pytest.approx(-10 * 0.15**2 / 2)


def test_there_is_no_verdict_before_there_are_enough_blocks():
    rule = replace(RULE, alternative=1.0, least_blocks=20)
    differences = np.tile([0.75, 0.70], 30)
    assert likelihood_ratios(rule, differences)[5] > bounds(rule)[1]
    assert state_of(rule, differences[:19]).verdict is Verdict.UNDECIDED
    assert state_of(rule, differences).blocks == 20
    empty = state_of(rule, np.zeros(0))
    assert (empty.verdict, empty.blocks, empty.path) == (Verdict.UNDECIDED, 0, ())


# --- Of a run ---------------------------------------------------------------------------------------------------------


def run(design=Design.FOCAL, entrants=3, **more):
    names = tuple(Entrant(f"e{number}", "random") for number in range(entrants))
    return RunSpec("run", "stonks", (3,), names, design=design, sequential=SequentialTest(**more))


def play(spec, blocks, better, rng):
    """Games in which entrant 0 has ``better`` more."""
    return [
        GameResult(
            GameKey(3, block, number),
            seating,
            tuple(float(rng.normal() + better * (entrant == 0)) for entrant in seating),
            (1,) * 3,
            (0.0,) * 3,
            (0.0,) * 3,
        )
        for block in blocks
        for number, seating in enumerate(games_of_block(spec, 3, block))
    ]


def test_only_whole_blocks_in_deal_order_count():
    spec = run()
    games = play(spec, range(10), 0.5, np.random.default_rng(1))
    whole = sequential_state(spec, games, 3)
    assert whole.blocks == 10
    shuffled = [games[index] for index in np.random.default_rng(2).permutation(len(games))]
    assert sequential_state(spec, shuffled, 3) == whole
    gap = [game for game in games if game.key != GameKey(3, 6, 1)]
    assert sequential_state(spec, gap, 3).path == whole.path[:6]


def test_blocks_beyond_the_verdict_make_no_difference():
    spec = run()
    games = play(spec, range(80), 3.0, np.random.default_rng(3))
    whole = sequential_state(spec, games, 3)
    assert whole.verdict is Verdict.ALTERNATIVE
    assert 20 <= whole.blocks < 80
    until = [game for game in games if game.key.block < whole.blocks]
    assert sequential_state(spec, until, 3) == whole
    short = [game for game in games if game.key.block < whole.blocks - 1]
    assert sequential_state(spec, short, 3).verdict is Verdict.UNDECIDED


def test_the_difference_is_to_an_even_share_or_to_the_other_entrant():
    focal = run()
    games = play(focal, range(5), 100.0, np.random.default_rng(4))
    assert sequential_state(focal, games, 3).mean == pytest.approx(2.0 / 3.0)
    two = run(Design.ROUND_ROBIN, 2)
    # Of the three seats, one is the first's in half the games and two are in the other half; it wins all games.
    games = play(two, range(5), 100.0, np.random.default_rng(5))
    assert sequential_state(two, games, 3).mean == pytest.approx(6 / 9)
    three = run(Design.ROUND_ROBIN, 3)
    with pytest.raises(ValueError, match="two entrants or the focal"):
        sequential_state(three, play(three, range(2), 0.0, np.random.default_rng(6)), 3)

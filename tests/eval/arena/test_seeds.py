"""The streams of a run: each depends on what it is for and on nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from eval.arena.seeds import LARGEST_SEED, Purpose, deal_seed, decision_seed, seat_key, seating_key, stream_key

SEEDS = st.integers(0, LARGEST_SEED)
WORDS = st.tuples(st.sampled_from(Purpose), st.integers(2, 5), st.integers(0, 10**6), st.integers(0, 4))


@given(SEEDS, WORDS, WORDS)
def test_different_words_have_different_streams(seed, words, others):
    assert (stream_key(seed, *words) == stream_key(seed, *others)) == (words == others)


@given(SEEDS, SEEDS)
def test_different_runs_have_different_streams(seed, other):
    assert (seating_key(seed, 4, 0) == seating_key(other, 4, 0)) == (seed == other)


@given(SEEDS, st.integers(2, 5), st.integers(0, 10**6), st.integers(0, 4), st.integers(0, 1000))
def test_seeds_have_63_bits(seed, players, block, seat, decision):
    assert 0 <= deal_seed(seed, players, block) <= LARGEST_SEED
    assert 0 <= int(decision_seed(seat_key(seed, players, block, seat), decision)) <= LARGEST_SEED


def test_no_seed_comes_twice_in_a_run():
    seeds = [deal_seed(0, players, block) for players in (2, 3, 4, 5) for block in range(500)]
    for block in range(50):
        for seat in range(4):
            key = seat_key(0, 4, block, seat)
            seeds += [int(decision_seed(key, decision)) for decision in range(50)]
    assert len(set(seeds)) == len(seeds) == 2000 + 10_000


def test_seeds_are_what_they_were():
    """Changing them changes the games of every run there is."""
    assert deal_seed(1, 4, 0) == 4366509968824118491
    assert int(decision_seed(seat_key(1, 4, 0, 2), 5)) == 4669323015092863261

"""Blocks are balanced: within a deal every entrant sits in every seat equally often."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from eval.arena.run_spec import Design, Entrant, RunSpec, Seatings
from eval.arena.seating import games_of_block, line_ups_of_block

PLAYERS = st.integers(2, 5)
BLOCKS = st.integers(0, 10_000)
SEEDS = st.integers(0, 2**63 - 1)


def run(entrants, design=Design.ROUND_ROBIN, seatings=Seatings.ROTATIONS, seed=0):
    names = [f"player {number}" for number in range(entrants)]
    return RunSpec(
        name="a run",
        game="stockpile",
        players=(4,),
        entrants=tuple(Entrant(name, "random") for name in names),
        design=design,
        seatings=seatings,
        seed=seed,
    )


def seats_of_entrants(games):
    """How often each entrant sits in each seat."""
    return Counter((entrant, seat) for seating in games for seat, entrant in enumerate(seating))


@given(st.integers(1, 8), PLAYERS, BLOCKS, SEEDS, st.sampled_from(Seatings))
def test_in_a_round_robin_block_every_entrant_sits_in_every_seat_equally_often(
    entrants, players, block, seed, seatings
):
    games = games_of_block(run(entrants, seatings=seatings, seed=seed), players, block)
    counts = seats_of_entrants(games)
    assert set(counts) == {(entrant, seat) for entrant in range(entrants) for seat in range(players)}
    assert len(set(counts.values())) == 1
    assert len(set(games)) == len(games)


@given(st.integers(2, 8), PLAYERS, BLOCKS, SEEDS, st.sampled_from(Seatings))
def test_in_a_focal_block_the_first_entrant_sits_once_in_every_game_and_all_in_every_seat_equally_often(
    entrants, players, block, seed, seatings
):
    games = games_of_block(run(entrants, Design.FOCAL, seatings, seed), players, block)
    counts = seats_of_entrants(games)
    assert all(seating.count(0) == 1 for seating in games)
    for entrant in set().union(*games):
        assert len({counts[entrant, seat] for seat in range(players)}) == 1
    assert len(set().union(*games)) == min(entrants, players)
    assert len(set(games)) == len(games)


@given(st.integers(2, 8), PLAYERS, BLOCKS)
def test_rotations_of_a_line_up_are_all_there(entrants, players, block):
    games = set(games_of_block(run(entrants), players, block))
    assert {seating[1:] + seating[:1] for seating in games} == games


def test_the_number_of_games_a_block():
    def count(players, entrants, **more):
        return len(games_of_block(run(entrants, **more), players, 0))

    permutations, focal = Seatings.PERMUTATIONS, Design.FOCAL
    assert count(4, 1) == 1, "a mirror match is the same game in every seating"
    assert count(4, 2) == 2, "ABAB and BABA"
    assert count(3, 2) == 6, "ABA and BAB, three rotations each"
    assert count(4, 4) == 4, "every window of the ring is a rotation of the first"
    assert count(4, 6) == 24, "six windows, four rotations each"
    assert count(4, 2, seatings=permutations) == 6
    assert count(4, 4, seatings=permutations) == 24
    assert count(4, 2, design=focal) == 4
    assert count(4, 2, design=focal, seatings=permutations) == 4
    assert count(4, 5, design=focal) == 4
    assert count(4, 5, design=focal, seatings=permutations) == 24


def test_over_the_deals_everybody_meets_everybody_equally_often():
    blocks = 4000
    pairs = Counter()
    for block in range(blocks):
        for line_up in line_ups_of_block(run(5, seed=3), 2, block):
            pairs[frozenset(line_up)] += 1
    assert len(pairs) == 10
    # Each of the 5 windows of a block is any of 10 pairs; the deviation allowed is 5 standard deviations.
    assert all(abs(count - blocks / 2) < 5 * (blocks / 4) ** 0.5 for count in pairs.values())


def test_who_meets_whom_depends_on_seed_players_and_block_alone():
    spec = run(6, seed=9)
    assert games_of_block(spec, 4, 7) == games_of_block(run(6, seed=9), 4, 7)
    others = [(run(6, seed=10), 4, 7), (spec, 4, 8), (run(6, seed=2**62), 4, 7)]
    assert len({games_of_block(*other) for other in others} | {games_of_block(spec, 4, 7)}) == 4

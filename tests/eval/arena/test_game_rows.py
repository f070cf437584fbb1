"""A result comes back from its row as it was."""

from hypothesis import given
from hypothesis import strategies as st

from eval.arena.game_rows import COLUMNS, result_of, row_of
from eval.arena.results import GameKey, GameResult, Incident, IncidentKind

FLOATS = st.floats(allow_nan=False)
INCIDENTS = st.builds(
    Incident, st.integers(0, 4), st.integers(0, 2000), st.sampled_from(IncidentKind), st.text(max_size=40)
)


@st.composite
def results(draw: st.DrawFn) -> GameResult:
    players = draw(st.integers(2, 5))

    def seats(values: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
        return st.tuples(*[values] * players)

    return GameResult(
        key=GameKey(players, draw(st.integers(0, 10**8)), draw(st.integers(0, 500))),
        seating=draw(seats(st.integers(0, 99))),  # type: ignore[arg-type]
        payoffs=draw(seats(FLOATS)),  # type: ignore[arg-type]
        decisions=draw(seats(st.integers(0, 10**6))),  # type: ignore[arg-type]
        seconds=draw(seats(st.floats(0, 1e6))),  # type: ignore[arg-type]
        slowest=draw(seats(st.floats(0, 1e6))),  # type: ignore[arg-type]
        progress=tuple(draw(st.lists(seats(FLOATS), max_size=8))),  # type: ignore[arg-type]
        moves=tuple(draw(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=300))),
        forfeits=tuple(draw(st.lists(st.integers(0, players - 1), unique=True))),
        incidents=tuple(draw(st.lists(INCIDENTS, max_size=3))),
    )


@given(results())
def test_a_result_comes_back_from_its_row(result: GameResult) -> None:
    row = row_of(result)
    assert len(row) == len(COLUMNS)
    assert result_of(row) == result

"""The golden playthroughs still play as they did; ``make golden`` writes them anew after a wanted change."""

import pytest

from tests.golden import FOLDER, GAMES_PLAYED, text_of


@pytest.mark.parametrize("name", GAMES_PLAYED)
def test_the_golden_game_plays_as_recorded(name):
    recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(text_of(name).splitlines(), recorded, strict=False), 1):
        assert now == then, f"{name}.txt, line {number}"
    assert len(text_of(name).splitlines()) == len(recorded)


def test_every_golden_file_is_played():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES_PLAYED)

"""Edition files and options: what they hold, and that every fault is named."""

import numpy as np
import pytest

from engine.errors import EditionError, OptionError
from engine.randomness import draw_below, generator
from engine.stonks.edition import EDITIONS_FOLDER, load_edition, parse_edition
from engine.stonks.rules import StonksOptions, rules_record
from engine.stonks.scoring import fruits_in
from tests.engine.stonks.table import Table, assert_conserved, base_data, card


def faults(data):
    with pytest.raises(EditionError) as caught:
        parse_edition(data)
    return {problem.field: problem.description for problem in caught.value.problems}


def test_the_base_edition_says_what_it_assumes():
    edition = load_edition()
    assert edition.companies == ("honey", "fish", "carrot", "grass", "apple")
    assert set(edition.assumed) == {"fruits", "market_symbols"}
    assert [sum(suit) for suit in edition.fruits] == [23] * 5
    assert [edition.tricks(seats) for seats in (2, 3, 4, 5)] == [8, 6, 8, 6]
    assert all(edition.sources[name] for name in edition.statuses)


def test_an_edition_can_be_loaded_from_a_file(tmp_path):
    text = (EDITIONS_FOLDER / "base.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('name = "base"', 'name = "mine"'), encoding="utf-8")
    assert load_edition(str(path)).name == load_edition(path).name == "mine"
    with pytest.raises(EditionError, match="built in: base"):
        load_edition("none such")
    path.write_text("name = ", encoding="utf-8")
    with pytest.raises(EditionError, match="not a TOML file"):
        load_edition(path)


def test_all_faults_are_listed_with_their_field():
    data = base_data()
    data["fruits"]["value"] = [0, *[1] * 12]
    data["market_symbols"]["value"] = [3] * 12
    data["tile_front"]["value"] = [1, 2, 4, 3, 5]
    data["hand_size"]["value"]["4"] = 14
    data["companies"]["value"] = ["honey", "honey", "carrot", "grass", "apple"]
    data["start_levels"]["value"]["3"] = [1, 2, 4]
    data["halves"]["status"] = "guessed"
    del data["black_tokens"]
    assert {
        "fruits.value[0]",
        "market_symbols.value",
        "tile_front.value",
        "hand_size.value.4",
        "companies.value",
        "start_levels.value.3",
        "halves.status",
        "black_tokens",
    } <= set(faults(data))


def test_the_deck_must_last_and_some_company_be_free():
    data = base_data()
    data["hand_size"]["value"]["5"] = 13
    data["black_tokens"]["value"] = 5
    found = faults(data)
    assert "75 cards" in found["hand_size.value.5"]
    assert "4 companies" in found["black_tokens.value"]


def test_suits_may_differ():
    data = base_data()
    suits = [[1] * 13 for _ in range(5)]
    suits[2][6] = 3
    data["fruits"]["value"] = suits
    rules = rules_record(StonksOptions(), parse_edition(data))
    assert rules.fruits[card("c7")] == 3
    assert rules.fruits[card("h7")] == 1
    data["fruits"]["value"] = suits[:4]
    assert "fruits.value" in faults(data)


def test_fruits_of_several_cards_are_the_sum_of_each_card_s():
    rng = np.random.default_rng(0)
    data = base_data()
    data["fruits"]["value"] = rng.integers(1, 4, (5, 13)).tolist()
    rules = rules_record(StonksOptions(), parse_edition(data))
    for company in range(5):
        for numbers in rng.integers(0, 1 << 13, 20).tolist():
            each = [rules.fruits[13 * company + index] for index in range(13) if (numbers >> index) & 1]
            assert fruits_in(rules, numbers, company) == sum(map(int, each))


def test_impossible_options_are_all_listed():
    with pytest.raises(OptionError) as caught:
        StonksOptions(seats=6, rounds=4, variant="wild", lock="none", next_market="", edition="")
    fields = [problem.field for problem in caught.value.problems]
    assert fields == ["seats", "rounds", "variant", "lock", "next_market", "edition"]
    with pytest.raises(OptionError):
        StonksOptions(seats=True)


@pytest.mark.parametrize("seed", range(3))
def test_any_deck_within_the_known_limits_can_be_played(seed):
    """Fruits and symbols are assumed, so nothing may depend on the base deck's."""
    rng = np.random.default_rng(seed)
    data = base_data()
    data["fruits"]["value"] = rng.integers(1, 4, (5, 13)).tolist()
    data["market_symbols"]["value"] = rng.integers(0, 3, 13).tolist()
    edition = parse_edition(data)
    for seats in (2, 3, 4, 5):
        table = Table(rules_record(StonksOptions(seats=seats), edition), seed=seed)
        generator_of_moves = generator(seed)
        while table.mover >= 0:
            assert_conserved(table)
            legal = table.legal()
            table.apply(legal[draw_below(generator_of_moves, len(legal))])
        assert all(points > 0 for points in table.payoffs())

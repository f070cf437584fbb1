"""A fee card is told by its amount, so an edition's fee amounts differ."""

import tomllib

import pytest

from engine.errors import EditionError
from engine.stockpile.edition import EDITIONS_FOLDER, parse_edition


def test_an_edition_with_two_fees_of_one_amount_is_refused() -> None:
    data = tomllib.loads((EDITIONS_FOLDER / "base.toml").read_text(encoding="utf-8"))
    data["trading_fees"]["value"][1]["amount"] = data["trading_fees"]["value"][0]["amount"]
    with pytest.raises(EditionError, match=r"trading_fees.value: the amounts must differ"):
        parse_edition(data)

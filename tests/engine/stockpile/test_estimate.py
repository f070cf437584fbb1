"""What positions are worth before the end: the learned estimate against its data file, the hand-made one by hand."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine import contract
from engine.catalog import load_game
from engine.randomness import generator
from engine.stockpile.cards import COMPANIES, CardKind, Zone
from engine.stockpile.estimate_weights import WEIGHTS_FILE, learned_weights
from engine.stockpile.facade import StockpileGame
from engine.stockpile.rules import StockpileOptions
from tests.engine.stockpile.table import COSMIC, EPIC, FEE_2, LEADING, Table, base_edition

FILE = tomllib.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))


def positions(game: Any, seed: int) -> Iterator[Any]:
    """Every third position of a game between players of mixed styles, and the finished one."""
    state = game.deal(seed)
    rng = generator(seed)
    step = 0
    while (seat := game.mover(state)) is not None:
        if step % 3 == 0:
            yield state
        step += 1
        contract.apply(game.rules, state, contract.suggest(game.rules, state, seat % 4, rng), contract.NO_LOG)
    yield state


def estimates(game: Any, state: Any, kernel: Any = contract.estimate) -> np.ndarray:
    out = np.zeros(game.seats)
    kernel(game.rules, state, out)
    return out


def money_of(game: Any, state: Any) -> list[float]:
    """Money less unpaid fees."""
    money = [float(value) for value in state.money[: game.seats]]
    for card in range(int(state.dealt)):
        if state.zone[card] == Zone.UNPAID_FEE:
            money[int(state.holder[card])] -= int(game.rules.fee_amounts[state.card[card] - CardKind.FIRST_FEE])
    return money


def from_the_file(game: Any, state: Any) -> list[float]:
    """The estimate as its data file defines it, in plain Python."""
    table = FILE["players"][str(game.seats)]
    left = min(int(game.rules.rounds) - int(state.round_number), len(table["weights"]))
    weights = table["weights"][left - 1]
    money = money_of(game, state)
    held = [
        [int(state.shares[seat, company]) + 2 * int(state.split_shares[seat, company]) for company in range(COMPANIES)]
        for seat in range(game.seats)
    ]
    prices = [int(game.rules.track_prices[company, state.spaces[company]]) for company in range(COMPANIES)]
    found = []
    for seat in range(game.seats):
        others = [other for other in range(game.seats) if other != seat]
        features = [money[seat]]
        features += [min(money[seat], limit) for limit in (5, 10, 15, 25, 40)]
        features += [max(0.0, money[seat] - max(money[other] for other in others))]
        features += [
            sum(int(state.shares[seat, company]) for company in range(COMPANIES) if state.spaces[company] == space)
            for space in range(10)
        ]
        splits = [int(state.split_shares[seat, company]) for company in range(COMPANIES)]
        features += [sum(splits), sum(split * price for split, price in zip(splits, prices, strict=True))]
        bonus = contest = safe = close = concentration = 0.0
        for company in range(COMPANIES):
            mine = held[seat][company]
            best_other = max(held[other][company] for other in others)
            contest += mine / (2.0 + sum(held[other][company] for other in range(game.seats)))
            concentration += mine**2
            if mine > 0:
                bonus += 10 if mine > best_other else 5 if mine == best_other else 0
                safe += mine - best_other >= 2
                close += mine == best_other - 1
        features += [bonus, contest, safe, close, concentration, (seat - int(state.first_seat)) % game.seats, 1.0]
        value = money[seat] + sum(count * price for count, price in zip(held[seat], prices, strict=True))
        found.append(value + float(np.dot(weights, features)))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_estimate_is_what_the_data_file_says(seats: int) -> None:
    game = load_game("stockpile", seats=seats)
    compared = 0
    for state in positions(game, 7):
        if game.mover(state) is not None:
            assert estimates(game, state) == pytest.approx(from_the_file(game, state), abs=1e-9)
            table = FILE["players"][str(seats)]
            left = min(int(game.rules.rounds) - int(state.round_number), len(table["spreads"]))
            assert contract.result_spread(game.rules, state) == table["spreads"][left - 1]
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("kernel", [contract.estimate, contract.rule_estimate])
def test_a_finished_game_is_worth_its_payoffs(kernel: Any) -> None:
    for seats in (2, 4):
        game = load_game("stockpile", seats=seats)
        *_, end = positions(game, 3)
        assert estimates(game, end, kernel).tolist() == game.payoffs(end)


@pytest.mark.parametrize("kernel", [contract.estimate, contract.rule_estimate])
def test_seats_that_move_round_the_table_take_their_estimates_with_them(kernel: Any) -> None:
    game = load_game("stockpile", seats=4)
    turn = [3, 0, 1, 2]  # whoever sat in seat 3 sits in seat 0 now
    for state in positions(game, 11):
        moved = game.copy(state)
        for name in ("money", "shares", "split_shares", "unpaid_fees"):
            moved[name][:4] = state[name][turn]
        owned = np.isin(state.zone, (Zone.PORTFOLIO, Zone.SPLIT_PORTFOLIO, Zone.UNPAID_FEE))
        moved.holder[owned] = (state.holder[owned] + 1) % 4
        moved.first_seat = (int(state.first_seat) + 1) % 4
        assert estimates(game, moved, kernel) == pytest.approx(estimates(game, state, kernel)[turn])


@pytest.mark.parametrize("kernel", [contract.estimate, contract.rule_estimate])
def test_companies_may_change_their_names(kernel: Any) -> None:
    game = load_game("stockpile", seats=3)
    order = [4, 2, 0, 5, 1, 3]
    for state in positions(game, 13):
        renamed = game.copy(state)
        renamed.spaces[:] = state.spaces[order]
        renamed.shares[:] = state.shares[:, order]
        renamed.split_shares[:] = state.split_shares[:, order]
        assert estimates(game, renamed, kernel) == pytest.approx(estimates(game, state, kernel))


def test_more_of_anything_is_worth_more() -> None:
    """Money in hand, shares at any price, split shares: whatever the others hold, to have more is never worse."""
    for seats in (2, 3, 4, 5):
        game = load_game("stockpile", seats=seats)
        for state in positions(game, 17):
            if game.mover(state) is None or state.round_number == 0:
                continue
            before = estimates(game, state)
            richer = game.copy(state)
            richer.money[0] += 5
            assert estimates(game, richer)[0] > before[0]
            for company in range(COMPANIES):
                for name in ("shares", "split_shares"):
                    richer = game.copy(state)
                    richer[name][0, company] += 1
                    gain = estimates(game, richer) - before
                    assert gain[0] - gain[1:].max() > 0.0, (seats, name, int(state.spaces[company]))


def test_other_components_go_without_what_was_learned_of_these() -> None:
    assert learned_weights("another", 4) is None
    other = StockpileGame(StockpileOptions(seats=4), edition=replace(base_edition(), name="another"))
    state = other.deal(5)
    assert contract.result_spread(other.rules, state) == 0.0
    assert estimates(other, state).tolist() == estimates(other, state, contract.rule_estimate).tolist()


def test_a_file_of_another_shape_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "weights.toml"
    path.write_text('edition = "base"\n[players.3]\nspreads = [1.0, 2.0]\nweights = [[1.0]]\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"weights.toml: players.3.weights must be 2 rows of 26 numbers"):
        learned_weights("base", 3, path)


def test_by_hand_money_shares_and_prospects_of_majorities_are_added_up() -> None:
    """One round left: 0.65 of the bonus, and 0.35 of the contest for it."""
    table = Table(3).holds(0, EPIC, EPIC, COSMIC).holds(1, EPIC).holds(2, COSMIC, LEADING).priced(EPIC, 8).round(6)
    table.selling()
    out = np.zeros(3)
    contract.rule_estimate(table.rules, table.state, out)
    epic = (0.65 * 10 + 0.35 * 10 * 2 / 5, 0.35 * 10 * 1 / 5)
    cosmic = 0.65 * 5 + 0.35 * 10 * 1 / 4
    leading = 0.65 * 10 + 0.35 * 10 * 1 / 3
    expected = [20 + 16 + 5 + epic[0] + cosmic, 20 + 8 + epic[1], 20 + 5 + 5 + cosmic + leading]
    assert out == pytest.approx(expected)


def test_fees_still_owed_are_taken_off() -> None:
    free, owing = Table(3).round(3).selling(), Table(3).holds(1, fees=(FEE_2,)).round(3).selling()
    for kernel in (contract.estimate, contract.rule_estimate):
        without, with_fee = np.zeros(3), np.zeros(3)
        kernel(free.rules, free.state, without)
        kernel(owing.rules, owing.state, with_fee)
        assert without[1] - with_fee[1] >= 2.0 - 1e-9

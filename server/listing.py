"""What ListGames and ListSolvers say."""

import json
from dataclasses import asdict
from functools import cache
from typing import Any

from engine.catalog import GAMES, GameInfo, load_game
from engine.errors import PitwiseError
from engine.stockpile.edition import Edition
from pitwise.v1 import catalog_pb2, opponent_service_pb2
from server.editions import edition, edition_names
from solvers.registry import list_solvers, make_solver


@cache
def games_message() -> opponent_service_pb2.ListGamesResponse:
    """Every game; nothing of it changes while the server runs."""
    return opponent_service_pb2.ListGamesResponse(games=[_game(GAMES[name]) for name in sorted(GAMES)])


def solvers_message(default_solver: str) -> opponent_service_pb2.ListSolversResponse:
    """Every solver, with the games it plays."""
    games = [load_game(name) for name in sorted(GAMES)]
    solvers = []
    for info in list_solvers():
        played = []
        for game in games:
            try:
                make_solver(info.name).check(game)
            except PitwiseError:
                continue
            played.append(game.name)
        solvers.append(
            catalog_pb2.SolverInfo(
                name=info.name,
                summary=info.summary,
                parameters=[
                    catalog_pb2.ParameterInfo(
                        name=parameter.name,
                        type=str(parameter.type),
                        default_value=str(parameter.default),
                        summary=parameter.summary,
                    )
                    for parameter in info.parameters
                ],
                games=played,
            )
        )
    return opponent_service_pb2.ListSolversResponse(solvers=solvers, default_solver=default_solver)


def _game(info: GameInfo) -> catalog_pb2.GameInfo:
    game = load_game(info.name)
    message = catalog_pb2.GameInfo(
        name=info.name,
        title=info.title,
        seat_counts=info.seat_counts,
        unit=game.unit,
        options=[
            catalog_pb2.OptionInfo(
                name=option.name,
                summary=option.summary,
                allowed_values=[str(value) for value in option.allowed_values],
                default_value=str(option.default),
            )
            for option in info.options
        ],
        styles=info.styles,
        assumptions=[
            catalog_pb2.AssumptionInfo(
                name=assumption.name,
                source=assumption.source,
                value=_value_text(getattr(game, "edition", None), assumption.name),
            )
            for assumption in game.assumptions
        ],
    )
    if info.name == "stockpile":
        message.stockpile.editions.extend(_stockpile_edition(edition(name)) for name in edition_names())
    return message


def _stockpile_edition(edition: Edition) -> catalog_pb2.StockpileEditionInfo:
    tables = []
    for seats in sorted(edition.rounds):
        shape = edition.table_shape(seats)
        tables.append(
            catalog_pb2.StockpileTableInfo(
                seats=seats,
                rounds=edition.rounds[seats],
                starting_money=edition.starting_money[seats],
                piles=shape.piles or seats,
                meeples=shape.meeples,
                supply_passes=shape.supply_passes,
                private_pairs=shape.private_pairs,
                public_pairs=shape.public_pairs,
            )
        )
    return catalog_pb2.StockpileEditionInfo(
        name=edition.name,
        title=edition.title,
        companies=[
            catalog_pb2.StockpileCompanyInfo(
                name=name, prices=track.prices, start_space=track.start, after_split_space=track.after_split
            )
            for name, track in zip(edition.companies, edition.tracks, strict=True)
        ],
        forecasts=[forecast.name for forecast in edition.forecasts],
        bid_track=edition.bid_track,
        trading_fees=[amount for amount, _ in edition.trading_fees],
        tables=tables,
        assumptions=[
            catalog_pb2.AssumptionInfo(name=name, source=edition.sources[name], value=_value_text(edition, name))
            for name in edition.assumed
        ],
        stock_cards_of_each_company=edition.stock_cards_of_each_company,
        fees=[catalog_pb2.StockpileFeeInfo(amount=amount, cards=cards) for amount, cards in edition.trading_fees],
        stock_boom=_action(edition.stock_boom),
        stock_bust=_action(edition.stock_bust),
        dividend=max(forecast.dividend for forecast in edition.forecasts),
        majority_sole=edition.majority_sole,
        majority_tied=edition.majority_tied,
        repeat_split_bonus=edition.repeat_split_bonus,
        starting_stock=edition.starting_stock,
    )


def _action(cards_and_spaces: tuple[int, int]) -> catalog_pb2.StockpileActionInfo:
    cards, spaces = cards_and_spaces
    return catalog_pb2.StockpileActionInfo(cards=cards, spaces=spaces)


def _value_text(edition: Any, name: str) -> str:
    """A value of an edition file as JSON text; empty if a game's edition has none of this name."""
    if isinstance(edition, Edition) and name == "majority":
        value: Any = {"sole": edition.majority_sole, "tied": edition.majority_tied}
    else:
        value = getattr(edition, name, None)
    return "" if value is None else json.dumps(value, default=asdict)

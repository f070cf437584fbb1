"""What ListGames and ListSolvers say."""

from functools import cache

from engine.catalog import GAMES, GameInfo, load_game
from engine.errors import PitwiseError
from pitwise.v1 import catalog_pb2, opponent_service_pb2
from server.convert import CONVERSIONS
from solvers.registry import list_solvers, make_solver


@cache
def games_message() -> opponent_service_pb2.ListGamesResponse:
    """Every game served; nothing of it changes while the server runs."""
    return opponent_service_pb2.ListGamesResponse(games=[_game(GAMES[name]) for name in sorted(CONVERSIONS)])


def solvers_message(default_solver: str) -> opponent_service_pb2.ListSolversResponse:
    """Every solver, with the games it plays."""
    games = [load_game(name) for name in sorted(CONVERSIONS)]
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
    conversion = CONVERSIONS[info.name]
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
                value=conversion.edition_value(game, assumption.name),
            )
            for assumption in game.assumptions
        ],
    )
    conversion.list_details(message)
    return message

"""The run as CSV, for spreadsheets and data frames: by entrant and number of players, or by game and seat."""

import csv
import io
import math
from collections.abc import Iterable, Mapping

from eval.arena.measures import games_from_results
from eval.arena.report.run_data import RunData
from eval.intervals import Interval

_MEASURES = ("rating", "win_share", "place", "place_score", "payoff", "margin", "margin_to_best")


def entrants_csv(run: RunData) -> str:
    """One row for each number of players and entrant, from complete blocks; what is not known is empty.

    ``x``, ``x_low``, ``x_high`` are a mean and its 95 % interval.
    """
    rows = []
    for one, around in zip(run.standings.lists, run.standings.circumstances, strict=True):
        for entrant, described in zip(one.entrants, run.spec.entrants, strict=True):
            times = around.times[entrant.name]
            row: dict[str, object] = {
                "players": one.players,
                "entrant": entrant.name,
                "solver": entrant.solver,
                "checkout": described.checkout,
                "commit": described.commit,
                "iterations": described.iterations,
                "milliseconds": described.milliseconds,
                "blocks": one.blocks,
                "games": entrant.games,
                "seats": entrant.seats,
            }
            for measure in _MEASURES:
                interval: Interval = getattr(entrant, measure)
                row |= {
                    measure: interval.mean, f"{measure}_low": interval.low, f"{measure}_high": interval.high
                }  # fmt: skip
            most = max(run.spec.players)
            shares = [*entrant.places, *[math.nan] * (most - one.players)]
            row |= {f"share_of_place_{place + 1}": share for place, share in enumerate(shares)}
            row |= {
                "variance_ratio_win_share": entrant.variance_ratios.win_share.mean,
                "variance_ratio_payoff": entrant.variance_ratios.payoff.mean,
                "variance_ratio_margin": entrant.variance_ratios.margin.mean,
                "variance_ratio_par": entrant.par.variance_ratio,
                "payoff_by_par": entrant.par.corrected.mean,
                "decisions": entrant.decisions,
                "mean_move_milliseconds": times.milliseconds,
                "slowest_move_milliseconds": times.slowest_milliseconds,
                "forfeits": entrant.forfeits,
                **{f"incidents_{kind}": count for kind, count in entrant.incidents.items()},
            }
            rows.append(row)
    return _csv(rows)


def games_csv(run: RunData) -> str:
    """One row for each game and seat, those of incomplete blocks included; ``seat`` counts from 0."""
    rows = []
    for players in run.spec.players:
        results = sorted((one for one in run.results if one.key.players == players), key=lambda one: one.key)
        games = games_from_results(results, players, len(run.spec.entrants))
        for number, result in enumerate(results):
            for seat, entrant in enumerate(result.seating):
                rows.append(
                    {
                        "players": players,
                        "block": result.key.block,
                        "number": result.key.number,
                        "seat": seat,
                        "entrant": run.spec.entrants[entrant].name,
                        "payoff": result.payoffs[seat],
                        "place": float(games.place[number, seat]),
                        "win_share": float(games.win_share[number, seat]),
                        "margin": float(games.margin[number, seat]),
                        "decisions": result.decisions[seat],
                        "seconds": result.seconds[seat],
                        "slowest_seconds": result.slowest[seat],
                        "forfeited": int(seat in result.forfeits),
                        "incidents": sum(incident.seat == seat for incident in result.incidents),
                    }
                )
    return _csv(rows)


def _csv(rows: Iterable[Mapping[str, object]]) -> str:
    rows = list(rows)
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _value(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def _value(value: object) -> object:
    """Numbers at full precision, ``inf`` included; nothing for what is not known."""
    return "" if value is None or (isinstance(value, float) and math.isnan(value)) else value

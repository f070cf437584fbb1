"""What a run shows, in sentences that claim no more than the intervals allow."""

import math
from dataclasses import dataclass

from engine.errors import PitwiseError
from eval.arena.report.wording import count_text, interval_text, list_text, number_text, percent_text
from eval.arena.run_spec import Design, RunSpec
from eval.arena.sequential import Verdict
from eval.arena.standings import EntrantStanding, Standings, StandingsList
from solvers.registry import make_solver, needs_true_state


@dataclass(frozen=True)
class ListVerdict:
    """What the games at one number of players show.

    Attributes:
        claim: the main thing, to be continued by at how many players.
        details: sentences with the figures behind it.
    """

    claim: str
    details: str


def headline(spec: RunSpec, standings: Standings) -> str:
    """The run's result in a sentence: equal claims of several numbers of players are told once."""
    claims: dict[str, list[str]] = {}
    for one in standings.lists:
        claims.setdefault(list_verdict(spec, one).claim, []).append(str(one.players))
    if len(standings.lists) == 1:
        return f"{next(iter(claims))}."
    return "; ".join(f"at {list_text(players)} players {claim}" for claim, players in claims.items()) + "."


def list_verdict(spec: RunSpec, one: StandingsList) -> ListVerdict:
    """What the games at one number of players show."""
    if one.blocks == 0:
        return ListVerdict("no deal is complete yet, so nothing can be said", "")
    if one.sequential is not None:
        return _sequential(spec, one)
    if len(spec.entrants) == 1:
        return _mirror(one)
    if spec.design is Design.FOCAL:
        return _focal(spec, one)
    return _round_robin(one)


def sees_all_cards(solver: str) -> bool:
    """Whether a solver plays with open cards: a yardstick, out of competition."""
    try:
        return needs_true_state(make_solver(solver, may_cheat=True))
    except PitwiseError:
        return False


def _round_robin(one: StandingsList) -> ListVerdict:
    ranked = [entrant for entrant in one.by_rating() if not math.isnan(entrant.rating.mean)]
    competing = [entrant for entrant in ranked if not sees_all_cards(entrant.solver)]
    aside = [entrant.name for entrant in ranked if entrant not in competing]
    if len(competing) < 2:
        competing, aside = ranked, []
    best, rivals = competing[0], competing[1:]
    level = [rival.name for rival in rivals if not _is_ahead(one, best, rival)]
    if not level:
        claim = f"{best.name} is the strongest of {len(competing)}"
    elif len(level) == len(rivals):
        claim = f"{best.name} leads, but is not clearly ahead of anybody"
    else:
        claim = f"{best.name} leads, but is not clearly ahead of {list_text(level)}"
    details = _against(one, best, rivals[0])
    if aside:
        sees = "sees all cards and is" if len(aside) == 1 else "see all cards and are"
        details += f" {list_text(aside)} {sees} left aside."
    return ListVerdict(claim, details)


def _is_ahead(one: StandingsList, entrant: EntrantStanding, other: EntrantStanding) -> bool:
    """Whether the whole interval of finishing ahead is above a half."""
    row, column = (_number(one, each) for each in (entrant, other))
    ahead = one.crosstable.ahead[row][column]
    return ahead is not None and ahead.low > 0.5


def _against(one: StandingsList, best: EntrantStanding, next_best: EntrantStanding) -> str:
    ahead = one.crosstable.ahead[_number(one, best)][_number(one, next_best)]
    words = []
    if best.name != one.anchor:
        words.append(f"is rated {interval_text(best.rating, signed=True)} relative to {one.anchor}")
    if ahead is not None and not math.isnan(ahead.mean):
        words.append(
            f"finishes ahead of {next_best.name}, the next, in {interval_text(ahead, scale=100.0)} % of their meetings"
        )
    words.append(_share(best, one))
    return f"{best.name} {list_text(words)}."


def _focal(spec: RunSpec, one: StandingsList) -> ListVerdict:
    focal, even = one.entrants[0], 1.0 / one.players
    rivals = "the others" if len(spec.entrants) > 2 else spec.entrants[1].name
    if focal.win_share.low > even:
        claim = f"{focal.name} is stronger than {rivals}"
    elif focal.win_share.high < even:
        claim = f"{focal.name} is weaker than {rivals}"
    else:
        claim = f"between {focal.name} and {rivals} no difference is shown"
    return ListVerdict(claim, f"{focal.name} {_share(focal, one)}.")


def _mirror(one: StandingsList) -> ListVerdict:
    only, even = one.entrants[0], 1.0 / one.players
    shares = [effect.win_share for effect in one.seat_effects]
    if one.blocks < 2:
        return ListVerdict(f"{only.name} plays itself", "")
    uneven = [str(seat + 1) for seat, share in enumerate(shares) if not share.low <= even <= share.high]
    if not uneven:
        return ListVerdict(f"{only.name} plays itself, and no seat differs from an even share", "")
    several = len(uneven) > 1
    seats = f"seats {list_text(uneven)} differ" if several else f"seat {uneven[0]} differs"
    return ListVerdict(f"{only.name} plays itself, and {seats} from an even share", "")


def _sequential(spec: RunSpec, one: StandingsList) -> ListVerdict:
    state = one.sequential
    assert state is not None
    focal = one.entrants[0]
    rivals = "the others" if len(spec.entrants) > 2 else spec.entrants[1].name
    blocks = count_text(state.blocks, "deal")
    test = "the sequential test accepts"
    claim = {
        Verdict.ALTERNATIVE: f"{focal.name} is stronger than {rivals}: {test} H1 after {blocks}",
        Verdict.NULL: f"{focal.name} is not clearly stronger than {rivals}: {test} H0 after {blocks}",
        Verdict.UNDECIDED: f"whether {focal.name} is stronger than {rivals} is undecided after {blocks}",
    }[state.verdict]
    details = (
        f"{focal.name} {_share(focal, one)}; log likelihood ratio {number_text(state.ratio, 2, signed=True)} between "
        f"{number_text(state.lower, 2)} and {number_text(state.upper, 2)}."
    )
    return ListVerdict(claim, details)


def _share(entrant: EntrantStanding, one: StandingsList) -> str:
    return f"wins {interval_text(entrant.win_share, 1, scale=100.0)} % ({percent_text(1 / one.players)} is even)"


def _number(one: StandingsList, entrant: EntrantStanding) -> int:
    return next(number for number, other in enumerate(one.entrants) if other.name == entrant.name)

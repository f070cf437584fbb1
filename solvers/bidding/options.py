"""The parameters of a bidder."""

from dataclasses import dataclass

from engine.game import Game
from solvers.bidding.inference import InferenceOptions
from solvers.bidding.loading import begin_loading
from solvers.bidding.plan_risk import RiskLimit
from solvers.bidding.valuation import ValuationOptions
from solvers.specs import SpecError, parameter

ON = "on"
OFF = "off"
NO_LIMIT = "none"

_RANGES: dict[str, tuple[float, float]] = {
    "worlds": (1, 10_000),
    "temperature": (0.01, 1000),
    "floor": (0, 1),
    "money_weight": (0.05, 20),
    "rival_weight": (0, 10),
    "rival_money_low": (0, 20),
    "rival_money_high": (0, 20),
    "most_loss": (0, 1000),
    "loss_share": (0.001, 1),
    "plan_effort": (0.001, 60),
}


@dataclass(frozen=True)
class BidParameters:
    """How a player bids, as parameters of its spec."""

    worlds: int = parameter(200, "worlds sampled for a bid; a budget of iterations may be less")
    inference: str = parameter(ON, "on: worlds in which the rivals' bids make sense count more; off: all count alike")
    enumeration: str = parameter(ON, "on: every bid is tried in every world; off: the lowest bid on the best pile")
    planning: str = parameter(ON, "on: with caps for the rest of the auction, found by CP-SAT; off: without")
    temperature: float = parameter(1.5, "inference: $K of surplus that make a rival's bid e times as likely")
    floor: float = parameter(0.1, "inference: chance that a rival's bid says nothing, 0 to 1")
    money_weight: float = parameter(1.0, "what $1K of a bid counts before the last round, in $K of pile value")
    rival_weight: float = parameter(0.5, "what $1K of the rivals' mean counts, in own $K")
    rival_style: str = parameter("value", "heuristic style by which rivals are believed to value piles")
    rival_money_low: float = parameter(0.0, "least that $1K of a bid counts to a rival, drawn; 0: as its style has it")
    rival_money_high: float = parameter(0.0, "most that $1K of a bid counts to a rival, drawn; 0: as its style has it")
    risk: str = parameter(NO_LIMIT, "limit on a plan's losses: none, chance (how often) or cvar (mean of the worst)")
    most_loss: float = parameter(5.0, "risk: the loss that is the limit, $K")
    loss_share: float = parameter(0.1, "risk: share of the worlds that may lose more, or over which the mean is taken")
    plan_effort: float = parameter(0.1, "CP-SAT's limit, in its own seconds, which are the same on every machine")

    def check_bid_parameters(self, name: str) -> None:
        """Check the parameters.

        Raises:
            SpecError: naming a parameter that is out of range.
        """
        for parameter_name, (low, high) in _RANGES.items():
            value = getattr(self, parameter_name)
            if not low <= value <= high:
                raise SpecError(f"{name}: {parameter_name} must be from {low:g} to {high:g}, not {value:g}")
        for parameter_name in ("inference", "enumeration", "planning"):
            if getattr(self, parameter_name) not in (ON, OFF):
                raise SpecError(f"{name}: {parameter_name} must be on or off, not {getattr(self, parameter_name)!r}")
        if not (
            self.rival_money_low == self.rival_money_high == 0 or 0 < self.rival_money_low <= self.rival_money_high
        ):
            raise SpecError(f"{name}: rival_money_high must be rival_money_low or more, and both or neither above 0")
        if self.risk not in (NO_LIMIT, "chance", "cvar"):
            raise SpecError(f"{name}: risk must be none, chance or cvar, not {self.risk!r}")

    def check_game(self, name: str, game: Game) -> None:
        """Check that there are auctions in the game, and rivals of this style.

        Raises:
            SpecError: there are not.
        """
        if game.name != "stockpile":
            raise SpecError(f"{name} bids in Stockpile's auctions; it cannot play {game.name}")
        if self.rival_style not in game.styles:
            raise SpecError(f"{name}: {game.name} has no style {self.rival_style!r}; it has {', '.join(game.styles)}")

    def expect_auction(self) -> None:
        """Begin to load the planner, if there is to be one: the next auction is near."""
        if self.planning == ON:
            begin_loading()

    @property
    def valuation(self) -> ValuationOptions:
        """How piles are valued."""
        drawn = (self.rival_money_low, self.rival_money_high) if self.rival_money_low else None
        return ValuationOptions(self.money_weight, self.rival_weight, self.rival_style, drawn)

    @property
    def reading(self) -> InferenceOptions:
        """What is read from bids."""
        return InferenceOptions(self.temperature, self.floor)

    @property
    def risk_limit(self) -> RiskLimit | None:
        """The limit on a plan's losses."""
        if self.risk == "chance" or self.risk == "cvar":
            return RiskLimit("chance" if self.risk == "chance" else "cvar", self.most_loss, self.loss_share)
        return None

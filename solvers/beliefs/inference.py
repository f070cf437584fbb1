"""What a search reports of the hidden cards it inferred."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Inference:
    """What a search has inferred of hidden cards.

    Attributes:
        decisions: of rivals that were read.
        chains: how many chains of worlds there were.
        exchanges_tried: between worlds that agree with the view.
        exchanges_kept: by Metropolis' rule.
        effective_share: what part of worlds dealt at random would count if they were weighed instead, 1 if the
            decisions tell nothing: the effective sample size of the chains' first worlds (Kish, "Survey Sampling",
            1965) by their number.
    """

    decisions: int
    chains: int
    exchanges_tried: int
    exchanges_kept: int
    effective_share: float

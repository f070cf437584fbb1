"""The loop that describes positions of Stockpile for the fit, inside compiled code."""

from engine.compiling import kernel
from engine.contract import result_so_far, rule_estimate
from engine.stockpile.estimate import note_features


@kernel
def describe(rules, ends, features, so_far, by_rule):
    """Write the features, the results so far and the hand-made estimates of all positions."""
    for end in range(ends.shape[0]):
        note_features(rules, ends[end], features[end])
        result_so_far(rules, ends[end], so_far[end])
        rule_estimate(rules, ends[end], by_rule[end])

"""The tuning itself: trial after trial, each given up as soon as it is clearly worse than the best, then fresh deals.

All trials play the same deals in the same order with the same chance, so any two are compared deal by deal. A trial is
pruned by Wilcoxon's signed-rank test on the differences to the best trial so far (Wilcoxon, "Individual comparisons by
ranking methods", 1945), provided that their mean is below 0 as well. Its value is then the best trial's plus that mean:
an estimate that the luck of the few deals played has no part in, and that is below the best's, so that the best
trial has always played all deals.

Trials run one after the other and the games of a trial side by side: a trial that waits for no other one would be
sampled and pruned with what happens to be known by then, and no two tunings would be alike.
"""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass

import numpy as np
import optuna

from eval.arena.work import code_version
from eval.intervals import Interval, interval_over_deals
from eval.tuning.play_steps import PlaySteps
from eval.tuning.step_scores import StepScore
from eval.tuning.study_file import (
    ask,
    finished_trials,
    held_out_scores,
    scores_of,
    scores_to_continue,
    set_held_out_score,
    set_score,
)
from eval.tuning.tune_spec import Measure, TuneSpec, Value


@dataclass(frozen=True)
class TrialResult:
    """A finished trial.

    Attributes:
        number: of the trial; numbers of killed trials are left out.
        parameters: what was searched.
        value: the mean of the measure over its steps; of a pruned trial an estimate.
        scores: by step.
        pruned: whether it was given up before its last step.
        difference: of its measure to that of the first trial, on the steps that it has played.
        code: the version of the code that played.
    """

    number: int
    parameters: Mapping[str, Value]
    value: float
    scores: Mapping[int, StepScore]
    pruned: bool
    difference: Interval
    code: str


@dataclass(frozen=True)
class HeldOutComparison:
    """The best trial's parameters against the solver's defaults, on deals that no trial has played.

    Attributes:
        best: the number of the best trial.
        default: the number of the trial with the defaults.
        deals: how many.
        differences: of the two, by measure, over all numbers of players; best less default.
        of_players: the same for each number of players.
    """

    best: int
    default: int
    deals: int
    differences: Mapping[Measure, Interval]
    of_players: Mapping[int, Mapping[Measure, Interval]]

    def verdict(self, measure: Measure) -> str:
        """What the interval says, in words."""
        found = self.differences[measure]
        if found.low > 0.0:
            return "the tuned parameters beat the defaults"
        if found.high < 0.0:
            return "the defaults beat the tuned parameters"
        return "no difference between the tuned parameters and the defaults is shown"


def run_trials(
    study: optuna.Study, spec: TuneSpec, play: PlaySteps, tell: Callable[[TrialResult], None] = lambda _: None
) -> None:
    """Play trials until there are as many as the spec wants.

    Args:
        study: of the spec; see :func:`~eval.tuning.study_file.open_study`.
        spec: the tuning.
        play: plays the steps.
        tell: is told of every trial that has finished.

    Raises:
        StoppedError: it is to end before.
        PitwiseError: games could not be played.
    """
    while len(finished_trials(study)) < spec.trials:
        trial = ask(study, spec)
        trial.set_user_attr("code", code_version())
        value = _play_trial(study, spec, trial, play)
        study.tell(trial, value)
        tell(trial_results(study, spec)[-1])


def _play_trial(study: optuna.Study, spec: TuneSpec, trial: optuna.Trial, play: PlaySteps) -> float:
    """The value of a trial, from all of its steps or from those before it was pruned."""
    values: dict[int, float] = {}
    best = _best_values(study, spec)

    def is_worse(step: int, score: StepScore) -> bool:
        values[step] = score.of(spec.measure)
        set_score(trial, step, score)
        trial.report(values[step], step)
        # The test comes second: with few deals that tie it tries all ways to sign the differences, which takes a while.
        return bool(best) and _mean_difference(values, best) < 0.0 and trial.should_prune()

    pruned = False
    for step, score in _known_scores(study, spec, trial).items():
        if is_worse(step, score):
            pruned = True
            break
    left = spec.trial_steps[len(values) :]
    if left and not pruned:
        with closing(play(spec.solver_text(trial.params), left)) as scores:
            for step, score in scores:
                if is_worse(step, score):
                    pruned = True
                    break
    if pruned and len(values) < len(spec.trial_steps):
        trial.set_user_attr("pruned", True)
        return float(np.mean(list(best.values()))) + _mean_difference(values, best)
    return float(np.mean(list(values.values())))


def _known_scores(study: optuna.Study, spec: TuneSpec, trial: optuna.Trial) -> dict[int, StepScore]:
    """What need not be played: what a killed trial has played of this one, or an earlier one with equal parameters."""
    text = spec.solver_text(trial.params)
    alike = (scores_of(other) for other in finished_trials(study) if spec.solver_text(other.params) == text)
    return max([scores_to_continue(study, trial), *alike], key=len)


def _best_values(study: optuna.Study, spec: TuneSpec) -> dict[int, float]:
    if not finished_trials(study):
        return {}
    return {step: score.of(spec.measure) for step, score in scores_of(study.best_trial).items()}


def _mean_difference(values: Mapping[int, float], others: Mapping[int, float]) -> float:
    return float(np.mean([value - others[step] for step, value in values.items()]))


def trial_results(study: optuna.Study, spec: TuneSpec) -> list[TrialResult]:
    """The trials that have finished, in their order; the first has the solver's defaults."""
    trials = finished_trials(study)
    first = scores_of(trials[0]) if trials else {}
    results = []
    for trial in trials:
        scores = scores_of(trial)
        assert trial.value is not None
        results.append(
            TrialResult(
                number=trial.number,
                parameters={name: trial.params[name] for name in spec.search},
                value=trial.value,
                scores=scores,
                pruned=trial.user_attrs.get("pruned", False),
                difference=paired_difference(spec, scores, first, spec.measure),
                code=trial.user_attrs["code"],
            )
        )
    return results


def best_result(results: list[TrialResult]) -> TrialResult:
    """The best of the trials, the earliest of equals: the one with the defaults before one that found them again."""
    return max(results, key=lambda result: (not result.pruned, result.value, -result.number))


def compare_on_held_out_deals(study: optuna.Study, spec: TuneSpec, play: PlaySteps) -> HeldOutComparison | None:
    """Play the best trial's parameters and the defaults on fresh deals; None if the defaults are the best.

    Raises:
        StoppedError: it is to end before.
        PitwiseError: games could not be played.
    """
    results = trial_results(study, spec)
    default, best = results[0], best_result(results)
    if spec.solver_text(best.parameters) == spec.solver_text(default.parameters):
        return None
    for result in (default, best):
        known = held_out_scores(study, result.number)
        left = [step for step in spec.held_out_steps if step not in known]
        if left:
            with closing(play(spec.solver_text(result.parameters), left)) as scores:
                for step, score in scores:
                    set_held_out_score(study, result.number, step, score)
    return held_out_comparison(study, spec)


def held_out_comparison(study: optuna.Study, spec: TuneSpec) -> HeldOutComparison:
    """The comparison of what has been played on fresh deals."""
    results = trial_results(study, spec)
    default, best = results[0], best_result(results)
    scores, others = held_out_scores(study, best.number), held_out_scores(study, default.number)
    return HeldOutComparison(
        best=best.number,
        default=default.number,
        deals=spec.held_out,
        differences={measure: paired_difference(spec, scores, others, measure) for measure in Measure},
        of_players={
            players: {measure: paired_difference(spec, scores, others, measure, players) for measure in Measure}
            for players in spec.players
        },
    )


def paired_difference(
    spec: TuneSpec,
    scores: Mapping[int, StepScore],
    others: Mapping[int, StepScore],
    measure: Measure,
    players: int | None = None,
) -> Interval:
    """The mean difference over the steps that both have, with Student's t interval; at one number of players if given.

    Different numbers of players have deals of their own, so each step is an observation.
    """
    steps = [step for step in scores if step in others and (players is None or spec.deal_of_step(step)[0] == players)]
    return interval_over_deals(np.array([scores[step].of(measure) - others[step].of(measure) for step in steps]))

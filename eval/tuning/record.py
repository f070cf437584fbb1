"""A tuning's record in Markdown: the spec, what played it, every trial, and the comparison on fresh deals."""

import platform
import warnings
from collections.abc import Sequence
from importlib.metadata import version

import optuna

from engine.catalog import load_game
from eval.intervals import Interval
from eval.tuning.study_file import finished_trials
from eval.tuning.tune_spec import Measure, TuneSpec, value_text
from eval.tuning.tune_spec_file import tune_spec_digest
from eval.tuning.tuner import HeldOutComparison, TrialResult, best_result, trial_results

LEAST_TRIALS_FOR_IMPORTANCES = 20
_PACKAGES = ("pitwise", "optuna", "numpy", "numba")
_DIGITS = {Measure.MARGIN: 2, Measure.WIN_SHARE: 3, Measure.UTILITY: 4}


def record_text(study: optuna.Study, spec: TuneSpec, toml: str, comparison: HeldOutComparison | None) -> str:
    """The record of a finished tuning.

    Args:
        study: of the spec.
        spec: the tuning.
        toml: the spec's file.
        comparison: on fresh deals; None if the defaults are the best.
    """
    results = trial_results(study, spec)
    best = best_result(results)
    unit = load_game(spec.game, **spec.options, seats=spec.players[0]).unit
    parts = [
        f"# Tuning: {spec.name}",
        f"**{summary(spec, results, comparison)}**",
        f"The best parameters, of trial {best.number}:",
        f"    {spec.solver_text(best.parameters)}",
        "## On fresh deals",
        _comparison_text(spec, comparison, unit),
        "## Trials",
        f"The measure is {_measure_text(spec, unit)}. Trial {results[0].number} has the solver's defaults; "
        "*difference* is to it, deal by deal, with a 95 % interval. A pruned trial was given up as worse than the best "
        f"on the deals it has played, of {len(spec.trial_steps)}; its value is an estimate.",
        trials_table(spec, results),
        "## Which parameters matter",
        _importances_text(study),
        "## Made with",
        _circumstances_text(study, spec, results),
        "The spec:",
        f"```toml\n{toml.strip()}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def summary(spec: TuneSpec, results: Sequence[TrialResult], comparison: HeldOutComparison | None) -> str:
    """The verdict in a sentence."""
    if comparison is None:
        return f"No parameters better than the defaults were found in {len(results)} trials."
    found = difference_text(comparison.differences[spec.measure], spec.measure)
    return (
        f"On {comparison.deals} fresh deals at each number of players {comparison.verdict(spec.measure)}: "
        f"difference in {_words(spec.measure)} {found}."
    )


def trials_table(spec: TuneSpec, results: Sequence[TrialResult], most: int | None = None) -> str:
    """A Markdown table of trials, the best first; the best ``most`` of them if given."""
    ordered = sorted(results, key=lambda result: (result.pruned, -result.value, result.number))[:most]
    names = list(spec.search)
    lines = [
        f"| trial | {_words(spec.measure)} | difference | deals | {' | '.join(f'`{name}`' for name in names)} |",
        f"| ---: | ---: | ---: | ---: |{' ---: |' * len(names)}",
    ]
    for result in ordered:
        state = f"{len(result.scores)}, pruned" if result.pruned else str(len(result.scores))
        difference = "" if result is results[0] else difference_text(result.difference, spec.measure)
        values = " | ".join(value_text(result.parameters[name]) for name in names)
        lines.append(
            f"| {result.number} | {result.value:.{_DIGITS[spec.measure]}f} | {difference} | {state} | {values} |"
        )
    return "\n".join(lines)


def difference_text(interval: Interval, measure: Measure) -> str:
    """A difference with its sign and interval."""
    text = interval.text(_DIGITS[measure])
    return text if text.startswith("-") else f"+{text}"


def importances(study: optuna.Study) -> dict[str, float]:
    """How much of what makes a trial good lies in which parameter, adding up to 1; empty for fewer than 20 trials.

    Watanabe, Bansal and Hutter, "PED-ANOVA: Efficiently quantifying hyperparameter importance in arbitrary subspaces"
    (IJCAI 2023).
    """
    if len(finished_trials(study)) < LEAST_TRIALS_FOR_IMPORTANCES:
        return {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        found = optuna.importance.get_param_importances(
            study, evaluator=optuna.importance.PedAnovaImportanceEvaluator()
        )
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _words(measure: Measure) -> str:
    return str(measure).replace("_", " ")


def _measure_text(spec: TuneSpec, unit: str) -> str:
    return {
        Measure.MARGIN: f"the margin: the payoff above the mean of the others, in {unit}",
        Measure.WIN_SHARE: "the win share",
        Measure.UTILITY: f"a utility: {spec.win_weight:g} win share, the rest the bounded margin over the best other",
    }[spec.measure]


def _comparison_text(spec: TuneSpec, comparison: HeldOutComparison | None, unit: str) -> str:
    if comparison is None:
        return "None were played, as the best trial is the one with the defaults."
    lines = [
        f"Trial {comparison.best} less the defaults, on {comparison.deals} deals that no trial has played, each with "
        "the candidate in every seat; 95 % intervals of the paired differences.",
        "",
        f"| players | margin, {unit} | win share | utility |",
        "| --- | ---: | ---: | ---: |",
    ]
    rows = [(str(players), found) for players, found in comparison.of_players.items()]
    if len(rows) > 1:
        rows.append(("all", comparison.differences))
    for name, found in rows:
        cells = " | ".join(difference_text(found[measure], measure) for measure in Measure)
        lines.append(f"| {name} | {cells} |")
    return "\n".join(lines)


def _importances_text(study: optuna.Study) -> str:
    found = importances(study)
    if not found:
        return f"That takes {LEAST_TRIALS_FOR_IMPORTANCES} trials at least."
    lines = ["By PED-ANOVA, in parts of 1:", "", "| parameter | importance |", "| --- | ---: |"]
    return "\n".join([*lines, *(f"| `{name}` | {value:.2f} |" for name, value in found.items())])


def _circumstances_text(study: optuna.Study, spec: TuneSpec, results: Sequence[TrialResult]) -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    codes = sorted({result.code for result in results})
    seconds = [
        (trial.datetime_complete - trial.datetime_start).total_seconds()
        for trial in finished_trials(study)
        if trial.datetime_start is not None and trial.datetime_complete is not None
    ]
    lines = [
        f"Seed {spec.seed}, sampler's seed {spec.sampler_seed}, spec {tune_spec_digest(spec)}.",
        f"{versions}, Python {platform.python_version()}; code {', '.join(codes)}.",
        f"{len(results)} trials in {sum(seconds) / 60.0:.0f} minutes.",
    ]
    if len(codes) > 1:
        lines.append("Trials were played by different code, so they can be compared only as far as it plays alike.")
    return " ".join(lines)

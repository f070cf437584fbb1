"""A tuning's record has the verdict, every trial, the fresh deals and what is needed to repeat it."""

import re
from pathlib import Path

from eval.intervals import Interval
from eval.tuning.record import difference_text, importances, record_text, trials_table
from eval.tuning.study_file import open_study
from eval.tuning.tune_spec import Measure
from eval.tuning.tune_spec_file import tune_spec_digest
from eval.tuning.tuner import best_result, compare_on_held_out_deals, run_trials, trial_results
from tests.eval.tuning.made_up import MadeUpGames, made_up_spec


def test_a_record_is_complete(tmp_path: Path) -> None:
    spec, games = made_up_spec(trials=20, blocks=4, name="made up"), MadeUpGames()
    with open_study(tmp_path / "tune.sqlite", spec) as study:
        run_trials(study, spec, games)
        comparison = compare_on_held_out_deals(study, spec, games)
        results = trial_results(study, spec)
        found = importances(study)
        text = record_text(study, spec, "# the file\n", comparison)
    assert comparison is not None
    assert text.startswith(
        "# Tuning: made up\n\n**On 6 fresh deals at each number of players the tuned parameters beat"
    )
    assert f"\n    {spec.solver_text(best_result(results).parameters)}\n" in text
    gain = difference_text(comparison.differences[Measure.MARGIN], Measure.MARGIN)
    assert f"\n| all | {gain} | +0.000 ± 0.000 | " in text
    rows = re.findall(r"^\| (\d+) \| -?\d+\.\d\d \| .*$", text.partition("## Trials")[2], re.MULTILINE)
    assert sorted(map(int, rows)) == [result.number for result in results]
    assert "# the file\n```" in text
    assert f"Seed 0, sampler's seed 3, spec {tune_spec_digest(spec)}." in text
    assert set(found) == {"exploration", "cutoff"}
    assert found["exploration"] > 0.8, "cutoff has no effect"
    assert f"| `exploration` | {found['exploration']:.2f} |" in text


def test_few_trials_tell_no_importances_and_the_best_come_first(tmp_path: Path) -> None:
    spec = made_up_spec(trials=5)
    with open_study(tmp_path / "tune.sqlite", spec) as study:
        run_trials(study, spec, MadeUpGames())
        assert importances(study) == {}
        results = trial_results(study, spec)
        text = record_text(study, spec, "", None)
    assert "No parameters better than the defaults were found in 5 trials." in text
    assert "That takes 20 trials at least." in text
    first = trials_table(spec, results, most=2).splitlines()[2:]
    assert len(first) == 2
    assert first[0].startswith(f"| {best_result(results).number} | ")


def test_a_difference_has_its_sign() -> None:
    assert difference_text(Interval(1.0, 0.5, 1.5), Measure.MARGIN) == "+1.00 ± 0.50"
    assert difference_text(Interval(-1.0, -1.5, -0.5), Measure.WIN_SHARE) == "-1.000 ± 0.500"

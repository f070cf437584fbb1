"""A tuning finds what is better, gives up what is worse, and goes on after a death as if there had been none."""

from pathlib import Path

import numpy as np
import pytest

from eval.tuning.step_scores import StepScore
from eval.tuning.study_file import TuneFileError, held_out_scores, open_study
from eval.tuning.tune_spec import Measure, TuneSpec
from eval.tuning.tuner import (
    HeldOutComparison,
    TrialResult,
    best_result,
    compare_on_held_out_deals,
    held_out_comparison,
    paired_difference,
    run_trials,
    trial_results,
)
from tests.eval.tuning.made_up import MadeUpGames, PulledPlugError, made_up_spec, worth

Found = tuple[list[TrialResult], HeldOutComparison | None]


def tuned(path: Path, spec: TuneSpec, games: MadeUpGames) -> Found:
    """All of a tuning."""
    with open_study(path, spec) as study:
        run_trials(study, spec, games)
        comparison = compare_on_held_out_deals(study, spec, games)
        return trial_results(study, spec), comparison


def without_numbers(found: Found) -> list[object]:
    """What must not depend on deaths; trials that were killed have taken numbers."""
    results, comparison = found
    seen: list[object] = [
        (result.parameters, result.value, result.scores, result.pruned, result.difference) for result in results
    ]
    return seen if comparison is None else [*seen, comparison.differences, comparison.of_players]


@pytest.fixture(scope="module")
def games() -> MadeUpGames:
    """Those of the undisturbed tuning."""
    return MadeUpGames()


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, games: MadeUpGames) -> Found:
    return tuned(tmp_path_factory.mktemp("undisturbed") / "tune.sqlite", made_up_spec(), games)


def test_the_first_trial_has_the_defaults(found: Found) -> None:
    first = found[0][0]
    assert dict(first.parameters) == {"exploration": 0.4, "cutoff": 1}
    assert not first.pruned
    assert first.difference.mean == 0.0


def test_what_is_worse_is_given_up_early_and_what_is_best_never(found: Found) -> None:
    spec, (results, _) = made_up_spec(), found
    pruned = [result for result in results if result.pruned]
    assert len(pruned) >= len(results) // 3
    best_so_far = results[0]
    for result in results[1:]:
        if result.pruned:
            assert spec.pruning.least_steps <= len(result.scores) < len(spec.trial_steps)
            assert result.value < best_so_far.value
            assert worth(spec.solver_text(result.parameters)) < worth(spec.solver_text(best_so_far.parameters))
        else:
            assert len(result.scores) == len(spec.trial_steps)
            best_so_far = max(best_so_far, result, key=lambda one: one.value)
    assert best_so_far is best_result(results)


def test_the_value_of_a_trial_given_up_is_free_of_the_luck_of_its_deals(found: Found) -> None:
    """The luck of a deal is of 30 points, that of the mean over a few deals about 10; the estimate is better."""
    spec, (results, _) = made_up_spec(), found
    (first, *others) = results
    for result in others:
        true = worth(spec.solver_text(result.parameters)) - worth(spec.solver_text(first.parameters))
        assert result.value - first.value == pytest.approx(true, abs=0.5)


def test_better_parameters_are_found_and_beat_the_defaults_on_fresh_deals(found: Found) -> None:
    spec, (results, comparison) = made_up_spec(), found
    assert comparison is not None
    best = best_result(results)
    gain = worth(spec.solver_text(best.parameters)) - worth(spec.solver_text(results[0].parameters))
    assert gain > 1.5, "of the 2.5 there are to gain"
    assert comparison.best == best.number
    interval = comparison.differences[Measure.MARGIN]
    assert 0.0 < interval.low < gain < interval.high
    assert comparison.verdict(Measure.MARGIN) == "the tuned parameters beat the defaults"
    assert comparison.verdict(Measure.WIN_SHARE).startswith("no difference")
    assert set(comparison.of_players) == {2, 4}


def test_fresh_deals_are_those_that_no_trial_has_played(found: Found, games: MadeUpGames) -> None:
    spec, (results, _) = made_up_spec(), found
    of_trials = {step for result in results for step in result.scores}
    assert of_trials == set(spec.trial_steps)
    count = len(spec.held_out_steps)
    fresh = [step for _, step in games.played[-2 * count :]]
    assert fresh == 2 * list(spec.held_out_steps), "once for the defaults, once for the best"
    assert not of_trials & set(fresh)


@pytest.mark.parametrize("steps", [0, 1, 16, 40, 100])
def test_a_killed_tuning_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, found: Found, games: MadeUpGames, steps: int
) -> None:
    path, spec = tmp_path / "tune.sqlite", made_up_spec()
    dying = MadeUpGames(steps)
    with pytest.raises(PulledPlugError):
        tuned(path, spec, dying)
    after = MadeUpGames()
    assert without_numbers(tuned(path, spec, after)) == without_numbers(found)
    assert dying.played + after.played == games.played, "nothing was played twice"


def test_a_tuning_may_die_again_and_again(tmp_path: Path, found: Found, games: MadeUpGames) -> None:
    path, spec, played = tmp_path / "tune.sqlite", made_up_spec(), []
    for _ in range(1000):
        life = MadeUpGames(11)
        try:
            ended = tuned(path, spec, life)
        except PulledPlugError:
            played += life.played
            continue
        assert without_numbers(ended) == without_numbers(found)
        assert played + life.played == games.played
        return
    pytest.fail("it never ended")


def test_a_finished_tuning_is_not_played_again_and_may_be_given_more_trials(tmp_path: Path) -> None:
    path = tmp_path / "tune.sqlite"
    few = tuned(path, made_up_spec(trials=4), MadeUpGames())
    idle = MadeUpGames()
    assert tuned(path, made_up_spec(trials=4), idle) == few
    assert idle.played == []
    more = tuned(path, made_up_spec(trials=6), MadeUpGames())
    assert len(more[0]) == 6
    assert more[0][:4] == few[0]


@pytest.mark.parametrize("change", [{"seed": 1}, {"blocks": 9}, {"pruning": {"p_value": 0.1}}, {"solver": "pimc"}])
def test_another_spec_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "tune.sqlite"
    with open_study(path, made_up_spec()):
        pass
    with pytest.raises(TuneFileError, match="holds another tuning"), open_study(path, made_up_spec(**change)):
        pass


def test_two_processes_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "tune.sqlite"
    with (
        open_study(path, made_up_spec()),
        pytest.raises(TuneFileError, match="being written"),
        open_study(path, made_up_spec()),
    ):
        pass


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a study", encoding="utf-8")
    with pytest.raises(TuneFileError, match="not the file of a tuning"), open_study(path, made_up_spec()):
        pass
    assert path.read_text(encoding="utf-8") == "not a study"


def test_parameters_that_were_tried_before_are_not_played_again(tmp_path: Path) -> None:
    games, search = MadeUpGames(), {"cutoff": {"low": 0, "high": 2}}
    results, _ = tuned(tmp_path / "tune.sqlite", made_up_spec(search=search), games)
    assert len(results) == 10
    assert len(games.played) == len(set(games.played)) > 0
    for result in results:
        first = next(one for one in results if one.parameters == result.parameters)
        assert set(result.scores.items()) <= set(first.scores.items())


def test_without_a_p_value_nothing_is_given_up(tmp_path: Path) -> None:
    results, _ = tuned(tmp_path / "tune.sqlite", made_up_spec(trials=6, pruning={"p_value": 0}), MadeUpGames())
    assert not any(result.pruned for result in results)


def test_nothing_is_compared_where_nothing_better_was_found(tmp_path: Path) -> None:
    results, comparison = tuned(tmp_path / "tune.sqlite", made_up_spec(trials=1), MadeUpGames())
    assert len(results) == 1
    assert comparison is None


def test_the_comparison_is_read_from_the_file_alone(tmp_path: Path, found: Found) -> None:
    path, spec = tmp_path / "tune.sqlite", made_up_spec(trials=6)
    _, comparison = tuned(path, spec, MadeUpGames())
    with open_study(path, spec) as study:
        assert held_out_comparison(study, spec) == comparison
        assert comparison is not None
        assert list(held_out_scores(study, comparison.best)) == list(spec.held_out_steps)


def test_a_paired_difference_is_of_the_steps_that_both_have() -> None:
    spec = made_up_spec()
    scores = {step: StepScore(margin, 0.0, 0.0) for step, margin in enumerate([3.0, 5.0, 4.0])}
    others = {step: StepScore(margin, 0.0, 0.0) for step, margin in enumerate([1.0, 1.0, 4.0, 100.0])}
    found = paired_difference(spec, scores, others, Measure.MARGIN)
    assert found.mean == 2.0, "of 2, 4 and 0"
    assert found.high - found.mean == pytest.approx(4.302653 * 2.0 / np.sqrt(3.0)), "Student's, 2 degrees of freedom"
    assert paired_difference(spec, scores, others, Measure.MARGIN, 4).mean == 4.0, "the second step's"

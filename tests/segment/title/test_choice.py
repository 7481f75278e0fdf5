"""From scores to titles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubricator.segment.title.choice import MOST, Run, choose_runs


def test_no_score_above_zero_is_no_title() -> None:
    assert choose_runs([], []) == []
    assert choose_runs([-1.0, 0.0, -3.0], [10, 10, 10]) == []


def test_consecutive_units_of_one_size_are_one_title() -> None:
    assert choose_runs([-1, 2, 5, 1, -1], [9, 20, 20, 9, 9]) == [Run(1, 3, 5.0), Run(3, 4, 1.0)]


def test_the_second_best_is_the_second_title_and_there_is_no_third() -> None:
    assert choose_runs([3, -1, 4, -1, 2], [9] * 5) == [Run(2, 3, 4.0), Run(0, 1, 3.0)]


def test_of_equal_scores_the_first_is_better() -> None:
    assert choose_runs([1, -1, 1], [9] * 3) == [Run(0, 1, 1.0), Run(2, 3, 1.0)]


@given(st.lists(st.tuples(st.floats(-5, 5), st.integers(1, 3))))
def test_runs_are_apart_positive_and_of_one_size(units: list[tuple[float, int]]) -> None:
    scores, sizes = [score for score, _ in units], [float(size) for _, size in units]
    runs = choose_runs(scores, sizes)
    assert len(runs) <= MOST
    assert bool(runs) == any(score > 0 for score in scores)
    covered = [number for run in runs for number in range(run.first, run.stop)]
    assert len(covered) == len(set(covered))
    for run in runs:
        assert run.score == max(scores[run.first : run.stop])
        assert all(score > 0 for score in scores[run.first : run.stop])
        assert len(set(sizes[run.first : run.stop])) == 1

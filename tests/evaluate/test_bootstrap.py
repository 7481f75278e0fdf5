"""Confidence intervals and paired differences by resampling pages."""

from __future__ import annotations

import pytest

from rubricator.evaluate.bootstrap import interval, paired_difference
from rubricator.evaluate.measures import micro_f1
from rubricator.evaluate.metrics.counts import Counts, mean

VALUES = [number / 40 for number in range(41)]


def test_the_same_pages_give_the_same_interval() -> None:
    assert interval(VALUES, mean) == interval(VALUES, mean)


def test_the_interval_holds_the_figure_and_is_as_wide_as_theory_says() -> None:
    found = interval(VALUES, mean)
    assert found.value == pytest.approx(0.5)
    # The standard error of the mean is .296 / sqrt(41) = .046; 95 % is 1.96 of it on either side.
    assert found.low == pytest.approx(0.5 - 1.96 * 0.046, abs=0.02)
    assert found.high == pytest.approx(0.5 + 1.96 * 0.046, abs=0.02)


def test_pages_that_are_all_alike_leave_no_doubt() -> None:
    assert interval([Counts(1, 2, 2)] * 5, micro_f1) == (0.5, 0.5, 0.5)
    assert interval([], micro_f1) == (0, 0, 0)


def test_a_clear_difference() -> None:
    better = [value + 0.2 for value in VALUES]
    found, turned = paired_difference(better, VALUES, mean)
    assert found == pytest.approx((0.2, 0.2, 0.2))
    assert turned == 0
    assert paired_difference(better, VALUES, mean) == (found, turned)


def test_no_difference() -> None:
    found, turned = paired_difference(VALUES, VALUES, mean)
    assert (found, turned) == ((0, 0, 0), 1)
    found, turned = paired_difference([1.0, 0.0] * 10, [0.0, 1.0] * 9 + [0.0, 0.0], mean)
    assert found.low < 0 < found.high
    assert 0.1 < turned < 0.7


def test_pairs_must_be_of_the_same_pages() -> None:
    with pytest.raises(ValueError, match="same pages"):
        paired_difference([1.0], [1.0, 2.0], mean)

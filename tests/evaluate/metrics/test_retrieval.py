"""Measures of ranked lists, by hand, and the paired test."""

from __future__ import annotations

import pytest

from rubricator.evaluate.metrics.retrieval import average_precision, randomization_test, reciprocal_rank, success_at

RANKED = ["x", "a", "y", "b", "z"]
RELEVANT = {"a", "b", "c"}


def test_by_hand() -> None:
    assert average_precision(RANKED, RELEVANT) == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert reciprocal_rank(RANKED, RELEVANT) == 0.5
    assert [success_at(RANKED, RELEVANT, depth) for depth in (1, 5, 10)] == [0, 1, 1]


def test_the_best_and_the_worst() -> None:
    best = ["a", "b", "c"]
    assert average_precision(best, RELEVANT) == reciprocal_rank(best, RELEVANT) == 1
    for ranked, relevant in (([], RELEVANT), (RANKED, set[str]())):
        assert average_precision(ranked, relevant) == reciprocal_rank(ranked, relevant) == 0
        assert success_at(ranked, relevant, 5) == 0


def test_the_paired_test() -> None:
    better, worse = [0.9] * 10, [0.1] * 10
    # Only 2 of 1,024 ways to flip ten equal differences are as extreme.
    assert randomization_test(better, worse) == pytest.approx(2 / 1024, abs=0.002)
    assert randomization_test(better, worse) == randomization_test(better, worse)
    assert randomization_test(better, better) == 1
    assert randomization_test([1, 0, 1, 0], [0, 1, 0, 1]) == 1
    assert randomization_test([], []) == 1
    with pytest.raises(ValueError, match="paired"):
        randomization_test([1], [])

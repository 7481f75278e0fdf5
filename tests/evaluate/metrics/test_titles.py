"""Titles: right when edit distance / longer length is below .3."""

from __future__ import annotations

import pytest

from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.titles import compare_titles, is_accurate, same_title


@pytest.mark.parametrize("size", [10, 20, 30, 70, 90, 110])
def test_three_tenths_are_too_many(size: int) -> None:
    wrong = 3 * size // 10
    title = "a" * size
    assert same_title("b" * (wrong - 1) + "a" * (size - wrong + 1), title)
    assert not same_title("b" * wrong + "a" * (size - wrong), title)


def test_the_longer_length_counts() -> None:
    assert same_title("abcdefgh", "abcdefghXX")
    assert not same_title("abcdefg", "abcdefgXXX")
    assert same_title(" Big \n news ", "Big news")
    assert not same_title("", "")
    assert not same_title("", "Big news")


def test_up_to_two_titles() -> None:
    assert compare_titles(["Big news", "Small news", "Big news"], ["Big news"]) == Counts(1, 2, 1)
    assert compare_titles(["Other thing", "Big news"], ["Big news", "The site"]) == Counts(1, 2, 2)
    assert compare_titles(["Big news", "Big news"], ["Big news"]) == Counts(1, 2, 1)
    assert compare_titles([], ["Big news"]) == Counts(0, 0, 1)


def test_accuracy() -> None:
    assert is_accurate(["Big news"], ["Big news"])
    assert is_accurate([], [])
    assert not is_accurate(["Big news", "Other thing"], ["Big news"])
    assert not is_accurate([], ["Big news"])
    assert not is_accurate(["Big news"], [])

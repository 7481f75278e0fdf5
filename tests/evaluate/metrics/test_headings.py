"""Headings compared by text."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.headings import compare_headings, fold_heading, match_in_order, similar


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("  Your  Rights ", "your rights"),
        ("Your rights:", "Your rights"),
        ("1. Fees.", "1. Fees"),
        ("What’s “new”", 'What\'s "new"'),
        ("2005\u20132006", "2005-2006"),
        ("Da\u00adta", "Data"),
        ("***", "***"),
    ],
)
def test_folding(one: str, other: str) -> None:
    assert fold_heading(one) == fold_heading(other)


def test_similarity_is_nine_tenths() -> None:
    assert similar("abcdefghij", "abcdefghiX")
    assert not similar("abcdefghij", "abcdefghXY")
    assert not similar("abcdefghi", "abcdefghX")
    assert similar("", "")
    assert not similar("", "a")


def test_headings_match_one_to_one_in_order() -> None:
    assert compare_headings(["A", "B", "C"], ["A", "C", "D"]) == Counts(2, 3, 3)
    assert compare_headings(["B", "A"], ["A", "B"]) == Counts(1, 2, 2)
    assert compare_headings(["A", "A"], ["A"]) == Counts(1, 2, 1)
    assert compare_headings([], ["A"]) == Counts(0, 0, 1)
    assert compare_headings(["A"], []) == Counts(0, 1, 0)


@given(st.text("ab", max_size=6), st.text("ab", max_size=6))
def test_the_matching_is_a_largest_one(left: str, right: str) -> None:
    pairs = match_in_order(left, right, str.__eq__)
    assert all(left[one] == right[other] for one, other in pairs)
    assert pairs == sorted(pairs)
    assert len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs)
    common = next(
        size
        for size in range(len(left), -1, -1)
        if {"".join(part) for part in combinations(left, size)} & {"".join(part) for part in combinations(right, size)}
    )
    assert len(pairs) == common

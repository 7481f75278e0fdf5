"""The hierarchy of headings, with forests of one tree."""

from __future__ import annotations

import tracemalloc
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.levels import NEAR, Headings, find_levels, pair_features, pairs
from rubricator.segment.rubric.trees import Forest

from .forests import asks, forest

DEEPER = asks("tagged level change", 0, -5, 5)
SAME = forest(["tagged level change"], ([0, 0, 0], [-0.5, 9, 0.5], [-5, -5, 5, -5]))


def headings(levels: Sequence[int]) -> Headings:
    """Make headings that differ in their tags only."""
    count = len(levels)
    values: defaultdict[str, Floats] = defaultdict(lambda: np.zeros(count))
    values["tagged level"] = values["look key"] = np.array(levels, dtype=float)
    values["style key"] = np.zeros(count)
    start = np.arange(count, dtype=np.int64) * 100
    return Headings(start, start + 10, values)


@pytest.mark.parametrize(
    ("tags", "levels"),
    [
        ([], []),
        ([4], [1]),
        ([2, 2, 2], [1, 1, 1]),
        ([2, 3, 3, 2, 3], [1, 2, 2, 1, 2]),
        ([1, 2, 3, 4, 2, 1], [1, 2, 3, 4, 2, 1]),
        ([1, 4, 4, 1], [1, 2, 2, 1]),
        ([3, 2, 2, 2], [1, 1, 1, 1]),
    ],
)
def test_tags_make_levels(tags: list[int], levels: list[int]) -> None:
    assert find_levels(headings(tags), DEEPER, SAME) == levels


def test_an_author_hardly_turns_levels() -> None:
    """Forests that find every heading deeper than those before are not believed where tags say otherwise."""
    always, never = asks("tagged level change", -9, -3, 3), asks("tagged level change", -9, 3, -3)
    assert find_levels(headings([6, 2]), always, never) == [1, 1]
    assert find_levels(headings([2, 6]), always, never) == [1, 2]
    assert find_levels(headings([6, 0]), always, never) == [1, 2]


def test_tags_tell_what_looks_alike_apart() -> None:
    never, always = asks("tagged level change", 0, -1, 1), asks("tagged level change", -9, -3, 3)
    assert find_levels(headings([2, 3, 3, 2, 3]), never, always) == [1, 2, 2, 1, 2]
    other = headings([2, 3, 3, 2, 3])
    other.values["style key"][[1, 2, 4]] = 1
    assert find_levels(other, never, always) == [1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("numbers", "levels"),
    [
        ([(2, 1), (2, 2), (2, 2), (2, 1)], [1, 2, 2, 1]),
        ([(2, 1), (4, 1), (3, 1), (2, 1), (4, 1)], [1, 2, 2, 1, 2]),
        ([(4, 1), (2, 1), (4, 1)], [1, 2, 1]),
        ([(0, 0), (2, 1), (0, 0), (2, 1)], [1, 1, 1, 1]),
        ([(5, 1), (6, 1), (2, 1)], [1, 1, 1]),
    ],
)
def test_numbers_tell_what_looks_alike_apart(numbers: list[tuple[int, int]], levels: list[int]) -> None:
    """Kinds (words 1, decimals 2, Roman 3, letters 4, bullets 5, questions 6) and depths; the forests say the same."""
    never, always = asks("tagged level change", 0, -1, 1), asks("tagged level change", -9, -1, 1)
    some = headings([0] * len(numbers))
    some.values["numbering"][:], some.values["numbering depth"][:] = np.array(numbers, dtype=float).T
    assert find_levels(some, never, always) == levels


def best_by_trying_all(given_headings: Headings, deeper: Forest, same: Forest) -> float:
    """Score every hierarchy."""
    return max(score_of(levels, given_headings, deeper, same) for levels in all_levels(len(given_headings.start)))


def all_levels(count: int) -> list[tuple[int, ...]]:
    return [
        levels
        for levels in product(range(1, count + 1), repeat=count)
        if levels[0] == 1 and all(after <= before + 1 for before, after in pairwise(levels))
    ]


def score_of(levels: Sequence[int], given_headings: Headings, deeper: Forest, same: Forest) -> float:
    """Add up what the forests say of each heading and those before it."""
    total = 0.0
    for place, level in enumerate(levels):
        for before in range(place):
            pair = pair_features(given_headings, np.array([before]), np.array([place]))
            is_same, is_deeper = same.probabilities(pair)[0], deeper.probabilities(pair)[0]
            if level == levels[before]:
                likely = is_same
            else:
                likely = (1 - is_same) * (is_deeper if level > levels[before] else 1 - is_deeper)
            total += float(np.log(likely)) / place**0.5
    return total


SCORES = st.lists(st.integers(-4, 4).map(float), min_size=8, max_size=8)
TREES = st.builds(
    lambda leaves: forest(["first", "apart"], ([0, 1, 1, 0, 0, 0, 0], [1.5, 1.5, 1.5, 0.5, 0.5, 2.5, 2.5], leaves)),
    SCORES,
)


@given(st.integers(1, 4), TREES, TREES)
@settings(max_examples=25, deadline=None)
def test_the_search_finds_the_best_hierarchy(count: int, deeper: Forest, same: Forest) -> None:
    given_headings = headings([0] * count)
    levels = find_levels(given_headings, deeper, same)
    assert tuple(levels) in all_levels(count)
    best = best_by_trying_all(given_headings, deeper, same)
    assert score_of(levels, given_headings, deeper, same) == pytest.approx(best)


@pytest.mark.parametrize("count", [0, 1, 2, 7, NEAR + 3])
def test_pairs_are_all_that_are_near(count: int) -> None:
    expected = [(one, other) for other in range(count) for one in range(other) if other - one <= NEAR]
    upper, lower = pairs(count)
    assert list(zip(upper.tolist(), lower.tolist(), strict=True)) == expected


def test_five_thousand_headings() -> None:
    tags = ([1] + [2, 3, 3] * 33) * 50
    tracemalloc.start()
    try:
        levels = find_levels(headings(tags), DEEPER, SAME)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert levels == tags
    assert peak < 100 << 20


def test_levels_that_only_grow_come_to_an_end() -> None:
    always = asks("apart", 0, -5, 5)
    levels = find_levels(headings([1] * 1000), always, asks("apart", 0, 5, -5))
    assert levels[:5] == [1, 2, 3, 4, 5]
    assert max(levels) == 12

"""Forests against a walk of one row down one tree at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.errors import UsageError
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.trees import Forest

from .forests import asks, forest

NAMES = ("a", "b", "c")
NUMBERS = st.integers(-4, 4).map(lambda value: value / 2)


def walk(given: Forest, columns: dict[str, Floats], row: int) -> float:
    """Walk one row down each tree."""
    total = 0.0
    inner = given.feature.shape[1]
    for tree in range(len(given.feature)):
        node = 0
        while node < inner:
            value = columns[given.names[given.feature[tree, node]]][row]
            node = 2 * node + (1 if value <= given.threshold[tree, node] else 2)
        total += float(given.value[tree, node - inner])
    return total


@st.composite
def forests(draw: st.DrawFn) -> Forest:
    depth = draw(st.integers(0, 4))
    inner = 2**depth - 1
    thresholds = st.one_of(NUMBERS, st.just(np.inf))
    tree = st.tuples(
        st.lists(st.integers(0, 2), min_size=inner, max_size=inner),
        st.lists(thresholds, min_size=inner, max_size=inner),
        st.lists(NUMBERS, min_size=inner + 1, max_size=inner + 1),
    )
    return forest(NAMES, *draw(st.lists(tree, min_size=1, max_size=4)))


@st.composite
def rows(draw: st.DrawFn) -> dict[str, Floats]:
    size = draw(st.integers(0, 5))
    return {name: np.array(draw(st.lists(NUMBERS, min_size=size, max_size=size)), dtype=float) for name in NAMES}


@given(forests(), rows())
@settings(max_examples=80, deadline=None)
def test_scores_are_those_of_a_walk(given_forest: Forest, columns: dict[str, Floats]) -> None:
    expected = [walk(given_forest, columns, row) for row in range(len(columns["a"]))]
    assert given_forest.scores(columns).tolist() == pytest.approx(expected)


@given(forests(), rows())
@settings(max_examples=80, deadline=None)
def test_reasons_add_up_to_what_the_row_changes(given_forest: Forest, columns: dict[str, Floats]) -> None:
    reasons = given_forest.reasons(columns)
    mean = float(given_forest.value.mean(axis=1, dtype=np.float64).sum())
    assert list(reasons) == list(NAMES)
    assert (np.sum(list(reasons.values()), axis=0) + mean).tolist() == pytest.approx(
        given_forest.scores(columns).tolist()
    )


def test_reasons_name_the_feature_that_decided() -> None:
    one = forest(["size", "bold"], ([1, 0, 0], [0.5, 9, 9], [-2, -2, 2, 2]))
    reasons = one.reasons({"size": np.array([1.0, 1.0]), "bold": np.array([0.0, 1.0])})
    assert reasons["bold"].tolist() == [-2, 2]
    assert reasons["size"].tolist() == [0, 0]


def test_a_value_at_the_threshold_goes_left() -> None:
    assert asks("a", 1, -3, 3).scores({"a": np.array([0.9, 1.0, 1.1])}).tolist() == [-3, -3, 3]


def test_many_rows_are_walked_in_parts() -> None:
    values = np.arange(10_000.0)
    scores = asks("a", 4999, -1, 1).scores({"a": values})
    assert scores.tolist() == [-1.0] * 5000 + [1.0] * 5000


def test_great_scores_are_certain_without_overflow() -> None:
    likely = asks("a", 0, -1e30, 1e30).probabilities({"a": np.array([-1.0, 1.0])})
    assert likely.tolist() == pytest.approx([0, 1])
    assert asks("a", 0, 0, 2).probabilities({"a": np.array([-1.0, 1.0])}).tolist() == pytest.approx([0.5, 0.880797])


def test_columns_that_no_tree_asks_for_do_not_matter() -> None:
    columns = {"other": np.array([np.nan]), "a": np.array([1.0])}
    assert asks("a", 0, -1, 1).scores(columns).tolist() == [1]


def test_a_model_of_another_version_is_told() -> None:
    with pytest.raises(UsageError, match="asks for the feature 'smell', which this version does not have"):
        asks("smell", 0, 0, 1).scores({"a": np.zeros(1)})

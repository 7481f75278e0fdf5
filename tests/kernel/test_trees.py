"""Walks down trees: the compiled class against the one in Python."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from rubricator.segment.rubric.model import load_model

from .twins import both


@pytest.mark.parametrize("rows", [0, 1, 4, 5, 37, 500])
@pytest.mark.parametrize("depth", [0, 1, 4, 5, 6, 7])
def test_scores(rows: int, depth: int) -> None:
    rng = np.random.default_rng(rows + depth)
    table, lines = rng.random((7, 600)), np.array([6, 0, 3])
    feature = rng.integers(0, 3, (9, 2**depth - 1)).astype(np.int16)
    threshold, value = (rng.random((9, 2**depth - less)).astype(np.float32) for less in (1, 0))
    pure, compiled = (kind(feature, threshold, value).walked for kind in both("rubric.trees.Trees"))
    for among in (None, rng.random(rows) < 0.5, np.zeros(rows, dtype=np.bool_)):
        for hopeless, first in ((-np.inf, 0), (1.5, 3), (99.0, 3), (4.0, 9)):
            given = (table, lines, 11, rows + 11, among, hopeless, first)
            np.testing.assert_array_equal(compiled(*given), pure(*given))


def test_the_forests_that_come_with_the_package() -> None:
    for forest in load_model().forests.values():
        trees = forest.feature, forest.threshold, forest.value
        pure, compiled = (kind(*trees).walked for kind in both("rubric.trees.Trees"))
        rng = np.random.default_rng(1)
        count = len(forest.names)
        # Values at thresholds, and at both sides of them.
        near = rng.choice(forest.threshold[np.isfinite(forest.threshold)], (count, 90)).astype(np.float64)
        table = near + rng.choice([-1e-3, 0, 1e-3], near.shape)
        for hopeless, first in ((-np.inf, 0), (0.0, 20)):
            given = (table, np.arange(count), 0, 90, None, hopeless, first)
            np.testing.assert_array_equal(compiled(*given), pure(*given))


def test_values_that_are_not_numbers_go_left() -> None:
    trees = np.zeros((1, 15), np.int16), np.zeros((1, 15), "f"), np.arange(16, dtype="f")[None]
    given = (np.full((1, 20), np.nan), np.zeros(1, dtype=np.int64), 0, 20, None, -np.inf, 0)
    for kind in both("rubric.trees.Trees"):
        assert kind(*trees).walked(*given).tolist() == [0] * 20


def test_trees_that_lead_beyond_are_refused() -> None:
    _, kind = both("rubric.trees.Trees")
    feature, threshold, value = (np.zeros((1, size), kind) for size, kind in ((3, np.int16), (3, "f"), (4, "f")))
    for wrong in (
        (feature - np.int16(1), threshold, value),
        (feature, threshold[:, :2], value),
        (feature, threshold, value[:, :3]),
        (feature[:, :2], threshold[:, :2], value[:, :3]),
    ):
        with pytest.raises(IndexError):
            kind(*wrong)
    compiled, beyond = kind(feature, threshold, value).walked, kind(feature + np.int16(2), threshold, value).walked
    table, lines = np.zeros((2, 5)), np.arange(2)
    assert compiled(table, lines, 0, 5, None, 0.0, 1).tolist() == [0] * 5
    with pytest.raises(IndexError):
        beyond(table, lines, 0, 5, None, 0.0, 1)
    for given in (
        (table, lines, 0, 5, None, 0.0, 2),
        (table, lines, 0, 5, None, 0.0, -1),
        (table, lines + 1, 0, 5, None, 0.0, 1),
        (table, lines, 1, 6, None, 0.0, 1),
        (table, lines, -1, 4, None, 0.0, 1),
        (table, lines, 0, 5, np.ones(4, dtype=np.bool_), 0.0, 1),
    ):
        with pytest.raises(IndexError):
            compiled(*given)


def test_a_forest_can_be_sent_to_another_process() -> None:
    forest = load_model().forests["same"]
    columns = {name: np.arange(3.0) for name in forest.names}
    assert pickle.loads(pickle.dumps(forest)).scores(columns).tolist() == forest.scores(columns).tolist()

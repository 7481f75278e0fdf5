"""Walks down trees: the compiled function against the one in Python."""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric.model import load_model

from .twins import both


@pytest.mark.parametrize("rows", [0, 1, 4, 37, 500])
@pytest.mark.parametrize("depth", [0, 1, 4, 7, 8])
def test_scores(rows: int, depth: int) -> None:
    pure, compiled = both("rubric.trees.walked")
    rng = np.random.default_rng(rows + depth)
    table, lines = rng.random((7, 600)), np.array([6, 0, 3])
    feature = rng.integers(0, 3, (9, 2**depth - 1)).astype(np.int16)
    threshold, value = (rng.random((9, 2**depth - less)).astype(np.float32) for less in (1, 0))
    for among in (None, rng.random(rows) < 0.5, np.zeros(rows, dtype=np.bool_)):
        for hopeless, first in ((-np.inf, 0), (1.5, 3), (99.0, 3), (4.0, 9)):
            given = (table, lines, 11, rows + 11, among, feature, threshold, value, hopeless, first)
            np.testing.assert_array_equal(compiled(*given), pure(*given))


def test_the_forests_that_come_with_the_package() -> None:
    pure, compiled = both("rubric.trees.walked")
    for forest in load_model().forests.values():
        rng = np.random.default_rng(1)
        count = len(forest.names)
        # Values at thresholds, and at both sides of them.
        near = rng.choice(forest.threshold[np.isfinite(forest.threshold)], (count, 90)).astype(np.float64)
        table = near + rng.choice([-1e-3, 0, 1e-3], near.shape)
        given = (table, np.arange(count), 0, 90, None, forest.feature, forest.threshold, forest.value)
        for hopeless, first in ((-np.inf, 0), (0.0, 20)):
            np.testing.assert_array_equal(compiled(*given, hopeless, first), pure(*given, hopeless, first))


def test_trees_that_lead_beyond_are_refused() -> None:
    _, compiled = both("rubric.trees.walked")
    table, lines, rows = np.zeros((2, 5)), np.arange(2), (0, 5, None)
    feature, threshold, value = (np.zeros((1, size), kind) for size, kind in ((3, np.int16), (3, "f"), (4, "f")))
    assert compiled(table, lines, *rows, feature, threshold, value, 0.0, 1).tolist() == [0] * 5
    for wrong in (
        (table, lines, *rows, feature + np.int16(2), threshold, value, 0.0, 1),
        (table, lines, *rows, feature - np.int16(1), threshold, value, 0.0, 1),
        (table, lines, *rows, feature, threshold, value[:, :3], 0.0, 1),
        (table, lines, *rows, feature[:, :2], threshold[:, :2], value[:, :3], 0.0, 1),
        (table, lines, *rows, feature, threshold, value, 0.0, 2),
        (table, lines + 1, *rows, feature, threshold, value, 0.0, 1),
        (table, lines, 1, 6, None, feature, threshold, value, 0.0, 1),
        (table, lines, -1, 4, None, feature, threshold, value, 0.0, 1),
        (table, lines, 0, 5, np.ones(4, dtype=np.bool_), feature, threshold, value, 0.0, 1),
    ):
        with pytest.raises(IndexError):
            compiled(*wrong)

"""Boosted trees as arrays: prediction needs numpy alone.

Each tree is kept as a full binary tree of one depth, so that all rows walk down all trees at once without a branch: the
children of node `n` are `2n + 1` (value <= threshold) and `2n + 2`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.columns import Floats, Ints, as_asked, probabilities

_ROWS = 2048
"""Rows that walk down together: more do not fit into the processor's cache, and take memory by the number of trees."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees over named features; their leaves add up to log odds."""

    names: tuple[str, ...]
    feature: NDArray[np.int16]
    """Trees x inner nodes."""
    threshold: NDArray[np.float32]
    value: NDArray[np.float32]
    """Trees x leaves."""

    def scores(self, columns: dict[str, Floats], hopeless: float = -np.inf, rows: Ints | None = None) -> Floats:
        """Return the log odds of each row, or of some rows.

        Those that a third of the trees put below `hopeless` keep what they have.
        """
        asked = [as_asked(columns, name) for name in self.names]
        count = len(asked[0]) if rows is None else len(rows)
        found = np.zeros(count)
        first = 0 if hopeless == -np.inf else len(self.feature) // 3
        for low in range(0, count, _ROWS):
            some = slice(low, low + _ROWS) if rows is None else rows[low : low + _ROWS]
            table = np.stack([column[some] for column in asked]).astype(np.float32)
            score = _walk(self, table, 0, first) if first else np.zeros(table.shape[1])
            left = np.flatnonzero(score >= hopeless)
            score[left] += _walk(self, table[:, left] if first else table, first, len(self.feature))
            found[low : low + _ROWS] = score
        return found

    def probabilities(self, columns: dict[str, Floats], hopeless: float = -np.inf) -> Floats:
        """Return the probability of each row."""
        return probabilities(self.scores(columns, hopeless))

    def log_probabilities(self, columns: dict[str, Floats], hopeless: float = -np.inf) -> Floats:
        """Return the logarithm of the probability of each row."""
        return -np.logaddexp(0.0, -self.scores(columns, hopeless))

    def reasons(self, columns: dict[str, Floats]) -> dict[str, Floats]:
        """Share each row's log odds out among the features: what the mean below a node changes at each step down."""
        table = np.stack([as_asked(columns, name) for name in self.names]).astype(np.float32)
        rows = table.shape[1]
        shares = np.zeros((len(self.names), rows))
        everyone = np.arange(rows)
        means = _means(self)
        for tree in range(len(self.feature)):
            node = np.zeros(rows, dtype=np.int64)
            for _ in range(_depth(self)):
                feature = self.feature[tree, node]
                below = 2 * node + 1 + (table[feature, everyone] > self.threshold[tree, node])
                np.add.at(shares, (feature, everyone), means[tree, below] - means[tree, node])
                node = below
        return dict(zip(self.names, shares, strict=True))


def _depth(forest: Forest) -> int:
    return int(forest.value.shape[1]).bit_length() - 1


def _walk(forest: Forest, table: NDArray[np.float32], low: int, high: int) -> Floats:
    """Return what the trees `low` .. `high` say of each row together."""
    inner = forest.feature.shape[1]
    trees, rows = high - low, table.shape[1]
    thresholds = forest.threshold[low:high].ravel()
    starts = forest.feature[low:high].ravel().astype(np.int32) * rows
    flat = table.ravel()
    base = np.arange(trees, dtype=np.int32)[:, None] * inner
    places = np.arange(rows, dtype=np.int32)
    node = np.zeros((trees, rows), dtype=np.int32)
    for _ in range(_depth(forest)):
        at = node + base
        value = np.take(flat, np.take(starts, at) + places)
        node = 2 * node + 1
        node += value > np.take(thresholds, at)
    leaf = node + (np.arange(trees, dtype=np.int32)[:, None] * (inner + 1) - inner)
    return np.take(forest.value[low:high].ravel(), leaf).sum(axis=0, dtype=np.float64)


def _means(forest: Forest) -> Floats:
    """Return the mean value below each node, leaves last; leaves count alike."""
    levels = [forest.value.astype(np.float64)]
    while levels[0].shape[1] > 1:
        levels.insert(0, (levels[0][:, 0::2] + levels[0][:, 1::2]) / 2)
    return np.concatenate(levels, axis=1)

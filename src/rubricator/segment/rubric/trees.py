"""Boosted trees as arrays: prediction needs numpy alone.

Each tree is kept as a full binary tree of one depth, so that all rows walk down all trees at once without a branch: the
children of node `n` are `2n + 1` (value <= threshold) and `2n + 2`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.columns import Floats, Ints, Table, asked_tables, probabilities


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees over named features; their leaves add up to log odds."""

    names: tuple[str, ...]
    feature: NDArray[np.int16]
    """Trees x inner nodes."""
    threshold: NDArray[np.float32]
    value: NDArray[np.float32]
    """Trees x leaves."""

    _levels: tuple[tuple[Ints, Table], ...] = field(init=False, repr=False, compare=False)
    """Features and thresholds of the nodes at each depth, trees x nodes."""

    def __post_init__(self) -> None:
        depth = int(self.value.shape[1]).bit_length() - 1
        levels = [slice((1 << level) - 1, (2 << level) - 1) for level in range(depth)]
        parts = tuple((self.feature[:, level].astype(np.int64), self.threshold[:, level].copy()) for level in levels)
        object.__setattr__(self, "_levels", parts)

    def scores(
        self, columns: Mapping[str, Floats], hopeless: float = -np.inf, among: NDArray[np.bool_] | None = None
    ) -> Floats:
        """Return the log odds of each row; 0 for those not `among` the rows asked for.

        Those that a third of the trees put below `hopeless` keep what they have.
        """
        first = 0 if hopeless == -np.inf else len(self.feature) // 3
        found = []
        for some, table in asked_tables(columns, self.names):
            score = np.zeros(table.shape[1])
            left = np.arange(len(score)) if among is None else np.flatnonzero(among[some])
            if first:
                score[left] = self._walk(table, left, 0, first)
                left = left[score[left] >= hopeless]
            score[left] += self._walk(table, left, first, len(self.feature))
            found.append(score)
        return np.concatenate(found)

    def _walk(self, table: Table, rows: Ints, low: int, high: int) -> Floats:
        """Return what the trees `low` .. `high` say of each of some rows together."""
        if not self._levels:
            return np.full(len(rows), self.value[low:high].sum(dtype=np.float64))
        flat, width = table.ravel(), table.shape[1]
        (root, threshold), *below = self._levels
        at = 2 * np.arange(high - low)[:, None] + (table[root[low:high], rows] > threshold[low:high])
        for feature, threshold in below:
            value = (feature[low:high].ravel() * width).take(at)
            value += rows
            passed = flat.take(value) > threshold[low:high].ravel().take(at)
            at += at
            at += passed
        return self.value[low:high].ravel().take(at).sum(axis=0, dtype=np.float64)

    def probabilities(self, columns: Mapping[str, Floats], hopeless: float = -np.inf) -> Floats:
        """Return the probability of each row."""
        return probabilities(self.scores(columns, hopeless))

    def log_probabilities(self, columns: Mapping[str, Floats], hopeless: float = -np.inf) -> Floats:
        """Return the logarithm of the probability of each row."""
        return -np.logaddexp(0.0, -self.scores(columns, hopeless))

    def reasons(self, columns: Mapping[str, Floats]) -> dict[str, Floats]:
        """Share each row's log odds out among the features: what the mean below a node changes at each step down."""
        table = np.concatenate([table for _, table in asked_tables(columns, self.names)], axis=1)
        rows = table.shape[1]
        shares = np.zeros((len(self.names), rows))
        everyone = np.arange(rows)
        means = _means(self)
        for tree in range(len(self.feature)):
            node = np.zeros(rows, dtype=np.int64)
            for _ in self._levels:
                feature = self.feature[tree, node]
                below = 2 * node + 1 + (table[feature, everyone] > self.threshold[tree, node])
                np.add.at(shares, (feature, everyone), means[tree, below] - means[tree, node])
                node = below
        return dict(zip(self.names, shares, strict=True))


def _means(forest: Forest) -> Floats:
    """Return the mean value below each node, leaves last; leaves count alike."""
    levels = [forest.value.astype(np.float64)]
    while levels[0].shape[1] > 1:
        levels.insert(0, (levels[0][:, 0::2] + levels[0][:, 1::2]) / 2)
    return np.concatenate(levels, axis=1)

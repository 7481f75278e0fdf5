"""Boosted trees as arrays.

Each tree is kept as a full binary tree of one depth, so that all rows walk down all trees at once without a branch: the
children of node `n` are `2n + 1` (value <= threshold) and `2n + 2`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric._trees import Trees
from rubricator.segment.rubric.columns import Floats, Table, asked_lines, probabilities


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees over named features; their leaves add up to log odds."""

    names: tuple[str, ...]
    feature: NDArray[np.int16]
    """Trees x inner nodes."""
    threshold: NDArray[np.float32]
    value: NDArray[np.float32]
    """Trees x leaves."""
    _trees: Trees = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parts = {"feature": np.int16, "threshold": np.float32, "value": np.float32}
        for name, kind in parts.items():
            object.__setattr__(self, name, np.ascontiguousarray(getattr(self, name), dtype=kind))
        object.__setattr__(self, "_trees", Trees(self.feature, self.threshold, self.value))

    def scores(
        self, columns: Mapping[str, Floats], hopeless: float = -np.inf, among: NDArray[np.bool_] | None = None
    ) -> Floats:
        """Return the log odds of each row; 0 for those not `among` the rows asked for.

        Those that a third of the trees put below `hopeless` keep what they have.
        """
        table, lines = asked_lines(columns, self.names)
        return self._trees.scores(table, lines, None if among is None else among.view(np.uint8), hopeless)

    def probabilities(self, columns: Mapping[str, Floats], hopeless: float = -np.inf) -> Floats:
        """Return the probability of each row."""
        return probabilities(self.scores(columns, hopeless))

    def log_probabilities(self, columns: Mapping[str, Floats], hopeless: float = -np.inf) -> Floats:
        """Return the logarithm of the probability of each row."""
        return -np.logaddexp(0.0, -self.scores(columns, hopeless))

    def reasons(self, columns: Mapping[str, Floats]) -> dict[str, Floats]:
        """Share each row's log odds out among the features: what the mean below a node changes at each step down."""
        whole, lines = asked_lines(columns, self.names)
        table = whole[lines].astype(np.float32)
        rows = table.shape[1]
        shares = np.zeros((len(self.names), rows))
        everyone = np.arange(rows)
        means = _means(self)
        for tree in range(len(self.feature)):
            node = np.zeros(rows, dtype=np.int64)
            for _ in range(_depth(self.value)):
                feature = self.feature[tree, node]
                below = 2 * node + 1 + (table[feature, everyone] > self.threshold[tree, node])
                np.add.at(shares, (feature, everyone), means[tree, below] - means[tree, node])
                node = below
        return dict(zip(self.names, shares, strict=True))


def _depth(value: Table) -> int:
    return int(value.shape[1]).bit_length() - 1


def _means(forest: Forest) -> Floats:
    """Return the mean value below each node, leaves last; leaves count alike."""
    levels = [forest.value.astype(np.float64)]
    while levels[0].shape[1] > 1:
        levels.insert(0, (levels[0][:, 0::2] + levels[0][:, 1::2]) / 2)
    return np.concatenate(levels, axis=1)


def scaled(forest: Forest, factor: float) -> Forest:
    """Return a forest that says so much of what it said."""
    return replace(forest, value=forest.value * np.float32(factor))


def joined(left: Forest, right: Forest) -> Forest:
    """Put two forests together; the shallower trees get leaves that say the same on both sides."""
    names = tuple(dict.fromkeys([*left.names, *right.names]))
    depth = max(_depth(left.value), _depth(right.value))
    parts = [_deepened(one, names, depth) for one in (left, right)]
    return Forest(
        names, *(np.concatenate([getattr(one, part) for one in parts]) for part in ("feature", "threshold", "value"))
    )


def _deepened(forest: Forest, names: tuple[str, ...], depth: int) -> Forest:
    places = np.array([names.index(name) for name in forest.names], dtype=np.int16)
    more = 2**depth - 1 - forest.feature.shape[1]
    feature = np.pad(places[forest.feature], ((0, 0), (0, more)))
    threshold = np.pad(forest.threshold, ((0, 0), (0, more)), constant_values=np.inf)
    return Forest(names, feature, threshold, np.repeat(forest.value, 2 ** (depth - _depth(forest.value)), axis=1))

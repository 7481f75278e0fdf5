"""The perceptron with uneven margins (Y. Li et al., ICML 2002), in plain numpy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.bool_]
Floats = NDArray[np.float64]
_BLOCK = 512
"""Rows whose margins are computed at once; the result is the same as one by one."""


@dataclass(frozen=True, slots=True)
class Margins:
    """How it learns: a row is learned from while its margin is not above that of its class."""

    positive: float = 50.0
    negative: float = 1.0
    rounds: int = 30
    rate: float = 1.0


class Plane(NamedTuple):
    """A linear score: above zero is positive."""

    weights: Floats
    bias: float

    def scores(self, rows: Bits) -> Floats:
        return rows @ self.weights + self.bias


def fit_perceptron(rows: Bits, labels: Bits, margins: Margins | None = None) -> Plane:
    """Learn until no row falls short of its margin, at most `rounds` times over all rows.

    Weights are the mean over all steps (Freund and Schapire, 1999): marks of people are never quite separable, and the
    last weights would be those of the last errors.
    """
    margins = margins or Margins()
    count, width = rows.shape
    weights, bias = np.zeros(width), 0.0
    total, total_bias = np.zeros(width), 0.0
    sign = np.where(labels, 1.0, -1.0)
    least = np.where(labels, margins.positive, margins.negative)
    reach = float(rows.sum(axis=1).max()) if count else 0.0  # the square of the longest row
    for turn in range(margins.rounds):
        changed = False
        order = np.random.default_rng(turn).permutation(count)
        for low in range(0, count, _BLOCK):
            block = order[low : low + _BLOCK]
            values, side, wanted = rows[block].astype(np.float64), sign[block], least[block]
            scores = values @ weights + bias
            at = 0
            while True:
                short = np.flatnonzero(side[at:] * scores[at:] <= wanted[at:])
                if not len(short):
                    total += weights * (len(block) - at)
                    total_bias += bias * (len(block) - at)
                    break
                found = at + int(short[0])
                total += weights * (found - at)
                total_bias += bias * (found - at)
                step = margins.rate * side[found]
                weights = weights + step * values[found]
                bias += step * reach
                scores = scores + step * (values @ values[found] + reach)
                total += weights
                total_bias += bias
                at = found + 1
                changed = True
        if not changed:
            return Plane(weights, bias)
    seen = max(count * margins.rounds, 1)
    return Plane(total / seen, total_bias / seen)

"""Columns: what is known of nodes, runs, units or candidates, one numpy array for each thing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import UsageError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def as_ints(values: Collection[int]) -> Ints:
    """Make a column."""
    return np.fromiter(values, np.int64, len(values))


def as_table(rows: Collection[Iterable[int]], width: int) -> Ints:
    """Make a table whose columns lie in one piece each; several times faster than numpy makes it of tuples."""
    flat = np.fromiter(chain.from_iterable(rows), np.int64, width * len(rows))
    return np.asfortranarray(flat.reshape(-1, width))


_GREATEST = 500.0
"""Log odds beyond this, of either sign, are certainty; their exponential would overflow."""


def probabilities(odds: Floats) -> Floats:
    """Turn log odds into probabilities."""
    return 1 / (1 + np.exp(np.clip(-odds, -_GREATEST, _GREATEST)))


def as_asked(columns: Mapping[str, Floats], name: str) -> Floats:
    """Return the column that a model asks for."""
    if name not in columns:
        raise UsageError(f"the model asks for the feature {name!r}, which this version does not have; train it anew")
    return columns[name]

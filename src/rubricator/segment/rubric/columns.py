"""Columns: what is known of nodes, runs, units or candidates, one numpy array for each thing."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def as_ints(values: Collection[int]) -> Ints:
    """Make a column."""
    return np.fromiter(values, np.int64, len(values))


def as_table(rows: Collection[Iterable[int]], width: int) -> Ints:
    """Make a table whose columns lie in one piece each; several times faster than numpy makes it of tuples."""
    flat = np.fromiter(chain.from_iterable(rows), np.int64, width * len(rows))
    return np.asfortranarray(flat.reshape(-1, width))

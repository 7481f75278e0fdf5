"""Columns: what is known of nodes, runs, units or candidates, one numpy array for each thing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import UsageError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Table = NDArray[np.float32]
_ROWS = 2048
"""Rows that a model looks at together: more do not fit into the processor's cache, and take memory."""


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


def asked_tables(columns: Mapping[str, Floats], names: Sequence[str]) -> Iterator[tuple[slice, Table]]:
    """Yield the features that a model asks for as tables, a line for each feature: some of the rows at a time."""
    try:
        asked = [columns[name] for name in names]
    except KeyError as error:
        text = f"the model asks for the feature {error}, which this version does not have; train it anew"
        raise UsageError(text) from error
    rows = len(asked[0])
    for low in range(0, max(rows, 1), _ROWS):
        some = slice(low, low + _ROWS)
        parts = asked if rows <= _ROWS else [column[some] for column in asked]
        yield some, np.concatenate(parts, dtype=np.float32, casting="same_kind").reshape(len(names), -1)

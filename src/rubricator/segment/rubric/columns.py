"""Columns: what is known of nodes, runs, units or candidates, one numpy array for each thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import UsageError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Table = NDArray[np.float32]
Rows = NDArray[np.void]
"""A row for each thing, with named columns."""


def as_ints(values: Collection[int]) -> Ints:
    """Make a column."""
    return np.fromiter(values, np.int64, len(values))


_GREATEST = 500.0
"""Log odds beyond this, of either sign, are certainty; their exponential would overflow."""


def probabilities(odds: Floats) -> Floats:
    """Turn log odds into probabilities."""
    return 1 / (1 + np.exp(np.minimum(np.maximum(-odds, -_GREATEST), _GREATEST)))


class Columns(Mapping[str, Floats]):
    """Features by name: the lines of one table, each in one piece."""

    __slots__ = ("names", "table")

    def __init__(self, names: tuple[str, ...], table: Floats) -> None:
        self.names = names
        self.table = table

    def __getitem__(self, name: str) -> Floats:
        return self.table[_places(self.names)[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


@lru_cache(maxsize=64)
def _places(names: tuple[str, ...]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


@lru_cache(maxsize=256)
def _lines(names: tuple[str, ...], asked: tuple[str, ...]) -> Ints:
    places = _places(names)
    return as_ints([places[name] for name in asked])


def asked_lines(columns: Mapping[str, Floats], names: tuple[str, ...]) -> tuple[Floats, Ints]:
    """Return a table, and which of its lines hold the features that a model asks for."""
    try:
        if isinstance(columns, Columns):
            return columns.table, _lines(columns.names, names)
        return np.array([columns[name] for name in names], dtype=np.float64), np.arange(len(names))
    except KeyError as error:
        text = f"the model asks for the feature {error}, which this version does not have; train it anew"
        raise UsageError(text) from error

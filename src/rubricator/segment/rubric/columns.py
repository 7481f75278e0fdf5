"""Columns: what is known of nodes, runs, units or candidates, one numpy array for each thing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import UsageError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Table = NDArray[np.float32]
_ROWS = 2048
"""Rows that a model looks at together: more do not fit into the processor's cache, and take memory."""


Lines = tuple[Floats, Ints, int, int]
"""A table, some of its lines, and the first of some rows and one past the last."""


def as_ints(values: Collection[int]) -> Ints:
    """Make a column."""
    return np.fromiter(values, np.int64, len(values))


def as_table(rows: Collection[Iterable[int]], width: int) -> Ints:
    """Make a table whose columns lie in one piece each; several times faster than numpy makes it of tuples."""
    flat = np.fromiter(chain.from_iterable(rows), np.int64, width * len(rows))
    return np.asfortranarray(flat.reshape(-1, width))


def line(table: str, number: int) -> Any:
    """Name a line of a table that a class has. It is taken when it is asked for: most are not."""
    table_of = attrgetter(table)
    return property(lambda holder: table_of(holder)[number])


_GREATEST = 500.0
"""Log odds beyond this, of either sign, are certainty; their exponential would overflow."""


def probabilities(odds: Floats) -> Floats:
    """Turn log odds into probabilities."""
    return _probabilities(odds, _GREATEST)


def _probabilities(odds: Floats, greatest: float) -> Floats:
    return 1 / (1 + np.exp(np.minimum(np.maximum(-odds, -greatest), greatest)))


class Columns(Mapping[str, Floats]):
    """Features by name: the lines of one table, each in one piece."""

    __slots__ = ("_places", "names", "table")

    def __init__(self, names: tuple[str, ...], table: Floats) -> None:
        self.names = names
        self.table = table
        self._places = _places(names)

    def __getitem__(self, name: str) -> Floats:
        return self.table[self._places[name]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


_KEPT = 256
"""Tuples of names of which something is remembered."""
_PLACES: dict[int, tuple[tuple[str, ...], dict[str, int]]] = {}
_LINES: dict[tuple[int, int], tuple[tuple[str, ...], tuple[str, ...], Ints]] = {}
"""By the tuples themselves, which are kept with it: to compare hundreds of names takes longer than to use what they
stand for."""


def _places(names: tuple[str, ...]) -> dict[str, int]:
    known = _PLACES.get(id(names))
    if known is None:
        if len(_PLACES) >= _KEPT:
            _PLACES.clear()
        known = _PLACES[id(names)] = names, {name: place for place, name in enumerate(names)}
    return known[1]


def _lines(names: tuple[str, ...], asked: tuple[str, ...]) -> Ints:
    """Return which of some names are asked for."""
    known = _LINES.get((id(names), id(asked)))
    if known is None:
        if len(_LINES) >= _KEPT:
            _LINES.clear()
        places = _places(names)
        known = _LINES[id(names), id(asked)] = names, asked, as_ints([places[name] for name in asked])
    return known[2]


def asked_lines(columns: Mapping[str, Floats], names: tuple[str, ...]) -> tuple[Lines] | Iterator[Lines]:
    """Return tables, which of their lines hold the features that a model asks for, and rows: some rows at a time.

    Where one table has them all, it comes in a tuple.
    """
    try:
        if isinstance(columns, Columns):
            table, lines = columns.table, _lines(columns.names, names)
            rows = table.shape[1]
            if rows <= _ROWS:
                return ((table, lines, 0, rows),)
            return ((table, lines, low, min(low + _ROWS, rows)) for low in range(0, rows, _ROWS))
        return _stacked_lines([columns[name] for name in names], _lines(names, names))
    except KeyError as error:
        text = f"the model asks for the feature {error}, which this version does not have; train it anew"
        raise UsageError(text) from error


def _stacked_lines(asked: list[Floats], lines: Ints) -> Iterator[Lines]:
    """Yield tables of columns, some rows at a time."""
    rows = len(asked[0])
    for low in range(0, max(rows, 1), _ROWS):
        parts = asked if rows <= _ROWS else [column[low : low + _ROWS] for column in asked]
        table = np.concatenate(parts, dtype=np.float64).reshape(len(asked), -1)
        yield table, lines, 0, table.shape[1]


def values_of(columns: Mapping[str, Floats], names: tuple[str, ...], rows: Ints) -> Floats:
    """Return some features of some rows, a line for each feature."""
    if isinstance(columns, Columns):
        return columns.table[_lines(columns.names, names)[:, None], rows]
    return np.stack([columns[name][rows] for name in names])


def asked_tables(columns: Mapping[str, Floats], names: tuple[str, ...]) -> Iterator[tuple[slice, Table]]:
    """Yield the features that a model asks for as tables, a line for each feature: some of the rows at a time."""
    first = 0
    for table, lines, low, high in asked_lines(columns, names):
        yield slice(first, first + high - low), table[lines, low:high].astype(np.float32)
        first += high - low

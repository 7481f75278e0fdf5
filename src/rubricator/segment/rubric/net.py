"""A small network over the rows of a page, which sees what stands around each: prediction needs numpy alone.

Each row's features become a few numbers. In each round every row adds to its own what it makes of them and of those it
has in view: the means of the rows that look alike, the mean of the page, the rows before and after.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from rubricator.segment.rubric.columns import Floats, Ints, Table, asked_tables

STEP = re.compile(r"[+-][1-9][0-9]?")
"""A view of another row: how far away."""
_ALONE = 1 << 18
"""Multiplications that BLAS does in one thread. More threads only wait for each other, and take 100 times as long."""
_STEPS = 12
"""Points between the average row and a row at which a network is asked what each feature does."""


class Round(NamedTuple):
    """What is seen beside a row's own numbers, and what is made of all."""

    views: tuple[str, ...]
    """Names of groups, whose mean is seen, and steps (`+1`, `-2`) to other rows."""
    weight: Table
    """(1 + views) * width x width."""
    bias: Table


@dataclass(frozen=True, slots=True)
class Net:
    """Named features in, log odds of one or several things out."""

    names: tuple[str, ...]
    knots: Table
    """Features x knots: values that part the rows of all pages evenly, the last repeated where there are fewer; by how
    many a value passes is what is looked at."""
    weight: Table
    """Features x width."""
    bias: Table
    rounds: tuple[Round, ...]
    last: Table
    """Width + 1 x outputs: what each number adds to the log odds, and where these begin."""
    _ramps: Ramps = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ramps", Ramps(self.knots))

    def scores(self, columns: Mapping[str, Floats], groups: Mapping[str, Ints]) -> Floats:
        """Return the log odds of each output, a row for each. Members of a group have the same number, from 0."""
        numbers = self._numbers(columns)
        sides, own_shape = Sides(groups), (len(self.bias), -1)
        for views, weight, bias in self.rounds:
            own, *others = weight.reshape(1 + len(views), *own_shape)
            made = _times(numbers, own)
            for name, part in zip(views, others, strict=True):
                sides.add(made, numbers, name, part)
            made += bias
            numbers = numbers + np.maximum(made, 0, out=made)
        return (numbers @ self.last[:-1] + self.last[-1]).T.astype(np.float64)

    def _numbers(self, columns: Mapping[str, Floats]) -> Table:
        """Return what the rows' own features become."""
        tables = asked_tables(columns, self.names)
        found = np.concatenate([_times(self._ramps.scaled(table), self.weight) for _, table in tables])
        found += self.bias
        return np.maximum(found, 0, out=found)

    def reasons(
        self, columns: Mapping[str, Floats], groups: Mapping[str, Ints], rows: Sequence[int]
    ) -> dict[str, Floats]:
        """Share the first log odds of some rows out among their own features, what stands around taken as it is.

        A row is made out of the page's average one in small steps; the sum of what each feature changes at each step is
        its share (integrated gradients: Sundararajan, Taly and Yan, ICML 2017).
        """
        numbers = self._numbers(columns)
        sides, width = Sides(groups), len(self.bias)
        around = []
        for views, weight, bias in self.rounds:
            seen = sides.seen(numbers, views)
            around.append((seen @ weight - numbers @ weight[:width] + bias)[rows])
            numbers = numbers + np.maximum(seen @ weight + bias, 0)
        table = np.concatenate([self._ramps.scaled(table) for _, table in asked_tables(columns, self.names)])
        average = table.mean(axis=0)
        change = table[rows] - average
        slope = np.zeros_like(change)
        for step in range(_STEPS):
            own = (average + (step + 0.5) / _STEPS * change) @ self.weight + self.bias
            numbers = np.maximum(own, 0)
            passed = []
            for (_, weight, _), beside in zip(self.rounds, around, strict=True):
                made = numbers @ weight[:width] + beside
                passed.append(made > 0)
                numbers = numbers + np.maximum(made, 0)
            back = np.broadcast_to(self.last[:-1, 0], numbers.shape)
            for (_, weight, _), through in zip(self.rounds[::-1], passed[::-1], strict=True):
                back = back + (back * through) @ weight[:width].T
            slope += (back * (own > 0)) @ self.weight.T / _STEPS
        return dict(zip(self.names, (change * slope).T.astype(np.float64), strict=True))


def _times(rows: Table, weight: Table) -> Table:
    """Multiply some rows at a time."""
    step = max(_ALONE // weight.size, 1)
    return np.concatenate([rows[low : low + step] @ weight for low in range(0, len(rows), step)])


class Ramps:
    """Lay values of features so that the knots of each lie evenly between -1 and 1."""

    def __init__(self, knots: Table) -> None:
        width = np.diff(knots, axis=1)
        counts = (width > 0).sum(axis=1)
        slope = np.divide(2 / np.maximum(counts, 1)[:, None], width, out=np.zeros_like(width), where=width > 0)
        # Most features have few knots. The others come first, so that each step is taken with those that have it.
        self._order = np.argsort(-counts, kind="stable")
        self._back = np.argsort(self._order)
        steps = np.argsort(width <= 0, axis=1, kind="stable")[self._order]
        parts = (np.take_along_axis(part[self._order], steps, axis=1) for part in (knots[:, :-1], width, slope))
        self._steps = [
            tuple(part[: int((counts > place).sum()), None] for part in one)
            for place, one in enumerate(zip(*(part.T for part in parts), strict=True))
        ]

    def scaled(self, table: Table) -> Table:
        """Return a row for each column of a table that has a line for each feature."""
        table = table[self._order]
        found = np.full_like(table, -1)
        for low, width, slope in self._steps:
            climbed = table[: len(low)] - low
            np.maximum(climbed, 0, out=climbed)
            np.minimum(climbed, width, out=climbed)
            climbed *= slope
            found[: len(low)] += climbed
        return found[self._back].T


class Sides:
    """What the rows of a page have in view."""

    def __init__(self, groups: Mapping[str, Ints]) -> None:
        self._groups = {name: _Group(keys) for name, keys in groups.items()}
        self._page = groups["page"] if groups["page"].any() else None
        """Which page each row is of, where there are several."""

    def seen(self, numbers: Table, views: tuple[str, ...]) -> Table:
        """Return the numbers of each row and of what it has in view, side by side."""
        return np.concatenate([numbers, *(self.view(numbers, name) for name in views)], axis=1)

    def view(self, numbers: Table, name: str) -> Table:
        """Return the mean of each row's group, or the row that is so many steps away; zeros beyond the page's ends."""
        if name[0] in "+-":
            return self._away(numbers, int(name))
        return self._groups[name].spread(self._groups[name].means(numbers))

    def add(self, made: Table, numbers: Table, name: str, weight: Table) -> None:
        """Add a view times a weight; groups and rows are multiplied before they are spread, which is less work."""
        if name[0] not in "+-":
            made += self._groups[name].spread(_times(self._groups[name].means(numbers), weight))
        elif self._page is not None:
            made += _times(self._away(numbers, int(name)), weight)
        elif abs(step := int(name)) < len(numbers):
            here, there = _shifted(step)
            made[here] += _times(numbers, weight)[there]

    def _away(self, numbers: Table, step: int) -> Table:
        found = np.zeros_like(numbers)
        if abs(step) >= len(numbers):
            return found
        here, there = _shifted(step)
        found[here] = numbers[there]
        if self._page is not None:
            found[here][self._page[here] != self._page[there]] = 0
        return found


def _shifted(step: int) -> tuple[slice, slice]:
    """Return the rows that see one so many steps away, and those that they see."""
    return (slice(None, -step), slice(step, None)) if step > 0 else (slice(-step, None), slice(None, step))


class _Group:
    """Rows by group, sorted once."""

    def __init__(self, keys: Ints) -> None:
        self._keys = keys
        self._order = np.argsort(keys, kind="stable")
        count = np.bincount(keys)
        self._firsts = np.cumsum(count) - count
        self._count = count[:, None].astype(np.float32)

    def means(self, numbers: Table) -> Table:
        """Return the mean of each group."""
        sums: Table = np.add.reduceat(numbers[self._order], self._firsts, axis=0)
        return sums / self._count

    def spread(self, numbers: Table) -> Table:
        """Return for each row what its group has."""
        return numbers[self._keys]

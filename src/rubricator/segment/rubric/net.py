"""A small network over the rows of a page, which sees what stands around each.

Each row's features become a few numbers. In each round every row adds to its own what it makes of them and of those it
has in view: the means of the rows that look alike, the mean of the page, the rows before and after.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from rubricator.segment.rubric._net import Layers
from rubricator.segment.rubric._net import Ramps as Ramps
from rubricator.segment.rubric.columns import Floats, Ints, Table, asked_lines

STEP = re.compile(r"[+-][1-9][0-9]?")
"""A view of another row: how far away."""
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
    _layers: Layers = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ramps = Ramps(self.knots)
        object.__setattr__(self, "_ramps", ramps)
        object.__setattr__(self, "_layers", Layers(ramps, self.weight, self.bias, self.rounds, self.last))

    def scores(self, columns: Mapping[str, Floats], groups: Mapping[str, Ints]) -> Floats:
        """Return the log odds of each output, a row for each. Members of a group have the same number, from 0."""
        return self._layers.odds(*asked_lines(columns, self.names), groups)

    def reasons(
        self, columns: Mapping[str, Floats], groups: Mapping[str, Ints], rows: Sequence[int]
    ) -> dict[str, Floats]:
        """Share the first log odds of some rows out among their own features, what stands around taken as it is.

        A row is made out of the page's average one in small steps; the sum of what each feature changes at each step is
        its share (integrated gradients: Sundararajan, Taly and Yan, ICML 2017).
        """
        whole, lines = asked_lines(columns, self.names)
        table = self._ramps.scaled(whole[lines])
        numbers = np.maximum(table @ self.weight + self.bias, 0)
        sides, width = Sides(groups), len(self.bias)
        around = []
        for views, weight, bias in self.rounds:
            seen = sides.seen(numbers, views)
            around.append((seen @ weight - numbers @ weight[:width] + bias)[rows])
            numbers = numbers + np.maximum(seen @ weight + bias, 0)
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
        return self.spread(self.means(numbers, name), name)

    def means(self, numbers: Table, name: str) -> Table:
        """Return the mean of each group."""
        return self._groups[name].means(numbers)

    def spread(self, numbers: Table, name: str) -> Table:
        """Return for each row what its group has."""
        return numbers[self._groups[name].keys]

    def _away(self, numbers: Table, step: int) -> Table:
        found = np.zeros_like(numbers)
        if abs(step) >= len(numbers):
            return found
        here, there = (slice(None, -step), slice(step, None)) if step > 0 else (slice(-step, None), slice(None, step))
        found[here] = numbers[there]
        if self._page is not None:
            found[here][self._page[here] != self._page[there]] = 0
        return found


class _Group:
    """Rows by group, sorted once."""

    def __init__(self, keys: Ints) -> None:
        self.keys = keys
        self._order = np.argsort(keys, kind="stable")
        count = np.bincount(keys)
        self._firsts = np.cumsum(count) - count
        self._count = count[:, None].astype(np.float32)

    def means(self, numbers: Table) -> Table:
        """Return the mean of each group."""
        sums: Table = np.add.reduceat(numbers[self._order], self._firsts, axis=0)
        return sums / self._count

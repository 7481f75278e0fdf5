"""Counts of right, found and wanted things, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Counts(NamedTuple):
    """How many were right, found, wanted."""

    right: float = 0
    found: float = 0
    wanted: float = 0

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        return harmonic(self.precision, self.recall)


def total(counts: Iterable[Counts]) -> Counts:
    """Add counts up: the micro average."""
    right = found = wanted = 0.0
    for one in counts:
        right, found, wanted = right + one.right, found + one.found, wanted + one.wanted
    return Counts(right, found, wanted)


def harmonic(one: float, other: float) -> float:
    """Return the harmonic mean; 0 when both are 0."""
    return 2 * one * other / (one + other) if one + other else 0.0


def mean(values: Iterable[float]) -> float:
    """Return the arithmetic mean; 0 of nothing."""
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0

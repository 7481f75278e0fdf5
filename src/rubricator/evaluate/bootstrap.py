"""How sure is a figure? Confidence intervals and paired comparisons by resampling pages."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")
ROUNDS = 1000
SEED = 20151


class Interval(NamedTuple):
    """A figure and its 95 % confidence interval."""

    value: float
    low: float
    high: float


def interval(pages: Sequence[T], figure: Callable[[Sequence[T]], float], rounds: int = ROUNDS) -> Interval:
    """Return a figure over pages with the interval that resampling pages gives it."""
    values = sorted(figure(sample) for sample in _samples(pages, rounds)) if pages else [0.0]
    return Interval(
        figure(pages), values[int(0.025 * len(values))], values[min(int(0.975 * len(values)), len(values) - 1)]
    )


def paired_difference(
    one: Sequence[T], other: Sequence[T], figure: Callable[[Sequence[T]], float], rounds: int = ROUNDS
) -> tuple[Interval, float]:
    """Return how a figure of two methods differs on the same pages, and the share of samples where its sign turns."""
    if len(one) != len(other):
        raise ValueError("a paired comparison needs both methods on the same pages")
    pairs = list(zip(one, other, strict=True))

    def difference(sample: Sequence[tuple[T, T]]) -> float:
        return figure([left for left, _ in sample]) - figure([right for _, right in sample])

    found = interval(pairs, difference, rounds)
    against = sum(difference(sample) * found.value <= 0 for sample in _samples(pairs, rounds))
    return found, against / rounds


def _samples(pages: Sequence[T], rounds: int) -> list[list[T]]:
    chance = random.Random(SEED)
    return [chance.choices(pages, k=len(pages)) for _ in range(rounds)]

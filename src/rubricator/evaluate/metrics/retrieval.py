"""Retrieval: measures of ranked lists, and a paired test of two systems."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Sequence

from rubricator.evaluate.metrics.counts import mean


def average_precision(ranked: Sequence[Hashable], relevant: Collection[Hashable]) -> float:
    """Return the mean of the precisions at the ranks of relevant answers; what was not found counts 0."""
    found, total = 0, 0.0
    for rank, answer in enumerate(ranked, 1):
        if answer in relevant:
            found += 1
            total += found / rank
    return total / len(relevant) if relevant else 0.0


def reciprocal_rank(ranked: Sequence[Hashable], relevant: Collection[Hashable]) -> float:
    """Return 1 / rank of the first relevant answer, 0 without one."""
    return next((1 / rank for rank, answer in enumerate(ranked, 1) if answer in relevant), 0.0)


def success_at(ranked: Sequence[Hashable], relevant: Collection[Hashable], depth: int) -> float:
    """Return 1 when a relevant answer is among the first ones."""
    return float(any(answer in relevant for answer in ranked[:depth]))


def randomization_test(one: Sequence[float], other: Sequence[float], rounds: int = 10_000, seed: int = 1) -> float:
    """Return the two-sided p value of a paired randomization test on the difference of means."""
    if len(one) != len(other):
        raise ValueError("a paired test needs two scores for each query")
    differences = [left - right for left, right in zip(one, other, strict=True)]
    observed = abs(mean(differences))
    chance = random.Random(seed)
    count = len(differences)
    extreme = 0
    for _ in range(rounds):
        signs = chance.getrandbits(count) if count else 0
        flipped = sum(value if signs >> place & 1 else -value for place, value in enumerate(differences))
        extreme += abs(flipped) / max(count, 1) >= observed - 1e-12
    return (extreme + 1) / (rounds + 1)

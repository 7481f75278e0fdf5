"""How often a base distribution was drawn from (section 4.3): direct assignment after Teh and others (2006)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, inf, log, log1p

from rubricator.segment.bayes.sampler import draw

_MOST = 64
"""Above this many draws the sum of coins is used, which has the same distribution and needs no table."""


@lru_cache(maxsize=_MOST + 1)
def log_stirling(n: int) -> tuple[float, ...]:
    """Return log s(n, m) for m from 0 to n, unsigned Stirling numbers of the first kind."""
    if n == 0:
        return (0.0,)
    before = (*log_stirling(n - 1), -inf)
    more = log(n - 1) if n > 1 else -inf
    return (-inf, *(_log_add(before[m - 1], more + before[m]) for m in range(1, n + 1)))


def _log_add(one: float, other: float) -> float:
    high, low = max(one, other), min(one, other)
    return high if low == -inf else high + log1p(exp(low - high))


def draw_tables(n: int, prior: float, chance: Callable[[], float]) -> int:
    """Draw m, with p(m) in proportion to s(n, m) prior^m: how many of n draws went back to the base distribution."""
    if n <= 1:
        return n
    if n > _MOST:
        return sum(chance() * (prior + place) < prior for place in range(n))
    power = log(prior)
    return 1 + draw([one + m * power for m, one in enumerate(log_stirling(n)[1:], 1)], chance)

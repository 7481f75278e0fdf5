"""From scores to titles (section 4.1): up to two runs of consecutive units, best first; none is a valid answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MOST = 2
"""A page has two titles, one, or none (section 3, 1)."""


class Run(NamedTuple):
    """Consecutive units `first` .. `stop`, and the best of their scores."""

    first: int
    stop: int
    score: float


def choose_runs(scores: Sequence[float], sizes: Sequence[float]) -> list[Run]:
    """Take the unit with the best score above zero and those beside it that score above zero in the same font size.

    What is left gives the second title. That lines of a title have one font size is rule 4a of section 3.
    """
    taken: set[int] = set()
    found: list[Run] = []
    order = sorted((number for number, score in enumerate(scores) if score > 0), key=lambda n: (-scores[n], n))
    for best in order:
        if len(found) == MOST:
            break
        if best in taken:
            continue
        first = last = best
        while _goes_on(first - 1, best, scores, sizes, taken):
            first -= 1
        while _goes_on(last + 1, best, scores, sizes, taken):
            last += 1
        taken.update(range(first, last + 1))
        found.append(Run(first, last + 1, float(scores[best])))
    return found


def _goes_on(number: int, best: int, scores: Sequence[float], sizes: Sequence[float], taken: set[int]) -> bool:
    return 0 <= number < len(scores) and number not in taken and scores[number] > 0 and sizes[number] == sizes[best]

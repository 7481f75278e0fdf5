"""Purity of lists (M. Yoshida et al., PAKDD 2014)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from collections.abc import Set as AbstractSet

from rubricator.evaluate.metrics.clusters import GroupingScore
from rubricator.evaluate.metrics.counts import harmonic, mean

Lists = Sequence[AbstractSet[Hashable]]
"""The lists of a page, each a set of its subdocuments."""


def purity(found: Lists, wanted: Lists) -> GroupingScore:
    """Return purity, inverse purity and F = 2 / (1/P + 1/IP); the paper's formula lacks the 2."""
    pure, inverse = _purity(found, wanted), _purity(wanted, found)
    return GroupingScore(pure, inverse, harmonic(pure, inverse))


def _purity(groups: Lists, others: Lists) -> float:
    size = sum(len(group) for group in groups)
    best = sum(max((len(group & other) for other in others), default=0) for group in groups)
    return best / size if size else 0.0


def subdocuments(starts: Sequence[int], end: int) -> set[Hashable]:
    """Return the (start, end) of a list's subdocuments: each ends before the next, the last at the document's end."""
    return set(zip(starts, [*starts[1:], end], strict=False))


def micro_purity(pages: Sequence[tuple[Lists, Lists]]) -> GroupingScore:
    """Score (found, wanted) lists of all pages as if they were one page; lists found where there are none count."""
    found = [_named(number, group) for number, (lists, _) in enumerate(pages) for group in lists]
    wanted = [_named(number, group) for number, (_, lists) in enumerate(pages) for group in lists]
    return purity(found, wanted)


def _named(page: int, group: AbstractSet[Hashable]) -> set[Hashable]:
    return {(page, element) for element in group}


def macro_purity(pages: Sequence[tuple[Lists, Lists]]) -> GroupingScore:
    """Return the means over the pages that have lists."""
    scores = [purity(found, wanted) for found, wanted in pages if wanted]
    return GroupingScore(*(mean(score[part] for score in scores) for part in range(3)))

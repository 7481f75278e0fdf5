"""Measures over groupings: purity (M. Yoshida et al., 2014) and B-cubed (as J. Kiesel et al. compare segmentations)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from rubricator.evaluate.metrics.counts import harmonic, mean

Lists = Sequence[AbstractSet[Hashable]]
"""The lists of a page, each a set of its subdocuments."""


class GroupingScore(NamedTuple):
    """Precision (or purity), recall (or inverse purity) and their harmonic mean."""

    precision: float
    recall: float
    f1: float


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


def b_cubed(
    found: Sequence[Hashable], wanted: Sequence[Hashable], weights: Sequence[float] | None = None
) -> GroupingScore:
    """Return B-cubed precision, recall and F of two labellings of the same elements (characters of a page)."""
    if len(found) != len(wanted):
        raise ValueError("both labellings must be of the same elements")
    sizes = [1.0] * len(found) if weights is None else list(weights)
    ours: defaultdict[Hashable, float] = defaultdict(float)
    gold: defaultdict[Hashable, float] = defaultdict(float)
    both: defaultdict[tuple[Hashable, Hashable], float] = defaultdict(float)
    for one, other, weight in zip(found, wanted, sizes, strict=True):
        ours[one] += weight
        gold[other] += weight
        both[one, other] += weight
    all_weight = sum(sizes)
    if not all_weight:
        return GroupingScore(0.0, 0.0, 0.0)
    precision = sum(n * n / ours[one] for (one, _), n in both.items()) / all_weight
    recall = sum(n * n / gold[other] for (_, other), n in both.items()) / all_weight
    return GroupingScore(precision, recall, harmonic(precision, recall))

"""B-cubed: a measure over groupings, as J. Kiesel et al. compare segmentations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from rubricator.evaluate.metrics.counts import harmonic


class GroupingScore(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


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

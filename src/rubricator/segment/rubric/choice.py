"""Which candidates are headings: one decision over the page."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric.columns import Floats, Ints, as_ints
from rubricator.segment.rubric.sight import Sight

LEAST = 0.05
"""Candidates below this probability are never looked at."""


def with_group(probability: Floats, keys: Ints) -> Floats:
    """Blend each probability half and half with the mean of its group: what looks the same stands or falls together.

    Groups are numbered from 0.
    """
    mean = np.bincount(keys, weights=probability) / np.bincount(keys)
    return (probability + mean[keys]) / 2


def choose_headings(table: Ints, probability: Floats, share: float, floor: float, sum_: float) -> list[int]:
    """Return the candidates of a table that are headings, in document order.

    Of overlapping candidates the most probable stays. Those are kept that make the expected F1 of the page greatest:
    the best threshold is half of that F1, so a page whose headings are plain is judged strictly, one that is hard to
    read leniently. `share` stands for that half; `floor` is the lowest threshold of all; and a page whose chosen
    headings do not add up to `sum_` has none.
    """
    return _chosen(table, probability, share, floor, sum_, LEAST)


def _chosen(table: Ints, probability: Floats, share: float, floor: float, sum_: float, least: float) -> list[int]:
    kept = _without_overlaps(table, probability, least)
    if not kept:
        return []
    likely = probability[kept]
    chosen = as_ints(kept)[likely >= best_threshold(likely, share, floor)]
    if float(probability[chosen].sum()) < sum_:
        return []
    return chosen[table[chosen, 0].argsort(kind="stable")].tolist()


def best_threshold(likely: Floats, share: float, floor: float, size: Floats | None = None) -> float:
    """Return the threshold of a page whose candidates have these probabilities, the greatest first, and these sizes."""
    size = np.ones(len(likely)) if size is None else size
    right = np.cumsum(likely * size)
    expected = 2 * right / (np.cumsum(size) + right[-1])
    return max(float(expected.max()) * share, floor)


def without_overlaps(table: Ints, probability: Floats) -> list[int]:
    """Return candidates from the most probable down, those left out that overlap one before."""
    return _without_overlaps(table, probability, LEAST)


def _without_overlaps(table: Ints, probability: Floats, least: float) -> list[int]:
    order = np.flatnonzero(probability >= least)
    order = order[np.argsort(-probability[order], kind="stable")]
    taken = bytearray(int(table[:, 1].max(initial=0)))
    kept = []
    for number, (start, end) in zip(order.tolist(), table[order, :2].tolist(), strict=True):
        if taken.find(1, start, end) < 0:
            taken[start:end] = b"\1" * (end - start)
            kept.append(number)
    return kept


def apart(table: Ints, chosen: list[int], start: int, end: int, last: int) -> list[int]:
    """Return the chosen candidates that end before `last` and do not overlap a span."""
    spans = zip(chosen, table[chosen, :2].tolist(), strict=True)
    return [number for number, (low, high) in spans if high < last and (high <= start or low >= end)]


def without_heard(visible: Floats, table: Ints, chosen: list[int], least: float) -> list[int]:
    """Leave out lines that are hidden while the one after them is shown: only screen readers tell these."""
    shown = visible >= least
    last = len(shown) - 1
    return [number for number in chosen if shown[table[number, 2]] or not shown[min(table[number, 3] + 1, last)]]


def units_until(
    unit_end: Ints, table: Ints, chosen: list[int], is_heading: Floats, in_body: Floats, likely: float
) -> int:
    """Return how many units there are until the last likely heading in the content body has something under it."""
    sure = (is_heading[chosen] >= likely) & (in_body[table[chosen, 2]] >= likely)
    rows = table[chosen][sure]
    if not len(rows):
        return 0
    _, end, _, last, _, _ = rows[rows[:, 1].argmax()].tolist()
    return int(last + (1 if end < unit_end[last] else 2))


def without_stray(
    table: Ints, chosen: list[int], in_body: Floats, start: int, end: int, above: int, least: float
) -> list[int]:
    """Leave out headings outside of the content body that are hardly part of it, or stand above the title."""
    starts, likely = table[chosen, 0], in_body[table[chosen, 2]]
    kept = ((start <= starts) & (starts < end)) | ((likely >= least) & (starts >= above))
    return [number for number, stays in zip(chosen, kept.tolist(), strict=True) if stays]


def any_inside(sight: Sight, table: Ints, chosen: list[int], regions: int) -> bool:
    """Say whether the container of one of the chosen candidates lies in one of some regions."""
    return bool((sight.context.bits[sight.unit_container[table[chosen, 2]]] & regions).any())


def likeliest(kind: Ints, likely: Floats, threshold: float, one: int, other: int) -> int | None:
    """Return the most likely candidate of two kinds, the first of several, if it is likely enough."""
    whole = np.flatnonzero((kind == one) | (kind == other))
    if not len(whole):
        return None
    best = int(whole[likely[whole].argmax()])
    return best if likely[best] >= threshold else None


_HEADINGS_RIGHT = ((0.0, 0.6, 0.75, 1.0), (0.5, 0.64, 0.8, 1.0))
_TITLES_RIGHT = ((0.1, 0.3, 0.8, 0.95, 1.0), (0.3, 0.5, 0.72, 0.86, 0.97))
"""Probabilities, and how often what was chosen with them is right on sites that the model has not seen."""


def heading_confidence(probability: Floats) -> Floats:
    """Return how sure chosen headings are: unlikely ones are chosen only where they make their page better."""
    return _on_line(probability, *_HEADINGS_RIGHT)


def title_confidence(probability: Floats) -> Floats:
    """Return how sure chosen titles are."""
    return _on_line(probability, *_TITLES_RIGHT)


def _on_line(values: Floats, knots: tuple[float, ...], heights: tuple[float, ...]) -> Floats:
    """Return how high a line through some knots is at some values."""
    return np.interp(values, knots, heights)

"""Which candidates are headings: one decision over the page."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric.candidates import Candidates
from rubricator.segment.rubric.columns import Floats, Ints

LEAST = 0.05
"""Candidates below this probability are never looked at."""


def with_group(probability: Floats, keys: Ints) -> Floats:
    """Blend each probability half and half with the mean of its group: what looks the same stands or falls together.

    Groups are numbered from 0.
    """
    mean = np.bincount(keys, weights=probability) / np.bincount(keys)
    return (probability + mean[keys]) / 2


def choose_headings(
    candidates: Candidates, probability: Floats, share: float, floor: float, least_sum: float
) -> list[int]:
    """Return the candidates that are headings, in document order.

    Of overlapping candidates the most probable stays. Those are kept that make the expected F1 of the page greatest:
    the best threshold is half of that F1, so a page whose headings are plain is judged strictly, one that is hard to
    read leniently. `share` stands for that half; `floor` is the lowest threshold of all; and a page whose chosen
    headings do not add up to `least_sum` has none.
    """
    kept = without_overlaps(candidates, probability)
    if not kept:
        return []
    likely = probability[kept]
    likely = likely[likely >= best_threshold(likely, share, floor)]
    if float(likely.sum()) < least_sum:
        return []
    return sorted(kept[: len(likely)], key=candidates.start.__getitem__)


def best_threshold(likely: Floats, share: float, floor: float, size: Floats | None = None) -> float:
    """Return the threshold of a page whose candidates have these probabilities, the greatest first, and these sizes."""
    size = np.ones(len(likely)) if size is None else size
    right = np.cumsum(likely * size)
    expected = 2 * right / (np.cumsum(size) + right[-1])
    return max(float(expected.max()) * share, floor)


def without_overlaps(candidates: Candidates, probability: Floats) -> list[int]:
    """Return candidates from the most probable down, those left out that overlap one before."""
    order = np.flatnonzero(probability >= LEAST)
    order = order[np.argsort(-probability[order], kind="stable")]
    starts, ends = candidates.start, candidates.end
    taken = bytearray(max(ends, default=0))
    kept = []
    for number in order.tolist():
        start, end = starts[number], ends[number]
        if taken.find(1, start, end) < 0:
            taken[start:end] = b"\1" * (end - start)
            kept.append(number)
    return kept


def outside_span(candidates: Candidates, chosen: list[int], start: int, end: int, last: int) -> list[int]:
    """Return the chosen candidates that end before `last` and do not overlap a span."""
    starts, ends = candidates.start, candidates.end
    return [number for number in chosen if ends[number] < last and (ends[number] <= start or starts[number] >= end)]


def drop_screen_reader_only(visible: Floats, candidates: Candidates, chosen: list[int], least: float) -> list[int]:
    """Leave out lines that are hidden while the one after them is shown: only screen readers tell these."""
    final, units, last = len(visible) - 1, candidates.unit, candidates.last
    return [
        number for number in chosen if visible[units[number]] >= least or visible[min(last[number] + 1, final)] < least
    ]


def units_until(
    unit_ends: Ints, candidates: Candidates, chosen: list[int], is_heading: Floats, in_body: Floats, likely: float
) -> int:
    """Return how many units there are until the last likely heading in the content body has something under it."""
    units = candidates.unit
    sure = [number for number in chosen if is_heading[number] >= likely and in_body[units[number]] >= likely]
    if not sure:
        return 0
    number = max(sure, key=candidates.end.__getitem__)
    last = candidates.last[number]
    return last + (1 if candidates.end[number] < unit_ends[last] else 2)


def drop_outside_body(
    candidates: Candidates, chosen: list[int], in_body: Floats, start: int, end: int, above: int, least: float
) -> list[int]:
    """Leave out headings outside of the content body that are hardly part of it, or stand above the title."""
    starts, units = candidates.start, candidates.unit
    return [
        number
        for number in chosen
        if start <= starts[number] < end or (in_body[units[number]] >= least and starts[number] >= above)
    ]


def best_above(kind: Ints, likely: Floats, threshold: float, kinds: tuple[int, int]) -> int | None:
    """Return the most likely candidate of two kinds, the first of several, if it is likely enough."""
    if not len(kind):
        return None
    of_kinds = (kind == kinds[0]) | (kind == kinds[1])
    best = int(np.where(of_kinds, likely, -1).argmax())
    return best if likely[best] >= threshold and of_kinds[best] else None


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

"""The hierarchy of headings: each pair is compared, and one search over the page fits all of it together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.sight import BOLD, Sight
from rubricator.segment.rubric.trees import Forest

NEAR = 8
"""Headings are compared with so many before them: with more, errors far away outweigh what stands beside."""
_DEEPEST = 12
"""The lowest level."""
_LEVELS = np.arange(1, _DEEPEST + 1)
_DEEPER, _SAME, _HIGHER = range(3)
_RELATIONS = 1 - np.sign(_LEVELS - np.arange(_DEEPEST + 1)[:, None])
"""What each level is to one before: rows are that one."""
_LINES = (_DEEPEST + 1) * np.arange(NEAR)
_TOO_DEEP = np.where(np.arange(_DEEPEST + 1)[:, None] + 1 < _LEVELS, -np.inf, 0.0)
"""A heading is at most one level below the one before."""
_BEAM = 12
_PAIRS = 16_384
"""Pairs that are compared at a time, which bounds the memory of a page with very many headings."""


class Headings(NamedTuple):
    """Columns over a page's headings in document order."""

    start: Ints
    end: Ints
    values: dict[str, Floats]


COPIED = (
    "size", "weight", "italic", "caps", "all upper", "tagged level", "numbering", "numbering depth", "kind", "depth",
    "underlined", "centered", "strong", "link", "path: count", "look: count", "characters", "end mark",
    "until prominent", "in item", "in cell", "in term", "path: mean gap",
)  # fmt: skip
"""The features of candidates that levels depend on."""
_COMPARED = (*COPIED, "bold")
_COMPARISONS = [f"{name} {what}" for what in ("of first", "of second", "change") for name in _COMPARED]
_IDENTITIES = ("path key", "look key", "style key", "color", "container tag")


def heading_columns(
    sight: Sight, chosen: list[int], table: Ints, columns: Mapping[str, Floats], looks: dict[str, Ints]
) -> Headings:
    """Take the columns of the chosen candidates that their hierarchy depends on."""
    rows = np.array(chosen, dtype=np.int64)
    start, unit = table[rows, 0], table[rows, 2]
    style = sight.run_style[np.searchsorted(sight.run_start, start)]
    tags: dict[str, int] = {}
    container = sight.unit_container[unit]
    values = {name: columns[name][rows] for name in COPIED}
    values |= {f"{name} key": look[rows].astype(np.float64) for name, look in looks.items()}
    values["color"] = sight.style_color[style].astype(np.float64)
    values["container tag"] = np.array(
        [tags.setdefault(sight.page.tag[node], len(tags)) for node in container.tolist()], dtype=np.float64
    )
    values["bold"] = (sight.style_weight[style] >= BOLD).astype(np.float64)
    above = sight.node_parent[container].tolist()
    values["parent stop"] = np.array([sight.page.stop[node] for node in above], dtype=np.float64)
    values["node"] = container.astype(np.float64)
    return Headings(start, table[rows, 1], values)


def pair_features(headings: Headings, upper: Ints, lower: Ints) -> dict[str, Floats]:
    """Compare pairs of headings, the first of which comes before the second."""
    values = headings.values
    low, high = (int(upper.min()), int(lower.max()) + 1) if len(upper) else (0, 0)
    table = np.stack([values[name][low:high] for name in _COMPARED])
    first, second = table[:, upper - low], table[:, lower - low]
    found = dict(zip(_COMPARISONS, np.concatenate([first, second, second - first]), strict=True))
    for name in _IDENTITIES:
        found[f"same {name}"] = (values[name][upper] == values[name][lower]).astype(np.float64)
    found["apart"] = (lower - upper).astype(np.float64)
    found["text apart"] = np.log1p(np.maximum(headings.start[lower] - headings.end[upper], 0))
    found["inside parent"] = (values["node"][lower] < values["parent stop"][upper]).astype(np.float64)
    seen = _between(values["look key"], upper, lower)
    found["first look again"] = seen[0]
    found["second look before"] = seen[1]
    found["first"] = upper.astype(np.float64)
    return found


def _between(keys: Floats, upper: Ints, lower: Ints) -> tuple[Floats, Floats]:
    """Say whether the first one's look comes again between the two, and the second one's before the first."""
    count = len(keys)
    following, earliest = np.full(count, count), np.zeros(count, dtype=np.int64)
    latest: dict[float, int] = {}
    first: dict[float, int] = {}
    for place, key in enumerate(keys.tolist()):
        if key in latest:
            following[latest[key]] = place
        latest[key] = place
        earliest[place] = first.setdefault(key, place)
    return (following[upper] < lower).astype(np.float64), (earliest[lower] < upper).astype(np.float64)


def pairs(count: int) -> tuple[Ints, Ints]:
    """Return the pairs (earlier, later) of headings that are near each other, by the later one."""
    later = np.arange(count, dtype=np.int64)
    sizes = np.minimum(later, NEAR)
    lower = np.repeat(later, sizes)
    begins = np.cumsum(sizes) - sizes
    return np.arange(len(lower), dtype=np.int64) - np.repeat(begins - later + sizes, sizes), lower


def find_levels(headings: Headings, deeper: Forest, same: Forest) -> list[int]:
    """Return the level of each heading; 1 is the highest.

    A level says of each heading shortly before whether this one is deeper, the same or higher. Levels are scored by the
    likelihood of all these relations together, from the first heading to the last, and the best few ways to give them
    are kept.
    """
    count = len(headings.start)
    if count == 0:
        return []
    logs = _logs(headings, deeper, same)
    # The best ways: the score of each, its latest levels as an array; and for each heading what ways go on with.
    scores = np.zeros(1)
    latest = np.ones((1, 1), dtype=np.int64)
    steps: list[tuple[Ints, Ints]] = []
    first = 0
    for place in range(1, count):
        near = min(place, NEAR)
        table = logs[first : first + near].take(_RELATIONS, axis=1)
        table[-1] += _TOO_DEEP
        first += near
        total = table.reshape(-1, _DEEPEST).take(latest + _LINES[:near], axis=0).sum(axis=1)
        total /= near**0.5
        total += scores[:, None]
        best = (-total).ravel().argsort(kind="stable")[:_BEAM]
        scores = total.ravel()[best]
        ways, levels = np.divmod(best, _DEEPEST)
        levels += 1
        latest = np.concatenate([latest[ways], levels[:, None]], axis=1)[:, -NEAR:]
        steps.append((ways, levels))
    found = []
    way = 0
    for ways, levels in reversed(steps):
        found.append(int(levels[way]))
        way = ways[way]
    return [1, *reversed(found)]


def _logs(headings: Headings, deeper: Forest, same: Forest) -> Floats:
    """Return for each pair the log probabilities that the later one is deeper, the same, higher."""
    upper, lower = pairs(len(headings.start))
    logs = np.zeros((len(upper), 3))
    for low in range(0, len(upper), _PAIRS):
        some = slice(low, low + _PAIRS)
        features = pair_features(headings, upper[some], lower[some])
        is_same, is_deeper = (one.probabilities(features).clip(1e-3, 1 - 1e-3) for one in (same, deeper))
        logs[some, _DEEPER], logs[some, _SAME] = (1 - is_same) * is_deeper, is_same
        logs[some, _HIGHER] = (1 - is_same) * (1 - is_deeper)
    return np.log(logs)

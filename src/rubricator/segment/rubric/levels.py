"""The hierarchy of headings: each pair is compared, and one search over the page fits all of it together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.kernel import twin
from rubricator.segment.rubric.columns import Columns, Floats, Ints, as_ints, probabilities, values_of
from rubricator.segment.rubric.sight import BOLD, Sight
from rubricator.segment.rubric.texts import SECTIONS
from rubricator.segment.rubric.trees import Forest

NEAR = 8
"""Headings are compared with so many before them: with more, errors far away outweigh what stands beside."""
_DEEPEST = 12
"""The lowest level."""
_DEEPER, _SAME, _HIGHER = range(3)
_BEAM = 12
_LEAST = 1e-3
"""No relation of two headings is less likely than this."""
_AGAINST_TAGS = 4.0
"""What is taken from the log probability that an `h2` and an `h3` are on one level, where nothing but their tags tells
them apart; and twice, as authors skip levels but hardly turn them, that the `h2` is below."""
_AGAINST_NUMBERS = 6.0
"""The same, where numbers tell two headings apart: 2 and 2.1, or 1 and (a)."""
_PAIRS = 16_384
"""Pairs that are compared at a time, which bounds the memory of a page with very many headings."""


class Headings(NamedTuple):
    """Columns over a page's headings in document order."""

    start: Ints
    end: Ints
    values: Mapping[str, Floats]


COPIED = (
    "size", "weight", "italic", "caps", "all upper", "tagged level", "numbering", "numbering depth", "kind", "depth",
    "underlined", "centered", "strong", "link", "path: count", "look: count", "characters", "end mark",
    "until prominent", "in item", "in cell", "in term", "path: mean gap",
)  # fmt: skip
"""The features of candidates that levels depend on."""
_COMPARED = (*COPIED, "bold")
_IDENTITIES = ("path key", "look key", "style key", "color", "container tag")
_VALUES = (*_COMPARED, *_IDENTITIES, "parent stop", "node")
_LOOK = _VALUES.index("look key")
_PAIR = (
    *(f"{name} {what}" for what in ("of first", "of second", "change") for name in _COMPARED),
    *(f"same {name}" for name in _IDENTITIES),
    "apart", "text apart", "inside parent", "first look again", "second look before", "first",
)  # fmt: skip


def heading_columns(
    sight: Sight, chosen: list[int], table: Ints, columns: Mapping[str, Floats], looks: dict[str, Ints]
) -> Headings:
    """Take the columns of the chosen candidates that their hierarchy depends on."""
    rows = as_ints(chosen)
    copied = values_of(columns, COPIED, rows)
    path, look, style = (looks[name] for name in ("path", "look", "style"))
    start, end, values = _heading_table(sight, rows, table, copied, path, look, style, BOLD)
    return Headings(start, end, Columns(_VALUES, values))


@twin("rubric.levels")
def _heading_table(
    sight: Sight, rows: Ints, table: Ints, copied: Floats, path: Ints, look: Ints, style_look: Ints, bold: float
) -> tuple[Ints, Ints, Floats]:
    """Return where headings start and end, and below what is copied their own values, a line for each."""
    start, container = table[rows, 0], sight.unit_container[table[rows, 2]]
    style = sight.run_style[np.searchsorted(sight.run_start, start)]
    tags: dict[str, int] = {}
    tag, stop = sight.page.tag, sight.page.stop
    beside = (
        sight.style_weight[style] >= bold,
        path[rows],
        look[rows],
        style_look[rows],
        sight.style_color[style],
        [tags.setdefault(tag[node], len(tags)) for node in container.tolist()],
        [stop[node] for node in sight.node_parent[container].tolist()],
        container,
    )
    values = np.empty((len(copied) + len(beside), len(rows)))
    values[: len(copied)] = copied
    for line, column in zip(values[len(copied) :], beside, strict=True):
        line[:] = column
    return start, table[rows, 1], values


def pair_features(headings: Headings, upper: Ints, lower: Ints) -> Columns:
    """Compare pairs of headings, the first of which comes before the second."""
    start, end, values = headings
    table = values.table if isinstance(values, Columns) else np.stack([values[name] for name in _VALUES])
    found = _pair_table(table, start, end, upper, lower, len(_COMPARED), len(_IDENTITIES), _LOOK)
    return Columns(_PAIR, found)


@twin("rubric.levels")
def _pair_table(
    values: Floats, start: Ints, end: Ints, upper: Ints, lower: Ints, compared: int, identities: int, look: int
) -> Floats:
    """Compare pairs of headings, a line for each feature."""
    found = np.empty((3 * compared + identities + 6, len(upper)))
    first, second, change = found[: 3 * compared].reshape(3, compared, -1)
    first[:], second[:] = values[:compared, upper], values[:compared, lower]
    np.subtract(second, first, out=change)
    same = values[compared : compared + identities]
    found[3 * compared : -6] = same[:, upper] == same[:, lower]
    stop, node = values[compared + identities :]
    found[-6] = lower - upper
    found[-5] = np.log1p(np.maximum(start[lower] - end[upper], 0))
    found[-4] = node[lower] < stop[upper]
    found[-3:-1] = _between(values[look], upper, lower)
    found[-1] = upper
    return found


def _between(keys: Floats, upper: Ints, lower: Ints) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
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
    return following[upper] < lower, earliest[lower] < upper


def pairs(count: int) -> tuple[Ints, Ints]:
    """Return the pairs (earlier, later) of headings that are near each other, by the later one."""
    return _pairs(count, NEAR)


@twin("rubric.levels")
def _pairs(count: int, near: int) -> tuple[Ints, Ints]:
    later = np.arange(count, dtype=np.int64)
    sizes = np.minimum(later, near)
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
    return _best_levels(_logs(headings, deeper, same), count, NEAR, _DEEPEST, _BEAM) if count else []


@twin("rubric.levels")
def _best_levels(logs: Floats, count: int, most: int, deepest: int, beam: int) -> list[int]:
    """Return the levels of `count` headings that fit best to what is known of pairs."""
    levels, lines = np.arange(1, deepest + 1), (deepest + 1) * np.arange(most)
    before = np.arange(deepest + 1)[:, None]
    # What each level is to one before: rows are that one. A heading is at most one level below it.
    relations, too_deep = 1 - np.sign(levels - before), np.where(before + 1 < levels, -np.inf, 0.0)
    # The best ways: the score of each, its latest levels as an array; and for each heading what ways go on with.
    scores = np.zeros(1)
    latest = np.ones((1, 1), dtype=np.int64)
    steps: list[tuple[Ints, Ints]] = []
    first = 0
    for place in range(1, count):
        near = min(place, most)
        table = logs[first : first + near].take(relations, axis=1)
        table[-1] += too_deep
        first += near
        total = table.reshape(-1, deepest).take(latest + lines[:near], axis=0).sum(axis=1)
        total /= near**0.5
        total += scores[:, None]
        best = (-total).ravel().argsort(kind="stable")[:beam]
        scores = total.ravel()[best]
        ways, chosen = np.divmod(best, deepest)
        chosen += 1
        latest = np.concatenate([latest[ways], chosen[:, None]], axis=1)[:, -most:]
        steps.append((ways, chosen))
    found = []
    way = 0
    for ways, chosen in reversed(steps):
        found.append(int(chosen[way]))
        way = ways[way]
    return [1, *reversed(found)]


def _logs(headings: Headings, deeper: Forest, same: Forest) -> Floats:
    """Return for each pair the log probabilities that the later one is deeper, the same, higher."""
    upper, lower = pairs(len(headings.start))
    numbered = _numbered(headings.values["numbering"], headings.values["numbering depth"], SECTIONS)
    found = []
    for low in range(0, max(len(upper), 1), _PAIRS):
        some = slice(low, low + _PAIRS)
        features = pair_features(headings, upper[some], lower[some])
        odds = same.scores(features), deeper.scores(features)
        tags = features["tagged level of first"], features["tagged level of second"], features["same style key"]
        logs = _relations(*odds, *tags, upper[some], lower[some], numbered, _LEAST, _AGAINST_TAGS, _AGAINST_NUMBERS)
        found.append(logs)
    return found[0] if len(found) == 1 else np.concatenate(found)


@twin("rubric.levels")
def _numbered(kinds: Floats, depths: Floats, sections: dict[int, int]) -> Floats:
    """Return what is larger the deeper the number of a heading is, and not a number where it has none.

    A kind of numbers that comes up later on the page is deeper; of decimal ones, that with more parts.
    """
    found = np.full(len(kinds), np.nan)
    opened: dict[int, int] = {}
    for place, (kind, depth) in enumerate(zip(kinds.tolist(), depths.tolist(), strict=True)):
        if kind in sections:
            found[place] = opened.setdefault(sections[kind], place) + depth / 100
    return found


@twin("rubric.levels")
def _relations(
    same: Floats,
    deeper: Floats,
    first_tag: Floats,
    second_tag: Floats,
    alike: Floats,
    upper: Ints,
    lower: Ints,
    numbered: Floats,
    least: float,
    against_tags: float,
    against_numbers: float,
) -> Floats:
    """Turn log odds that pairs are on the same level, else that the later one is deeper, into log probabilities.

    Then something is taken from those that speak against tags and numbers.
    """
    likely = probabilities(np.stack([same, deeper]))
    is_same, is_deeper = np.minimum(np.maximum(likely, least), 1 - least)
    logs = np.empty((len(same), 3))
    logs[:, _DEEPER], logs[:, _SAME] = (1 - is_same) * is_deeper, is_same
    logs[:, _HIGHER] = (1 - is_same) * (1 - is_deeper)
    logs = np.log(logs)
    differ = (first_tag > 0) & (second_tag > 0) & (first_tag != second_tag)
    logs[differ & (alike > 0), _SAME] -= against_tags
    logs[differ & (second_tag < first_tag), _DEEPER] -= 2 * against_tags
    first, second = numbered[upper], numbered[lower]
    logs[(first < second) | (first > second), _SAME] -= against_numbers
    logs[first < second, _HIGHER] -= 2 * against_numbers
    logs[first > second, _DEEPER] -= 2 * against_numbers
    return logs

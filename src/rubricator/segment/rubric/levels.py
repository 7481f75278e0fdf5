"""The hierarchy of headings: each pair is compared, and one search over the page fits all of it together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric._levels import best_levels as _best_levels
from rubricator.segment.rubric._levels import pair_table as _pair_table
from rubricator.segment.rubric._levels import relations as _relations
from rubricator.segment.rubric.columns import Columns, Floats, Ints, as_ints, asked_lines
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
    table_of, lines = asked_lines(columns, COPIED)
    copied = table_of[lines[:, None], rows]
    path, look, style = (looks[name] for name in ("path", "look", "style"))
    start, end, values = _heading_table(sight, rows, table, copied, path, look, style, BOLD)
    return Headings(start, end, Columns(_VALUES, values))


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

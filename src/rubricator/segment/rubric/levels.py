"""The hierarchy of headings: each pair is compared, and one search over the page fits all of it together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from rubricator.segment.rubric._levels import best_levels as _best_levels
from rubricator.segment.rubric._levels import pair_table as _pair_table
from rubricator.segment.rubric._levels import relations as _relations
from rubricator.segment.rubric.columns import Columns, Floats, Ints, as_ints, asked_lines
from rubricator.segment.rubric.features import Seen
from rubricator.segment.rubric.groups import LOOKS
from rubricator.segment.rubric.texts import SECTIONS
from rubricator.segment.rubric.trees import Forest
from rubricator.segment.rubric.view import BOLD, PageView

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


def heading_columns(view: PageView, chosen: list[int], seen: Seen) -> Headings:
    """Take the columns of the chosen candidates that their hierarchy depends on."""
    page, rows, units = view.page, as_ints(chosen), view.units
    table, lines = asked_lines(seen.columns, COPIED)
    candidates = seen.candidates.table[rows]
    container = units["container"][candidates["unit"]]
    style = view.styles[view.runs["style"][units["first_run"][candidates["unit"]] + candidates["run"]]]
    tags: dict[str, int] = {}
    nodes = container.tolist()
    values = np.empty((len(_VALUES), len(rows)))
    values[: len(COPIED)] = table[lines[:, None], rows]
    values[len(COPIED) :] = (
        style["weight"] >= BOLD,
        *(seen.looks[name][rows] for name in LOOKS),
        style["color"],
        [tags.setdefault(page.tag[node], len(tags)) for node in nodes],
        [page.stop[page.parent[node]] for node in nodes],
        container,
    )
    return Headings(candidates["start"], candidates["end"], Columns(_VALUES, values))


def pair_features(headings: Headings, upper: Ints, lower: Ints) -> Columns:
    """Compare pairs of headings, the first of which comes before the second."""
    start, end, values = headings
    table, lines = asked_lines(values, _VALUES)
    found = _pair_table(table[lines], start, end, upper, lower, len(_COMPARED), len(_IDENTITIES), _LOOK)
    return Columns(_PAIR, found)


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

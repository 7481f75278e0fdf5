"""Features of candidates as columns: text, style, what stands around, the elements, and the groups of one look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.page.model import IMAGE
from rubricator.segment.asdus.language import language_of
from rubricator.segment.asdus.texts import SKIPPED_TAGS
from rubricator.segment.rubric import groups, said, texts
from rubricator.segment.rubric._features import fill_own as _fill_own
from rubricator.segment.rubric._groups import fill_groups
from rubricator.segment.rubric._said import fill_said
from rubricator.segment.rubric.candidates import Candidates
from rubricator.segment.rubric.columns import Columns, Floats, Ints, as_ints
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.groups import tag_code
from rubricator.segment.rubric.sight import BOLD, Sight
from rubricator.segment.rubric.texts import Texts

_REGIONS = sorted(BITS)
_OWN = (
    "kind",
    "size", "ratio", "bold", "bolder", "weight", "italic", "underlined", "caps", "centered", "other color", "light",
    "background", "other family", "body style", "link", "strong", "runs", "body size", "looks",
    "after", "second after", "before", "times longer after", "rest of unit", "rest linked", "stands in unit",
    "size to next", "size to last", "weight to next", "weight to last", "same as next", "same as last", "color to next",
    "until prominent", "units until prominent", "same container after", "same container before",
    "body", "body after", "body before", "links after", "body so far",
    "at", "text", "visible", "next visible",
    *(f"in {name}" for name in _REGIONS),
    "tagged level", "tagged in page", "near headed", "container headed", "depth", "depth in container",
    "text in container", "text in parent", "text in grandparent", "share of parent",
    "lead repeated", "rest repeated", "part repeated", "in sequence", "named before", "target", "in-page links",
    "same words",
)  # fmt: skip
_LOGS = (
    "after", "second after", "before", "rest of unit", "until prominent", "units until prominent", "tagged in page",
    "text in container", "text in parent", "text in grandparent",
)  # fmt: skip
"""Those of which the logarithm is taken, of one more than the value."""
NAMES = (*texts.NAMES, *_OWN, *said.NAMES, *groups.NAMES)
"""The features of candidates, in the order of the table's lines."""
_LINES = {name: line for line, name in enumerate(NAMES)}
_LOG_LINES = as_ints([_LINES[name] for name in _LOGS])
_LONGER = _LINES["times longer after"], _LINES["after"], _LINES["characters"]
_MEAN_LINES = as_ints([_LINES[name] for name in groups.MEANS])


class Seen(NamedTuple):
    """Candidates as a table (a row for each, its fields as columns), their features, and codes for their looks."""

    table: Ints
    columns: Mapping[str, Floats]
    looks: dict[str, Ints]
    groups: Ints | None = None
    """Their looks as numbers from 0, a line for each, where these are known."""


class _Spans(NamedTuple):
    """Columns over the candidates: where they stand in the text, in units and in runs."""

    start: Ints
    end: Ints
    unit: Ints
    last: Ints
    """The last unit."""
    first: Ints
    """The first run."""
    after: Ints
    """One past the last run."""
    kind: Ints
    whole: NDArray[np.bool_]
    """All of one or several units."""


def candidate_features(sight: Sight, candidates: Candidates, read: Texts, body: Floats) -> Seen:
    """Return one column per feature. `body` is each unit's probability of being part of the content body."""
    table = candidates.table
    values = np.empty((len(NAMES), len(candidates)))
    values[: len(texts.NAMES)] = read.columns.table
    looks = _fill_own(values, sight, table, read, body, BITS, tag_code, _LOG_LINES, _LONGER)
    fill_said(values, _LINES[said.NAMES[0]], sight, table, language_of(sight.page), SKIPPED_TAGS, IMAGE)
    numbers = fill_groups(values, _LINES[groups.NAMES[0]], looks, _MEAN_LINES, table, read.words, sight.scale)
    by_name = {name: looks[line] for line, name in enumerate(groups.LOOKS)}
    return Seen(table, Columns(NAMES, values), by_name, numbers)


def _styles(sight: Sight, bits: dict[str, int], first: Ints, after: Ints, start: Ints, end: Ints) -> dict[str, Floats]:
    """Compare the look of candidates with that of the page's body text."""
    style, base = sight.run_style[first], sight.body_style
    length = (sight.run_end - sight.run_start).astype(np.float64)
    span = np.maximum(end - start, 1)

    def share(values: Floats) -> Floats:
        total = np.concatenate([[0.0], np.cumsum(values * length)])
        return np.minimum((total[after] - total[first]) / span, 1.0)

    bold = (sight.style_weight >= BOLD).astype(np.float64)
    body_bold = float(bold[base])
    run = sight.run_style
    size = max(float(sight.style_size[base]), 1.0)
    bolds = share(bold[run])
    link = ((sight.run_bits & bits["link"]) != 0).astype(np.float64)
    strong = ((sight.run_near & bits["strong"]) != 0).astype(np.float64)
    return {
        "size": sight.style_size[style],
        "ratio": sight.style_size[style] / size,
        "bold": bolds,
        "bolder": bolds - body_bold,
        "weight": sight.style_weight[style] - sight.style_weight[base],
        "italic": share(sight.style_italic[run]),
        "underlined": share(sight.style_underline[run]),
        "caps": sight.style_caps[style],
        "centered": sight.style_center[style],
        "other color": (sight.style_color[style] != sight.style_color[base]).astype(np.float64),
        "light": _brightness(sight.style_color[style]),
        "background": (sight.style_background[style] != sight.style_background[base]).astype(np.float64),
        "other family": (sight.style_family[style] != sight.style_family[base]).astype(np.float64),
        "body style": (style == base).astype(np.float64),
        "link": share(link),
        "strong": share(strong),
        "runs": (after - first).astype(np.float64),
        "body size": sight.style_size[base] + 0.0 * style,
        "looks": np.full(len(style), float(np.count_nonzero(np.bincount(sight.run_style)))),
    }


def _brightness(color: Ints) -> Floats:
    return ((color >> 24 & 255) * 0.299 + (color >> 16 & 255) * 0.587 + (color >> 8 & 255) * 0.114) / 255


def _reach(sight: Sight, spans: _Spans) -> dict[str, Floats]:
    """Measure how far it is to the next unit that is as prominent, and whether the container goes on."""
    unit, units, container = spans.unit, len(sight.unit_start), sight.unit_container
    following, before = np.minimum(spans.last + 1, units - 1), np.maximum(unit - 1, 0)
    prominence = sight.style_size * 2 + (sight.style_weight >= BOLD) + sight.style_caps * 0.5
    reach = _next_at_least(prominence[sight.run_style[sight.unit_run[:-1]]])
    until = np.where(reach < units, sight.unit_start[np.minimum(reach, units - 1)], len(sight.page.text))
    return {
        "until prominent": np.maximum(until[unit] - spans.end, 0) * sight.scale,
        "units until prominent": (reach[unit] - unit).astype(np.float64),
        "same container after": (container[following] == container[unit]).astype(np.float64),
        "same container before": ((unit > 0) & (container[before] == container[unit])).astype(np.float64),
    }


def _place(sight: Sight, spans: _Spans) -> dict[str, Floats]:
    """Say where in the page it stands, and whether it is seen."""
    total = max(float(len(sight.page.text)), 1.0)
    return {
        "at": spans.start / total,
        "text": np.full(len(spans.unit), np.log(total * sight.scale)),
        "visible": sight.unit_visible[spans.unit],
        "next visible": sight.unit_visible[np.minimum(spans.last + 1, len(sight.unit_start) - 1)],
    }


def _next_at_least(values: Floats) -> Ints:
    """Return for each place the next one whose value is as great or greater; the size when there is none."""
    found = [len(values)] * len(values)
    waiting: list[int] = []
    of = values.tolist()
    for place, value in enumerate(of):
        while waiting and of[waiting[-1]] <= value:
            found[waiting.pop()] = place
        waiting.append(place)
    return np.array(found, dtype=np.int64)


_MOST_REST = 40


def _counts(text: str, start: Ints, end: Ints) -> Floats:
    """Count how often the words of each of some spans are there; nothing and what is long count as none."""
    found = np.zeros(len(start))
    places = np.flatnonzero((start < end) & (end - start < _MOST_REST))
    words = [text[low:high].strip() for low, high in zip(start[places].tolist(), end[places].tolist(), strict=True)]
    counts = Counter(words)
    counts[""] = 0
    found[places] = [counts[word] for word in words]
    return found

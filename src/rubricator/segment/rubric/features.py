"""Features of candidates as columns: text, style, what stands around, the elements, and the groups of one look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.page.model import IMAGE, Page
from rubricator.segment.asdus.language import language_of
from rubricator.segment.asdus.texts import SKIPPED_TAGS
from rubricator.segment.rubric import groups, said, texts
from rubricator.segment.rubric._features import fill_own as _fill_own
from rubricator.segment.rubric.candidates import WHOLE, Candidates
from rubricator.segment.rubric.columns import Columns, Floats, Ints, as_ints
from rubricator.segment.rubric.context import BITS, inside
from rubricator.segment.rubric._groups import fill_groups
from rubricator.segment.rubric.groups import tag_code
from rubricator.segment.rubric._said import fill_said
from rubricator.segment.rubric.sight import BOLD, Sight
from rubricator.segment.rubric.texts import DIGITS, Numbering, Texts

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


def _texts_beside(sight: Sight, spans: _Spans) -> dict[str, Floats]:
    """Measure the text before and after."""
    start, end, unit, last = spans.start, spans.end, spans.unit, spans.last
    units, scale = len(sight.unit_start), sight.scale
    length = (sight.unit_end - sight.unit_start) * scale
    rest = (sight.unit_end[last] - end) * scale
    following = np.where(last + 1 < units, length[np.minimum(last + 1, units - 1)], 0)
    after_length = np.where(spans.whole, following, rest)
    rest_link = (sight.link_before[sight.unit_run[last + 1]] - sight.link_before[spans.after]) * scale
    return {
        "after": after_length,
        "second after": length[np.minimum(last + 2, units - 1)],
        "before": np.where(unit > 0, length[np.maximum(unit - 1, 0)], 0),
        "times longer after": np.zeros(len(unit)),  # Known when the logarithms are.
        "rest of unit": rest,
        "rest linked": np.minimum(rest_link / np.maximum(rest, 1), 1.0),
        "stands in unit": (start - sight.unit_start[unit]).astype(np.float64),
    }


def _styles_beside(sight: Sight, spans: _Spans) -> dict[str, Floats]:
    """Compare the look with that of the text before and after."""
    next_run = np.minimum(spans.after, len(sight.run_start) - 1)
    last_run = np.maximum(spans.first - 1, 0)
    style, next_style, last_style = sight.run_style[spans.first], sight.run_style[next_run], sight.run_style[last_run]
    size, weight = np.maximum(sight.style_size, 1.0), sight.style_weight
    return {
        "size to next": size[style] / size[next_style],
        "size to last": size[style] / size[last_style],
        "weight to next": weight[style] - weight[next_style],
        "weight to last": weight[style] - weight[last_style],
        "same as next": (style == next_style).astype(np.float64),
        "same as last": (style == last_style).astype(np.float64),
        "color to next": (sight.style_color[style] != sight.style_color[next_style]).astype(np.float64),
    }


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


def _body_around(sight: Sight, spans: _Spans, body: Floats) -> dict[str, Floats]:
    """Say how likely what stands around is content, and how much of it is linked."""
    unit, units = spans.unit, len(sight.unit_start)
    next_unit, ahead = np.minimum(spans.last + 1, units), np.minimum(spans.last + 4, units)
    behind = np.maximum(unit - 3, 0)
    around = np.concatenate([[0.0], np.cumsum(body)])
    link = sight.link_before[sight.unit_run]
    chars = np.concatenate([[0.0], np.cumsum((sight.unit_end - sight.unit_start) * sight.scale)])
    return {
        "body": body[unit],
        "body after": (around[ahead] - around[next_unit]) / np.maximum(ahead - spans.last - 1, 1),
        "body before": (around[unit] - around[behind]) / np.maximum(unit - behind, 1),
        "links after": sight.scale * (link[ahead] - link[next_unit]) / np.maximum(chars[ahead] - chars[next_unit], 1),
        "body so far": around[unit] / max(float(around[-1]), 1e-6),
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


def _elements(sight: Sight, unit: Ints, first: Ints) -> dict[str, Floats]:
    """Name the elements around."""
    bits, near = sight.run_bits[first], sight.run_near[first]
    depth = sight.node_depth
    columns = {f"in {name}": column for name, column in zip(_REGIONS, inside(bits, _REGIONS), strict=True)}
    container = sight.unit_container[unit]
    own_bits = sight.node_near[container]
    level = np.zeros(len(unit))
    for number in range(6, 0, -1):
        level[columns[f"in h{number}"] > 0] = number
    spans = (sight.node_end - sight.node_start) * sight.scale
    parents = sight.node_parent
    above = parents[container]
    return columns | {
        "tagged level": level,
        "tagged in page": np.full(len(unit), float(sight.context.tagged)),
        "near headed": ((near & (BITS["headed"] | BITS[".headed"])) != 0).astype(np.float64),
        "container headed": ((own_bits & (BITS["headed"] | BITS[".headed"])) != 0).astype(np.float64),
        "depth": depth[container].astype(np.float64),
        "depth in container": (depth[sight.run_node[first]] - depth[container]).astype(np.float64),
        "text in container": spans[container],
        "text in parent": spans[above],
        "text in grandparent": spans[parents[above]],
        "share of parent": spans[container] / np.maximum(spans[above], 1),
    }


def _expected(sight: Sight, read: Texts, spans: _Spans) -> dict[str, Floats]:
    """Say which candidates a table of contents names: by the target of a link, or by the same words."""
    targets, count = sight.context.targets, len(read.folded)
    return {
        **_repeated(sight, spans),
        "in sequence": _in_sequence(spans.kind, read.numbering),
        "named before": _named_before(sight, read.words, spans),
        "target": _targets(sight, spans) if targets else np.zeros(count),
        "in-page links": np.full(count, float(len(targets))),
        "same words": np.minimum(np.bincount(read.words)[read.words], 9).astype(np.float64),
    }


def _named_before(sight: Sight, words: Ints, spans: _Spans) -> Floats:
    """Say which candidates have the words of a link that is a unit before."""
    linked: set[int] = set()
    named = np.zeros(len(words))
    is_link = ((sight.run_bits[spans.first] & BITS["link"]) != 0) & (spans.kind == WHOLE)
    for place, (whole_link, own) in enumerate(zip(is_link.tolist(), words.tolist(), strict=True)):
        if whole_link:
            linked.add(own)
        elif own in linked:
            named[place] = 1
    return named


_MOST_REST = 40


def _repeated(sight: Sight, spans: _Spans) -> dict[str, Floats]:
    """Count how often what a candidate leaves out of its unit stands beside others too: "[edit]", "5 stars"."""
    leads = _counts(sight.page.text, sight.unit_start[spans.unit], spans.start)
    rests = _counts(sight.page.text, spans.end, sight.unit_end[spans.last])
    most = np.maximum(leads, rests)
    best: dict[int, float] = {}
    for place in np.flatnonzero(most).tolist():
        unit = int(spans.unit[place])
        best[unit] = max(best.get(unit, 0.0), most[place])
    parts = np.array([best.get(unit, 0.0) for unit in spans.unit.tolist()]) if best else np.zeros(len(most))
    return {"lead repeated": leads, "rest repeated": rests, "part repeated": parts}


def _counts(text: str, start: Ints, end: Ints) -> Floats:
    """Count how often the words of each of some spans are there; nothing and what is long count as none."""
    found = np.zeros(len(start))
    places = np.flatnonzero((start < end) & (end - start < _MOST_REST))
    words = [text[low:high].strip() for low, high in zip(start[places].tolist(), end[places].tolist(), strict=True)]
    counts = Counter(words)
    counts[""] = 0
    found[places] = [counts[word] for word in words]
    return found


def _in_sequence(kinds: Ints, numbering: list[Numbering]) -> Floats:
    """Say which numbers go on from one candidate to a later one: 1, 2, 3."""
    latest: dict[tuple[int, int], tuple[int, int]] = {}
    goes_on = np.zeros(len(kinds))
    for place, (kind, depth, last) in enumerate(numbering):
        if kind != DIGITS or not last:
            continue
        key = (depth, min(int(kinds[place]), 1))
        before = latest.get(key)
        if before and before[0] + 1 == last:
            goes_on[place] = 1
            goes_on[before[1]] = 1
        if before is None or before[0] != last:
            latest[key] = (last, place)
    return goes_on


def _targets(sight: Sight, spans: _Spans) -> Floats:
    """Say which candidates a link points to."""
    nodes, places = np.unique(sight.run_node[spans.first], return_inverse=True)
    return np.array([_is_target(sight.page, node, sight.context.targets) for node in nodes.tolist()])[places]


def _is_target(page: Page, node: int, targets: frozenset[str]) -> float:
    """Say whether an element around a run, or an empty one right before it, is what a link points to."""
    low = max(node - 6, 0)
    for at in range(node, low, -1):
        if page.start[at] < page.start[node] and page.end[at] > page.start[at] and page.end[at] <= page.start[node]:
            break
        for name, value in page.attributes[at]:
            if name in {"id", "name"} and value in targets:
                return 1.0
    return 0.0

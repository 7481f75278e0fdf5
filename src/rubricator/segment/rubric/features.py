"""Features of candidates as columns: text, style, what stands around, the elements, and the groups of one look."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from rubricator.page.model import Page
from rubricator.segment.rubric.candidates import JOINED, LABEL, WHOLE, Candidate
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.sight import BOLD, Floats, Ints, Sight
from rubricator.segment.rubric.texts import DIGITS, Texts

_REGIONS = sorted(BITS)
_TAGGED = frozenset(f"h{level}" for level in range(1, 7))


class Seen(NamedTuple):
    """Candidates as a table (a row for each, its fields as columns), their features, and the groups of one look."""

    table: Ints
    columns: dict[str, Floats]
    keys: dict[str, Ints]


def candidate_features(sight: Sight, candidates: list[Candidate], texts: Texts, body: Floats) -> Seen:
    """Return one column per feature. `body` is each unit's probability of being part of the content body."""
    table = np.array(candidates, dtype=np.int64).reshape(-1, 6)
    start, end, unit, last, kind = table[:, 0], table[:, 1], table[:, 2], table[:, 3], table[:, 5]
    first = np.searchsorted(sight.run_start, start)
    after = np.searchsorted(sight.run_start, end)
    whole = (kind == WHOLE) | (kind == JOINED)
    columns = dict(texts.columns)
    columns["kind"] = kind.astype(np.float64)
    columns.update(_styles(sight, first, after, start, end))
    columns.update(_neighbours(sight, body, start, end, unit, last, first, after, whole))
    columns.update(_elements(sight, unit, first))
    columns.update(_expected(sight, candidates, texts, first))
    groups = _groups(sight, columns, kind, first, unit)
    for name, keys in groups.items():
        columns.update(_together(name, keys, columns, texts.folded, start, end, unit, last, sight.scale))
    return Seen(table, columns, groups)


def _styles(sight: Sight, first: Ints, after: Ints, start: Ints, end: Ints) -> dict[str, Floats]:
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
    link = ((sight.run_bits & BITS["link"]) != 0).astype(np.float64)
    strong = ((sight.run_near & (BITS["strong"])) != 0).astype(np.float64)
    return {
        "size": sight.style_size[style],
        "ratio": sight.style_size[style] / size,
        "bold": share(bold[run]),
        "bolder": share(bold[run]) - body_bold,
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
        "looks": np.full(len(style), float(len(np.unique(sight.run_style)))),
    }


def _brightness(color: Ints) -> Floats:
    return ((color >> 24 & 255) * 0.299 + (color >> 16 & 255) * 0.587 + (color >> 8 & 255) * 0.114) / 255


def _neighbours(
    sight: Sight,
    body: Floats,
    start: Ints,
    end: Ints,
    unit: Ints,
    last: Ints,
    first: Ints,
    after: Ints,
    whole: np.ndarray[tuple[int], np.dtype[np.bool_]],
) -> dict[str, Floats]:
    """Describe what stands before and after."""
    units, runs = len(sight.units), len(sight.run_start)
    scale = sight.scale
    length = (sight.unit_end - sight.unit_start) * scale
    following = np.minimum(last + 1, units - 1)
    second = np.minimum(last + 2, units - 1)
    before = np.maximum(unit - 1, 0)
    rest = (sight.unit_end[last] - end) * scale
    after_length = np.where(whole, np.where(last + 1 < units, length[following], 0), rest)
    before_length = np.where(unit > 0, length[before], 0)
    next_run, last_run = np.minimum(after, runs - 1), np.maximum(first - 1, 0)
    style, next_style, last_style = sight.run_style[first], sight.run_style[next_run], sight.run_style[last_run]
    size = np.maximum(sight.style_size, 1.0)
    total = max(float(len(sight.page.text)), 1.0)
    prominence = sight.style_size * 2 + (sight.style_weight >= BOLD) + sight.style_caps * 0.5
    lead = prominence[sight.run_style[sight.unit_run[:-1]]]
    reach = _next_at_least(lead)
    until = np.where(reach < units, sight.unit_start[np.minimum(reach, units - 1)], len(sight.page.text))
    around = np.concatenate([[0.0], np.cumsum(body)])
    ahead = np.minimum(last + 4, units)
    behind = np.maximum(unit - 3, 0)
    unit_last = sight.unit_run[last + 1]
    rest_link = (sight.link_before[unit_last] - sight.link_before[after]) * scale / np.maximum(rest, 1)
    link = np.concatenate(
        [[0.0], np.cumsum(sight.link_before[sight.unit_run[1:]] - sight.link_before[sight.unit_run[:-1]])]
    )
    chars = np.concatenate([[0.0], np.cumsum(length)])
    return {
        "after": np.log1p(after_length),
        "second after": np.log1p(length[second]),
        "before": np.log1p(before_length),
        "times longer after": np.log1p(after_length) - np.log1p((end - start) * scale),
        "rest of unit": np.log1p(rest),
        "rest linked": np.minimum(rest_link, 1.0),
        "stands in unit": (start - sight.unit_start[unit]).astype(np.float64),
        "size to next": size[style] / size[next_style],
        "size to last": size[style] / size[last_style],
        "weight to next": sight.style_weight[style] - sight.style_weight[next_style],
        "weight to last": sight.style_weight[style] - sight.style_weight[last_style],
        "same as next": (style == next_style).astype(np.float64),
        "same as last": (style == last_style).astype(np.float64),
        "color to next": (sight.style_color[style] != sight.style_color[next_style]).astype(np.float64),
        "until prominent": np.log1p(np.maximum(until[unit] - end, 0) * scale),
        "units until prominent": np.log1p(reach[unit] - unit),
        "same container after": (sight.unit_container[following] == sight.unit_container[unit]).astype(np.float64),
        "same container before": ((unit > 0) & (sight.unit_container[before] == sight.unit_container[unit])).astype(
            np.float64
        ),
        "body": body[unit],
        "body after": (around[ahead] - around[np.minimum(last + 1, units)]) / np.maximum(ahead - last - 1, 1),
        "body before": (around[unit] - around[behind]) / np.maximum(unit - behind, 1),
        "links after": scale
        * (link[ahead] - link[np.minimum(last + 1, units)])
        / np.maximum(chars[ahead] - chars[np.minimum(last + 1, units)], 1),
        "body so far": around[unit] / max(float(around[-1]), 1e-6),
        "at": start / total,
        "text": np.full(len(unit), np.log(total * scale)),
        "visible": sight.unit_visible[unit],
        "next visible": sight.unit_visible[following],
    }


def _next_at_least(values: Floats) -> Ints:
    """Return for each place the next one whose value is as great or greater; the size when there is none."""
    found = [len(values)] * len(values)
    waiting: list[int] = []
    for place, value in enumerate(values.tolist()):
        while waiting and values[waiting[-1]] <= value:
            found[waiting.pop()] = place
        waiting.append(place)
    return np.array(found, dtype=np.int64)


def _elements(sight: Sight, unit: Ints, first: Ints) -> dict[str, Floats]:
    """Name the elements around."""
    bits, near = sight.run_bits[first], sight.run_near[first]
    depth = sight.node_depth
    columns = {f"in {name}": ((bits & BITS[name]) != 0).astype(np.float64) for name in _REGIONS}
    container = sight.unit_container[unit]
    page = sight.page
    own_bits = np.array(sight.context.near, dtype=np.int64)[container]
    level = np.zeros(len(unit))
    for number in range(6, 0, -1):
        level = np.where(bits & BITS[f"h{number}"], number, level)
    spans = (sight.node_end - sight.node_start) * sight.scale
    parents = sight.node_parent
    above = parents[container]
    whole_page = float(
        np.log1p(len({n for n, tag in enumerate(page.tag) if tag in _TAGGED and page.end[n] > page.start[n]}))
    )
    return columns | {
        "tagged level": level,
        "tagged in page": np.full(len(unit), whole_page),
        "near headed": ((near & (BITS["headed"] | BITS[".headed"])) != 0).astype(np.float64),
        "container headed": ((own_bits & (BITS["headed"] | BITS[".headed"])) != 0).astype(np.float64),
        "depth": depth[container],
        "depth in container": depth[sight.run_node[first]] - depth[container],
        "text in container": np.log1p(spans[container]),
        "text in parent": np.log1p(spans[above]),
        "text in grandparent": np.log1p(spans[parents[above]]),
        "share of parent": spans[container] / np.maximum(spans[above], 1),
    }


def _expected(sight: Sight, candidates: list[Candidate], texts: Texts, first: Ints) -> dict[str, Floats]:
    """Say which candidates a table of contents names: by the target of a link, or by the same words."""
    page, targets = sight.page, sight.context.targets
    linked: dict[str, int] = {}
    named = np.zeros(len(candidates))
    target = np.zeros(len(candidates))
    bits = sight.run_bits[first].tolist()
    nodes = sight.run_node[first].tolist()
    link = BITS["link"]
    seen: dict[int, float] = {}
    for place, candidate in enumerate(candidates):
        words = texts.folded[place]
        if bits[place] & link and candidate.kind == WHOLE:
            linked.setdefault(words, place)
        elif words in linked:
            named[place] = 1
        if targets:
            known = seen.get(nodes[place])
            if known is None:
                known = seen[nodes[place]] = _is_target(page, nodes[place], targets)
            target[place] = known
    counts: dict[str, int] = {}
    for words in texts.folded:
        counts[words] = counts.get(words, 0) + 1
    return (
        _repeated(sight, candidates)
        | _in_sequence(candidates, texts)
        | {
            "named before": named,
            "target": target,
            "in-page links": np.full(len(candidates), float(len(targets))),
            "same words": np.array([min(counts[words], 9) for words in texts.folded], dtype=np.float64),
        }
    )


_MOST_REST = 40


def _repeated(sight: Sight, candidates: list[Candidate]) -> dict[str, Floats]:
    """Count how often what a candidate leaves out of its unit stands beside others too: "[edit]", "5 stars"."""
    text = sight.page.text
    around = []
    for candidate in candidates:
        lead = text[sight.units[candidate.unit].start : candidate.start]
        rest = text[candidate.end : sight.units[candidate.last].end]
        around.append((lead.strip() if len(lead) < _MOST_REST else "", rest.strip() if len(rest) < _MOST_REST else ""))
    leads, rests = Counter(lead for lead, _ in around), Counter(rest for _, rest in around)
    lead_counts = np.array([leads[lead] if lead else 0 for lead, _ in around], dtype=np.float64)
    rest_counts = np.array([rests[rest] if rest else 0 for _, rest in around], dtype=np.float64)
    best: dict[int, float] = {}
    for candidate, count in zip(candidates, np.maximum(lead_counts, rest_counts).tolist(), strict=True):
        best[candidate.unit] = max(best.get(candidate.unit, 0.0), count)
    return {
        "lead repeated": lead_counts,
        "rest repeated": rest_counts,
        "part repeated": np.array([best[candidate.unit] for candidate in candidates]),
    }


def _in_sequence(candidates: list[Candidate], texts: Texts) -> dict[str, Floats]:
    """Say which numbers go on from one candidate to a later one: 1, 2, 3."""
    latest: dict[tuple[int, int, int], tuple[int, int]] = {}
    goes_on = np.zeros(len(candidates))
    for place, (candidate, (kind, depth, last)) in enumerate(zip(candidates, texts.numbering, strict=True)):
        if kind != DIGITS or not last:
            continue
        key = (kind, depth, min(candidate.kind, 1))
        before = latest.get(key)
        if before and before[0] + 1 == last:
            goes_on[place] = 1
            goes_on[before[1]] = 1
        if before is None or before[0] != last:
            latest[key] = (last, place)
    return {"in sequence": goes_on}


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


def _groups(sight: Sight, columns: dict[str, Floats], kind: Ints, first: Ints, unit: Ints) -> dict[str, Ints]:
    """Number the looks of candidates: by tag path and exact style, or tolerant of small differences."""
    style = sight.run_style[first]
    path = np.array(sight.context.path, dtype=np.int64)[sight.run_node[first]]
    part = np.minimum(kind, 1) + (kind == LABEL)
    tolerant = (
        np.round(columns["ratio"] * 8).astype(np.int64) * 512
        + (sight.style_weight[style] >= BOLD) * 256
        + sight.style_italic[style].astype(np.int64) * 128
        + sight.style_underline[style].astype(np.int64) * 64
        + (columns["caps"] > 0) * 32
        + (columns["all upper"] > 0) * 16
        + (columns["other color"] > 0) * 8
        + (columns["link"] > 0.5) * 4
        + part
    )
    tags: dict[str, int] = {}
    container = np.array(
        [tags.setdefault(sight.page.tag[node], len(tags)) for node in sight.unit_container[unit].tolist()]
    )
    return {
        "path": _number(path * 4096 + style, part),
        "look": _number(tolerant, container.astype(np.int64)),
        "style": _number(tolerant, np.zeros(len(kind), dtype=np.int64)),
    }


def _number(left: Ints, right: Ints) -> Ints:
    _, numbers = np.unique(left * 1024 + right, return_inverse=True)
    return numbers.astype(np.int64)


_MEANS = (
    "characters", "end mark", "ends in word", "capitals", "starts upper", "link", "after", "times longer after", "body",
    "body after", "inner ends", "until prominent", "starts lower", "numbering", "target", "named before", "date",
    "bolder", "tagged level", "in sequence",
)  # fmt: skip


def _together(
    name: str,
    keys: Ints,
    columns: dict[str, Floats],
    folded: list[str],
    start: Ints,
    end: Ints,
    unit: Ints,
    last: Ints,
    scale: float,
) -> dict[str, Floats]:
    """Describe the group that a candidate belongs to (the set-level view of HEPS)."""
    if not len(keys):
        return {}
    size = int(keys.max()) + 1
    count = np.bincount(keys, minlength=size).astype(np.float64)
    found = {f"{name}: count": np.log1p(count)[keys]}
    for column in _MEANS:
        found[f"{name}: {column}"] = (np.bincount(keys, weights=columns[column], minlength=size) / count)[keys]
    order = np.lexsort((start, keys))
    sorted_keys = keys[order]
    same = np.concatenate([sorted_keys[1:] == sorted_keys[:-1], [False]])
    following = np.where(same, np.roll(order, -1), -1)
    gap = np.zeros(len(keys))
    empty = np.zeros(len(keys))
    nearest = np.where(same, start[np.maximum(following, 0)] - end[order], -1)
    gap[order] = nearest * scale
    empty[order] = same & (unit[np.maximum(following, 0)] <= last[order] + 1)
    has = gap >= 0
    members = np.maximum(np.bincount(keys, weights=has, minlength=size), 1)
    mean = np.bincount(keys, weights=np.log1p(np.maximum(gap, 0)) * has, minlength=size) / members
    square = np.bincount(keys, weights=np.log1p(np.maximum(gap, 0)) ** 2 * has, minlength=size) / members
    distinct: dict[tuple[int, str], int] = {}
    for key, words in zip(keys.tolist(), folded, strict=True):
        distinct[key, words] = distinct.get((key, words), 0) + 1
    unique = np.bincount(np.array([key for key, _ in distinct], dtype=np.int64), minlength=size)
    return found | {
        f"{name}: gap": np.log1p(np.maximum(gap, 0)),
        f"{name}: mean gap": mean[keys],
        f"{name}: uneven gaps": np.sqrt(np.maximum(square - mean**2, 0))[keys],
        f"{name}: empty": (np.bincount(keys, weights=empty, minlength=size) / count)[keys],
        f"{name}: unique": (unique / count)[keys],
    }

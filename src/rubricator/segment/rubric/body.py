"""The content body: how likely each unit is part of it, and the span that holds it."""

from __future__ import annotations

import numpy as np

from rubricator.kernel import twin
from rubricator.segment.rubric.columns import Columns, Floats, Ints, as_ints, as_lines
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.sight import Sight

_UP = 4
"""How many elements above a unit's container are looked at."""
_EDGE = 200.0
"""Characters of likely text that weigh as much as an edge that is e times as likely."""
_LITTLE = 600
"""A page with fewer characters is all content: there is too little around it to tell it from."""
_REGIONS = [
    name
    for name in BITS
    if name
    not in {"strong", "emphasis", "font", "row", "cell", "headed", "section", "center", "terms", "meaning", "term"}
]
_IN_REGIONS = [f"in {name}" for name in _REGIONS]
_REGION_BITS = as_ints([BITS[name] for name in _REGIONS])
_REACHES = (1, 2, 4, 10)
"""Units before and after that are looked at together."""
_LONG = 60.0
"""Characters from which on a unit may be prose."""
_SIDES = ("before", "after")
_NAMES = (
    "length", "link", "ends", "commas", "visible", "at", "size", "from start", "to end", "depth", "ratio", "body style",
    "runs", *_IN_REGIONS, *(f"{name} around {reach}" for reach in _REACHES for name in ("prose", "links")),
    *(f"{name} {side} {step}" for step in (1, 2) for name in ("length", "link", "ends") for side in _SIDES),
    "prose before", *(f"{name} above {up}" for up in range(_UP) for name in ("text", "links", "prose", "units")),
)  # fmt: skip


def unit_features(sight: Sight) -> Columns:
    """Return what tells units of the content body from others."""
    return Columns(_NAMES, _unit_table(sight, _REGION_BITS, _REACHES, _UP, _LONG))


@twin("rubric.body")
def _unit_table(sight: Sight, regions: Ints, reaches: tuple[int, ...], ups: int, long: float) -> Floats:
    """Return what tells units of the content body from others, a line for each feature."""
    page = sight.page
    count = len(sight.unit_start)
    length = (sight.unit_end - sight.unit_start).astype(np.float64) * sight.scale
    total = max(len(page.text) * sight.scale, 1.0)
    first, after = sight.unit_run[:-1], sight.unit_run[1:]
    link = sight.unit_link
    bits = sight.run_bits[first]
    text = page.text
    spans = list(zip(sight.unit_start.tolist(), sight.unit_end.tolist(), strict=True))
    commas = np.zeros(count)
    for mark in ",、，":
        # Most pages have one kind only.
        if mark in text:
            commas += [text.count(mark, start, end) for start, end in spans]
    columns: dict[str, Floats] = {
        "length": np.log1p(length),
        "link": link,
        "ends": sight.unit_ends,
        "commas": commas,
        "visible": sight.unit_visible,
        "at": sight.unit_start / max(len(page.text), 1),
        "size": np.log(total),
        "from start": np.log1p(sight.unit_start * sight.scale),
        "to end": np.log1p(np.maximum(total - sight.unit_end * sight.scale, 0)),
        "depth": sight.node_depth[sight.unit_container].astype(np.float64),
        "ratio": sight.style_size[sight.run_style[first]] / max(float(sight.style_size[sight.body_style]), 1.0),
        "body style": (sight.run_style[first] == sight.body_style).astype(np.float64),
        "runs": (after - first).astype(np.float64),
    }
    columns["size"] = np.full(count, columns["size"])
    columns |= zip(_IN_REGIONS, ((bits & regions[:, None]) != 0).astype(np.float64), strict=True)
    prose = length * (1 - link) * (length > long)
    sums = np.zeros((3, count + 1))
    np.cumsum([prose, link * length, length], axis=1, out=sums[:, 1:])
    places = np.arange(count)
    for reach in reaches:
        low, high = np.maximum(places - reach, 0), np.minimum(places + reach + 1, count)
        around = sums[:, high] - sums[:, low]
        columns[f"prose around {reach}"] = np.log1p(around[0])
        columns[f"links around {reach}"] = around[1] / np.maximum(around[2], 1)
    for step in (1, 2):
        for name in ("length", "link", "ends"):
            columns[f"{name} before {step}"] = _shift(columns[name], step)
            columns[f"{name} after {step}"] = _shift(columns[name], -step)
    before = sums[0]
    columns["prose before"] = before[:-1] / max(before[-1], 1.0)
    return as_lines(columns | _above(sight, before, total, ups), _NAMES)


def unit_groups(sight: Sight) -> dict[str, Ints]:
    """Number the groups that units are in: those in one element, near above or far above, and the page."""
    page, near, far = _numbered_groups(sight.unit_container, sight.node_parent)
    return {"page": page, "up 1": near, "up 3": far}


@twin("rubric.body")
def _numbered_groups(containers: Ints, parent: Ints) -> tuple[Ints, Ints, Ints]:
    """Return zeros, and the numbers of the elements right above containers and two further up."""
    above = parent[containers]
    page = np.zeros(len(containers), dtype=np.int64)
    return page, _numbered_nodes(above, len(parent)), _numbered_nodes(parent[parent[above]], len(parent))


def _numbered_nodes(nodes: Ints, count: int) -> Ints:
    """Number the distinct ones of some of a page's `count` nodes from 0, in document order."""
    kept = np.zeros(count, dtype=np.int64)
    kept[nodes] = 1
    return (kept.cumsum() - 1)[nodes]


def _above(sight: Sight, prose: Floats, total: float, ups: int) -> dict[str, Floats]:
    """Describe the elements above: how much text, prose and links each holds."""
    node = sight.unit_container
    columns: dict[str, Floats] = {}
    for up in range(ups):
        start, end = sight.node_start[node], sight.node_end[node]
        columns[f"text above {up}"] = (end - start) / (total / sight.scale)
        columns[f"links above {up}"] = _link_share(sight, start, end)
        low, high = np.searchsorted(sight.unit_start, start), np.searchsorted(sight.unit_start, end)
        columns[f"prose above {up}"] = (prose[high] - prose[low]) / max(float(prose[-1]), 1.0)
        columns[f"units above {up}"] = np.log1p(high - low)
        node = sight.node_parent[node]
    return columns


def _link_share(sight: Sight, start: Ints, end: Ints) -> Floats:
    low, high = np.searchsorted(sight.run_start, start), np.searchsorted(sight.run_start, end)
    return (sight.link_before[high] - sight.link_before[low]) / np.maximum(end - start, 1)


def _shift(values: Floats, step: int) -> Floats:
    shifted = np.full(len(values), -1.0)
    if step > 0:
        shifted[step:] = values[:-step]
    else:
        shifted[:step] = values[-step:]
    return shifted


def choose_body(
    sight: Sight, probability: Floats, begins: Floats, ends: Floats, threshold: float, least: int = 0
) -> tuple[int, int]:
    """Return the units `first` .. `stop` of the content body.

    Of all runs of units the one is taken that has the most text that is likely part of the body, and begins and ends
    where bodies do: `begins` and `ends` are the logarithms of how likely they begin before each unit and end there. It
    does not end before the unit `least`. A page whose units are all unlikely has none.
    """
    units = sight.unit_start, sight.unit_end
    return _best_run(*units, probability, begins, ends, threshold, least, sight.scale, _EDGE, _LITTLE)


@twin("rubric.body")
def _best_run(
    unit_start: Ints,
    unit_end: Ints,
    probability: Floats,
    begins: Floats,
    ends: Floats,
    threshold: float,
    least: int,
    scale: float,
    edge: float,
    little: int,
) -> tuple[int, int]:
    """Return the units of the run that gains most, by its text and by where it begins and ends."""
    length = unit_end - unit_start
    if int(length.sum()) < little:
        return 0, len(length)
    gain = (probability - threshold) * length * scale / edge
    total = np.concatenate([[0.0], np.cumsum(gain)])
    from_here = begins - total
    best = np.maximum.accumulate(from_here)[:-1]
    least = max(min(least, len(length)) - 1, 0)
    stop = least + int(np.argmax((best + (total + ends)[1:])[least:])) + 1
    first = int(np.argmax(from_here[:stop]))
    return (first, stop) if total[stop] > total[first] else (0, 0)

"""The content body: how likely each unit is part of it, and the span that holds it."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric._body import unit_table as _unit_table
from rubricator.segment.rubric.columns import Columns, Floats, Ints, as_ints
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


def unit_groups(sight: Sight) -> dict[str, Ints]:
    """Number the groups that units are in: those in one element, near above or far above, and the page."""
    page, near, far = _numbered_groups(sight.unit_container, sight.node_parent)
    return {"page": page, "up 1": near, "up 3": far}


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

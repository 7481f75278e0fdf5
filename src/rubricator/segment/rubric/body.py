"""The content body: how likely each unit is part of it, and the span that holds it."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric._body import choose_body as choose_body
from rubricator.segment.rubric._body import fill_units
from rubricator.segment.rubric._view import write_bits
from rubricator.segment.rubric.columns import Columns, Ints, as_ints
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.view import PageView

_LEVELS = 4
"""How many elements above a unit are looked at, from its container up."""
_REGIONS = [
    name
    for name in BITS
    if name
    not in {"strong", "emphasis", "font", "row", "cell", "headed", "section", "center", "terms", "meaning", "term"}
]
_REGION_BITS = as_ints([BITS[name] for name in _REGIONS])
_REACHES = (1, 2, 4, 10)
"""Units before and after that are looked at together."""
_LOGARITHMS = (
    "length", "from start", "to end", *(f"prose around {reach}" for reach in _REACHES),
    *(f"units above {level}" for level in range(_LEVELS)),
)  # fmt: skip
_BESIDE = ("length", "link", "ends")
"""What is looked at in the units right before and after, too."""
_NAMES = (
    *_LOGARITHMS, *(f"in {name}" for name in _REGIONS),
    "link", "ends", "commas", "visible", "at", "size", "depth", "ratio", "body style", "runs", "prose before",
    *(f"links around {reach}" for reach in _REACHES),
    *(f"{name} {side} {step}" for step in (1, 2) for name in _BESIDE for side in ("before", "after")),
    *(f"{name} above {level}" for level in range(_LEVELS) for name in ("text", "links", "prose")),
)  # fmt: skip
_ROW = {name: row for row, name in enumerate(_NAMES)}
_IN_REGIONS = slice(_ROW[f"in {_REGIONS[0]}"], _ROW[f"in {_REGIONS[-1]}"] + 1)


def unit_features(view: PageView) -> Columns:
    """Return what tells units of the content body from others."""
    table = np.empty((len(_NAMES), len(view.units)))
    fill_units(table, _ROW, view, len(_LOGARITHMS), _REACHES, _LEVELS, _BESIDE)
    write_bits(table[_IN_REGIONS], _REGION_BITS, view.runs["bits"][view.units["first_run"]])
    return Columns(_NAMES, table)


def unit_groups(view: PageView) -> dict[str, Ints]:
    """Number the groups that units are in: those in one element, near above or far above, and the page."""
    parent = view.nodes["parent"]
    above = parent[view.units["container"]]
    return {
        "page": np.zeros(len(above), dtype=np.int64),
        "up 1": _numbered(above, len(parent)),
        "up 3": _numbered(parent[parent[above]], len(parent)),
    }


def _numbered(nodes: Ints, count: int) -> Ints:
    """Number the distinct ones of some of a page's `count` nodes from 0, in document order."""
    kept = np.zeros(count, dtype=np.int64)
    kept[nodes] = 1
    return (kept.cumsum() - 1)[nodes]

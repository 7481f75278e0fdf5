"""Where the content body begins and ends: what changes between one unit and the next."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric._edges import edge_table as _edge_table
from rubricator.segment.rubric.columns import Columns, Floats, Ints, as_ints
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.sight import BOLD, Sight

_REACHES = (1, 3, 8, 25)
"""Units before and after a place that are looked at together."""
_LONG = 400.0
"""Characters from which on a unit weighs no more."""
_HIGHEST = 64
"""Elements that are climbed to find what two units share; deeper pages are not written by people."""
_REGIONS = (
    "foot", "nav", "aside", "head", "main", "form", "control", "list", "table", "link", "item", "section", ".foot",
    ".nav", ".aside", ".social", ".overlay", ".meta", ".main", ".head", ".card", ".toc",
)  # fmt: skip
_INTO_REGIONS = [f"into {name}" for name in _REGIONS]
_REGION_BITS = as_ints([BITS[name] for name in _REGIONS])
_LINKS = 5
"""Units before and after whose links are counted."""
_SIDES = ("before", "after")
_NAMES = (
    *(f"body {side} {reach}" for reach in _REACHES for side in _SIDES),
    "body so far", "body to come", "share of body", "text to come", "share of text",
    "depth", "levels ended", "levels begun", "text ended", "text begun", "share ended", "text shared", "share shared",
    "shared so far",
    *(f"{name} {side}" for name in ("length", "size", "bold", "link", "ends", "visible") for side in _SIDES),
    "same style", "links before", "links after", *_INTO_REGIONS,
)  # fmt: skip


def edge_features(sight: Sight, likely: Floats) -> Columns:
    """Return what tells the places where the body begins or ends; place `n` is before unit `n`.

    `likely` is each unit's probability of being part of the body.
    """
    return Columns(_NAMES, _edge_table(sight, likely, _REGION_BITS, _REACHES, _LONG, _HIGHEST, BOLD, _LINKS))


def _shared_element(sight: Sight, before: Ints, after: Ints, highest: int) -> dict[str, Floats]:
    """Describe the deepest element that holds the units on both sides, and what ends and begins in it between them."""
    depth, parent = sight.node_depth, sight.node_parent
    left, right = sight.unit_container[before], sight.unit_container[after]
    from_left, from_right = depth[left], depth[right]
    ending, beginning = left, right
    for _ in range(highest):
        apart = left != right
        if not apart.any():
            break
        climb_left = apart & (depth[left] >= depth[right])
        climb_right = apart & (depth[right] >= depth[left])
        ending, beginning = np.where(climb_left, left, ending), np.where(climb_right, right, beginning)
        left, right = np.where(climb_left, parent[left], left), np.where(climb_right, parent[right], right)
    size = (sight.node_end - sight.node_start) * sight.scale
    whole = max(len(sight.page.text) * sight.scale, 1.0)
    at = np.concatenate([sight.unit_start, sight.unit_end[-1:]])
    return {
        "depth": depth[left].astype(np.float64),
        "levels ended": (from_left - depth[left]).astype(np.float64),
        "levels begun": (from_right - depth[left]).astype(np.float64),
        "text ended": np.log1p(size[ending]),
        "text begun": np.log1p(size[beginning]),
        "share ended": size[ending] / whole,
        "text shared": np.log1p(size[left]),
        "share shared": size[left] / whole,
        "shared so far": (at - sight.node_start[left]) / np.maximum(size[left] / sight.scale, 1),
    }


def _sums(values: Floats) -> Floats:
    return np.concatenate([[0.0], np.cumsum(values)])

"""Where the content body begins and ends: what changes between one unit and the next."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric._edges import fill_edges
from rubricator.segment.rubric._view import write_bits
from rubricator.segment.rubric.columns import Columns, Floats, as_ints
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.view import PageView

_REACHES = (1, 3, 8, 25)
"""Units before and after a place that are looked at together."""
_REGIONS = (
    "foot", "nav", "aside", "head", "main", "form", "control", "list", "table", "link", "item", "section", ".foot",
    ".nav", ".aside", ".social", ".overlay", ".meta", ".main", ".head", ".card", ".toc",
)  # fmt: skip
_REGION_BITS = as_ints([BITS[name] for name in _REGIONS])
_SIDES = ("before", "after")
_LOGARITHMS = (
    "length before", "length after", "body so far", "body to come", "text to come", "text ended", "text begun",
    "text shared",
)  # fmt: skip
_NAMES = (
    *_LOGARITHMS, *(f"into {name}" for name in _REGIONS),
    *(f"body {side} {reach}" for reach in _REACHES for side in _SIDES), "share of body", "share of text",
    "depth", "levels ended", "levels begun", "share ended", "share shared", "shared so far",
    *(f"{name} {side}" for name in ("size", "bold", "link", "ends", "visible") for side in _SIDES),
    "same style", "links before", "links after",
)  # fmt: skip
_ROW = {name: row for row, name in enumerate(_NAMES)}
_INTO_REGIONS = slice(_ROW[f"into {_REGIONS[0]}"], _ROW[f"into {_REGIONS[-1]}"] + 1)


def edge_features(view: PageView, likely: Floats) -> Columns:
    """Return what tells the places where the body begins or ends; place `n` is before unit `n`.

    `likely` is each unit's probability of being part of the body.
    """
    table = np.empty((len(_NAMES), len(likely) + 1))
    fill_edges(table, _ROW, view, likely, _REACHES)
    inside = np.empty((len(_REGIONS), len(likely)))
    write_bits(inside, _REGION_BITS, view.runs["bits"][view.units["first_run"]])
    table[_INTO_REGIONS] = 0
    np.subtract(inside[:, 1:], inside[:, :-1], out=table[_INTO_REGIONS, 1:-1])
    logarithms = table[: len(_LOGARITHMS)]
    np.log1p(logarithms, out=logarithms)
    return Columns(_NAMES, table)

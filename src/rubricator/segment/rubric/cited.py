"""Sections that are cited by numbers of several parts, as in 5.6.1, in elements for headings."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric.candidates import WHOLE
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.features import Seen

_SEVERAL = 2
"""Parts of such a number; and how many sections of a page have to be chosen for all to be."""
NEEDED = ("numbering depth", "tagged level", "in nav")
"""Features that are asked for."""


def with_cited(seen: Seen, chosen: list[int], is_heading: Floats) -> list[int]:
    """Choose all such sections of a page where some are chosen, each with its number: nobody numbers half of them.

    Those that were not chosen get the probability that the others have on average.
    """
    depth, tagged, in_nav = (seen.columns[name] for name in NEEDED)
    table = seen.table
    cited = np.flatnonzero((table[:, 5] == WHOLE) & (depth >= _SEVERAL) & (tagged > 0) & (in_nav == 0)).tolist()
    if len(cited) < _SEVERAL:
        return chosen
    within = [range(first, last + 1) for first, last in table[chosen, 2:4].tolist()]
    sure: dict[int, float] = {}
    for number, some in zip(chosen, within, strict=True):
        sure |= {unit: max(sure.get(unit, 0.0), float(is_heading[number])) for unit in some}
    units = table[cited, 2].tolist()
    known = [sure[unit] for unit in units if unit in sure]
    if len(known) < _SEVERAL:
        return chosen
    is_heading[cited] = [sure.get(unit, sum(known) / len(known)) for unit in units]
    inside = set(units)
    others = [number for number, some in zip(chosen, within, strict=True) if inside.isdisjoint(some)]
    return sorted([*others, *cited], key=lambda number: int(table[number, 0]))

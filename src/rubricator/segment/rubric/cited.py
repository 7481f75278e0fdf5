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
    best: dict[int, float] = {}
    for number in chosen:
        unit = int(table[number, 2])
        best[unit] = max(best.get(unit, 0.0), float(is_heading[number]))
    units = table[cited, 2].tolist()
    known = [best[unit] for unit in units if unit in best]
    if len(known) < _SEVERAL:
        return chosen
    is_heading[cited] = [best.get(unit, sum(known) / len(known)) for unit in units]
    inside = set(units)
    others = [number for number in chosen if int(table[number, 2]) not in inside]
    return sorted([*others, *cited], key=lambda number: int(table[number, 0]))

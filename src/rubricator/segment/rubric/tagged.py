"""Elements for headings that were not chosen, although what stands around them says that they are."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import numpy as np

from rubricator.segment.rubric.candidates import WHOLE
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.features import Seen

_SEVERAL = 2
"""Parts of a number that a section is cited by; and how many elements of a kind make a rule."""
_ENOUGH, _MOST = 4, 0.75
"""Chosen elements of a level that make a rule for the others: how many, and which share of all."""
_HALF = 0.5
NEEDED = ("numbering depth", "tagged level", "in nav", "body")
"""Features that are asked for."""


def with_cited(seen: Seen, chosen: list[int], is_heading: Floats) -> list[int]:
    """Choose all sections with numbers of several parts, as in 5.6.1, where some are: nobody numbers half of them.

    All have their numbers then. Those that were not chosen get the probability that the others have on average.
    """
    depth, tagged, in_nav, _ = (seen.columns[name] for name in NEEDED)
    table = seen.table
    cited = np.flatnonzero((table[:, 5] == WHOLE) & (depth >= _SEVERAL) & (tagged > 0) & (in_nav == 0)).tolist()
    if len(cited) < _SEVERAL:
        return chosen
    sure = _sure(seen, chosen, is_heading)
    units = table[cited, 2].tolist()
    known = [sure[unit] for unit in units if unit in sure]
    if len(known) < _SEVERAL:
        return chosen
    is_heading[cited] = [sure.get(unit, sum(known) / len(known)) for unit in units]
    inside = set(units)
    others = [number for number in chosen if inside.isdisjoint(_units(seen, number))]
    return _in_order(seen, [*others, *cited])


def with_parents(seen: Seen, chosen: list[int], is_heading: Floats) -> list[int]:
    """Choose what several times stands right above a chosen heading of a lower level, such as the versions of a log.

    Their probability is that of the headings below.
    """
    rows, levels = _in_content(seen)
    units = seen.table[rows, 2].tolist()
    sure = _sure(seen, chosen, is_heading)
    found: defaultdict[float, list[tuple[int, float]]] = defaultdict(list)
    for (number, unit, level), (_, below, lower) in pairwise(zip(rows, units, levels, strict=True)):
        if unit not in sure and below in sure and lower > level:
            found[level].append((number, sure[below]))
    added = dict(one for some in found.values() if len(some) >= _SEVERAL for one in some)
    is_heading[list(added)] = list(added.values())
    return _in_order(seen, [*chosen, *added]) if added else chosen


def with_repeated(text: str, seen: Seen, chosen: list[int], is_heading: Floats) -> list[int]:
    """Choose what has the words of two chosen headings of its level: a reader takes all "Parameters" for the same.

    Their probability is that of the chosen ones on average.
    """
    rows, levels = _in_content(seen)
    sure = _sure(seen, chosen, is_heading)
    known: defaultdict[tuple[float, str], list[float]] = defaultdict(list)
    others: list[tuple[int, tuple[float, str]]] = []
    for number, level in zip(rows, levels, strict=True):
        start, end, unit = seen.table[number, :3].tolist()
        words = level, text[start:end].casefold()
        if unit in sure:
            known[words].append(sure[unit])
        else:
            others.append((number, words))
    added = [(number, known[words]) for number, words in others if len(known.get(words, ())) >= _SEVERAL]
    for number, likely in added:
        is_heading[number] = sum(likely) / len(likely)
    return _in_order(seen, [*chosen, *(number for number, _ in added)]) if added else chosen


def with_level(seen: Seen, chosen: list[int], is_heading: Floats) -> list[int]:
    """Choose all elements of a level for headings where most are chosen.

    Their probability is that of the chosen ones on average.
    """
    rows, levels = _in_content(seen)
    units = seen.table[rows, 2].tolist()
    sure = _sure(seen, chosen, is_heading)
    added: list[int] = []
    for level in set(levels):
        some = [(number, unit) for number, unit, own in zip(rows, units, levels, strict=True) if own == level]
        known = [sure[unit] for _, unit in some if unit in sure]
        if len(known) >= max(_ENOUGH, _MOST * len(some)):
            others = [number for number, unit in some if unit not in sure]
            is_heading[others] = sum(known) / len(known)
            added += others
    return _in_order(seen, [*chosen, *added]) if added else chosen


def _in_content(seen: Seen) -> tuple[list[int], list[float]]:
    """Return the elements for headings in the content body, and their levels."""
    _, tagged, in_nav, body = (seen.columns[name] for name in NEEDED)
    rows = np.flatnonzero((seen.table[:, 5] == WHOLE) & (tagged > 0) & (in_nav == 0) & (body >= _HALF))
    return rows.tolist(), tagged[rows].tolist()


def _sure(seen: Seen, chosen: list[int], is_heading: Floats) -> dict[int, float]:
    """Return the units that chosen headings stand in, and how likely these are."""
    found: dict[int, float] = {}
    for number in chosen:
        for unit in _units(seen, number):
            found[unit] = max(found.get(unit, 0.0), float(is_heading[number]))
    return found


def _units(seen: Seen, number: int) -> range:
    return range(int(seen.table[number, 2]), int(seen.table[number, 3]) + 1)


def _in_order(seen: Seen, numbers: list[int]) -> list[int]:
    return sorted(numbers, key=lambda number: int(seen.table[number, 0]))

"""Elements for headings that were not chosen, although what stands around them says that they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from rubricator.segment.rubric.candidates import WHOLE
from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.features import Seen

_SEVERAL = 2
"""Parts of a number that a section is cited by; and how many elements of a kind make a rule."""
_ENOUGH, _MOST = 4, 0.75
"""Chosen elements of a level that make a rule for the others: how many, and which share of all."""
_HALF = 0.5
NEEDED = ("numbering depth", "tagged level", "in nav", "body")
"""Features that are asked for."""

Sure = dict[int, float]
"""The units that chosen headings stand in, and how likely these are."""
Added = dict[int, float]
"""Candidates that are to be chosen too, and how likely they are by that."""


class Element(NamedTuple):
    """An element for headings: its candidate, where its text stands, its level, and the depth of its number."""

    number: int
    start: int
    end: int
    unit: int
    level: float
    depth: float


_UNIT = attrgetter("unit")


def with_tagged(text: str, seen: Seen, chosen: list[int], is_heading: Floats) -> list[int]:
    """Choose more elements for headings, by all rules."""
    elements, cited = find_elements(seen)
    chosen = with_cited(cited, seen, chosen, is_heading)
    sure = units_of(seen, chosen, is_heading)
    known = sum(map(sure.__contains__, map(_UNIT, elements)))
    # Each rule takes several that are chosen, and one that is not.
    if not _SEVERAL <= known < len(elements):
        return chosen
    for rule in (repeated, of_level, above):
        if added := rule(elements, sure, text):
            chosen = with_added(seen, chosen, is_heading, added)
            sure = units_of(seen, chosen, is_heading)
    return chosen


def with_cited(cited: list[Element], seen: Seen, chosen: list[int], is_heading: Floats) -> list[int]:
    """Choose all sections with numbers of several parts, as in 5.6.1, where some are: nobody numbers half of them.

    All have their numbers then. Those that were not chosen get the probability that the others have on average.
    """
    if len(cited) < _SEVERAL:
        return chosen
    sure = units_of(seen, chosen, is_heading)
    known = [sure[element.unit] for element in cited if element.unit in sure]
    if len(known) < _SEVERAL:
        return chosen
    added = {element.number: sure.get(element.unit, sum(known) / len(known)) for element in cited}
    inside = {element.unit for element in cited}
    others = [number for number, units in _units(seen, chosen) if inside.isdisjoint(units)]
    return with_added(seen, others, is_heading, added)


def above(elements: list[Element], sure: Sure, text: str) -> Added:  # noqa: ARG001 - rules are called alike
    """Add what several times stands right above a chosen heading of a lower level, such as the versions of a log.

    Their probability is that of the headings below.
    """
    found: defaultdict[float, Added] = defaultdict(dict)
    for element, below in pairwise(elements):
        if element.unit not in sure and below.unit in sure and below.level > element.level:
            found[element.level][element.number] = sure[below.unit]
    return {number: likely for some in found.values() if len(some) >= _SEVERAL for number, likely in some.items()}


def repeated(elements: list[Element], sure: Sure, text: str) -> Added:
    """Add what has the words of two chosen headings of its level: a reader takes all "Parameters" for the same.

    Their probability is that of the chosen ones on average.
    """
    known: defaultdict[tuple[float, str], list[float]] = defaultdict(list)
    others: list[tuple[int, tuple[float, str]]] = []
    for number, start, end, unit, level, _ in elements:
        words = level, text[start:end].casefold()
        if unit in sure:
            known[words].append(sure[unit])
        else:
            others.append((number, words))
    likely = {words: sum(some) / len(some) for words, some in known.items() if len(some) >= _SEVERAL}
    return {number: likely[words] for number, words in others if words in likely}


def of_level(elements: list[Element], sure: Sure, text: str) -> Added:  # noqa: ARG001 - rules are called alike
    """Add all elements of a level for headings where most are chosen.

    Their probability is that of the chosen ones on average.
    """
    added: Added = {}
    by_level: defaultdict[float, list[Element]] = defaultdict(list)
    for element in elements:
        by_level[element.level].append(element)
    for some in by_level.values():
        known = [sure[element.unit] for element in some if element.unit in sure]
        if len(known) >= max(_ENOUGH, _MOST * len(some)):
            likely = sum(known) / len(known)
            added |= {element.number: likely for element in some if element.unit not in sure}
    return added


def find_elements(seen: Seen) -> tuple[list[Element], list[Element]]:
    """Return the elements for headings that are no part of a menu: those in the body, and those that are cited."""
    depth, tagged, in_nav, body = (seen.columns[name] for name in NEEDED)
    return _find_elements(seen.table, depth, tagged, in_nav, body, WHOLE, _HALF, _SEVERAL, Element)


def _find_elements(
    table: Ints,
    depth: Floats,
    tagged: Floats,
    in_nav: Floats,
    body: Floats,
    whole: int,
    half: float,
    several: int,
    kind: type[Element],
) -> tuple[list[Element], list[Element]]:
    rows = np.flatnonzero((table[:, 5] == whole) & (tagged > 0) & (in_nav == 0))
    columns = rows.tolist(), *table[rows, :3].T.tolist(), tagged[rows].tolist(), depth[rows].tolist()
    found = list(map(kind, *columns))
    inside = [element for element, likely in zip(found, body[rows].tolist(), strict=True) if likely >= half]
    return inside, [element for element in found if element.depth >= several]


def with_added(seen: Seen, chosen: list[int], is_heading: Floats, added: Added) -> list[int]:
    """Choose more candidates, with their probabilities; return all in the order of the text."""
    for number, likely in added.items():
        is_heading[number] = likely
    numbers = [*chosen, *added]
    starts = dict(zip(numbers, seen.table[numbers, 0].tolist(), strict=True))
    return sorted(numbers, key=starts.__getitem__)


def units_of(seen: Seen, chosen: list[int], is_heading: Floats) -> Sure:
    """Return the units that chosen headings stand in, and how likely these are."""
    return _likely_units(seen.table, chosen, is_heading)


def _likely_units(table: Ints, chosen: list[int], is_heading: Floats) -> Sure:
    found: Sure = {}
    for (first, last), likely in zip(table[chosen, 2:4].tolist(), is_heading[chosen].tolist(), strict=True):
        for unit in range(first, last + 1):
            found[unit] = max(found.get(unit, 0.0), likely)
    return found


def _units(seen: Seen, chosen: list[int]) -> Iterator[tuple[int, range]]:
    """Yield chosen candidates and the units that each stands in."""
    for number, (first, last) in zip(chosen, seen.table[chosen, 2:4].tolist(), strict=True):
        yield number, range(first, last + 1)

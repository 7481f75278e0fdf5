"""Elements for headings that were not chosen, although what stands around them says that they are."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rubricator.segment.rubric.candidates import WHOLE
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.features import Seen

FEATURES = ("numbering depth", "tagged level", "in nav", "body")
"""Features that the rules look at."""
_LEAST = 2
"""Chosen elements that make a rule for others."""
_LEAST_OF_LEVEL, _SHARE_OF_LEVEL = 4, 0.75
"""Chosen elements of a level that make a rule for all of it: how many, and which share of all."""
_LEAST_PARTS = 2
"""Parts of a number that a section is cited by."""
_IN_BODY = 0.5

Units = dict[int, float]
"""The units that chosen headings stand in, and how likely these are."""
Added = dict[int, float]
"""Candidates that are to be chosen too, and how likely they are by that."""


class Element(NamedTuple):
    """An element for headings: its candidate, its unit, its level, the parts of its number, and its words."""

    number: int
    unit: int
    level: float
    parts: float
    words: str


def add_tagged(text: str, seen: Seen, chosen: list[int], is_heading: Floats) -> list[int]:
    """Choose more elements for headings, by all rules."""
    elements, cited = find_elements(text, seen)
    chosen = add_cited(cited, seen, chosen, is_heading)
    units = units_of(seen, chosen, is_heading)
    # Each rule takes several that are chosen, and one that is not.
    if not _LEAST <= sum(element.unit in units for element in elements) < len(elements):
        return chosen
    for rule in (same_words, same_level, above_chosen):
        if added := rule(elements, units):
            chosen = choose_too(seen, chosen, is_heading, added)
            units = units_of(seen, chosen, is_heading)
    return chosen


def find_elements(text: str, seen: Seen) -> tuple[list[Element], list[Element]]:
    """Return the elements for headings that are no part of a menu: those in the body, and those that are cited."""
    depth, tagged, in_nav, body = (seen.columns[name] for name in FEATURES)
    candidates = seen.candidates
    rows = np.flatnonzero((candidates.table["kind"] == WHOLE) & (tagged > 0) & (in_nav == 0))
    numbers = rows.tolist()
    words = [text[candidates.start[number] : candidates.end[number]].casefold() for number in numbers]
    units = [candidates.unit[number] for number in numbers]
    found = list(map(Element, numbers, units, tagged[rows].tolist(), depth[rows].tolist(), words))
    inside = [element for element, likely in zip(found, body[rows].tolist(), strict=True) if likely >= _IN_BODY]
    return inside, [element for element in found if element.parts >= _LEAST_PARTS]


def add_cited(cited: list[Element], seen: Seen, chosen: list[int], is_heading: Floats) -> list[int]:
    """Choose all sections with numbers of several parts, as in 5.6.1, where some are: nobody numbers half of them.

    All have their numbers then. Those that were not chosen get the probability that the others have on average.
    """
    if len(cited) < _LEAST:
        return chosen
    units = units_of(seen, chosen, is_heading)
    known = [units[element.unit] for element in cited if element.unit in units]
    if len(known) < _LEAST:
        return chosen
    added = {element.number: units.get(element.unit, _mean(known)) for element in cited}
    inside = {element.unit for element in cited}
    first, last = seen.candidates.unit, seen.candidates.last
    others = [number for number in chosen if inside.isdisjoint(range(first[number], last[number] + 1))]
    return choose_too(seen, others, is_heading, added)


def above_chosen(elements: list[Element], units: Units) -> Added:
    """Add what several times stands right above a chosen heading of a lower level, such as the versions of a log.

    Their probability is that of the headings below.
    """
    by_level: defaultdict[float, Added] = defaultdict(dict)
    for element, below in pairwise(elements):
        if element.unit not in units and below.unit in units and below.level > element.level:
            by_level[element.level][element.number] = units[below.unit]
    return {number: likely for some in by_level.values() if len(some) >= _LEAST for number, likely in some.items()}


def same_words(elements: list[Element], units: Units) -> Added:
    """Add what has the words of two chosen headings of its level: a reader takes all "Parameters" for the same.

    Their probability is that of the chosen ones on average.
    """
    known: defaultdict[tuple[float, str], list[float]] = defaultdict(list)
    for element in elements:
        if element.unit in units:
            known[element.level, element.words].append(units[element.unit])
    likely = {words: _mean(some) for words, some in known.items() if len(some) >= _LEAST}
    others = [element for element in elements if element.unit not in units]
    return {one.number: likely[one.level, one.words] for one in others if (one.level, one.words) in likely}


def same_level(elements: list[Element], units: Units) -> Added:
    """Add all elements of a level for headings where most are chosen.

    Their probability is that of the chosen ones on average.
    """
    added: Added = {}
    by_level: defaultdict[float, list[Element]] = defaultdict(list)
    for element in elements:
        by_level[element.level].append(element)
    for some in by_level.values():
        known = [units[element.unit] for element in some if element.unit in units]
        if len(known) >= max(_LEAST_OF_LEVEL, _SHARE_OF_LEVEL * len(some)):
            added |= {element.number: _mean(known) for element in some if element.unit not in units}
    return added


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def choose_too(seen: Seen, chosen: list[int], is_heading: Floats, added: Added) -> list[int]:
    """Choose more candidates, with their probabilities; return all in the order of the text."""
    is_heading[list(added)] = list(added.values())
    return sorted([*chosen, *added], key=seen.candidates.start.__getitem__)


def units_of(seen: Seen, chosen: list[int], is_heading: Floats) -> Units:
    """Return the units that chosen headings stand in, and how likely these are."""
    found: Units = {}
    first, last = seen.candidates.unit, seen.candidates.last
    for number, likely in zip(chosen, is_heading[chosen].tolist(), strict=True):
        for unit in range(first[number], last[number] + 1):
            if likely > found.get(unit, -1.0):
                found[unit] = likely
    return found

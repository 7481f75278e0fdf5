"""Candidates: every piece of a page that could be a heading.

A candidate is a unit; a part of a unit that style or a colon sets off from what follows (a run-in heading); or several
adjoining units that a reader takes as one line: a number and the text it counts, the lines of one element.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rubricator.page.model import Style
from rubricator.page.units import Unit
from rubricator.segment.rubric._pieces import find as _find
from rubricator.segment.rubric.columns import Ints
from rubricator.segment.rubric.sight import Sight

WHOLE, OPENING, NUMBERED, INNER, LABEL, JOINED = range(6)
"""Kinds: a unit; its opening in a style of its own; what follows its number; a part after a full sentence in a style of
its own; its opening up to a colon; several units."""
LONGEST = 300
"""Characters of the longest candidate; longer headings are hardly ever marked by people."""
_LONGEST_PART = 160
_LONGEST_LABEL = 80
_LONGEST_NUMBER = 16
_MOST_PARTS = 3
"""Openings are looked for at the first changes of style in a unit only."""
_MOST_INNER = 24
_MOST_JOINED = 4
_EMPHASIS = frozenset("b strong em i u big font mark cite dfn h1 h2 h3 h4 h5 h6".split())
_NUMBER_ONLY = re.compile(
    r"(?:(?:chapter|section|part|article|step|appendix|annex|question|no\.?|kapitel|teil|chapitre|partie|art\.?|§)\s*)?"
    r"[(\[]?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[ivxlcdm]{1,6}|[a-z])[.):\]]?\s*[-–—:.]?\s*\Z",
    re.IGNORECASE,
)
"""A number that waits for its text."""
_SENTENCE_END = frozenset('.!?:;。！？：…"”)')


_Look = tuple[object, ...]


class Candidate(NamedTuple):
    """A piece of the page's text: its span, its first and last unit, its first run in the first unit, its kind."""

    start: int
    end: int
    unit: int
    last: int
    run: int
    kind: int


class Candidates:
    """Candidates as a table: a row for each, its fields as columns that lie in one piece each."""

    __slots__ = ("table",)

    def __init__(self, table: Ints) -> None:
        self.table = table

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, number: int) -> Candidate:
        return Candidate(*self.table[number].tolist())

    def __iter__(self) -> Iterator[Candidate]:
        return map(Candidate._make, self.table.tolist())


def find_candidates(sight: Sight) -> Candidates:
    """Return the candidates in order of their units."""
    return Candidates(_find(sight, _EMPHASIS, _NUMBER_ONLY))


def _parts(text: str, unit: Unit, looks: list[_Look], number: int, number_only: re.Pattern[str]) -> Iterator[Candidate]:
    """Yield the parts of a unit that style sets off: from its start, after its number, or after a sentence."""
    runs, start = unit.runs, unit.start
    parts = inner = 0
    numbered = False
    begin = 0
    for place in range(1, len(runs) + 1):
        if place < len(runs) and looks[place] == looks[place - 1]:
            continue
        # Runs `begin` .. `place` have one look.
        end = runs[place - 1].end
        if place < len(runs) and parts < _MOST_PARTS and end - start <= _LONGEST_PART:
            parts += 1
            yield Candidate(start, end, number, number, 0, OPENING)
        if begin and end - runs[begin].start <= _LONGEST_PART:
            if numbered:
                yield Candidate(runs[begin].start, end, number, number, begin, NUMBERED)
            elif inner < _MOST_INNER and looks[begin][0] and text[runs[begin - 1].end - 1] in _SENTENCE_END:
                inner += 1
                yield Candidate(runs[begin].start, end, number, number, begin, INNER)
        numbered = begin == 0 and end - start <= _LONGEST_NUMBER and number_only.match(text, start, end) is not None
        begin = place


def _look(style: Style, emphasis: int) -> _Look:
    """Return what tells runs apart; emphasis counts as such even where the page's sheets make it look plain.

    That of the element that is the unit is none: all of the unit has it.
    """
    bold = style.weight >= 600
    return emphasis or bold or style.italic, style.font_size, bold, style.italic, style.decoration, style.color


def _joined(text: str, units: list[Unit], number: int, number_only: re.Pattern[str]) -> int:
    """Return the last unit of a heading that starts with this unit and goes on; the unit itself when it does not."""
    start, end, container, _, _ = units[number]
    following = units[number + 1]
    short = end - start <= _LONGEST_NUMBER and following.end - following.start <= LONGEST
    if short and number_only.match(text, start, end):
        return number + 1
    if following.container != container or (number and units[number - 1].container == container):
        return number
    last = number + 1
    while last + 1 < len(units) and units[last + 1].container == container:
        last += 1
        if last - number >= _MOST_JOINED:
            return number
    return last if units[last].end - start <= LONGEST else number

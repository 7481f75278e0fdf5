"""Candidates: every piece of a page that could be a heading.

A candidate is a unit; a part of a unit that style or a colon sets off from what follows (a run-in heading); or several
adjoining units that a reader takes as one line: a number and the text it counts, the lines of one element.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rubricator.segment.rubric._candidates import find
from rubricator.segment.rubric.columns import Ints
from rubricator.segment.rubric.sight import Sight

WHOLE, OPENING, NUMBERED, INNER, LABEL, JOINED = range(6)
"""Kinds: a unit; its opening in a style of its own; what follows its number; a part after a full sentence in a style of
its own; its opening up to a colon; several units."""
_EMPHASIS = frozenset("b strong em i u big font mark cite dfn h1 h2 h3 h4 h5 h6".split())
_NUMBER_ONLY = re.compile(
    r"(?:(?:chapter|section|part|article|step|appendix|annex|question|no\.?|kapitel|teil|chapitre|partie|art\.?|§)\s*)?"
    r"[(\[]?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[ivxlcdm]{1,6}|[a-z])[.):\]]?\s*[-–—:.]?\s*\Z",
    re.IGNORECASE,
)
"""A number that waits for its text."""


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
    return Candidates(find(sight, _EMPHASIS, _NUMBER_ONLY))

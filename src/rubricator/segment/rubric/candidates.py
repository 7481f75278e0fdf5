"""Candidates: every piece of a page that could be a heading.

A candidate is a unit; a part of a unit that style or a colon sets off from what follows (a run-in heading); or several
adjoining units that a reader takes as one line: a number and the text it counts, the lines of one element.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rubricator.segment.rubric._candidates import find
from rubricator.segment.rubric._view import CANDIDATE, PageView
from rubricator.segment.rubric._view import INNER as INNER
from rubricator.segment.rubric._view import JOINED as JOINED
from rubricator.segment.rubric._view import LABEL as LABEL
from rubricator.segment.rubric._view import NUMBERED as NUMBERED
from rubricator.segment.rubric._view import OPENING as OPENING
from rubricator.segment.rubric._view import WHOLE as WHOLE
from rubricator.segment.rubric.columns import Rows

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
    """Candidates as a table, a row for each, and as the columns that are asked for often."""

    def __init__(self, table: Rows) -> None:
        self.table = table

    @classmethod
    def of(cls, rows: Iterable[Candidate]) -> Candidates:
        """Make a table of rows."""
        return cls(np.array(list(map(tuple, rows)), dtype=CANDIDATE))

    @cached_property
    def start(self) -> list[int]:
        """Where each starts in the page's text."""
        return self.table["start"].tolist()

    @cached_property
    def end(self) -> list[int]:
        """Where each ends."""
        return self.table["end"].tolist()

    @cached_property
    def unit(self) -> list[int]:
        """The first unit of each."""
        return self.table["unit"].tolist()

    @cached_property
    def last(self) -> list[int]:
        """The last unit of each."""
        return self.table["last"].tolist()

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, number: int) -> Candidate:
        return Candidate(*self.table[number].tolist())

    def __iter__(self) -> Iterator[Candidate]:
        return map(Candidate._make, self.table.tolist())


def find_candidates(view: PageView) -> Candidates:
    """Return the candidates in order of their units."""
    return Candidates(find(view, _EMPHASIS, _NUMBER_ONLY))

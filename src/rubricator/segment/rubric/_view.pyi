"""The lines of a page as tables, without the permalinks beside headings."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rubricator.page.model import Page
from rubricator.segment.rubric.columns import Floats, Ints, Rows

BOLD: int
"""From this weight on text counts as bold."""
WHOLE: int
OPENING: int
NUMBERED: int
INNER: int
LABEL: int
JOINED: int
"""Kinds of candidates: a unit; its opening in a style of its own; what follows its number; a part after a full sentence
in a style of its own; its opening up to a colon; several units."""

NODE: np.dtype[Any]
RUN: np.dtype[Any]
UNIT: np.dtype[Any]
STYLE: np.dtype[Any]
CANDIDATE: np.dtype[Any]
"""The columns of tables, as `_view.pxd` names them."""

class PageView:
    """What a reader sees of a page: tables with a row for each node, run, unit and style."""

    page: Page
    nodes: Rows
    runs: Rows
    units: Rows
    styles: Rows
    link_before: Floats
    """Linked characters before each run, and in all."""
    targets: frozenset[str]
    """The ids that links of the page itself point to."""
    tagged: int
    """How many elements for headings have text."""
    body_style: int
    """The style that most of the visible text has."""
    scale: float
    """How many letters of an alphabet a character stands for: more than one where most are ideographs."""

    def __init__(
        self, page: Page, nodes: Rows, runs: Rows, units: Rows, styles: Rows, link_before: Floats,
        targets: frozenset[str], tagged: int, body_style: int, scale: float,
    ) -> None: ...  # fmt: skip
    def part(self, low: int, high: int) -> PageView:
        """Return what is seen of the units `low` .. `high` alone; their numbers then count from `low`."""

def lay_out(page: Page, nodes: Rows, paths: NDArray[np.uint64], link: int) -> tuple[Rows, Rows, Floats, int]:
    """Return runs, units, the links before each run, and the style of most text; `link` is the bit of links."""

def count_ideographs(text: str) -> int:
    """Count ideographs, kana and syllables of Hangul."""

def write_bits(table: Floats, wanted: Ints, bits: Ints) -> None:
    """Write a row for each of the bits that are wanted: 1 where it is among those given."""

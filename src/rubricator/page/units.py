"""Units: inline runs inside one block container, split at `<br>`: what a reader takes as one line or paragraph.

Plain text is split at its blank lines.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from rubricator.page._units import cut
from rubricator.page.model import Page, Units


class Run(NamedTuple):
    """Adjacent characters of one text node or image."""

    start: int
    end: int
    node: int


class Unit(NamedTuple):
    """One line or paragraph: its span, the block container it stands in, and its runs (text nodes and images)."""

    start: int
    end: int
    container: int
    visible: bool
    runs: tuple[Run, ...]


def cut_units(page: Page) -> Units:
    """Cut the text of a page into lines."""
    return Units(*cut(page.symbols, page.flags, page.start, page.end, page.stop, page.breaks))


def units(page: Page) -> list[Unit]:
    """Return the units of a page in document order. Together they hold every character of its text but spaces."""
    columns = page.units
    runs = list(map(Run, columns.run_start, columns.run_end, columns.run_node))
    found = []
    for (first, stop), container, visible in zip(
        pairwise(columns.first_run), columns.container, columns.visible, strict=True
    ):
        found.append(Unit(runs[first].start, runs[stop - 1].end, container, visible > 0, tuple(runs[first:stop])))
    return found

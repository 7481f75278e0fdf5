"""Units: inline runs inside one block container, split at `<br>`: what a reader takes as one line or paragraph.

Plain text is split at its blank lines.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from rubricator.page._units import gather as _gather
from rubricator.page.model import BLOCK, BREAK, TEXT, VISIBLE, Page

_BREAKS = BLOCK | BREAK


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


def units(page: Page) -> list[Unit]:
    """Return the units of a page in document order. Together they hold every character of its text but spaces."""
    found = _gather(page.tag, page.flags, page.start, page.end, page.stop, Unit, Run, TEXT)
    return _parted(found, page) if page.breaks else found


def _parted(found: list[Unit], page: Page) -> list[Unit]:
    """Part units at the breaks of a page."""
    parted: list[Unit] = []
    for unit in found:
        inside = page.breaks[bisect_left(page.breaks, unit.start) : bisect_left(page.breaks, unit.end)]
        breaks = iter((*inside, unit.end))
        stop, runs = next(breaks), []
        for start, end, node in unit.runs:
            while end > stop:
                if start < stop:
                    runs.append(Run(start, stop, node))
                if runs:
                    parted.append(_unit(runs, unit.container, page))
                    runs = []
                start, stop = max(start, stop + 1), next(breaks)
            if start < end:
                runs.append(Run(start, end, node))
        if runs:
            parted.append(_unit(runs, unit.container, page))
    return parted


def _unit(runs: list[Run], container: int, page: Page) -> Unit:
    visible = any(page.flags[run.node] & VISIBLE for run in runs)
    return Unit(runs[0].start, runs[-1].end, container, visible, tuple(runs))

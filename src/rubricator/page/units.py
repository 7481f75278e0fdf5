"""Units: inline runs inside one block container, split at `<br>`: what a reader takes as one line or paragraph."""

from __future__ import annotations

from typing import NamedTuple

from rubricator.page.model import BLOCK, BREAK, IMAGE, SKIPPED, TEXT, VISIBLE, Page


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
    found: list[Unit] = []
    runs: list[Run] = []
    seen = 0
    """The flags of all runs together."""
    containers = [0]
    container_stops = [page.stop[0]]

    def close() -> None:
        nonlocal seen
        found.append(Unit(runs[0].start, runs[-1].end, containers[-1], seen & VISIBLE > 0, tuple(runs)))
        runs.clear()
        seen = 0

    for node, (tag, flag, start, end) in enumerate(zip(page.tag, page.flags, page.start, page.end, strict=True)):
        if node >= container_stops[-1]:
            if runs:
                close()
            while node >= container_stops[-1]:
                containers.pop()
                container_stops.pop()
        if flag & SKIPPED:
            continue
        if flag & (BLOCK | BREAK):
            if runs:
                close()
            if flag & BLOCK:
                containers.append(node)
                container_stops.append(page.stop[node])
        if start != end and (tag == TEXT or flag & IMAGE):
            runs.append(Run(start, end, node))
            seen |= flag
    if runs:
        close()
    return found

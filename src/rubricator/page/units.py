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
    tags, flags, starts, ends, stops = page.tag, page.flags, page.start, page.end, page.stop
    containers = [0]
    container_stops = [stops[0]]

    def close() -> None:
        if runs:
            visible = any(flags[run.node] & VISIBLE for run in runs)
            found.append(Unit(runs[0].start, runs[-1].end, containers[-1], visible, tuple(runs)))
            runs.clear()

    node, last = 0, len(tags)
    while node < last:
        flag = flags[node]
        if node >= container_stops[-1]:
            close()
            while node >= container_stops[-1]:
                containers.pop()
                container_stops.pop()
        if flag & SKIPPED:
            node = stops[node]
            continue
        if flag & BLOCK:
            close()
            containers.append(node)
            container_stops.append(stops[node])
        elif flag & BREAK:
            close()
        if starts[node] != ends[node] and (tags[node] == TEXT or flag & IMAGE):
            runs.append(Run(starts[node], ends[node], node))
        node += 1
    close()
    return found

"""Cropping: a few sections of a page as a page of its own, to learn what small pages look like."""

from __future__ import annotations

from dataclasses import replace

from rubricator.page.model import DOCUMENT, Page


def crop(page: Page, start: int, end: int) -> Page | None:
    """Return what lies between two places of the text as a page; None when no element has just that as children."""
    container = page.body
    while True:
        holder = next((n for n in _children(page, container) if page.start[n] <= start and page.end[n] >= end), None)
        if holder is None or holder + 1 >= page.stop[holder]:
            break
        container = holder
    kept = [n for n in _children(page, container) if start <= page.start[n] and page.end[n] <= end]
    if len(kept) < 2 or page.start[kept[0]] != start:
        return None
    nodes = [n for child in kept for n in range(child, page.stop[child])]
    places = {n: place for place, n in enumerate(nodes, 2)}
    text = page.text[start:end].rstrip()

    def shifted(column: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([min(max(column[n] - start, 0), len(text)) for n in nodes])

    last = len(nodes) + 2
    return replace(
        page,
        text=text,
        tag=(DOCUMENT, "body", *[page.tag[n] for n in nodes]),
        parent=(-1, 0, *[places.get(page.parent[n], 1) for n in nodes]),
        stop=(last, last, *[places.get(page.stop[n] - 1, 0) + 1 for n in nodes]),
        start=(0, 0, *shifted(page.start)),
        end=(len(text), len(text), *shifted(page.end)),
        style=(page.style[0], page.style[container], *[page.style[n] for n in nodes]),
        flags=bytes([page.flags[0], page.flags[page.body], *[page.flags[n] for n in nodes]]),
        attributes=((), (), *[page.attributes[n] for n in nodes]),
        data=("", "", *[page.data[n] for n in nodes]),
        heights={places[n]: height for n, height in page.heights.items() if n in places},
        body=1,
        boxes=None,
    )


def _children(page: Page, node: int) -> list[int]:
    found = []
    child = node + 1
    while child < page.stop[node]:
        found.append(child)
        child = page.stop[child]
    return found

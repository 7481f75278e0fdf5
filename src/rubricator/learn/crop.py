"""Cropping: a part of a page as a page of its own, to learn what small pages look like."""

from __future__ import annotations

from array import array
from bisect import bisect_left

from rubricator.page.build import rebuild_page
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
    return _part(page, start, end, [n for child in kept for n in range(child, page.stop[child])], container)


def prune(page: Page, start: int, end: int) -> Page | None:
    """Return what lies between two places of the text, with all elements around it; None when a text lies astride."""
    nodes = [
        n
        for n in range(page.body + 1, page.stop[page.body])
        if start <= page.start[n] < end or page.start[n] < start < page.end[n]
    ]
    if any(page.tag[n] == "#text" and (page.start[n] < start or page.end[n] > end) for n in nodes):
        return None
    return _part(page, start, end, nodes, page.body)


def _part(page: Page, start: int, end: int, nodes: list[int], container: int) -> Page:
    """Return a page of some nodes, in order; what an element that is left out holds goes to the one above."""
    places = {n: place for place, n in enumerate(nodes, 2)}
    text = page.text[start:end].rstrip()

    def shifted(column: array[int]) -> tuple[int, ...]:
        return tuple([min(max(column[n] - start, 0), len(text)) for n in nodes])

    def above(node: int) -> int:
        parent = page.parent[node]
        while parent not in places and parent > page.body:
            parent = page.parent[parent]
        return places.get(parent, 1)

    last = len(nodes) + 2
    return rebuild_page(
        page,
        text=text,
        tag=(DOCUMENT, "body", *[page.tag[n] for n in nodes]),
        parent=array("i", [-1, 0, *[above(n) for n in nodes]]),
        stop=array("i", [last, last, *[bisect_left(nodes, page.stop[n]) + 2 for n in nodes]]),
        start=array("i", [0, 0, *shifted(page.start)]),
        end=array("i", [len(text), len(text), *shifted(page.end)]),
        style=array("i", [page.style[0], page.style[container], *[page.style[n] for n in nodes]]),
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

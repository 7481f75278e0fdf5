"""Preformatted text as it was written, for a part of a node's span."""

from __future__ import annotations

from rubricator.emit.leaves import Leaf, Leaves
from rubricator.page.model import Page

_NEAR = 8
"""Nodes before an image that are looked at for white space."""


def raw_text(leaves: Leaves, leaf: Leaf, start: int, end: int) -> str:
    """Return the raw characters behind the part of a text leaf that lies in `start` .. `end`.

    Where the renderer changed more than white space, the folded text is all there is to return.
    """
    page = leaves.page
    data, text = page.data[leaf.node], page.text[leaf.start : leaf.end]
    if start <= leaf.start and end >= leaf.end:
        return data if data.split() == text.split() else text
    if leaf.node not in leaves.raw_places:
        leaves.raw_places[leaf.node] = _places(text, data)
    places = leaves.raw_places[leaf.node]
    if not places:
        return page.text[max(start, leaf.start) : min(end, leaf.end)]
    first = places[start - leaf.start] if start > leaf.start else 0
    last = places[end - leaf.start - 1] + 1 if end < leaf.end else len(data)
    return data[first:last]


def line_spans(leaves: Leaves, leaf: Leaf, start: int, end: int) -> list[tuple[int, int]]:
    """Return the spans of the lines of a text leaf in `start` .. `end` that keeps line feeds, some empty."""
    page, low, high = leaves.page, max(start, leaf.start), min(end, leaf.end)
    raw = raw_text(leaves, leaf, start, end)
    if "\n" not in raw:
        return [(low, high)]
    found: list[tuple[int, int]] = []
    for line in raw.split("\n"):
        words = line.split()
        first = low = page.text.index(words[0], low) if words else low
        for word in words:
            low = page.text.index(word, low) + len(word)
        found.append((first, low))
    return found


def _places(text: str, data: str) -> tuple[int, ...]:
    """Return for each character of the folded text its index in the raw data; nothing when the two do not agree."""
    places: list[int] = []
    at = 0
    for char in text:
        if not char.isspace():
            while at < len(data) and data[at].isspace():
                at += 1
        if at >= len(data) or (data[at] != char and not (char.isspace() and data[at].isspace())):
            return ()
        places.append(at)
        at += 1
    return () if data[at:].strip() else tuple(places)


def stands_apart(page: Page, image: int) -> bool:
    """Say whether white space is written before an image without text: in the page's text it may stand behind."""
    for node in range(image - 1, max(image - _NEAR, 0), -1):
        if page.data[node]:
            return page.data[node][-1].isspace()
    return False

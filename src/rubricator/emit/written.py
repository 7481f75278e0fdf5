"""Preformatted text as it was written, for a part of a node's span."""

from __future__ import annotations

from rubricator.emit.leaves import Leaf, Leaves


def written(leaves: Leaves, leaf: Leaf, start: int, end: int) -> str:
    """Return the raw characters behind the part of a text leaf that lies in `start` .. `end`.

    Where the renderer changed more than white space, the folded text is all there is to return.
    """
    page = leaves.page
    data, text = page.data[leaf.node], page.text[leaf.start : leaf.end]
    if start <= leaf.start and end >= leaf.end:
        return data if data.split() == text.split() else text
    if leaf.node not in leaves.written:
        leaves.written[leaf.node] = _places(text, data)
    places = leaves.written[leaf.node]
    if not places:
        return page.text[max(start, leaf.start) : min(end, leaf.end)]
    first = places[start - leaf.start] if start > leaf.start else 0
    last = places[end - leaf.start - 1] + 1 if end < leaf.end else len(data)
    return data[first:last]


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

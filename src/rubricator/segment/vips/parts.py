"""Parts: what a node falls into when it is divided."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from rubricator.page.model import BREAK, TEXT
from rubricator.segment.vips.rectangle import Rectangle, around
from rubricator.segment.vips.view import PageView

Span = tuple[int, int]


class Part(NamedTuple):
    """A node, or texts that stand together, and the characters from its start to that of the next part.

    So what one does not see goes with the part before it, and all parts together hold all characters.
    """

    nodes: tuple[int, ...]
    span: Span
    rectangle: Rectangle


def whole(view: PageView, node: int) -> Part:
    """Return a node as one part."""
    return Part((node,), (view.page.start[node], view.page.end[node]), view.rectangles[node])


def can_be_divided(view: PageView, part: Part) -> bool:
    """Say whether a part is a node with valid children."""
    return len(part.nodes) == 1 and bool(view.children[part.nodes[0]])


def divide(view: PageView, part: Part) -> list[Part]:
    """Return the parts of a part that can be divided: the valid children of its node, neighbouring texts as one."""
    groups = _group(view, trace(view, part.nodes[0]))
    starts = [part.span[0], *(view.page.start[group[0]] for group in groups[1:]), part.span[1]]
    return [
        Part(tuple(group), span, around([view.rectangles[node] for node in group]))
        for group, span in zip(groups, pairwise(starts), strict=True)
    ]


def trace(view: PageView, node: int) -> int:
    """If a node has only one valid child and this is not a text node, trace into the child."""
    while len(view.children[node]) == 1 and view.page.tag[view.children[node][0]] != TEXT:
        node = view.children[node][0]
    return node


def _group(view: PageView, node: int) -> list[list[int]]:
    """Group the valid children of a node."""
    groups: list[list[int]] = []
    for child in view.children[node]:
        if groups and _stand_together(view, groups[-1][-1], child):
            groups[-1].append(child)
        else:
            groups.append([child])
    return groups or [[node]]


def _stand_together(view: PageView, before: int, after: int) -> bool:
    """Say whether two children are texts of one paragraph, with no more than two `<br>` between them."""
    page = view.page
    if not view.is_text[before] or not view.is_text[after] or "p" in {page.tag[before], page.tag[after]}:
        return False
    return successive_breaks(view, page.stop[before], after) <= view.usual.breaks


def successive_breaks(view: PageView, first: int, stop: int) -> int:
    """Count the most successive `<br>` among sibling nodes."""
    page, longest, count, node = view.page, 0, 0, first
    while node < stop:
        if page.flags[node] & BREAK:
            count += 1
            longest = max(longest, count)
        elif page.tag[node] != TEXT or page.start[node] < page.end[node]:
            count = 0
        node = page.stop[node]
    return longest

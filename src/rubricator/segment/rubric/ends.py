"""Where blocks end: before the next heading of their level or a higher one, and with the element around them."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from rubricator.page.lookup import Lookup
from rubricator.page.model import BLOCK, IMAGE, Page
from rubricator.segment.rubric._ends import nested as _nested
from rubricator.segment.rubric.sight import Sight

Span = tuple[int, int]
_PROSE = frozenset("p dt h1 h2 h3 h4 h5 h6".split())
"""Elements of lines: what is under a heading that stands in one may go on behind it."""


class Nested(NamedTuple):
    """Columns over a page's blocks, in document order."""

    headings: list[int]
    """Which heading each begins with. Those that nest too deep have no block."""
    levels: list[int]
    """Depths: 1 is the highest."""
    ends: list[int]


def nest_headings(sight: Sight, headings: list[Span], ranks: list[int], title: int, end: int, max_depth: int) -> Nested:
    """Let each heading have a block, which lasts until the next one of its rank or a higher one, the title, or the end.

    It lasts no longer than the element around its heading: the largest one that it does not share with the headings of
    its rank or a higher one before and after, or with the title. What follows that element is not under the heading. A
    picture that stands in an element with the next heading is not under the one before.
    """
    first = bisect_left(headings, (title, 0))
    after = _nested(sight, headings[first:], ranks[first:], title, end, max_depth, IMAGE, BLOCK, _PROSE)
    if not first:
        return Nested(*after)
    before = _nested(sight, headings[:first], ranks[:first], 0, title, max_depth, IMAGE, BLOCK, _PROSE)
    return Nested(before[0] + [first + number for number in after[0]], before[1] + after[1], before[2] + after[2])


def _nest(
    text: str, headings: list[Span], ranks: list[int], end: int, max_depth: int
) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return which headings have blocks, at which level, which is the last block in each (or none: -1), their ends."""
    kept: list[int] = []
    levels: list[int] = []
    last_child: list[int] = []
    ends: list[int] = []
    open_blocks: list[int] = []
    for number, (start, _) in enumerate(headings):
        while open_blocks and ranks[kept[open_blocks[-1]]] >= ranks[number]:
            ends[open_blocks.pop()] = start - (text[start - 1 : start] == " ")
        if len(open_blocks) < max_depth:
            if open_blocks:
                last_child[open_blocks[-1]] = len(kept)
            last_child.append(-1)
            open_blocks.append(len(kept))
            kept.append(number)
            levels.append(len(open_blocks))
            ends.append(end - (text[end - 1 : end] == " "))
    return kept, levels, last_child, ends


def _limits(
    sight: Sight, lookup: Lookup, headings: list[Span], levels: list[int], title: int, prose: frozenset[str]
) -> list[int]:
    """Return where the element around each heading ends, which lies in what it shares with its neighbours."""
    page, depths, count = sight.page, sight.node_depth.tolist(), len(headings)
    line_ends = [sight.unit_end[number - 1] for number in sight.unit_start.searchsorted([end for _, end in headings])]
    nodes = [lookup.containing(*heading) for heading in headings]
    after = [count - 1 - number for number in reversed(_before(levels[::-1]))]
    found = []
    for number, (node, first, last) in enumerate(zip(nodes, _before(levels), after, strict=True)):
        above = [nodes[first]] if first >= 0 else [title] if page.end[title] <= headings[number][0] else []
        shared = [_common(page, *sorted((node, other))) for other in above + nodes[last : last + 1]]
        if not shared:
            found.append(len(page.text))
            continue
        nearest = max(shared, key=depths.__getitem__)
        # The last heading of several in the lines of one element has what follows it, unless its line goes on.
        if headings[number][1] >= line_ends[number]:
            while nearest and _is_line(page, nearest, line_ends[number], prose):
                nearest = page.parent[nearest]
        around = node
        for _ in range(depths[node] - depths[nearest] - 1):
            around = page.parent[around]
        while around > nearest and _is_line(page, around, line_ends[number], prose):
            around = page.parent[around]
        found.append(page.end[around])
    return found


def _is_line(page: Page, node: int, end: int, prose: frozenset[str]) -> bool:
    """Say whether an element is no more than the line of a heading, which ends at `end`."""
    return page.end[node] <= end or page.tag[node] in prose


def _before(levels: list[int]) -> list[int]:
    """Return for each block the last one before it on its level or a higher one, or -1."""
    found: list[int] = []
    open_blocks: list[int] = []
    for number, level in enumerate(levels):
        while open_blocks and levels[open_blocks[-1]] > level:
            open_blocks.pop()
        found.append(open_blocks[-1] if open_blocks else -1)
        open_blocks.append(number)
    return found


def _common(page: Page, one: int, other: int) -> int:
    """Return the deepest element that holds two nodes, the first of which comes first; else the first."""
    while page.stop[one] <= other:
        one = page.parent[one]
    return one

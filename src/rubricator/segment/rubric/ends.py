"""Where blocks end: before the next heading of their level or a higher one, and with the element around them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from itertools import pairwise
from typing import NamedTuple

from rubricator.kernel import twin
from rubricator.page.lookup import Lookup
from rubricator.page.model import BLOCK, IMAGE, Attributes, Page
from rubricator.segment.rubric.sight import Sight

Span = tuple[int, int]
_BOXES = frozenset({"aside", "details"})
_NOTES = frozenset("admonition callout".split())
"""Classes of boxes with a note."""
_NEAR = 4
"""Elements from a heading up that may be a box which begins with it."""


class Nested(NamedTuple):
    """Columns over a page's blocks, in document order."""

    headings: list[int]
    """Which heading each begins with. Those that nest too deep have no block."""
    levels: list[int]
    """Depths: 1 is the highest."""
    ends: list[int]


def nest_headings(sight: Sight, headings: list[Span], ranks: list[int], title: int, end: int, max_depth: int) -> Nested:
    """Let each heading have a block, which lasts until the next one of its rank or a higher one, the title, or the end.

    Blocks that have siblings end with the element around them; what follows it is not under their heading. As in HEPS,
    that element lies at the depth of the deepest one that two neighbours share. A picture that stands in an element
    with the next heading is not under the one before.
    """
    first = bisect_left(headings, (title, 0))
    after = Nested(*_nested(sight, headings[first:], ranks[first:], end, max_depth, IMAGE, BLOCK))
    if not first:
        return _in_boxes(sight.page, headings, after)
    before = _nested(sight, headings[:first], ranks[:first], title, max_depth, IMAGE, BLOCK)
    both = Nested(
        before[0] + [first + number for number in after.headings], before[1] + after.levels, before[2] + after.ends
    )
    return _in_boxes(sight.page, headings, both)


def _in_boxes(page: Page, headings: list[Span], nested: Nested) -> Nested:
    """Let the block of a heading that begins a box end with it: the text goes on behind a note or an aside."""
    lookup, ends = Lookup(page), list(nested.ends)
    starts = [headings[number][0] for number in nested.headings]
    for place, number in enumerate(nested.headings):
        box_end = _box_end(page, lookup.containing(*headings[number]), headings[number])
        inside = bisect_left(starts, box_end)
        if place < inside and box_end < ends[place] and (inside == len(starts) or starts[inside] >= ends[place]):
            ends[place:inside] = [min(end, box_end) for end in ends[place:inside]]
    return Nested(nested.headings, nested.levels, ends)


def _box_end(page: Page, node: int, heading: Span) -> int:
    """Return where the box ends that a heading is the first text of; 0 where there is none."""
    for _ in range(_NEAR):
        if page.start[node] != heading[0]:
            break
        if page.end[node] > heading[1] and (page.tag[node] in _BOXES or _is_note(page.attributes[node])):
            return page.end[node]
        node = max(page.parent[node], 0)
    return 0


def _is_note(attributes: Attributes) -> bool:
    named = next((value for name, value in attributes if name == "class"), None)
    return named is not None and not _NOTES.isdisjoint(named.lower().split())


@twin("rubric.ends")
def _nested(
    sight: Sight,
    headings: list[Span],
    ranks: list[int],
    end: int,
    max_depth: int,
    image: int,  # noqa: ARG001 - the compiled twin is told what nodes are
    block: int,  # noqa: ARG001
) -> tuple[list[int], list[int], list[int]]:
    """Return the headings that have blocks, the levels and the ends of these."""
    kept, levels, parents, ends = _nest(sight.page.text, headings, ranks, end, max_depth)
    page, lookup, depths = sight.page, Lookup(sight.page), sight.node_depth.tolist()
    siblings: defaultdict[int, list[int]] = defaultdict(list)
    for number, parent in enumerate(parents):
        siblings[parent].append(number)
    limits: dict[int, int] = {}
    for some in siblings.values():
        if len(some) > 1:
            found = _limits(page, lookup, depths, [headings[kept[number]] for number in some])
            limits.update(zip(some, found, strict=True))
    starts = [headings[number][0] for number in kept]
    for number in reversed(range(len(kept))):
        least = ends[siblings[number][-1]] if number in siblings else headings[kept[number]][1]
        last = min(ends[number], max(limits.get(number, ends[number]), least))
        following = bisect_left(starts, last)
        if following < len(starts):
            last = max(_before_pictures(page, lookup, depths, last, starts[following]), least)
        ends[number] = last
    return kept, levels, ends


def _nest(
    text: str, headings: list[Span], ranks: list[int], end: int, max_depth: int
) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return which headings have blocks, at which level, in which other block (or in none: -1), and their ends."""
    kept: list[int] = []
    levels: list[int] = []
    parents: list[int] = []
    ends: list[int] = []
    open_blocks: list[int] = []
    for number, (start, _) in enumerate(headings):
        while open_blocks and ranks[kept[open_blocks[-1]]] >= ranks[number]:
            ends[open_blocks.pop()] = start - (text[start - 1 : start] == " ")
        if len(open_blocks) < max_depth:
            parents.append(open_blocks[-1] if open_blocks else -1)
            open_blocks.append(len(kept))
            kept.append(number)
            levels.append(len(open_blocks))
            ends.append(end - (text[end - 1 : end] == " "))
    return kept, levels, parents, ends


def _limits(page: Page, lookup: Lookup, depths: list[int], headings: list[Span]) -> list[int]:
    """Return for the headings of neighbours where the element around each ends."""
    nodes = [lookup.containing(*heading) for heading in headings]
    shared = [_common(page, before, after) for before, after in pairwise(nodes)]
    deepest = max(depths[node] for node in shared)
    found = []
    for place, (node, (_, stop)) in enumerate(zip(nodes, headings, strict=True)):
        nearest = max(shared[max(place - 1, 0) : place + 1], key=depths.__getitem__)
        around = node
        for _ in range(depths[node] - deepest):
            around = page.parent[around]
        # An element that holds the heading alone is not its block.
        while around > nearest and page.end[around] <= stop:
            around = page.parent[around]
        found.append(max(page.end[around], stop))
    return found


def _before_pictures(page: Page, lookup: Lookup, depths: list[int], end: int, heading: int) -> int:
    """Return where a block ends without pictures that share a deeper element with the next heading than with it."""
    following = lookup.leaf_at(heading)
    while following is not None:
        picture = lookup.leaf_at(end - 1)
        if picture is None or not page.flags[picture] & IMAGE:
            break
        before = lookup.leaf_at(page.start[picture] - 1)
        if before is None or depths[_common(page, picture, following)] <= depths[_common(page, before, picture)]:
            break
        end = page.end[before]
    return end


def _common(page: Page, one: int, other: int) -> int:
    """Return the deepest element that holds two nodes, the first of which comes first; else the first."""
    while page.stop[one] <= other:
        one = page.parent[one]
    return one

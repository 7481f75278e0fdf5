"""Where blocks end: at the latest with the element that holds them and their siblings."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from rubricator.page.lookup import Lookup
from rubricator.page.model import IMAGE, Page
from rubricator.structure.model import Block
from rubricator.structure.rebuild import rebuild


def end_with_elements(page: Page, root: Block, depths: list[int]) -> Block:
    """Let blocks that have siblings end with the element around them; what follows it is not under their heading.

    As in HEPS, that element lies at the depth of the deepest one that two neighbours share; `depths` are those of all
    nodes. A picture that stands in an element with the next heading is not under the one before.
    """
    lookup = Lookup(page)
    starts = [block.start for block in root.walk() if block.heading and block.level]
    limits: dict[int, int] = {}
    for block in root.walk():
        if len(block.children) > 1:
            limits.update(_limits(page, lookup, depths, block.children))

    def one(block: Block, children: tuple[Block, ...]) -> Block:
        limit = limits.get(block.start, block.end) if block.level else block.end
        least = children[-1].end if children else block.heading.end if block.heading else block.start
        end = min(block.end, max(limit, least))
        following = bisect_left(starts, end) if block.level else len(starts)
        if following < len(starts):
            end = max(_before_pictures(page, lookup, depths, end, starts[following]), least)
        return Block(block.start, end, block.level, block.heading, children)

    return rebuild(root, one)


def _limits(page: Page, lookup: Lookup, depths: list[int], blocks: tuple[Block, ...]) -> dict[int, int]:
    """Return, by the start of each block, where the element around it ends."""
    headings = [block.heading for block in blocks if block.heading]
    nodes = [lookup.containing(heading.start, heading.end) for heading in headings]
    shared = [_common(page, before, after) for before, after in pairwise(nodes)]
    deepest = max(depths[node] for node in shared)
    found = {}
    for place, (node, heading) in enumerate(zip(nodes, headings, strict=True)):
        nearest = max(shared[max(place - 1, 0) : place + 1], key=depths.__getitem__)
        around = node
        for _ in range(depths[node] - deepest):
            around = page.parent[around]
        # An element that holds the heading alone is not its block.
        while around > nearest and page.end[around] <= heading.end:
            around = page.parent[around]
        found[heading.start] = max(page.end[around], heading.end)
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
    """Return the deepest element that holds two nodes, the first of which comes first."""
    while page.stop[one] <= other:
        one = page.parent[one]
    return one

"""Where blocks end: before the next heading of their level or a higher one, and with the element around them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from rubricator.page.lookup import climb
from rubricator.page.model import IMAGE, Page
from rubricator.segment.rubric.view import PageView

Span = tuple[int, int]
_LINES = frozenset("p dt h1 h2 h3 h4 h5 h6".split())
"""Elements of lines: what is under a heading that stands in one may go on behind it."""


class Nested(NamedTuple):
    """Columns over a page's blocks, in document order."""

    headings: list[int]
    """Which heading each begins with. Those that nest too deep have no block."""
    levels: list[int]
    """Depths: 1 is the highest."""
    ends: list[int]


@dataclass(slots=True)
class _Block:
    """A block while its end is looked for."""

    heading: int
    span: Span
    """That of its heading."""
    rank: int
    node: int
    """The deepest one that contains its heading."""
    level: int = 0
    end: int = 0
    shared: int = -1
    """The deepest node that it shares with a neighbour of its level or a higher one."""
    last_child: _Block | None = None


def nest_headings(
    view: PageView, headings: list[Span], ranks: list[int], title: int, end: int, max_depth: int
) -> Nested:
    """Let each heading have a block, which lasts until the next one of its rank or a higher one, the title, or the end.

    It lasts no longer than the element around its heading: the largest one that it does not share with the headings of
    its rank or a higher one before and after, or with the title. What follows that element is not under the heading. A
    picture that stands in an element with the next heading is not under the one before.
    """
    leaves = _Leaves(view)
    nodes = [leaves.containing(*span) for span in headings]
    blocks = list(map(_Block, range(len(headings)), headings, ranks, nodes))
    first = bisect_left(headings, (title, 0))
    found = []
    for some, above, last in ((blocks[:first], 0, title), (blocks[first:], title, end)):
        nested = _nest(leaves, some, leaves.at(above) or 0, last, max_depth)
        _end_with_elements(leaves, nested)
        found += nested
    return Nested([one.heading for one in found], [one.level for one in found], [one.end for one in found])


class _Leaves:
    """The texts of a page, and its images with text, by where they begin; permalinks are not among them."""

    def __init__(self, view: PageView) -> None:
        self.page = view.page
        self._starts, self._nodes = view.runs["start"].tolist(), view.runs["node"].tolist()
        self._unit_starts, self._unit_ends = view.units["start"].tolist(), view.units["end"].tolist()

    def at(self, place: int) -> int | None:
        """Return the leaf that begins at or before a place in the text; None before the first."""
        number = bisect_right(self._starts, place)
        return self._nodes[number - 1] if number else None

    def containing(self, start: int, end: int) -> int:
        """Return the deepest node that contains a span, or the element around it when it holds nothing else."""
        leaf = self.at(start)
        return self.page.body if leaf is None else climb(self.page, leaf, start, end)

    def line_end(self, end: int) -> int:
        """Return where the line ends that a span up to `end` is in."""
        return self._unit_ends[bisect_left(self._unit_starts, end) - 1]


def _nest(leaves: _Leaves, headings: list[_Block], title: int, end: int, max_depth: int) -> list[_Block]:
    """Return the blocks, with their levels, and where they end by the headings that follow, or by the end of all."""
    page, blocks, open_blocks = leaves.page, list[_Block](), list[_Block]()
    for block in headings:
        before = open_blocks[-1] if open_blocks else None
        while open_blocks and open_blocks[-1].rank >= block.rank:
            before = open_blocks.pop()
            before.end = _without_space(page.text, block.span[0])
            before.shared = max(before.shared, _common(page, before.node, block.node))
        if len(open_blocks) == max_depth:
            continue
        if before is not None:
            block.shared = _common(page, before.node, block.node)
        elif page.end[title] <= block.span[0]:
            block.shared = _common(page, title, block.node)
        if open_blocks:
            open_blocks[-1].last_child = block
        open_blocks.append(block)
        block.level, block.end = len(open_blocks), _without_space(page.text, end)
        blocks.append(block)
    return blocks


def _common(page: Page, one: int, other: int) -> int:
    """Return the deepest node that holds two nodes."""
    one, other = min(one, other), max(one, other)
    while page.stop[one] <= other:
        one = page.parent[one]
    return one


def _without_space(text: str, end: int) -> int:
    return end - (text[end - 1 : end] == " ")


def _end_with_elements(leaves: _Leaves, blocks: list[_Block]) -> None:
    """Let blocks end with the elements around their headings, but not before the blocks in them do."""
    starts = [block.span[0] for block in blocks]
    for block in reversed(blocks):
        least = block.last_child.end if block.last_child else block.span[1]
        if block.shared >= 0:
            block.end = min(block.end, max(_element_end(leaves, block), least))
        following = bisect_left(starts, block.end)
        if following < len(starts):
            block.end = max(_before_pictures(leaves, block.end, starts[following]), least)


def _element_end(leaves: _Leaves, block: _Block) -> int:
    """Return where the element around a heading ends, which lies in what it shares with its neighbours."""
    node, shared, page = block.node, block.shared, leaves.page
    parent, ends, tags, line_end = page.parent, page.end, page.tag, leaves.line_end(block.span[1])
    # The last heading of several in the lines of one element has what follows it, unless its line goes on.
    if block.span[1] >= line_end:
        while shared > 0 and (ends[shared] <= line_end or tags[shared] in _LINES):
            shared = parent[shared]
    while parent[node] > shared:
        node = parent[node]
    while node > shared and (ends[node] <= line_end or tags[node] in _LINES):
        node = parent[node]
    return ends[node]


def _before_pictures(leaves: _Leaves, end: int, heading: int) -> int:
    """Return where a block ends without pictures that share a deeper element with the next heading than with it."""
    page, following = leaves.page, leaves.at(heading)
    while following is not None:
        picture = leaves.at(end - 1)
        if picture is None or not page.flags[picture] & IMAGE:
            break
        before = leaves.at(page.start[picture] - 1)
        if before is None or _common(page, picture, following) <= _common(page, before, picture):
            break
        end = page.end[before]
    return end

"""Visual separator detection, and the weights of separators (section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rubricator.page.model import TEXT
from rubricator.segment.vips.parts import Part
from rubricator.segment.vips.rectangle import Rectangle, around
from rubricator.segment.vips.view import PageView

_BOLD = 600


class Separator(NamedTuple):
    """A line between blocks, from its first to its last pixel; blocks that touch have one of no width."""

    horizontal: bool
    start: int
    end: int
    weight: float


class Gap(NamedTuple):
    """A separator without its weight, and the blocks that end and begin at it."""

    start: int
    end: int
    before: list[Part]
    after: list[Part]


def detect(view: PageView, pool: Sequence[Part]) -> list[Separator]:
    """Find the horizontal and the vertical separators of a pool, with their weights."""
    rectangle = around([part.rectangle for part in pool])
    return [
        Separator(horizontal, gap.start, gap.end, weigh(view, gap, rectangle, horizontal))
        for horizontal in (True, False)
        for gap in find_gaps(pool, horizontal)
    ]


def find_gaps(pool: Sequence[Part], horizontal: bool) -> list[Gap]:
    """Detect the separators of one direction.

    The paper begins with one separator as large as the pool, and looks at each block with each separator: a block
    inside of it splits it, one that crosses it cuts it off, one that covers it removes it. Here blocks come in the
    order of their first pixel, so that only the last separator, which is open to the border of the pool, can be
    concerned. The separators at the borders of the pool are left out.
    """
    gaps: list[Gap] = []
    last: list[Part] = []
    """The blocks that the open separator begins at."""
    open_from = 0
    for (start, end), part in sorted(
        ((part.rectangle.side(horizontal), part) for part in pool), key=lambda one: one[0][0]
    ):
        if last and start >= open_from:
            gaps.append(Gap(open_from, start, last, []))
        if gaps and start == gaps[-1].end:
            gaps[-1].after.append(part)
        if not last or end > open_from:
            open_from, last = end, [part]
        elif end == open_from:
            last.append(part)
    return gaps


def weigh(view: PageView, gap: Gap, pool: Rectangle, horizontal: bool) -> float:
    """Set the weight of a separator by the five rules; in tenths, so that several can have the same."""
    given, before, after = view.usual, gap.before, gap.after
    weight = given.by_distance * min(1.0, (gap.end - gap.start) / given.distance)
    if view.lines.lies_in(gap.start, gap.end, pool, horizontal):
        weight += given.by_line
    size, bold = _font(view, before, view.last_text)
    next_size, next_bold = _font(view, after, view.first_text)
    if size and next_size:
        weight += given.by_font * ((size != next_size) + (bold != next_bold))
        weight += given.by_larger_font * (size < next_size)
    if {_background(view, part) for part in before} != {_background(view, part) for part in after}:
        weight += given.by_background
    if {_structure(view, part) for part in before} == {_structure(view, part) for part in after}:
        weight -= given.by_likeness
    return round(min(1.0, max(0.0, weight)), 1)


def _font(view: PageView, parts: Sequence[Part], texts: Sequence[int]) -> tuple[float, bool]:
    """Return the size, and whether it is bold, of the font next to a separator; size 0 where there is no text."""
    page = view.page
    found = [texts[node] for part in parts for node in part.nodes if texts[node] >= 0]
    if not found:
        return 0.0, False
    style = page.styles[page.style[max(found) if texts is view.last_text else min(found)]]
    return style.font_size, style.weight >= _BOLD


def _background(view: PageView, part: Part) -> int:
    return view.backgrounds[part.nodes[0]]


def _structure(view: PageView, part: Part) -> tuple[str, ...]:
    """Return what is alike in blocks that have the same structure: text is like text, else the tags are compared."""
    node, tag = part.nodes[0], view.page.tag
    return (TEXT,) if view.is_text[node] else (tag[node], *sorted({tag[child] for child in view.children[node]}))

"""Where blocks end: before the next heading of their level or a higher one, and with the element around them."""

from __future__ import annotations

from rubricator.segment.rubric._ends import nest
from rubricator.segment.rubric.view import PageView

Span = tuple[int, int]
_LINES = frozenset("p dt h1 h2 h3 h4 h5 h6".split())
"""Elements of lines: what is under a heading that stands in one may go on behind it."""


def nest_headings(
    view: PageView, headings: list[Span], ranks: list[int], title: int, end: int, max_depth: int
) -> list[tuple[int, int, int]]:
    """Let each heading have a block, which lasts until the next one of its rank or a higher one, the title, or the end.

    It lasts no longer than the element around its heading: the largest one that it does not share with the headings of
    its rank or a higher one before and after, or with the title. What follows that element is not under the heading. A
    picture that stands in an element with the next heading is not under the one before.

    Of each block in document order it is said which heading it begins with, its level (1 is the highest), and its end.
    Headings that nest too deep have none.
    """
    return nest(view, headings, ranks, title, end, max_depth, _LINES)

"""How text looks: the style that most characters of a span are shown in."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cached_property

from rubricator.emit.leaves import find_leaves
from rubricator.page.model import IMAGE, SCREEN_READER_ONLY, TEXT, VISIBLE, Page, Style

_SAME_SIZE = 0.5
"""Sizes that differ by less (px) look the same."""


class Looks:
    """The styles of a page's visible texts, by place."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @cached_property
    def _texts(self) -> list[int]:
        page = self._page
        return [
            node
            for node, tag in enumerate(page.tag)
            if tag == TEXT and page.start[node] != page.end[node] and page.flags[node] & VISIBLE
        ]

    @cached_property
    def _starts(self) -> list[int]:
        return [self._page.start[node] for node in self._texts]

    @cached_property
    def _shown(self) -> list[int]:
        """Texts and images that are visible, or announced by screen readers, as nodes in order."""
        page = self._page
        return [
            node
            for node, (tag, flag) in enumerate(zip(page.tag, page.flags, strict=True))
            if flag & (VISIBLE | SCREEN_READER_ONLY)
            and (flag & IMAGE or (tag == TEXT and page.start[node] != page.end[node]))
        ]

    @cached_property
    def _unfolded(self) -> list[tuple[int, int]]:
        """Hidden texts that a reader can unfold, as their nodes in order and where they end."""
        return [
            (leaf.node, leaf.end)
            for leaf in find_leaves(self._page).leaves
            if leaf.kind == "text" and leaf.start != leaf.end and not leaf.visible and leaf.is_shown("unfold")
        ]

    def between(self, start: int, end: int) -> Style | None:
        """Return the style of most visible characters of a span, None where there are none."""
        page, counted = self._page, Counter[int]()
        for place in range(bisect_left(self._starts, start), bisect_left(self._starts, end)):
            node = self._texts[place]
            counted[page.style[node]] += page.end[node] - page.start[node]
        return page.styles[counted.most_common(1)[0][0]] if counted else None

    def shows(self, low: int, high: int) -> bool:
        """Say whether a reader sees or hears a text or an image among the nodes `low` .. `high`."""
        return bisect_left(self._shown, low) < bisect_left(self._shown, high)

    def unfolds(self, low: int, high: int, end: int) -> bool:
        """Say whether a reader can unfold a text among the nodes `low` .. `high` that ends at `end` or before."""
        place = bisect_left(self._unfolded, (low, 0))
        return place < len(self._unfolded) and self._unfolded[place][0] < high and self._unfolded[place][1] <= end


def alike(one: Style, other: Style) -> bool:
    """Say whether a reader sees no difference between two texts. Where they stand (`display`) is not looked at."""
    return abs(one.font_size - other.font_size) < _SAME_SIZE and (
        one._replace(font_size=0.0, display="") == other._replace(font_size=0.0, display="")
    )

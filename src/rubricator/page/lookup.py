"""Questions that methods and emitters ask of a Page."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from rubricator.page.model import BLOCK, IMAGE, TEXT, Page


class Lookup:
    """Finds nodes by their place in a page's text."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @cached_property
    def _leaves(self) -> list[int]:
        page = self.page
        return [
            node
            for node, tag in enumerate(page.tag)
            if page.start[node] != page.end[node] and (tag == TEXT or page.flags[node] & IMAGE)
        ]

    @cached_property
    def _starts(self) -> list[int]:
        return [self.page.start[node] for node in self._leaves]

    def leaf_at(self, place: int) -> int | None:
        """Return the text node or image that begins at or before a place in the text; None before the first."""
        number = bisect_right(self._starts, place) - 1
        return self._leaves[number] if number >= 0 else None

    def containing(self, start: int, end: int) -> int:
        """Return the deepest node that contains a span, or the element around it when it holds nothing else.

        From a text node or an inline element one climbs while the span stays all there is: the heading
        `<h2><b>Foo</b></h2>` is the `h2`, that of `<p><b>Foo.</b> More</p>` the `b`.
        """
        page = self.page
        node = self.leaf_at(start)
        if node is None:
            return page.body
        while page.end[node] < end and page.parent[node] > 0:
            node = page.parent[node]
        while not page.flags[node] & BLOCK and page.parent[node] > 0:
            above = page.parent[node]
            if page.start[above] != page.start[node] or page.end[above] != page.end[node]:
                break
            node = above
        return node

    def opening(self, start: int, end: int) -> int:
        """Return the highest node that begins at `start` and does not reach beyond `end`."""
        page = self.page
        node = self.leaf_at(start)
        if node is None:
            return page.body
        while page.parent[node] > 0:
            above = page.parent[node]
            if page.start[above] < start or page.end[above] > end or above < page.body:
                break
            node = above
        return node

    def anchor(self, node: int) -> str | None:
        """Return the id at or above a node, below the body; an `<a name>` right at the node counts too."""
        page = self.page
        while node > page.body:
            for name, value in page.attributes[node]:
                if value and (name == "id" or (name == "name" and page.tag[node] == "a")):
                    return value
            node = page.parent[node]
        return None

"""Questions that methods and emitters ask of a Page."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property

from rubricator.page.model import BLOCK, IMAGE, TEXT, Page

_NEAR = 16
"""Nodes in and before a heading that are looked at for an id to cite it by."""


class Lookup:
    """Finds nodes by their place in a page's text."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def leaf_at(self, place: int) -> int | None:
        """Return the text node or image that begins at or before a place in the text; None before the first."""
        number = bisect_right(self.page.units.run_start, place) - 1
        return self.page.units.run_node[number] if number >= 0 else None

    @cached_property
    def _wordless(self) -> list[int]:
        """Images without alternative text: they have a place in the text but no characters."""
        page = self.page
        return [node for node in page.nodes("img") if page.flags[node] & IMAGE and page.start[node] == page.end[node]]

    def _has_wordless(self, low: int, high: int) -> bool:
        """Say whether an image without text is among the nodes `low` .. `high`."""
        at = bisect_left(self._wordless, low)
        return at < len(self._wordless) and self._wordless[at] < high

    def containing(self, start: int, end: int, node: int | None = None) -> int:
        """Return the deepest node that contains a span, or the element around it when it holds nothing else.

        From a text node or an inline element one climbs while the span stays all there is: the heading
        `<h2><b>Foo</b></h2>` is the `h2`, that of `<p><b>Foo.</b> More</p>` the `b`. An empty span says little about
        what it is the place of; `node` says it.
        """
        if start == end and node is not None:
            return self._around_wordless(node)
        found = self.leaf_at(start)
        return self.page.body if found is None else climb(self.page, found, start, end)

    def _around_wordless(self, node: int) -> int:
        """Return an image without text, or the element around it when it holds nothing else."""
        page = self.page
        while not page.flags[node] & BLOCK and page.parent[node] > 0:
            above = page.parent[node]
            if page.start[above] != page.end[above] or self._holds_more(above, node):
                break
            node = above
        return node

    def opening(self, start: int, end: int, node: int | None = None) -> int:
        """Return the highest node that begins at `start` and does not reach beyond `end`.

        `node` is the text or image that stands there, for callers that know: several may when some have no text.
        """
        page = self.page
        found = node if node is not None else self.leaf_at(start)
        if found is None:
            return page.body
        # An image without text stands before the space that the block begins after.
        earliest = start if node is None else min(start, page.start[node])
        while page.parent[found] > 0:
            above = page.parent[found]
            if page.start[above] < earliest or page.end[above] > end or above < page.body:
                break
            if self._has_wordless(above, found) or (start == end and self._holds_more(above, found)):
                break
            found = above
        return found

    def _holds_more(self, above: int, node: int) -> bool:
        """Say whether a parent holds images without text besides those of its child."""
        page = self.page
        return self._has_wordless(above, node) or self._has_wordless(page.stop[node], page.stop[above])

    @cached_property
    def _ids(self) -> dict[int, str]:
        """The ids of elements; `<a name>` is as good as one, and the first of both counts."""
        page = self.page
        found = {node: value for node, value in page.symbols.having("id") if value}
        for node, value in page.symbols.having("name"):
            keys = [key for key, held in page.attributes[node] if held and _names(key, page.tag[node])]
            if keys and keys[0] == "name":
                found[node] = value or ""
        return found

    def anchor(self, node: int) -> str | None:
        """Return the id by which a heading is cited: its own, one in it or right before it, else the nearest above."""
        page, ids = self.page, self._ids
        for inside in range(node, min(page.stop[node], node + _NEAR)):
            if inside in ids:
                return ids[inside]
        before, first = node - 1, max(page.parent[node] + 1, node - _NEAR)
        while before >= first and page.start[before] == page.end[before]:
            if page.tag[before] == "a" and before in ids:
                return ids[before]
            before -= 1
        while node > page.body:
            if node in ids:
                return ids[node]
            node = page.parent[node]
        return None


def climb(page: Page, node: int, start: int, end: int) -> int:
    """Return the deepest element around a node that contains a span, or the one around it that holds nothing else."""
    while page.end[node] < end and page.parent[node] > 0:
        node = page.parent[node]
    while not page.flags[node] & BLOCK and page.parent[node] > 0:
        above = page.parent[node]
        if page.start[above] != start or page.end[above] != end:
            break
        node = above
    return node


def id_places(page: Page) -> dict[str, int]:
    """Return where in the text the elements with an id begin."""
    places: dict[str, int] = {}
    for node in sorted({node for name in ("id", "name") for node, _ in page.symbols.having(name)}):
        for name, value in page.attributes[node]:
            if value and _names(name, page.tag[node]):
                places.setdefault(value, page.start[node])
    return places


def _names(attribute: str, tag: str) -> bool:
    """Say whether an attribute names its element."""
    return attribute == "id" or (attribute == "name" and tag == "a")


def element_around(page: Page, start: int, end: int) -> int:
    """Return the deepest element that holds a span."""
    node = page.body
    while True:
        child, stop = node + 1, page.stop[node]
        while child < stop and page.end[child] <= start:
            child = page.stop[child]
        if child >= stop or page.tag[child] == TEXT or page.start[child] > start or page.end[child] < end:
            return node
        node = child

"""XPaths of a page's nodes, and the nodes of an XPath."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from contextlib import suppress

from turbohtml import Element, Text

from rubricator.errors import UsageError
from rubricator.limits import Limits
from rubricator.page._xpath import sibling_places
from rubricator.page.model import DOCUMENT, TEXT, Page

_NAME = re.compile(r"[a-z_][a-z0-9_.-]*\Z")
"""Names that XPath and all parsers read alike; other elements are found by their place among all elements."""
_AT_ID = '//*[@id="%"]'
_MARK = "data-rubricator-node"
_SHOWN = 200


class XPaths:
    """Makes XPaths, anchored at the nearest unique id."""

    def __init__(self, page: Page, limits: Limits) -> None:
        self._page = page
        self._max_steps = limits.xpath_steps
        self._left = limits.xpath_characters
        self._of_name, self._of_all = sibling_places(page.symbols, page.stop)
        self._named: dict[str, bool] = {}
        self._made: dict[int, tuple[str | None, int]] = {}
        """XPaths of elements that were asked for, and of parents, with their number of steps; None for no room."""
        self._ids, self._count = dict(page.symbols.having("id")), Counter(page.symbols.ids)
        self._foreign_stops = _foreign_stops(page)
        self.too_long = 0
        """How many XPaths were not made because they have too many steps."""
        self.no_room = 0
        """How many XPaths and anchors were not given because all of them together would be too long."""

    def path(self, node: int) -> str | None:
        """Return the XPath of a node; None when it has more steps than allowed, or there is no room left for it."""
        made, steps = self._made.get(node) or self._make(node)
        if steps > self._max_steps:
            self.too_long += 1
            return None
        return self.within(made)

    def within(self, text: str | None) -> str | None:
        """Count the characters of an XPath or anchor that is given; None when there is no room left for it."""
        if text is None or len(text) > self._left:
            self.no_room += 1
            return None
        self._left -= len(text)
        return text

    def _make(self, node: int) -> tuple[str | None, int]:
        page, at = self._page, node
        parts: list[str] = []
        start: str | None = ""
        steps = 0
        while at > 0 and len(parts) <= self._max_steps:
            if at in self._made:
                start, steps = self._made[at]
                break
            anchor = self._ids.get(at)
            if anchor and self._count[anchor] == 1 and '"' not in anchor:
                fits = len(anchor) + len(_AT_ID) + sum(map(len, parts)) <= self._left
                start = _AT_ID.replace("%", anchor) if fits else None
                break
            parts.append(self._step(at))
            at = page.parent[at]
        steps += len(parts)
        if len(parts) > 1:
            start = self._join(start, parts[:0:-1], steps - 1)
            self._made[page.parent[node]] = start, steps - 1
            # Siblings are made from it, so it is kept; pages with many parents must not fill the memory with them.
            self._left -= len(start or "")
        made = self._join(start, parts[:1], steps)
        self._made[node] = made, steps
        return made, steps

    def _join(self, start: str | None, parts: list[str], steps: int) -> str | None:
        """Return an XPath, but do not even make what there is no room for: an id may have megabytes."""
        if start is None or steps > self._max_steps or len(start) + sum(map(len, parts)) > self._left:
            return None
        return start + "".join(parts) or "/"

    def _is_named(self, node: int, tag: str) -> bool:
        """Say whether an element's name finds it."""
        named = self._named.get(tag)
        if named is None:
            named = self._named[tag] = _NAME.match(tag) is not None
        return named and not (self._foreign_stops and self._is_foreign(node))

    def _is_foreign(self, node: int) -> bool:
        number = bisect_right(self._foreign_stops, node, key=lambda span: span[0]) - 1
        return number >= 0 and node < self._foreign_stops[number][1]

    def _step(self, node: int) -> str:
        """Return the step to a node from its parent."""
        tag = self._page.tag[node]
        if tag == TEXT:
            return f"/text()[{self._of_name[node]}]"
        return f"/{tag}[{self._of_name[node]}]" if self._is_named(node, tag) else f"/*[{self._of_all[node]}]"


def _foreign_stops(page: Page) -> list[tuple[int, int]]:
    """Return the outermost drawings and formulas: first node, and one past the last.

    Browsers put these and what is in them into other namespaces, where a name of HTML does not find them.
    """
    found: list[tuple[int, int]] = []
    for node in sorted([*page.nodes("svg"), *page.nodes("math")]):
        if not found or node >= found[-1][1]:
            found.append((node, page.stop[node]))
    return found


def select(page: Page, expression: str) -> list[int]:
    """Return the elements that an XPath selects, in document order."""
    root = _tree(page)
    try:
        found = root.xpath(expression)
    except (ValueError, SyntaxError, TypeError) as error:
        raise UsageError(f"{expression[:_SHOWN]!r} is not an XPath that can be used here: {error}") from error
    if not isinstance(found, list):
        given = repr(found)[:_SHOWN]
        raise UsageError(f"the XPath {expression[:_SHOWN]!r} selects no elements but gives {given}")
    nodes = [int(element.attr(_MARK) or -1) for element in found if isinstance(element, Element)]
    return sorted(node for node in nodes if node >= 0)


def _tree(page: Page) -> Element:
    """Build a tree that XPaths can be asked of; each element carries the number of its node."""
    built = {0: Element("document")}
    for node, tag in enumerate(page.tag):
        if tag == DOCUMENT:
            continue
        parent = built[page.parent[node]]
        if tag == TEXT:
            if page.data[node]:
                parent.append(Text(page.data[node]))
        else:
            built[node] = _element(tag, page, node)
            parent.append(built[node])
    return built[0]


def _element(tag: str, page: Page, node: int) -> Element:
    """Make an element; a name that the tree does not take is one that no XPath asks for."""
    try:
        element = Element(tag)
    except ValueError:
        element = Element("unknown")
    for name, value in page.attributes[node]:
        with suppress(ValueError):
            element.attrs[name] = value
    element.attrs[_MARK] = str(node)
    return element

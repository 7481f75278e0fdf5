"""XPaths of a page's nodes, and the nodes of an XPath."""

from __future__ import annotations

import re
from collections import Counter

from turbohtml import Element, Text

from rubricator.errors import UsageError
from rubricator.page.model import DOCUMENT, TEXT, Page

_NAME = re.compile(r"[a-zA-Z_][\w.-]*\Z")
_MARK = "data-rubricator-node"


class XPaths:
    """Makes XPaths, anchored at the nearest unique id. Places among siblings are counted once per parent."""

    def __init__(self, page: Page, max_steps: int) -> None:
        self._page = page
        self._max_steps = max_steps
        self._places: dict[int, int] = {}
        self._made: dict[int, tuple[str, int]] = {}
        """XPaths of elements that were asked for, and of parents, with their number of steps."""
        self._ids = Counter([value for pairs in page.attributes for name, value in pairs if name == "id"])
        self.too_long = 0
        """How many XPaths were not made because they have too many steps."""

    def path(self, node: int) -> str | None:
        """Return the XPath of a node; None when it has more steps than allowed."""
        above, steps = self._made.get(node) or self._make(node)
        if steps > self._max_steps:
            self.too_long += 1
            return None
        return above

    def _make(self, node: int) -> tuple[str, int]:
        page, at = self._page, node
        parts: list[str] = []
        while at > 0 and len(parts) <= self._max_steps:
            known = self._made.get(at)
            if known:
                made = known[0] + "".join(reversed(parts)), known[1] + len(parts)
                break
            anchor = self._unique_id(at)
            if anchor:
                made = f'//*[@id="{anchor}"]' + "".join(reversed(parts)), len(parts)
                break
            parts.append(f"/{_test(page.tag[at])}[{self._place(at)}]")
            at = page.parent[at]
        else:
            made = "".join(reversed(parts)) or "/", len(parts)
        self._made[node] = made
        if parts and made[1] <= self._max_steps:
            self._made.setdefault(page.parent[node], (made[0].rpartition("/")[0] or "/", made[1] - 1))
        return made

    def _unique_id(self, node: int) -> str | None:
        for name, value in self._page.attributes[node]:
            if name == "id":
                return value if value and self._ids[value] == 1 and '"' not in value else None
        return None

    def _place(self, node: int) -> int:
        """Return a node's place among its siblings of the same name."""
        if node not in self._places:
            page, counts = self._page, Counter[str]()
            parent = page.parent[node]
            child, stop = parent + 1, page.stop[parent]
            while child < stop:
                tag = page.tag[child]
                counts[tag] += 1
                self._places[child] = counts[tag]
                child = page.stop[child]
        return self._places[node]


def _test(tag: str) -> str:
    if tag == TEXT:
        return "text()"
    return tag if _NAME.match(tag) else f"*[name()={_quoted(tag)}]"


def _quoted(text: str) -> str:
    return f"'{text}'" if "'" not in text else f'"{text}"'


def select(page: Page, expression: str) -> list[int]:
    """Return the elements that an XPath selects, in document order."""
    root = _tree(page)
    try:
        found = root.xpath(expression)
    except (ValueError, SyntaxError, TypeError) as error:
        raise UsageError(f"{expression!r} is not an XPath that can be used here: {error}") from error
    if not isinstance(found, list):
        raise UsageError(f"the XPath {expression!r} selects no elements but gives {found!r}")
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
    """Make an element; a name that cannot be written in HTML is one that no XPath asks for."""
    element = Element(tag if _NAME.match(tag) else "unknown", {_MARK: str(node)})
    for name, value in page.attributes[node]:
        if _NAME.match(name):
            element.attrs[name] = value
    return element

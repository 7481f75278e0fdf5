"""XPaths of a page's nodes, and the nodes of an XPath."""

from __future__ import annotations

from contextlib import suppress

from turbohtml import Element, Text

from rubricator.errors import UsageError
from rubricator.page._xpath import XPaths as XPaths
from rubricator.page.model import DOCUMENT, TEXT, Page

_MARK = "data-rubricator-node"
_SHOWN = 200


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

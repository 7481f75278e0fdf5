"""Where in its source an element begins."""

from __future__ import annotations

from collections.abc import Iterable

from turbohtml import Element, parse

from rubricator.page.model import DOCUMENT, TEXT, Page

Place = tuple[int, int]
_MOST = 300_000
"""Nodes of a page that is parsed again; each takes an object then."""


def source_places(page: Page, html: str, nodes: Iterable[int]) -> dict[int, Place]:
    """Return line and column (from 1) of nodes, of a text those of its element.

    The source is parsed again, as the renderers keep no places; nothing is said where the tree is not the same, such as
    that of a page which scripts have changed, nor of elements that the source does not name, nor of pages that are too
    large: a page that was cut might fill the memory when it is parsed whole.
    """
    if len(page.tag) > _MOST or any(notice.code == "nodes-left-out" for notice in page.warnings):
        return {}
    elements = [node for node, tag in enumerate(page.tag) if tag not in (TEXT, DOCUMENT)]
    parsed = [node for node in parse(html).descendants if isinstance(node, Element)]
    if [page.tag[node] for node in elements] != [element.tag for element in parsed]:
        return {}
    of = dict(zip(elements, parsed, strict=True))
    found = {}
    for node in nodes:
        element = of.get(page.parent[node] if page.tag[node] == TEXT else node)
        if element is not None and element.source_line is not None and element.source_col is not None:
            found[node] = (element.source_line, element.source_col + 1)
    return found

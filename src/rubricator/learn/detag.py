"""Detagging: the same page without heading tags, to learn that tags are optional.

h1 to h6 and dt become divs, what is beside text in a line becomes a span; class and id say nothing any more; how
everything looks stays as it was computed.
"""

from __future__ import annotations

from rubricator.page.build import rebuild_page
from rubricator.page.model import BLOCK, Page

_TAGS = frozenset("h1 h2 h3 h4 h5 h6 dt".split())
_TELLING = frozenset({"class", "id", "role", "aria-level", "name"})


def detag(page: Page) -> Page:
    """Return a page without heading tags."""
    tags = list(page.tag)
    attributes = list(page.attributes)
    for node, tag in enumerate(page.tag):
        if tag in _TAGS:
            tags[node] = "div" if page.flags[node] & BLOCK else "span"
            for inside in range(node, page.stop[node]):
                attributes[inside] = tuple(
                    [(name, "x" if name in _TELLING else value) for name, value in page.attributes[inside]]
                )
    return rebuild_page(page, tag=tuple(tags), attributes=tuple(attributes))


def has_tags(page: Page) -> bool:
    """Say whether detagging changes a page."""
    return not _TAGS.isdisjoint(page.tag)

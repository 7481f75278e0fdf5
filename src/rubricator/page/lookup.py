"""Questions that methods and emitters ask of a Page."""

from __future__ import annotations

from rubricator.page._lookup import Lookup as Lookup
from rubricator.page.model import TEXT, Page


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

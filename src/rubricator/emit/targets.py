"""Targets: the places of a page that its own links lead to, for outputs that keep their ids."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain, compress
from urllib.parse import unquote

from rubricator.emit.elements import attribute
from rubricator.emit.leaves import Leaves
from rubricator.page.model import Page


def address_of(page: Page | None) -> str:
    """Return what links to places in a page begin with."""
    return page.base.partition("#")[0] + "#" if page is not None else "#"


def in_page(href: str, here: str) -> str | None:
    """Return the fragment of a link that leads to a place in the page itself, as it is written; None for others."""
    return href.partition("#")[2] if href.startswith(("#", here)) else None


def names(fragment: str) -> tuple[str, str]:
    """Return the ids that a fragment may mean: as it is written, and decoded."""
    return fragment, unquote(fragment)


def linked_ids(leaves: Leaves) -> set[str]:
    """Return the ids that links of a page ask for."""
    page, here = leaves.page, address_of(leaves.page)
    marks = set(chain.from_iterable([leaf.marks for leaf in leaves.leaves if leaf.marks]))
    links = [node for kind, node in marks if kind == "link" and "#" in (attribute(page, node, "href") or "")]
    fragments = (in_page(href, here) for href in {leaves.address(link, "href") for link in links} if href)
    return {name for fragment in fragments if fragment for name in names(fragment)}


def ids_of_span(page: Page, start: int, end: int) -> list[str]:
    """Return the ids of elements that hold a span of the text and nothing else."""
    found = (node for node in _with_attributes(page) if page.start[node] == start and page.end[node] == end)
    return [value for node in found for name, value in page.attributes[node] if name == "id" and value]


def find_targets(leaves: Leaves, wanted: set[str]) -> dict[int, tuple[str, ...]]:
    """Return wanted ids by the leaf at which they are to stand: the first in the element, or after an empty one."""
    page, targets = leaves.page, dict[int, tuple[str, ...]]()
    places = _places(page, wanted) if wanted else {}
    if not places:
        return targets
    full = [leaf for leaf in leaves.leaves if leaf.kind == "image" or leaf.start < leaf.end]
    every, seen = [leaf.node for leaf in full], [leaf.node for leaf in full if leaf.visible]
    for name, node in places.items():
        stop, last = page.stop[node], len(page.tag)
        leaf = _first(seen, node, stop) or _first(every, node, stop) or _first(seen, node, last)
        if leaf is not None:
            targets[leaf] = (*targets.get(leaf, ()), name)
    return targets


def _places(page: Page, wanted: set[str]) -> dict[str, int]:
    """Return the first element with each of some ids; `<a name>` is as good as one."""
    places: dict[str, int] = {}
    for node in _with_attributes(page):
        for name, value in page.attributes[node]:
            if value in wanted and (name == "id" or (name == "name" and page.tag[node] == "a")):
                places.setdefault(value, node)
    return places


def _with_attributes(page: Page) -> Iterator[int]:
    return compress(range(len(page.attributes)), page.attributes)


def _first(nodes: list[int], start: int, stop: int) -> int | None:
    at = bisect_left(nodes, start)
    return nodes[at] if at < len(nodes) and nodes[at] < stop else None

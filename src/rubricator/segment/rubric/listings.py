"""Listings of code: their lines may look like headings, short and in a font of their own, but they head nothing."""

from __future__ import annotations

from rubricator.page.model import Page
from rubricator.segment.rubric.choice import any_inside
from rubricator.segment.rubric.columns import Ints
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.sight import Sight

_LISTING = "pre"
_MOST = 0.5
"""Share of a page's text in listings, from which on they are not listings, but how the page is written."""


def without_listings(sight: Sight, table: Ints, chosen: list[int]) -> list[int]:
    """Leave out the chosen candidates that stand in a listing."""
    if not any_inside(sight, table, chosen, BITS["code"]):
        return chosen
    page, nodes = sight.page, sight.unit_container[table[chosen, 2]].tolist()
    kept = [number for number, node in zip(chosen, nodes, strict=True) if not _is_listed(page, node)]
    return kept if len(kept) < len(chosen) and _listed(page) < _MOST * len(page.text) else chosen


def _is_listed(page: Page, node: int) -> bool:
    while node > 0 and page.tag[node] != _LISTING:
        node = page.parent[node]
    return node > 0


def _listed(page: Page) -> int:
    """Return how many characters of a page are in listings."""
    return sum(page.end[node] - page.start[node] for node, tag in enumerate(page.tag) if tag == _LISTING)

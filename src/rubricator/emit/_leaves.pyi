"""Compiled; see `_leaves.pyx`."""

from __future__ import annotations

from rubricator.emit.signs import Signs
from rubricator.page.model import Page

def scan(page: Page, left_out: tuple[int, ...], signs: dict[int, Signs]) -> tuple[list[Leaf], dict[int, Opening]]:
    """Return the leaves and the containers of a page without some elements."""

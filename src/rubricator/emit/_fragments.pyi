"""Compiled; see `_fragments.pyx`."""

from __future__ import annotations

from rubricator.page.model import Page
from rubricator.page.units import Unit

def seen(page: Page, found: list[Unit]) -> tuple[str, list[int], list[int]]:
    """Return what a reader sees of units, a line for each, with a sign for each image; and where which place is."""

"""Compiled; see `_sight.pyx`."""

from __future__ import annotations

from rubricator.page.model import Page
from rubricator.segment.rubric.context import Context

def lay_out(page: Page, context: Context, link: int, tag: str) -> _Columns:
    """Return the columns of a page's runs and units."""

"""Compiled; see `_selectors.pyx`."""

from __future__ import annotations

from rubricator.style.css.compounds import (
    Complex,
)

def parse_plain(text: str) -> Complex | None:
    """Parse a selector of tags, ids and classes with descendant and child combinators; None when it is another one."""

"""Compiled; see `_declarations.pyx`."""

from __future__ import annotations

from rubricator.style.css.declarations import Declarations

def parse_declarations(text: str, quirks: bool = False) -> Declarations:
    """Parse a declaration block; what is not understood is dropped alone."""

"""Compiled; see `_markdown.pyx`."""

from __future__ import annotations

def escape(text: str) -> str:
    """Escape a text so that no part of it is inline markup."""

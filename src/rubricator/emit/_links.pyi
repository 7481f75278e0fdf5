"""Compiled; see `_links.pyx`."""

from __future__ import annotations

def is_dead(address: str) -> bool:
    """Say whether an address is empty, or one that is not emitted."""

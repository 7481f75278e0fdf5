"""Compiled; see `_units.pyx`."""

from __future__ import annotations

def gather(
    tags: tuple[str, ...],
    flags: bytes,
    starts: tuple[int, ...],
    ends: tuple[int, ...],
    stops: tuple[int, ...],
    unit: type[Unit],
    run: type[Run],
    text: str,
) -> list[Unit]:
    """Return the units that nodes make."""

"""Compiled; see `_text.pyx`."""

from __future__ import annotations

from array import array

from rubricator.page.model import Attributes

def fold(
    tags: tuple[str, ...],
    parents: tuple[int, ...],
    stops: tuple[int, ...],
    attributes: tuple[Attributes, ...],
    data: tuple[str, ...],
    style_of: array[int],
    of_style: bytes,
    unseen: dict[int, int],
    kinds: dict[str, int],
) -> tuple[str, tuple[int, ...], tuple[int, ...], bytes, int]:
    """Return the text of a document, of each node its start, end and flags, and how many characters readers see."""

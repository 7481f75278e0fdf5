"""Rectangles of whole pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Rectangle(NamedTuple):
    """A rectangle by its edges."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def size(self) -> int:
        return self.width * self.height

    def side(self, horizontal: bool) -> tuple[int, int]:
        """Return the pixels that the rectangle takes up from top to bottom, or from left to right."""
        return (self.top, self.bottom) if horizontal else (self.left, self.right)


NOTHING = Rectangle(0, 0, 0, 0)


def around(rectangles: Sequence[Rectangle]) -> Rectangle:
    """Return the smallest rectangle around others."""
    lefts, tops, rights, bottoms = zip(*rectangles, strict=True)
    return Rectangle(min(lefts), min(tops), max(rights), max(bottoms))

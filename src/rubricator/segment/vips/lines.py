"""Lines that one sees in a page: rules and thin images. They are separators and no blocks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from rubricator.segment.vips.rectangle import Rectangle


class Lines:
    """Finds the lines at a place."""

    __slots__ = ("_sorted", "_starts")

    def __init__(self, lines: Sequence[Rectangle]) -> None:
        self._sorted = [
            sorted(
                (one for one in lines if (one.width >= one.height) == horizontal), key=lambda one: one.side(horizontal)
            )
            for horizontal in (False, True)
        ]
        self._starts = [[one.side(horizontal)[0] for one in self._sorted[horizontal]] for horizontal in (False, True)]

    def lies_in(self, start: int, end: int, pool: Rectangle, horizontal: bool) -> bool:
        """Say whether a line lies in a separator of a pool."""
        low, high = pool.side(not horizontal)
        lines = self._sorted[horizontal]
        for number in range(bisect_left(self._starts[horizontal], start), len(lines)):
            first, last = lines[number].side(horizontal)
            if first > end:
                break
            across = lines[number].side(not horizontal)
            if last <= end and across[0] < high and across[1] > low:
                return True
        return False

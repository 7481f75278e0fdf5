"""Range minima over the depths of lowest common ancestors: how far an ancestor reaches, in logarithmic time."""

from __future__ import annotations

_NEAR = 8
"""Steps walked one by one before the table is asked; most ancestors are small."""


class NestedMinima:
    """Answers over `depths[i]`, the depth of the lowest common ancestor of leaf `i` and leaf `i + 1`."""

    __slots__ = ("_levels", "count", "depths")

    def __init__(self, depths: list[int]) -> None:
        self.depths = depths
        self.count = len(depths) + 1
        self._levels: list[list[int]] | None = None

    def _table(self) -> list[list[int]]:
        """Return the minima of all runs of 1, 2, 4 ... depths; made when first needed."""
        if self._levels is None:
            levels, width = [self.depths], 1
            while 2 * width <= len(self.depths):
                below = levels[-1]
                levels.append(list(map(min, below, below[width:])))
                width *= 2
            self._levels = levels
        return self._levels

    def common_depth(self, left: int, right: int) -> int:
        """Return the depth of the lowest common ancestor of two leaves, left < right."""
        if right - left <= _NEAR:
            return min(self.depths[left:right])
        level = (right - left).bit_length() - 1
        table = self._table()[level]
        return min(table[left], table[right - (1 << level)])

    def reach_left(self, leaf: int, depth: int) -> int:
        """Return the first leaf under the ancestor of `leaf` at `depth`."""
        depths, near = self.depths, max(0, leaf - _NEAR)
        while leaf > near:
            if depths[leaf - 1] < depth:
                return leaf
            leaf -= 1
        if not leaf:
            return 0
        table = self._table()
        for level in range(len(table) - 1, -1, -1):
            width = 1 << level
            if leaf >= width and table[level][leaf - width] >= depth:
                leaf -= width
        return leaf

    def reach_right(self, leaf: int, depth: int) -> int:
        """Return one past the last leaf under the ancestor of `leaf` at `depth`."""
        depths, last = self.depths, self.count - 1
        near = min(last, leaf + _NEAR)
        while leaf < near:
            if depths[leaf] < depth:
                return leaf + 1
            leaf += 1
        if leaf == last:
            return leaf + 1
        table = self._table()
        for level in range(len(table) - 1, -1, -1):
            width = 1 << level
            if leaf + width <= last and table[level][leaf] >= depth:
                leaf += width
        return leaf + 1

"""Answers about ancestors of leaves, against a tree that is climbed node by node."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from rubricator.page.nested_minima import NestedMinima


@dataclass(frozen=True, slots=True)
class Leaves:
    """The leaves of a tree, each as the path of nodes from the root (depth 0) down to itself."""

    paths: list[tuple[int, ...]]

    def common_depth(self, left: int, right: int) -> int:
        shared = 0
        for one, other in zip(self.paths[left], self.paths[right], strict=False):
            if one != other:
                break
            shared += 1
        return shared - 1

    def under(self, leaf: int, depth: int) -> list[int]:
        """List the leaves under the ancestor of a leaf at a depth."""
        ancestor = self.paths[leaf][depth]
        return [number for number, path in enumerate(self.paths) if path[depth : depth + 1] == (ancestor,)]

    def minima(self) -> NestedMinima:
        return NestedMinima([self.common_depth(leaf, leaf + 1) for leaf in range(len(self.paths) - 1)])


@st.composite
def trees(draw: st.DrawFn) -> Leaves:
    """Draw leaves one after the other: each leaves the path of the one before at some depth and goes down again."""
    paths: list[tuple[int, ...]] = []
    path: tuple[int, ...] = (0,)
    made = 0
    for _ in range(draw(st.integers(1, 60))):
        kept = path[: draw(st.integers(1, max(1, len(path) - 1)))]
        down = draw(st.integers(1, 4))
        path = kept + tuple(range(made + 1, made + 1 + down))
        made += down
        paths.append(path)
    return Leaves(paths)


@given(trees(), st.data())
def test_common_depth_is_that_of_the_lowest_common_ancestor(leaves: Leaves, data: st.DataObject) -> None:
    minima, last = leaves.minima(), len(leaves.paths) - 1
    if last == 0:
        return
    left = data.draw(st.integers(0, last - 1))
    right = data.draw(st.integers(left + 1, last))
    assert minima.common_depth(left, right) == leaves.common_depth(left, right)


@given(trees())
def test_an_ancestor_reaches_from_its_first_leaf_to_its_last(leaves: Leaves) -> None:
    minima = leaves.minima()
    assert minima.count == len(leaves.paths)
    for leaf, path in enumerate(leaves.paths):
        for depth in range(len(path)):
            under = leaves.under(leaf, depth)
            assert minima.reach_left(leaf, depth) == under[0]
            assert minima.reach_right(leaf, depth) == under[-1] + 1


def test_one_leaf_reaches_itself() -> None:
    minima = NestedMinima([])
    assert (minima.reach_left(0, 0), minima.reach_right(0, 0)) == (0, 1)


def test_far_leaves_are_found_as_near_ones_are() -> None:
    minima = NestedMinima([3] * 500 + [1] + [3] * 500)
    assert minima.common_depth(0, 500) == 3
    assert minima.common_depth(0, 1001) == 1
    assert (minima.reach_left(700, 2), minima.reach_right(700, 2)) == (501, 1002)
    assert (minima.reach_left(700, 1), minima.reach_right(700, 1)) == (0, 1002)

"""Nesting a flat list of headings by their ranks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubricator.structure.invariants import check
from rubricator.structure.model import Block, Heading, Structure
from rubricator.structure.outline import Mark, nest
from tests.trees import Tree, tree

TEXT = " ".join("abcdefghijklmnopqrst")


def marks(*ranks: int) -> list[Mark]:
    """Make headings `a`, `b`, `c` ... with these ranks."""
    return [Mark(2 * n, rank, Heading(TEXT[2 * n], 2 * n, 2 * n + 1)) for n, rank in enumerate(ranks)]


def nested(*ranks: int, max_depth: int = 100) -> tuple[Tree, int]:
    root, left_out = nest(marks(*ranks), TEXT, 0, len(TEXT), max_depth)
    check(Structure(TEXT, root, "tags"), max_depth)
    return tree(root), left_out


def test_ranks_nest() -> None:
    assert nested(1, 2, 2, 3, 1, 2) == ((None, ("a", ("b",), ("c", ("d",))), ("e", ("f",))), 0)


def test_ranks_may_skip_and_start_low() -> None:
    assert nested(3, 1, 4, 2) == ((None, ("a",), ("b", ("c",), ("d",))), 0)


def test_levels_are_depths_not_ranks() -> None:
    root, _ = nest(marks(2, 6, 7), TEXT, 0, len(TEXT), 100)
    assert [block.level for block in root.walk()] == [0, 1, 2, 3]


def test_blocks_last_until_the_next_heading_of_the_same_or_a_higher_rank() -> None:
    root, _ = nest(marks(1, 2, 1), TEXT, 0, 7, 100)
    assert [(block.start, block.end) for block in root.walk()] == [(0, 7), (0, 3), (2, 3), (4, 7)]


def test_no_headings_give_the_root_alone() -> None:
    assert nest([], TEXT, 3, 9, 100) == (Block(3, 9), 0)


def test_what_nests_too_deep_is_left_out_and_counted() -> None:
    assert nested(1, 2, 3, 4, 1, max_depth=2) == ((None, ("a", ("b",)), ("e",)), 2)
    assert nested(1, 2, max_depth=0) == ((None,), 2)


@given(st.lists(st.integers(1, 7), max_size=20), st.integers(0, 4))
def test_every_heading_is_in_the_tree_or_counted(ranks: list[int], max_depth: int) -> None:
    root, left_out = nest(marks(*ranks), TEXT, 0, len(TEXT), max_depth)
    check(Structure(TEXT, root, "tags"), max_depth)
    kept = [block.heading.start for block in root.walk() if block.heading]
    assert kept == sorted(kept)
    assert len(kept) + left_out == len(ranks)

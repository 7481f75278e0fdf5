"""Relations between blocks, by hand."""

from __future__ import annotations

import pytest
from relations import related, score_relation

from rubricator.evaluate.metrics.counts import Counts
from tests.evaluate.metrics.test_ranges import GOLD, block


@pytest.mark.parametrize(
    ("relation", "of"),
    [
        ("parent", [set(), {0}, {0}, {2}, set()]),
        ("ancestor", [set(), {0}, {0}, {0, 2}, set()]),
        ("sibling", [{4}, {2}, {1}, set(), {0}]),
        ("child", [{1, 2}, set(), {3}, set(), set()]),
        ("descendant", [{1, 2, 3}, set(), {3}, set(), set()]),
    ],
)
def test_relations(relation: str, of: list[set[int]]) -> None:
    tree = [*GOLD[:3], block(25, 40, (25, 27), 2), GOLD[3]]
    assert [related(tree, number, relation) for number in range(5)] == of
    assert score_relation(tree, tree, relation).heading.precision == 1


def test_an_unknown_relation() -> None:
    with pytest.raises(ValueError, match="unknown relation 'cousin'"):
        related(GOLD, 0, "cousin")


def test_relations_are_counted_from_right_ones() -> None:
    # Right headings: 0, 2 and 3. Found: 2 under 0, 3 under 0 (wrong), and 0 has a wrong child besides.
    found = [GOLD[0], block(11, 20, (11, 13), 0), GOLD[2], GOLD[3]._replace(parent=0)]
    assert score_relation(found, GOLD, "parent").heading == Counts(1, 2, 1)
    assert score_relation(found, GOLD, "child").heading == Counts(1, 3, 2)
    # Siblings found: 1 and 3 of 2; 1 and 2 of 3. True ones: 3 of 0; 1 of 2; 0 of 3.
    assert score_relation(found, GOLD, "sibling").heading == Counts(0, 4, 3)

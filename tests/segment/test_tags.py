"""The baseline: h1-h6 and dt as they nest."""

from __future__ import annotations

import pytest

from rubricator.errors import UsageError
from tests.trees import block_text, read, tree_of


def test_headings_nest_by_their_rank() -> None:
    page = "<h1>A</h1>a<h2>B</h2>b<h3>C</h3>c<h2>D</h2>d<h1>E</h1>e"
    assert tree_of(page, "tags") == (None, ("A", ("B", ("C",)), ("D",)), ("E",))


def test_skipped_and_rising_ranks() -> None:
    assert tree_of("<h4>A</h4>a<h2>B</h2>b<h6>C</h6>c", "tags") == (None, ("A",), ("B", ("C",)))


def test_terms_stand_below_all_headings() -> None:
    page = "<h6>A</h6><dl><dt>T1</dt><dd>1</dd><dt>T2</dt><dd>2</dd></dl><h6>B</h6>b"
    assert tree_of(page, "tags") == (None, ("A", ("T1",), ("T2",)), ("B",))


def test_blocks_run_to_the_next_heading_of_the_same_rank() -> None:
    structure = read("<title>T</title>before<h2>A</h2>a <h3>B</h3>b<h2>C</h2>c", "tags")
    assert structure.title == "T"
    assert block_text(structure, "A") == "A a B b"
    assert [block.level for block in structure.root.walk()] == [0, 1, 2, 1]


def test_empty_headings_and_headings_in_headings_are_left_out() -> None:
    assert tree_of("<h2></h2><h2>A<span> <h3>in</h3></span></h2>text", "tags") == (None, ("A in",))


def test_it_has_no_parameters() -> None:
    with pytest.raises(UsageError, match="tags has no parameter 't'"):
        read("<p>x", "tags", {"t": 1})

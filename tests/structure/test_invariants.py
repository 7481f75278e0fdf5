"""A structure that breaks an invariant is refused with a message that names the block."""

from __future__ import annotations

import re

import pytest

from rubricator.errors import StructureError
from rubricator.structure.invariants import check
from rubricator.structure.model import Block, Heading, Structure

TEXT = "Fees They are low. Terms They are long. And more."
FEES = Block(0, 18, 1, Heading("Fees", 0, 4))
TERMS = Block(19, 49, 1, Heading("Terms", 19, 24, confidence=0.5), (Block(40, 49, 2),))


def structure(*children: Block, text: str = TEXT, body: tuple[int, int] | None = None) -> Structure:
    return Structure(text, Block(0, len(text), 0, None, children), "tags", body=body)


VALID = {
    "no blocks": structure(),
    "no text": structure(text=""),
    "siblings": structure(FEES, TERMS),
    "levels that skip": structure(Block(0, 18, 7, None, (Block(0, 4, 9),))),
    "a heading in the middle of its block": structure(Block(0, 49, 1, Heading("Terms", 19, 24))),
    "a heading without text of its own": structure(Block(5, 18, 1, Heading("logo.png", 5, 5))),
    "empty blocks at one place": structure(Block(5, 5, 1), Block(5, 5, 1), Block(5, 18, 1)),
    "a body": structure(FEES, body=(5, 18)),
    "columns that interleave": structure(
        Block(0, 23, 1, ranges=((0, 4), (19, 23))), Block(5, 38, 1, ranges=((5, 18), (25, 38)))
    ),
    "a column in a column": structure(
        Block(0, 38, 1, None, (Block(0, 24, 2, ranges=((0, 4), (19, 24))),), ((0, 18), (19, 38)))
    ),
    "a column beside a block": structure(
        Block(0, 4, 1), Block(5, 38, 1, ranges=((5, 18), (25, 38))), Block(19, 24, 1), Block(39, 49, 1)
    ),
}

NAMED = "the block 'Fees' at 0-18"
INVALID = {
    "body outside of the text": (structure(body=(0, 50)), "body (0, 50) lies outside of the text of 49 characters"),
    "body back to front": (structure(body=(9, 5)), "body (9, 5) lies outside"),
    "root outside of the text": (Structure("ab", Block(0, 3), "tags"), "the root block lies outside of the text of 2"),
    "heading before its block": (
        structure(Block(5, 18, 1, Heading("Fees", 0, 4))),
        "the heading of the block 'Fees' at 5-18 lies outside of its block",
    ),
    "heading after its block": (structure(Block(0, 18, 1, Heading("Terms", 19, 24))), "lies outside of its block"),
    "heading of another text": (
        structure(Block(0, 18, 1, Heading("Fee", 0, 4))),
        "the heading of the block 'Fee' at 0-18 is not the text of its span",
    ),
    "confidence over one": (
        structure(Block(0, 18, 1, Heading("Fees", 0, 4, confidence=1.1))),
        f"the confidence of {NAMED} is not between 0 and 1",
    ),
    "confidence that is no number": (
        structure(Block(0, 18, 1, Heading("Fees", 0, 4, confidence=float("nan")))),
        "is not between 0 and 1",
    ),
    "child outside of its parent": (
        structure(Block(0, 10, 1, None, (Block(5, 18, 2),))),
        "the block without heading at 5-18 overlaps its sibling, is out of order or leaves its parent",
    ),
    "child back to front": (structure(Block(9, 5, 1)), "the block without heading at 9-5 overlaps"),
    "children that overlap": (structure(FEES, Block(17, 49, 1)), "the block without heading at 17-49 overlaps"),
    "children out of order": (structure(TERMS, FEES), f"{NAMED} overlaps its sibling, is out of order"),
    "level of the parent": (
        structure(Block(0, 18, 2, Heading("Fees", 0, 4), (Block(5, 9, 2),))),
        "the block without heading at 5-9 has level 2 under level 2",
    ),
    "level of the root": (structure(Block(0, 18)), "has level 0 under level 0"),
    "no ranges": (structure(Block(0, 18, 1, FEES.heading, (), ())), f"the ranges of {NAMED} do not span its hull"),
    "ranges that end early": (structure(Block(0, 18, 1, ranges=((0, 4),))), "do not span its hull"),
    "ranges that start late": (structure(Block(0, 18, 1, ranges=((5, 18),))), "do not span its hull"),
    "ranges that overlap": (
        structure(Block(0, 18, 1, FEES.heading, (), ((0, 6), (5, 18)))),
        f"the ranges of {NAMED} overlap or are out of order",
    ),
    "ranges of siblings that overlap": (
        structure(Block(0, 23, 1, ranges=((0, 4), (10, 23))), Block(5, 12, 1, ranges=((5, 6), (7, 12)))),
        "children of the block without heading at 0-49 overlap at 10",
    ),
    "columns out of order": (
        structure(Block(5, 38, 1, ranges=((5, 18), (25, 38))), Block(0, 23, 1, ranges=((0, 4), (19, 23)))),
        "the block without heading at 0-23 overlaps its sibling, is out of order",
    ),
    "a child in a gap of its parent": (
        structure(Block(0, 23, 1, None, (Block(5, 9, 2, Heading("They", 5, 9)),), ((0, 4), (19, 23)))),
        "the block 'They' at 5-9 leaves the ranges of its parent",
    ),
}


@pytest.mark.parametrize("valid", VALID.values(), ids=VALID.keys())
def test_what_holds_passes(valid: Structure) -> None:
    check(valid)


@pytest.mark.parametrize(("invalid", "message"), INVALID.values(), ids=INVALID.keys())
def test_what_does_not_hold_is_told(invalid: Structure, message: str) -> None:
    with pytest.raises(StructureError, match=re.escape(message)):
        check(invalid)


def nested(depth: int) -> Structure:
    block = Block(0, 4, depth, Heading("Fees", 0, 4))
    for level in range(depth - 1, 0, -1):
        block = Block(0, 4, level, None, (block,))
    return structure(block)


def test_depth_is_capped() -> None:
    check(nested(100))
    with pytest.raises(StructureError, match=r"the block 'Fees' at 0-4 nests deeper than 100 levels"):
        check(nested(101))
    check(nested(101), max_depth=101)


def test_long_headings_are_cut_in_messages() -> None:
    long = "x" * 1000
    with pytest.raises(StructureError) as error:
        check(structure(Block(0, 18, 1, Heading(long, 0, 4))))
    assert len(str(error.value)) < 150

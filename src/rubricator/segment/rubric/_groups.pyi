"""What the groups of candidates that look alike say of each member."""

from rubricator.segment.rubric.columns import Floats, Ints, Rows

def numbered(looks: Ints) -> Ints:
    """Number the groups of one look from 0."""

def fill_groups(
    table: Floats, rows: list[dict[str, int]], averaged: Ints, looks: Ints, candidates: Rows, by_start: Ints,
    words: Ints, scale: float,
) -> Ints:  # fmt: skip
    """Write what the groups that a candidate belongs to say (the set-level view of HEPS).

    `looks` has a line for each way to group, `rows` where its features are; the mean of the rows `averaged` is taken.
    Return the numbers of the groups.
    """

"""Compiled; see `_levels.pyx`."""

from __future__ import annotations

from rubricator.segment.rubric.columns import Floats, Ints

def pair_table(
    values: Floats, start: Ints, end: Ints, upper: Ints, lower: Ints, compared: int, identities: int, look: int
) -> Floats:
    """Compare pairs of headings, a line for each feature."""

def best_levels(logs: Floats, count: int, most: int, deepest: int, beam: int) -> list[int]:
    """Return the levels of `count` headings that fit best to what is known of pairs."""

def relations(
    same: Floats,
    deeper: Floats,
    first_tag: Floats,
    second_tag: Floats,
    alike: Floats,
    upper: Ints,
    lower: Ints,
    numbered: Floats,
    least: float,
    against_tags: float,
    against_numbers: float,
) -> Floats:
    """Turn log odds that pairs are on the same level, else that the later one is deeper, into log probabilities.

    Then something is taken from those that speak against tags and numbers."""

"""Bogus title fields, by the paper's rule."""

from __future__ import annotations

import pytest
from bogus_fields import bogus_fields, most_repeats


@pytest.mark.parametrize(
    ("pages", "repeats"),
    [(1, 5), (59, 5), (60, 8), (199, 8), (200, 14), (500, 20), (1000, 20), (1001, 25.025), (4000, 100)],
)
def test_allowed_repeats_grow_with_the_site(pages: int, repeats: float) -> None:
    assert most_repeats(pages) == repeats


def test_empty_and_untitled() -> None:
    fields = ["", "  ", "Untitled", " untitled  DOCUMENT", "Untitled poems"]
    assert bogus_fields(fields, ["a"] * 5) == ["empty", "empty", "untitled", "untitled", None]


def test_duplicates_count_within_their_site() -> None:
    fields = ["Home"] * 6 + ["home"] * 5
    assert bogus_fields(fields, ["a"] * 6 + ["b"] * 5) == ["duplicated"] * 6 + [None] * 5
    assert bogus_fields(fields, ["a"] * 11) == ["duplicated"] * 11
    assert bogus_fields([], []) == []

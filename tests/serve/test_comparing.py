"""Headings of two methods, side by side."""

from __future__ import annotations

from rubricator.serve.comparing import Entry, compare_entries


def side(*headings: tuple[str, int, int]) -> list[Entry]:
    return [Entry(text, level, start, start + len(text)) for text, level, start in headings]


def kinds(left: list[Entry], right: list[Entry]) -> list[str]:
    rows = compare_entries(left, right, "one", "other")["rows"]
    return [str(row["kind"]) for row in rows]  # type: ignore[index,call-overload,union-attr]


def test_a_title_is_the_same_as_the_one_topmost_heading() -> None:
    tagged = side(("Kiln", 1, 0), ("Fees", 2, 10), ("Late", 3, 20))
    titled = side(("Kiln", 0, 0), ("Fees", 1, 10), ("Late", 2, 20))
    assert kinds(tagged, titled) == kinds(titled, tagged) == ["same"] * 3
    assert kinds(tagged, tagged) == ["same"] * 3


def test_a_title_among_headings_of_its_level_is_another_level() -> None:
    tagged = side(("Kiln", 1, 0), ("Fees", 1, 10))
    titled = side(("Kiln", 0, 0), ("Fees", 1, 10))
    assert kinds(tagged, titled) == ["level", "same"]
    assert kinds(side(("Menu", 1, 0), ("Kiln", 1, 5)), side(("Kiln", 0, 5))) == ["left", "level"]


def test_every_kind_of_difference() -> None:
    left = side(("Fees", 1, 0), ("Terms", 1, 10), ("Times", 1, 20), ("Gone", 1, 30))
    right = side(("Fees", 1, 0), ("Terms", 2, 10), ("Times of day", 1, 20), ("New", 1, 40))
    assert kinds(left, right) == ["same", "level", "extent", "left", "right"]
    assert compare_entries(left, right, "one", "other")["f1"] == 0.75
    assert compare_entries([], [], "one", "other")["f1"] == 1

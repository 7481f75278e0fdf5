"""What two corpora say of the same page."""

from __future__ import annotations

from pathlib import Path

from agreement import agreement, shared

from rubricator.evaluate.gold.gold import Gold, GoldHeading


def gold(name: str, kind: str, *headings: str, page: str = "page.html") -> Gold:
    return Gold(name, kind, Path(page), titles=("Kilns",), headings=tuple(GoldHeading(text) for text in headings))


OUTLINE = gold("outline/a", "outline", "Firing", "Glazing", "Costs")


def test_pages_are_paired_by_their_file() -> None:
    other = gold("asdus/b", "sections", "Firing")
    assert list(shared([OUTLINE], [other, gold("asdus/c", "sections", page="other.html")])) == [(OUTLINE, other)]


def test_marks_are_held_against_the_others_as_if_found() -> None:
    counts = agreement(OUTLINE, gold("asdus/b", "sections", "Firing", "Costs", "Repair", "Index"))
    assert (counts.precision, counts.recall) == (2 / 3, 1 / 2)


def test_the_title_counts_where_the_others_count_it() -> None:
    counts = agreement(OUTLINE, gold("cleaneval/b", "lines", "Kilns", "Firing"))
    assert (counts.precision, counts.recall) == (1 / 2, 1)

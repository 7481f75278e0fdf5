"""Errors on small pages, read by a model that takes for headings what is bolder than the text."""

from __future__ import annotations

from pathlib import Path

from causes import EXTENT, FALSE, MISSED
from errors import PageErrors, cause_table, sheet, worst_table
from mistakes import Marked, describe, find_mistakes, mark, match

from rubricator.evaluate.gold.gold import Gold, GoldHeading

from ..evaluate.pages import render
from ..segment.rubric.forests import tiny_model

PROSE = "They are made of wood, are long and thin, and float when they fall into the water beside the boat. "
PAGE = (
    f"<p><b>Oars</b></p><p>{PROSE}</p><p>Sails</p><p>{PROSE}</p><p><b>Ads</b></p><p>{PROSE}</p>"
    f"<p><b>2. Masts</b></p><p>{PROSE}</p>"
)


def marked(html: str, *headings: str, titles: tuple[str, ...] = ()) -> Marked:
    gold = Gold("boats", "outline", Path("b.html"), titles=titles, headings=tuple(map(GoldHeading, headings)))
    return mark(render(html), gold, tiny_model())


def read(html: str, *headings: str, titles: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    page = marked(html, *headings, titles=titles)
    return [(one.facts.kind, one.facts.text, one.cause) for one in find_mistakes(page, match(page))]


def test_missed_false_and_cut_headings_are_told_apart() -> None:
    assert read(PAGE, "Oars", "Sails", "Masts", "Hulls") == [
        (MISSED, "Sails", "gold splits a look"),
        (FALSE, "Ads", "other"),
        (EXTENT, "2. Masts", "wrong extent: number"),
        (MISSED, "Hulls", "text not in page"),
    ]


def test_a_page_that_is_read_right_has_none() -> None:
    assert read(PAGE, "Oars", "Ads", "2. Masts") == []


def test_the_title_of_the_document_is_no_false_heading() -> None:
    assert read(PAGE, "Ads", "2. Masts", titles=("Oars",)) == []


def test_a_page_without_gold_headings_is_a_cause_of_its_own() -> None:
    assert {cause for _, _, cause in read(PAGE)} == {"none in gold of page"}


def test_where_nothing_is_found_that_is_the_cause() -> None:
    assert read(f"<p>Oars</p><p>{PROSE}</p>", "Oars") == [(MISSED, "Oars", "none found on page")]


def test_an_error_is_described_for_people() -> None:
    page = marked(PAGE, "Oars", "Sails", "Masts")
    missed, _, cut = find_mistakes(page, match(page))
    head, numbers, look, before, after, reasons = describe(page, missed)
    assert head == 'missed: "Sails"; cause: gold splits a look'
    assert numbers.startswith("confidence 0.01 (own 0.01, threshold 0.")
    assert "candidate: a unit; of 4 others of its look 0 are gold" in numbers
    assert look == "html > body > p; 16 px in text of 16 px"
    assert before.startswith('before: "They are made') and before.endswith('…"')
    assert after.startswith('after: "They are made')
    assert reasons.startswith("reasons: bolder 0.00 (-")
    head, _, look, *_ = describe(page, cut)
    assert head == 'wrong extent: "2. Masts", gold has "Masts"; cause: wrong extent: number'
    assert look == "html > body > p > b; 16 px in text of 16 px, bold"


def test_what_is_not_in_the_page_is_described_by_its_text_alone() -> None:
    page = marked(PAGE, "Oars", "Ads", "2. Masts", "Hulls")
    assert [describe(page, one) for one in find_mistakes(page, match(page))] == [
        ['missed: "Hulls"; cause: text not in page']
    ]


def page_errors(name: str, *headings: str) -> PageErrors:
    page = marked(PAGE, *headings)
    matched = match(page)
    mistakes = find_mistakes(page, matched)
    described = [describe(page, one) for one in mistakes]
    found = matched.right + len(matched.false)
    return PageErrors("outline", name, len(headings), found, matched.right, mistakes, described)


def test_tables_count_all_errors() -> None:
    pages = [
        page_errors("few", "Oars", "Ads", "Masts"),
        page_errors("many"),
        page_errors("none", "Oars", "Ads", "2. Masts"),
    ]
    assert cause_table(pages).splitlines()[2:] == [
        "| none in gold of page | 0 | 3 | 0 | 0 | 3 | 3 (75%) |",
        "| wrong extent: number | 0 | 0 | 1 | 0 | 1 | 1 (25%) |",
        "| all | 0 | 3 | 1 | 0 | 4 | 4 |",
    ]
    assert worst_table(pages).splitlines()[2:] == [
        "| many | 0 | 3 | 0 | 3 | false, none in gold of page (3) |",
        "| few | 3 | 3 | 2 | 1 | wrong extent, wrong extent: number (1) |",
    ]


def test_a_sheet_is_a_sample_that_a_seed_fixes() -> None:
    pages = [page_errors("few", "Oars", "Ads", "Masts"), page_errors("many")]
    assert sheet(pages, 2, seed=1) == sheet(pages, 2, seed=1)
    assert sheet(pages, 2, seed=1).count("\n- ") == 2
    whole = sheet(pages, 80, seed=1)
    assert whole.count("\n- ") == 4 and whole.count("\nmany") == 1

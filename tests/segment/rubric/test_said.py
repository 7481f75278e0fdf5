"""Titles that the text below says again."""

from __future__ import annotations

import numpy as np

from rubricator.page.model import IMAGE
from rubricator.segment.asdus.language import language_of
from rubricator.segment.asdus.texts import SKIPPED_TAGS
from rubricator.segment.rubric._said import fill_said
from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.said import NAMES
from rubricator.segment.rubric.sight import look, part_of

from ...evaluate.pages import render

PROSE = " It is told here at some length, so that nobody can say later on that the text was too short to tell much."


def said(html: str, first: int = 0) -> dict[str, dict[str, float]]:
    """Return the features of each candidate by its text, of the units from the first on."""
    page = render(html)
    sight = part_of(look(page), first, len(look(page).units))
    candidates = find_candidates(sight)
    values = np.full((len(NAMES), len(candidates)), np.nan)
    fill_said(values, 0, sight, candidates.table, language_of(page), SKIPPED_TAGS, IMAGE)
    return {
        page.text[one.start : one.end]: dict(zip(NAMES, values[:, place].tolist(), strict=True))
        for place, one in enumerate(candidates)
    }


def test_titles_are_short_texts_like_those_that_are_said_again() -> None:
    found = said(
        f"<div class=a>Cooking rice</div><p>Rice is cooked in water.{PROSE}</p>"
        f"<div class=b>Afterwards</div><p>Wash the pot.{PROSE}</p><span>Share this</span>"
    )
    assert found["Cooking rice"] == {"said title": 1, "said longer": 0, "said share": 0.5}
    assert found["Afterwards"]["said title"] == 1, "it has the tag path of one that is said again"
    assert found["Share this"] == {"said title": 0, "said longer": 0, "said share": 0}


def test_the_opening_of_a_paragraph() -> None:
    page = f"<p><b>Cookies.</b> We set a cookie.{PROSE}</p><p><b>Other.</b> No more.{PROSE}</p>"
    found = said(page)
    assert found["Cookies."]["said title"] == found["Other."]["said title"] == 1


def test_links_and_list_items_are_no_titles() -> None:
    found = said(f"<ul><li>Cooking rice</li></ul><p>Rice is cooked in water.{PROSE}</p>")
    assert found["Cooking rice"]["said title"] == 0


def test_a_part_of_a_page_is_seen_by_itself() -> None:
    page = f"<p>Cooking rice</p><h2>Boiling eggs</h2><p>Eggs are boiled in water.{PROSE}</p>"
    assert said(page, 1)["Boiling eggs"]["said title"] == 1


def test_pages_of_one_text_of_pictures_or_of_none() -> None:
    assert said("<p>Alone</p>") == {"Alone": {"said title": 0, "said longer": 0, "said share": 0}}
    assert said("<img src=x alt='A cat'>")["A cat"]["said title"] == 0
    assert said("") == {}


def test_texts_of_one_length_are_all_short() -> None:
    found = said("".join(f"<p>Word{number}</p>" for number in range(9)))
    assert {value["said title"] for value in found.values()} == {0.0}

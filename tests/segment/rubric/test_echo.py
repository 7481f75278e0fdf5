"""Titles whose words the text below repeats."""

from __future__ import annotations

import numpy as np

from rubricator.segment.asdus.language import language_of
from rubricator.segment.asdus.texts import SKIPPED_TAGS
from rubricator.segment.rubric._echo import fill_echo
from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.echo import NAMES
from rubricator.segment.rubric.view import build_view

from ...evaluate.pages import render

PROSE = " It is told here at some length, so that nobody can say later on that the text was too short to tell much."


def echo(html: str, first: int = 0) -> dict[str, dict[str, float]]:
    """Return the features of each candidate by its text, of the units from the first on."""
    page = render(html)
    view = build_view(page)
    view = view.part(first, len(view.units)) if first else view
    candidates = find_candidates(view)
    values = np.full((len(NAMES), len(candidates)), np.nan)
    row = {name: row for row, name in enumerate(NAMES)}
    fill_echo(values, row, view, candidates.table, language_of(page), SKIPPED_TAGS)
    return {
        page.text[one.start : one.end]: dict(zip(NAMES, values[:, place].tolist(), strict=True))
        for place, one in enumerate(candidates)
    }


def test_titles_are_short_texts_like_those_that_are_repeated() -> None:
    found = echo(
        f"<div class=a>Cooking rice</div><p>Rice is cooked in water.{PROSE}</p>"
        f"<div class=b>Afterwards</div><p>Wash the pot.{PROSE}</p><span>Share this</span>"
    )
    assert found["Cooking rice"] == {"said title": 1, "said longer": 0, "said share": 0.5}
    assert found["Afterwards"]["said title"] == 1, "it has the tag path of one that is repeated"
    assert found["Share this"] == {"said title": 0, "said longer": 0, "said share": 0}


def test_the_opening_of_a_paragraph() -> None:
    page = f"<p><b>Cookies.</b> We set a cookie.{PROSE}</p><p><b>Other.</b> No more.{PROSE}</p>"
    found = echo(page)
    assert found["Cookies."]["said title"] == found["Other."]["said title"] == 1


def test_links_and_list_items_are_no_titles() -> None:
    found = echo(f"<ul><li>Cooking rice</li></ul><p>Rice is cooked in water.{PROSE}</p>")
    assert found["Cooking rice"]["said title"] == 0


def test_a_part_of_a_page_is_seen_by_itself() -> None:
    page = f"<p>Cooking rice</p><h2>Boiling eggs</h2><p>Eggs are boiled in water.{PROSE}</p>"
    assert echo(page, 1)["Boiling eggs"]["said title"] == 1


def test_pages_of_one_text_of_pictures_or_of_none() -> None:
    assert echo("<p>Alone</p>") == {"Alone": {"said title": 0, "said longer": 0, "said share": 0}}
    assert echo("<img src=x alt='A cat'>")["A cat"]["said title"] == 0
    assert echo("") == {}


def test_texts_of_one_length_are_all_short() -> None:
    found = echo("".join(f"<p>Word{number}</p>" for number in range(9)))
    assert {value["said title"] for value in found.values()} == {0.0}

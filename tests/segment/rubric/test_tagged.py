"""Elements for headings that are headings by what stands around them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from rubricator.segment.rubric.candidates import Candidates, find_candidates
from rubricator.segment.rubric.features import candidate_features
from rubricator.segment.rubric.tagged import (
    Added,
    Element,
    Units,
    above_chosen,
    add_cited,
    choose_too,
    find_elements,
    same_level,
    same_words,
    units_of,
)
from rubricator.segment.rubric.texts import read_texts
from rubricator.segment.rubric.view import build_view

from ...page.pages import render

SECTIONS = "<h2>1.1. Clay</h2><p>Some.</p><h3>1.1.1. <code>Sand</code></h3><p>Some.</p><h2>1.2. Fire</h2><p>Some.</p>"


LOG = "".join(f"<h2>5.{n}</h2><h3>Mended {n}</h3><p>Some.</p>" for n in range(3))
Rule = Callable[[list[Element], Units], Added]


def choose(html: str, *texts: str, rule: Rule | None = None) -> tuple[list[str], list[float]]:
    """Choose some candidates by their texts, the first with .9 and each other with a little less."""
    page = render(html)
    view = build_view(page)
    candidates = find_candidates(view)
    seen = candidate_features(view, candidates, read_texts(view, candidates), np.ones(len(view.units)))
    known = _texts(page.text, candidates)
    chosen = [known.index(text) for text in texts]
    likely = np.zeros(len(candidates))
    likely[chosen] = 0.9 - 0.2 * np.arange(len(chosen))
    elements, cited = find_elements(page.text, seen)
    if rule:
        added = rule(elements, units_of(seen, chosen, likely))
        found = choose_too(seen, chosen, likely, added) if added else chosen
    else:
        found = add_cited(cited, seen, chosen, likely)
    return [known[number] for number in found], likely[found].round(3).tolist()


def _texts(text: str, candidates: Candidates) -> list[str]:
    return [text[one.start : one.end] for one in candidates]


def test_all_are_chosen_where_two_are_with_their_numbers() -> None:
    texts, likely = choose(SECTIONS, "1.1. Clay", "Sand")
    assert texts == ["1.1. Clay", "1.1.1. Sand", "1.2. Fire"]
    assert likely == [0.9, 0.7, 0.8]


def test_others_stay_as_they_are() -> None:
    html = f"<p>Before</p>{SECTIONS}<p>After</p>"
    assert choose(html, "Before", "1.1. Clay", "1.2. Fire", "After")[0] == [
        "Before",
        "1.1. Clay",
        "1.1.1. Sand",
        "1.2. Fire",
        "After",
    ]


@pytest.mark.parametrize(
    ("html", "chosen"),
    [
        (SECTIONS, ["1.1. Clay"]),
        (SECTIONS, []),
        (SECTIONS.replace("h2", "p").replace("h3", "p"), ["1.1. Clay", "1.2. Fire"]),
        (SECTIONS.replace("1.1.", "1.").replace("1.1.1.", "2.").replace("1.2.", "3."), ["1. Clay", "3. Fire"]),
        (f"<nav>{SECTIONS}</nav>", ["1.1. Clay", "1.2. Fire"]),
    ],
)
def test_nothing_is_added(html: str, chosen: list[str]) -> None:
    """One is no sign, and neither are texts that are not tagged, simple numbers, or menus."""
    assert choose(html, *chosen)[0] == chosen


def test_a_heading_of_several_units_gives_way() -> None:
    html = "<div>A</div><h2>1.1. Clay</h2><p>Some.</p><h2>1.2. Fire</h2><p>Some.</p>"
    assert choose(html, "A 1.1. Clay", "1.2. Fire")[0] == ["1.1. Clay", "1.2. Fire"]


def test_what_stands_above_several_headings_is_one() -> None:
    texts, likely = choose(LOG, "Mended 0", "Mended 1", "Mended 2", rule=above_chosen)
    assert texts == ["5.0", "Mended 0", "5.1", "Mended 1", "5.2", "Mended 2"]
    assert likely == [0.9, 0.9, 0.7, 0.7, 0.5, 0.5]


@pytest.mark.parametrize(
    "html",
    [
        "<h2>Log</h2><h3>Added</h3><p>Some.</p><h3>Mended</h3><p>Some.</p>",
        "<h3>Log</h3><h3>Added</h3><p>Some.</p><h3>Log 2</h3><h3>Mended</h3><p>Some.</p>",
        "<nav><h2>Log</h2><h3>Added</h3><p>Some.</p><h2>Log 2</h2><h3>Mended</h3><p>Some.</p></nav>",
        "<p>Log</p><h3>Added</h3><p>Some.</p><p>Log 2</p><h3>Mended</h3><p>Some.</p>",
    ],
)
def test_what_stands_above_is_none(html: str) -> None:
    """Once is no rule, and neither are elements of one level, menus, or texts that are not tagged."""
    assert choose(html, "Added", "Mended", rule=above_chosen)[0] == ["Added", "Mended"]


def test_what_has_the_words_of_two_headings_is_one() -> None:
    html = "".join(f"<h4>{words}</h4><p>Some.</p>" for words in ("Returns", "returns", "Other", "RETURNS"))
    html += "<h3>Returns</h3><p>Some.</p><p>Returns</p>"
    assert choose(html, "Returns", "returns", rule=same_words) == (["Returns", "returns", "RETURNS"], [0.9, 0.7, 0.8])
    assert choose(html, "Returns", rule=same_words) == (["Returns"], [0.9])


def test_all_of_a_level_are_chosen_where_most_are() -> None:
    html = "".join(f"<h2>Kiln {name}</h2><p>Some.</p>" for name in "ABCDE") + "<h3>Other</h3><p>Some.</p>"
    most = [f"Kiln {name}" for name in "ABCD"]
    texts, likely = choose(html, *most, rule=same_level)
    assert texts == [*most, "Kiln E"]
    assert likely == [0.9, 0.7, 0.5, 0.3, 0.6]
    assert choose(html, *most[:3], rule=same_level)[0] == most[:3], "too few"
    more = html + "<h2>Kiln F</h2><p>Some.</p>"
    assert choose(more, *most, rule=same_level)[0] == most, "a third is not chosen"

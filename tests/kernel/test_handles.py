"""Buttons and signs: the compiled functions against those in Python."""

from __future__ import annotations

import pytest

from rubricator.page.handles import _HEADINGS, _MARKS

from ..page.pages import render
from .twins import both, some_pages


def test_what_ends_headings() -> None:
    pure, compiled = both("page.handles.ending_headings")
    odd = "<h2>a <i><b>b</b></i></h2><h2><b>c</b></h2><h3>d <b>e</b> f</h3><dt>g <b></b></dt><b>h</b><h4>i <b>j</b>"
    for page in (render(odd), *some_pages()):
        for tag in ("p", "b", "i", "a", "span", "h2", "button"):
            given = page.tag, page.parent, page.start, page.end, tag, _HEADINGS
            assert compiled(*given) == pure(*given)
    page = render(odd)
    found = compiled(page.tag, page.parent, page.start, page.end, "b", _HEADINGS)
    assert [page.text[page.start[node] : page.end[node]] for node in found] == ["b", "j"]


@pytest.mark.parametrize("text", ["", "#a[b]", "§ é ¶#", "∞ Ğ ń ⚓\u200b", "🔗 😗 [#]¶"])
def test_places_of_signs(text: str) -> None:
    pure, compiled = both("page.handles.places")
    assert compiled(text, _MARKS) == pure(text, _MARKS)
    assert compiled(text, "#[abcdefghi") == pure(text, "#[abcdefghi")


def test_elements_that_begin_with_signs() -> None:
    pure, compiled = both("page.handles.beginning")
    for page in some_pages():
        for places in ([], [0, 1, 5], list(range(0, len(page.text) + 2, 3))):
            assert compiled(page.tag, page.start, places) == pure(page.tag, page.start, places)
    tags, starts = ("#document", "a", "b", "span", "a"), (0, 0, 3, 2, 4)
    assert compiled(tags, starts, [1, 3]) == pure(tags, starts, [1, 3]) != []

"""Buttons and signs: the compiled functions against those in Python."""

from __future__ import annotations

import pytest

from rubricator.page.handles import _MARKS

from .twins import both, some_pages


def test_nodes_with_a_tag() -> None:
    pure, compiled = both("page.handles.tagged")
    for page in some_pages():
        for tag in ("p", "b", "button"):
            assert compiled(page.tag, tag) == pure(page.tag, tag)
    assert compiled(("button", "button", "b"), "button") == [0, 1]


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

"""Placing gold texts in a page's text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.evaluate.gold.align import fold, place


def placed(texts: list[str], page: str) -> list[str | None]:
    """Return what stands where the texts were placed."""
    return [page[span[0] : span[1]] if span else None for span in place(texts, page).spans]


@pytest.mark.parametrize(
    ("wanted", "page", "there"),
    [
        ("two words", "a two\n\t  words b", "two\n\t  words"),
        ("twowords", "a two words b", "two words"),
        ("the \"end\" of 'it'", "so the “end” of ‘it’.", "the “end” of ‘it’"),
        ("1990-2000 - done", "in 1990–2000 — done!", "1990–2000 — done"),
        ("hyphenation", "of hyphen\u00adation here", "hyphen\u00adation"),
        ("hyphen\u00adation", "of hyphenation here", "hyphenation"),
        ("zero width", "a ze\u200bro\ufeff width b", "ze\u200bro\ufeff width"),
        ("STRASSE", "in der straße.", "straße"),
        ("office", "the oﬃce is", "oﬃce"),
        ("a\u00a0b", "x a b y", "a b"),
    ],
    ids=["white space", "none", "quotes", "dashes", "soft", "soft in gold", "zero width", "case", "ligature", "nbsp"],
)
def test_both_sides_are_folded(wanted: str, page: str, there: str) -> None:
    assert placed([wanted], page) == [there]


def test_texts_are_placed_in_order() -> None:
    assert place(["b", "a"], "a b a").spans == [(2, 3), (4, 5)]


def test_a_line_in_the_table_of_contents_is_not_the_heading() -> None:
    page = "Fees Privacy Fees You pay every month. Privacy We keep nothing."
    found = place(["Fees", "You pay every month.", "Privacy", "We keep nothing."], page)
    assert found.spans == [(13, 17), (18, 38), (39, 46), (47, 63)]


def test_headings_alone_are_placed_after_the_table_of_contents() -> None:
    assert place(["Fees", "Privacy"], "Fees Privacy Fees aaa Privacy bbb").spans == [(13, 17), (22, 29)]


def test_prose_decides_where_a_short_title_stands() -> None:
    page = "Notes. First a long piece of prose. Notes follow here. Notes. Then another piece."
    found = place(["Notes", "First a long piece of prose.", "Notes", "Then another piece."], page)
    assert found.spans[0] == (0, 5)
    assert found.spans[2] == (page.index("Notes. Then"), page.index("Notes. Then") + 5)


def test_text_with_holes_is_placed_by_its_pieces() -> None:
    page = "Before. We may share your data with our partners (see the list) at any time we like. After."
    wanted = "We may share your data with at any time we like."
    assert placed([wanted], page) == ["We may share your data with our partners (see the list) at any time we like."]


def test_a_hole_at_the_edge_leaves_the_rest() -> None:
    page = "The first words are here and the last are gone."
    assert placed(["Lost link The first words are here and"], page) == ["The first words are here and"]


def test_what_is_not_there_is_reported() -> None:
    found = place(["here", "nowhere at all in this page, not a bit of it", "", "there"], "here and there")
    assert found.spans == [(0, 4), None, None, (9, 14)]
    assert found.missing == [1, 2]


def test_a_text_out_of_order_is_placed_near_the_one_before() -> None:
    page = "x aside x the long main text that decides aside y"
    found = place(["the long main text that decides", "aside"], page)
    assert found.spans[1] == (page.rindex("aside"), page.rindex("aside") + 5)
    overlapping = place(["the long main text", "main"], page)
    assert overlapping.spans[1] == (page.index("main"), page.index("main") + 4)


def test_nothing_to_place_and_nothing_to_place_it_in() -> None:
    assert place([], "text") == ([], [])
    assert place(["text"], "").missing == [0]
    assert place([" \u00ad"], "text").missing == [0]


@given(st.lists(st.text("ab c-“\u00ad", min_size=1, max_size=12), max_size=5))
def test_texts_joined_are_all_found_again(texts: list[str]) -> None:
    page = " | ".join(texts)
    found = place(texts, page)
    for text, where in zip(texts, found.spans, strict=True):
        if fold(text).text:
            assert where is not None
            assert fold(page[where[0] : where[1]]).text == fold(text).text
        else:
            assert where is None


@given(st.text(max_size=40))
def test_folded_characters_know_where_they_came_from(text: str) -> None:
    folded = fold(text)
    assert len(folded.text) == len(folded.places)
    assert fold(folded.text).text == fold(fold(folded.text).text).text
    for at, character in enumerate(folded.text):
        assert character in fold(text[folded.places[at]]).text

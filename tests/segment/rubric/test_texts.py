"""What the characters say, against the same counted one candidate at a time."""

from __future__ import annotations

import math
from dataclasses import replace
from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.page.model import Page
from rubricator.segment.rubric.candidates import WHOLE, Candidates, find_candidates
from rubricator.segment.rubric.texts import Texts, read_texts
from rubricator.segment.rubric.view import build_view

from ...page.pages import render

ODD = (
    "日本語の見出し。第一章？",
    "مرحبا بالعالم، ١٢٣",
    "👩‍👩‍👧 😀!",
    "e\u0301a\u0308\u0323 cafe\u0301",
    "\ue000 lone\ue000",
    "ǅ ß ŉ İ ſ",
    "“Quoted” (and more), 「引用」",
    "12.5, 2020 www.example.com",
    "HELLO World",
    "a",
    "²³ Ⅳ ५",
)
TEXTS = st.lists(
    st.one_of(
        st.sampled_from(ODD),
        st.text(st.characters(codec="utf-8"), max_size=30),
        st.text("aB1 .,?!:;\"'(「", max_size=40),
    ),
    max_size=6,
)


def page_of(paragraphs: list[str]) -> Page:
    """Render paragraphs; a private character stands for a lone surrogate, which HTML cannot hold."""
    page = render("<title>Hello World</title>" + "".join(f"<p>{escape(text)}</p>" for text in paragraphs))
    return replace(page, text=page.text.replace("\ue000", "\ud800"))


def read(page: Page) -> tuple[Texts, Candidates]:
    view = build_view(page)
    candidates = find_candidates(view)
    return read_texts(view, candidates), candidates


def words_of(text: str) -> list[str]:
    """Split at everything that is neither letter nor digit."""
    return "".join(letter if letter.isalnum() else " " for letter in text).split(" ")


def is_high(letter: str) -> bool:
    """Capitals, and letters of scripts that have none."""
    return letter.isupper() or (letter.isalpha() and not letter.islower())


def one_by_one(text: str, scale: float) -> dict[str, float]:
    """Count the plain columns of one text."""
    words = [word for word in words_of(text) if word]
    number = max(len(words), 1)
    long = [word for word in words if len(word) >= 4]
    folded = text.casefold().split()
    wanted = {"hello", "world"}
    common = len(wanted.intersection(folded))
    return {
        "characters": math.log1p(len(text) * scale),
        "words": max(number, len(text) * (scale - 1) / 4),
        "capitals": sum(is_high(word[0]) for word in words) / number,
        "long capitals": sum(is_high(word[0]) for word in long) / max(len(long), 1),
        "starts upper": is_high(text[0]),
        "starts lower": text[0].islower(),
        "all upper": any(map(str.isupper, text)) and not any(map(str.islower, text)),
        "digits": sum(map(str.isdigit, text)) / len(text),
        "commas": sum(letter in ",、，" for letter in text),
        "inner ends": sum(letter in ".!?。！？" for letter in text[:-1]),
        "question": any(letter in "?？" for letter in text),
        "title share": common / len(folded) if common and len(text) <= 160 else 0,
        "share of title": common / 2 if len(text) <= 160 else 0,
        "word length": sum(map(len, words)) / number,
        "quotes": sum(letter in '("“「（' for letter in text),
        "ends in word": text[-1].isalnum(),
        "signs": sum(not letter.isalnum() and not letter.isspace() for letter in text) / len(text),
        "address": any(part in text.casefold() for part in ("://", "www.", "@", ".com")),
    }


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_columns_are_what_one_counts_in_each_candidate(paragraphs: list[str]) -> None:
    page = page_of(paragraphs)
    texts, candidates = read(page)
    assert texts.folded == [page.text[one.start : one.end].casefold() for one in candidates]
    for place, one in enumerate(candidates):
        text = page.text[one.start : one.end]
        for name, value in one_by_one(text, build_view(page).scale).items():
            assert texts.columns[name][place] == pytest.approx(float(value)), (name, text)


@pytest.mark.parametrize(
    ("text", "numbering"),
    [
        ("1. Fees", (2, 1, 1)),
        ("2.10.3 Fees", (2, 3, 3)),
        ("(4) Fees", (2, 1, 4)),
        ("12 – Fees", (2, 1, 12)),
        ("٣. رسوم", (2, 1, 3)),
        ("Section 3: Fees", (1, 1, 0)),
        ("Kapitel IV", (1, 1, 0)),
        ("§ 5 Fees", (1, 1, 0)),
        ("第二章 料金", (1, 1, 0)),
        ("三、法律责任", (1, 1, 0)),
        ("（一）适用范围", (4, 1, 0)),
        ("十分重要", (0, 0, 0)),
        ("iv. Fees", (3, 1, 0)),
        ("b) Fees", (4, 1, 0)),
        ("• Fees", (5, 1, 0)),
        ("Q: Which fees?", (6, 1, 0)),
        ("Fees of 2020", (0, 0, 0)),
        ("2020 was good", (0, 0, 0)),
        ("Sectional matters", (0, 0, 0)),
        ("A day out", (0, 0, 0)),
    ],
)
def test_numberings(text: str, numbering: tuple[int, int, int]) -> None:
    texts, candidates = read(render(f"<p>{text}</p>"))
    whole = next(place for place, one in enumerate(candidates) if one.kind == WHOLE)
    assert texts.numbering[whole].tolist() == numbering
    assert (texts.columns["numbering"][whole], texts.columns["numbering depth"][whole]) == numbering[:2]


@pytest.mark.parametrize(
    ("text", "mark"), [("Fees", 0), ("Fees.", 1), ("料金。", 1), ("Fees:", 2), ("Fees?", 3), ("Fees)", 6), ("Fees…", 7)]
)
def test_end_marks(text: str, mark: int) -> None:
    texts, _ = read(render(f"<p>{text}</p>"))
    assert texts.columns["end mark"][0] == mark


@pytest.mark.parametrize(
    ("text", "date"),
    [("5 May 2020", 1), ("Posted at 10:30", 1), ("jan. 5", 1), ("Mayor of 12 towns", 0), ("Fees", 0), ("12345", 0)],
)
def test_dates(text: str, date: int) -> None:
    texts, _ = read(render(f"<p>{text}</p>"))
    assert texts.columns["date"][0] == date

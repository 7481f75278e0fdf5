"""From the columns of a page to the features of its candidates: what is compiled does what is written in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.kernel import TWINS
from rubricator.page.model import Page
from rubricator.segment.asdus import titles
from rubricator.segment.asdus.language import find_language
from rubricator.segment.rubric import candidates, context, features, groups, sight, texts
from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.features import candidate_features
from rubricator.segment.rubric.groups import look_groups
from rubricator.segment.rubric.sight import look, part_of
from rubricator.segment.rubric.texts import read_texts

from ..page.pages import render
from ..random_pages import pages

FUNCTIONS: tuple[tuple[ModuleType, str], ...] = (
    (context, "_climb"),
    (sight, "_lay_out"),
    (sight, "_style_columns"),
    (sight, "_ideographs"),
    (candidates, "_find"),
    (texts, "_read"),
    (features, "_fill_own"),
    (features, "fill_said"),
    (features, "fill_groups"),
    (groups, "numbered"),
)
PAIRS = {id(compiled): pure for pure, compiled in TWINS.values()}
pytestmark = pytest.mark.skipif(id(groups.fill_groups) not in PAIRS, reason="the compiled twins were not built")
GOLDEN = sorted((Path(__file__).parent.parent / "pages").glob("*/page.html"))


@contextmanager
def side_by_side() -> Iterator[dict[str, int]]:
    """Call each function and its twin, and compare what they return and what they write; count the calls."""
    calls = dict.fromkeys((name for _, name in FUNCTIONS), 0)

    def both(name: str, compiled: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            copies = [one.copy() if isinstance(one, np.ndarray) else one for one in arguments]
            found, expected = compiled(*arguments), PAIRS[id(compiled)](*copies)
            calls[name] += 1
            assert_same(found, expected, name)
            if "fill" in name:
                assert_same(arguments[0], copies[0], name)
            return found

        return call

    with pytest.MonkeyPatch.context() as patch:
        for module, name in FUNCTIONS:
            patch.setattr(module, name, both(name, getattr(module, name)))
        yield calls


def assert_same(found: object, expected: object, name: str) -> None:
    if isinstance(found, np.ndarray):
        assert isinstance(expected, np.ndarray) and found.dtype == expected.dtype, name
        np.testing.assert_array_equal(found, expected, name)
    elif isinstance(found, tuple | list) and any(isinstance(one, np.ndarray) for one in found):
        assert isinstance(expected, tuple | list)
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other, name)
    else:
        assert found == expected, name


def read(page: Page, part: int | None = None) -> dict[str, int]:
    """Take a page all the way to the features of its candidates, perhaps some units at a time."""
    with side_by_side() as calls:
        seen = look(page)
        step = part or max(len(seen.units), 1)
        for low in range(0, len(seen.units), step):
            some = part_of(seen, low, low + step)
            found = find_candidates(some)
            if found:
                body = np.linspace(0.1, 0.9, len(some.units))
                look_groups(candidate_features(some, found, read_texts(some, found), body).looks)
    return calls


SENTENCE = "It is told here at some length, so that nobody can say later on that the text was too short to tell much."
MIXED = f"""
<title>Cooking Rice at home</title><html lang=en><body class=content>
<nav class="top-menu"><a href=#rice>Cooking rice</a> <a href=#x>Other</a> <a href=/y#z>Away</a></nav>
<h1 style="color:#123456;text-transform:uppercase">Cooking RICE</h1><h2 id=rice>1. Cooking rice</h2>
<p>Rice is cooked in water. {SENTENCE}</p><a name=x></a><h2>2. Boiled Eggs [edit]</h2><p>Boiling an egg: {SENTENCE}</p>
<p><b>Note:</b> {SENTENCE} <i>Another sentence. </i><b>Fees.</b> More [edit]</p><p>1.2 <b>Of fees.</b> {SENTENCE}</p>
<div>§ 3</div><div>Definitions</div><div>Chapter IV</div><div>More<br>lines<br>of it</div><h2>IV. Cooks</h2>
<table><tr><td>A. One<td>(b) Two<td>• Three<td>Q: Why?<th>第三章 料金<td>3.10.2 - Three<td>٣. رسوم</table>
<p>Posted 5 May 2020 at 10:30</p><p>Jan. 5</p><p>mail@example.com</p><p>WWW.example.COM</p><p>http://example.org</p>
<p>19990</p><p>1999</p><p>x2010</p><p>12/30</p><p>112/30</p><p>june  7</p><p>may_ 5</p><p>Dec.5</p><p>12.345</p>
<ul><li>Cooking rice</li><li style="display:none">hidden <u>line</u></li></ul><p>日本語の見出し。 <b>料理</b></p>
<div role=heading class="card sidebar-Left">Ägypten «und» ſtep 5 K. İ. “quoted” (and) more…</div><img alt="A cat" src=c>
<div role=" Navigation ">Straße ẞ ŉ ǅ 👩‍👩‍👧 \x1f x</div><p>a)</p><p>-</p><p>.5</p>
<p>word_ word_word WORD wOrd 12ab ab12 ²³ Ⅳ</p>
"""


def test_a_page_of_everything() -> None:
    calls = read(render(MIXED))
    assert min(calls.values()) > 0, calls


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("part", [None, 7])
def test_pages_of_our_own(path: Path, part: int | None) -> None:
    assert read(render(path.read_text("utf-8")), part)["_fill_own"] > 0


@given(pages())
@settings(max_examples=60, deadline=None)
def test_random_pages(html: str) -> None:
    read(render(html))


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=40), max_size=6))
@settings(max_examples=80, deadline=None)
def test_random_texts(paragraphs: list[str]) -> None:
    page = render(
        "<title>a b ß</title>" + "".join(f"<p>{escape(text)}<b>{escape(text[:3])}</b></p>" for text in paragraphs)
    )
    read(page)
    read(replace(page, text=page.text.replace("a", "\ud800")))


STARTS = st.sampled_from(
    "chapter section part article step appendix annex question rule lesson unit module phase day week kapitel teil "
    "abschnitt chapitre partie artículo articulo capítulo capitulo § 第 no no. art. ( [ 1 12.3 iv IX a Q A • · ▪ ■ ► ▶ "
    "* » › – — - ſtep Kapitel ıv İ x ٣ jan feb mar apr may jun jul aug sep oct nov dec 19 20 2019 10 www http @".split()
)
ENDS = st.text("1 .#:)]-–ivxc第章3٣²ſıİK_/mo", max_size=7)


@given(st.lists(st.tuples(STARTS, ENDS, st.sampled_from(("", " Fees", "x", "com", ". "))), max_size=8), st.booleans())
@settings(max_examples=300, deadline=None)
def test_numbers_and_dates(parts: list[tuple[str, str, str]], upper: bool) -> None:
    words = ["".join(part) for part in parts]
    lines = [f"<p>{escape(word.upper() if upper else word)}</p>" for word in words]
    read(render("".join(lines) + f"<p>{escape(' '.join(words))} <b>b</b> x</p>"))


@pytest.mark.parametrize(
    "text",
    [
        "1.2.3.4.5.6x", "1.2.3.4.5.6 x", "1.2.3.4.5.6.7 x", "1.2.3.4.5.6.", "1.2.3.4.5.1234", "1.2015 x", "1.2", "12",
        "1234 x", "123", "1.", "1.x", "(1", "(1)", "[12] x", "(a) x", "(iv) x", "3 - x", "3 -x", "3- x", "3–", "3\x1fx",
        "00.000 x", "1.٣٤ x", "٣.1 x", "1²", "- x", "*", "·x", "QA. x", "a: x", "clx. x", "ivxlcc. x", "ivxlccc. x",
        "chapter#4", "step . . 4", "day 1", "United", "Partners", "parti", "Weekly", "Rule", "Cape", "Capítulo 2",
        "part-1", "Icons", "civic", "mild", "2018", "٣٤٥٦", "12a", "3 of", "Čx", "ıv.", "MMXVIII",
    ],
)  # fmt: skip
def test_numberings(text: str) -> None:
    read(render(f"<p>{text}</p><p>{text} and more</p><p>{text}<b>b</b></p>"))


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>",
        "<p>x",
        "<img alt=x>",
        "<p>" + "<b>x</b>" * 5000,
        "<div>" * 20_000 + "deep",
        "<p>x" * 3000,
        "<b>" * 400,
    ],
    ids=lambda html: html[:12],
)
def test_extremes(html: str) -> None:
    read(render(html))


WORDS = st.sampled_from(
    (
        "cook",
        "Cooking",
        "cooked",
        "rice",
        "Rices",
        "the",
        "of",
        "a",
        "eggs",
        "Egg",
        "日本",
        "語の",
        "Straße",
        "1",
        "iv",
        "x_y",
    )
)
SIGNS = st.sampled_from((" ", ". ", ", ", ") ", ": ", "-", "_", "。", "\x1f"))
SENTENCES = st.lists(st.tuples(WORDS, SIGNS).map("".join), max_size=9).map("".join)


@given(SENTENCES, SENTENCES, st.sampled_from(("en", "de", "zz")), st.sampled_from((0.0, 0.5, 0.75, 1.0)))
@settings(max_examples=500, deadline=None)
def test_what_the_text_below_says_again(after: str, title: str, code: str, least: float) -> None:
    found = titles.repeats(after, title, find_language(code), least)
    assert found == PAIRS[id(titles.repeats)](after, title, find_language(code), least)


@pytest.mark.parametrize("word", ["cook", "Straße", "日本", "ab日", "İstanbul", "ΣΟΦΟΣ", "Жук", "x²", "Ａb"])
def test_words_wherever_they_stand(word: str) -> None:
    language = find_language("en")
    for before in range(55, 70):
        for after in (f"{'.' * before}{word} ", f"{'-' * before}{word.upper()}’{word}", f"{'z' * before}{word} y"):
            for title in (word, f"{word} y", f"the {word[:3]}"):
                expected = PAIRS[id(titles.repeats)](after, title, language, 0.75)
                assert titles.repeats(after, title, language, 0.75) == expected


NUMBERS = ("1.", "1.2) ", "1..2: ", "1.2.: ", "§ 3. ", "_1. ", "a) ", "ab) ", "xiv. ", "xiv.", "٣. ", "² ", "é. ", "1:")


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_before_titles(number: str) -> None:
    language = find_language("en")
    for title in (f"{number}rice", f"{number} rice", number, f"({number}\n rice"):
        for after in ("rice", f"rice {number}", number):
            expected = PAIRS[id(titles.repeats)](after, title, language, 0.75)
            assert titles.repeats(after, title, language, 0.75) == expected


def test_headings_by_their_role() -> None:
    given = ("role=heading", "role=' Heading ' aria-level=3", "aria-level=6 role=heading", "role=heading aria-level=7x")
    html = "".join(f"<{tag} {one}>Words</{tag}><p>Some." for tag in ("div", "h4") for one in (*given, "role", "role=x"))
    assert read(render(html))["_climb"] == 1


@pytest.mark.parametrize("kinds", [1, 2, 40, 128, 129, 1000])
@pytest.mark.parametrize("rows", [0, 1, 300, 3000])
def test_few_kindsand_many(kinds: int, rows: int) -> None:
    pure, compiled = TWINS["rubric.groups.numbered"]
    rng = np.random.default_rng(rows)
    codes = rng.choice(rng.integers(-(2**62), 2**62, kinds), rows)
    np.testing.assert_array_equal(compiled(codes), pure(codes))

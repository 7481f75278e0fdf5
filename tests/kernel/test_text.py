"""The compiled fold gives the same text, spans and flags as the one in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.page.model import Page
from rubricator.style.static import render_static
from tests.kernel.beside import ODD_PAGES, compared
from tests.random_pages import pages

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))


def render(page: str | Path) -> Page:
    source = load(page if isinstance(page, Path) else f"<!---->{page}")
    with (
        compared("style.text.fold", "rubricator.style.text:_fold"),
        compared("style.text.flags", "rubricator.style.text:_flags"),
        compared("style.text.picked", "rubricator.style.assemble:picked"),
    ):
        return render_static(source, limits=Limits(), budget=Budget())


@pytest.mark.parametrize("html", ODD_PAGES)
def test_odd_pages(html: str) -> None:
    render(html)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pages(path: Path) -> None:
    assert render(path).text


@given(pages())
def test_random_pages(html: str) -> None:
    render(html)


def test_every_kind_of_white_space() -> None:
    signs = [chr(code) for code in range(0x3100) if not 0xD800 <= code < 0xE000]
    page = render("<p>" + "".join(f"x{sign}" for sign in signs if sign not in "<&\0\r") + "x")
    assert page.text.count(" ") == sum(sign.isspace() for sign in signs if sign != "\r")


@pytest.mark.parametrize("letter", ["z", "\xe9", "\u2019", "\U0001f600"])
def test_white_space_at_every_place(letter: str) -> None:
    signs = [chr(code) for code in range(1, 0x3100) if chr(code).isspace() and chr(code) != "\r"]
    words = f"abcdefghijklmnopqrstuvwxy{letter}" * 2
    for sign in [*signs, "  ", " \n", "\x7f", "\xff", "\u2010", "\u2027", "\u2060", "\uff00"]:
        pieces = [words[:place] + sign + words[place:] for place in range(40)]
        text = render("".join(f"<p>{piece}</p>" for piece in pieces)).text
        assert text == " ".join(" ".join(piece.split()) for piece in pieces)


def test_texts_that_grow_wider() -> None:
    letters = ["a", "\xe9", "\u4e00", "b", "\U0001f600", "c", "\u4e00"]
    for first in range(len(letters)):
        words = [letter * 40 for letter in letters[first:]]
        assert render("".join(f"<p>{word}</p>" for word in words)).text == " ".join(words)

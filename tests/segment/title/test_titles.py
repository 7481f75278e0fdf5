"""Titles of pages, from HTML to spans."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rubricator
from rubricator.errors import PageTimeoutError
from rubricator.limits import Budget
from rubricator.segment.title import find_titles
from rubricator.segment.title.title_model import VARIANTS, save_model

from ...page.pages import render
from .pages import HTML, page
from .test_title_model import perceptron


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_title_of_a_plain_page(variant: str) -> None:
    found = find_titles(page(), variant=variant)
    assert [title.text for title in found] == ["The village oven"]
    title = found[0]
    assert page().text[title.start : title.end] == "The village oven"
    assert title.xpath == "/html[1]/body[1]/div[1]"
    assert title.score is not None and title.score > 0


def test_two_titles_and_their_lines(tmp_path: Path) -> None:
    save_model(perceptron(largest_font=5.0, second_largest_font=3.0), tmp_path / "m.npz")
    html = "<h1>One<br>and more</h1><p>text<h3>Other</h3><p>text"
    found = find_titles(render(html), model=str(tmp_path / "m.npz"))
    assert [(title.text, title.score) for title in found] == [("One and more", 4.0), ("Other", 2.0)]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("html", ["", "<title>Only here</title>", "<img alt='A title?'>", "<p hidden>Hidden</p>"])
def test_a_page_without_text_has_no_title(html: str, variant: str) -> None:
    assert find_titles(render(html), variant=variant) == ()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_page_of_plain_lines_has_no_title(variant: str) -> None:
    rows = "".join(f"<tr><td><a href='/{number}'>{number}.pdf</a><td>{number} KB" for number in range(40))
    assert find_titles(render(f"<table>{rows}</table>"), variant=variant) == ()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 30_000 + "deep",
        "<b>x</b>" * 30_000,
        "<h1>" + "long " * 200_000,
        f"<title>{'t ' * 300_000}</title>" + "<p>some words here" * 300,
        "<p>\udcff\x00‮</p><h1>\U0001f600</h1>",
        "<p style='font-size:1e30px'>huge<p style='font-size:0'>none<p style='font-size:-3px'>odd",
    ],
    ids=["deep", "wide", "long", "field", "odd characters", "odd sizes"],
)
def test_hostile_pages(html: str, variant: str) -> None:
    shown = render(html.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
    for title in find_titles(shown, variant=variant):
        assert title.text == shown.text[title.start : title.end]


def test_the_budget_holds() -> None:
    with pytest.raises(PageTimeoutError):
        find_titles(page(), budget=Budget(1e-9))


def test_the_function_of_the_package() -> None:
    found = rubricator.titles(HTML)
    assert [title.text for title in found] == ["The village oven"]
    assert rubricator.titles(HTML, variant="perceptron")[0].text == "The village oven"


def test_importing_it_brings_no_numpy() -> None:
    code = "import sys, rubricator.segment.title; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

"""What gold says of the candidates and units of a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rubricator.evaluate.gold.corpora import read_gold
from rubricator.evaluate.gold.gold import Gold, GoldHeading
from rubricator.learn.examples import Example, make_example, small_examples

from ..evaluate.gold_files import CONTENT, LINES, OUTLINE, SECTIONS, TITLE, annotation, write
from ..evaluate.pages import HTML, render, span


def example(folder: Path, gold: dict[str, Any], html: str = HTML) -> Example:
    found = make_example(render(html), read_gold(write(folder, gold, html=html)), "mine", 3)
    assert found
    return found


def texts(one: Example, numbers: list[int]) -> list[str]:
    return [one.view.page.text[one.candidates[number].start : one.candidates[number].end] for number in numbers]


def headings(one: Example) -> dict[int, str]:
    """Return the candidates that are headings, by the number of the gold heading."""
    assert one.heading is not None
    chosen = [number for number, label in enumerate(one.heading.tolist()) if label >= 0]
    return {int(one.heading[number]): text for number, text in zip(chosen, texts(one, chosen), strict=True)}


def in_body(one: Example) -> list[str]:
    assert one.in_body is not None
    spans = one.view.units[["start", "end"]].tolist()
    return [one.view.page.text[slice(*span)] for span, inside in zip(spans, one.in_body, strict=True) if inside]


def test_outline(tmp_path: Path) -> None:
    one = example(tmp_path, OUTLINE)
    assert headings(one) == {0: "Fees", 1: "Late fees", 2: "Privacy"}
    assert one.parents == (None, 0, None)
    assert (one.corpus, one.fold) == ("mine", 3)
    body = in_body(one)
    assert (body[0], body[-1]) == ("Big news", "We keep nothing of what you say.")
    assert one.title is not None
    assert texts(one, [number for number, is_title in enumerate(one.title) if is_title]) == ["Big news"]


def test_the_title_is_left_open_where_gold_keeps_it_apart(tmp_path: Path) -> None:
    one = example(tmp_path, OUTLINE)
    assert texts(one, [number for number, counts in enumerate(one.counts) if not counts]) == ["Big news"]


def test_an_outline_without_a_body_has_no_content(tmp_path: Path) -> None:
    assert in_body(example(tmp_path, {**OUTLINE, "body": None, "headings": []})) == []


@pytest.mark.parametrize(
    ("gold", "expected"), [(SECTIONS, ["Fees", "Late fees", "Privacy"]), (LINES, ["Fees", "Privacy"])]
)
def test_sections_and_lines(tmp_path: Path, gold: dict[str, Any], expected: list[str]) -> None:
    one = example(tmp_path, gold)
    assert list(headings(one).values()) == expected
    assert one.parents is None
    assert one.title is None
    assert one.counts.all()


def test_annotations(tmp_path: Path) -> None:
    one = example(tmp_path, annotation(render(HTML)))
    assert headings(one) == {0: "Fees", 1: "Late fees", 2: "Privacy"}
    assert one.parents == (None, 0, None)
    assert in_body(one)[0] == "Big news"


def test_content_says_what_is_in_the_body_only(tmp_path: Path) -> None:
    one = example(tmp_path, CONTENT)
    assert one.heading is None
    assert in_body(one) == ["Big news", "Intro words of this page here."]


def test_a_title_alone(tmp_path: Path) -> None:
    one = example(tmp_path, TITLE)
    assert one.heading is None
    assert one.title is not None and one.title.sum() == 1


def test_the_heading_and_not_the_line_in_the_table_of_contents(tmp_path: Path) -> None:
    page = "<ul><li><a href=#f>Fees</a><li><a href=#p>Privacy</a></ul>" + HTML
    one = example(tmp_path, OUTLINE, page)
    assert one.heading is not None
    start = one.candidates[one.heading.tolist().index(0)].start
    assert one.view.page.text[start:].startswith("Fees You pay every month")


def test_a_run_in_heading_is_the_opening_of_its_unit() -> None:
    page = render("<p><b>Fees.</b> You pay every month.</p><p><b>Rights.</b> You have some of them.</p>")
    marked = tuple(
        GoldHeading(text, 1, None, spans=((span(page.text, text),),), block=(span(page.text, text),))
        for text in ("Fees.", "Rights.")
    )
    one = make_example(page, Gold("x", "annotation", Path("x.html"), headings=marked), "mine", 0)
    assert one and headings(one) == {0: "Fees.", 1: "Rights."}


def test_a_heading_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    one = example(tmp_path, OUTLINE, HTML.replace("<h2>Privacy</h2>", ""))
    assert headings(one) == {0: "Fees", 1: "Late fees"}


def test_a_page_without_text_is_no_example() -> None:
    assert make_example(render("<img src=x.png>"), Gold("x", "outline", Path("x.html")), "mine", 0) is None


def test_small_pages_keep_what_the_page_says_of_their_parts() -> None:
    names = [f"Part {number}" for number in range(1, 8)]
    sections = "".join(f"<h2>{one}</h2><p>Words about {one.lower()}.</p>" for one in names)
    html = f"<nav><a href=/>Home</a></nav><main><h1>Guide</h1>{sections}</main><footer>Legal notice</footer>"
    page = render(html)
    whole = make_example(page, Gold("x", "annotation", Path("x.html")), "mine", 3)
    assert whole
    said = texts(whole, list(range(len(whole.candidates))))
    labels = np.array([names.index(one) if one in names else -1 for one in said])
    inside = np.array([0.0, *[1.0] * 15, 0.0])
    counts = np.array([float(one != "Guide") for one in said])
    small = small_examples(replace(whole, heading=labels, in_body=inside, counts=counts))
    assert [len(headings(one)) for one in small] == [3] * 4
    assert all(one.cropped for one in small)
    first, last = small[-2:]
    assert in_body(first) == [
        "Guide",
        "Part 1",
        "Words about part 1.",
        "Part 2",
        "Words about part 2.",
        "Part 3",
        "Words about part 3.",
    ]
    assert texts(first, [number for number, counts in enumerate(first.counts) if not counts]) == ["Guide"]
    assert first.view.page.text.startswith("Home Guide")
    assert last.view.page.text.endswith("Legal notice")
    assert in_body(last)[-1] == "Words about part 7."

"""Marks that hold places and checksums of a page's texts, not the texts."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np

from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.headings import fold_heading
from rubricator.learn.corpora import FURTHER, corpus_jobs, make_examples
from rubricator.learn.examples import make_example
from rubricator.learn.marks import Marks, Place, read_marks
from rubricator.page.model import Page

from ..evaluate.pages import render
from .pages import html

HTML = """<title>Ducks</title><nav>Ponds <a href=/>Home</a></nav><h1>Ducks</h1><p>Of ducks.</p><h2>Ponds</h2><p>They
swim there.</p><h3>Deep ones</h3><p>They dive.</p><h2>Food</h2><p><b>Bread:</b> never give it to them.</p>
<p>The end.</p><footer>All rights</footer>"""


def at(page: Page, text: str) -> Place:
    start = page.text.rindex(text)
    return Place(start, zlib.crc32(fold_heading(text).encode("utf-8")))


def marks(page: Page, path: Path = Path("page.html")) -> Marks:
    levels = {"Ponds": 1, "Deep ones": 2, "Food": 1, "Bread:": 2}
    places = tuple((at(page, text), level) for text, level in levels.items())
    ends = at(page, "Ducks"), at(page, "The end.")
    return Marks("a/page.html", "marks", path, title=at(page, "Ducks"), ends=ends, places=places)


def told(gold: Gold, page: Page) -> list[tuple[str, int | None]]:
    """Return the headings as they stand in the page, with their parents."""
    return [(page.text[slice(*one.spans[0][0])], one.parent) for one in gold.headings]


EXPECTED = [("Ponds", None), ("Deep ones", 0), ("Food", None), ("Bread:", 2)]


def test_texts_are_found_on_the_page_they_were_marked_on() -> None:
    page = render(HTML)
    gold = marks(page).on(page)
    assert told(gold, page) == EXPECTED
    assert gold.titles == ("Ducks",)
    assert gold.body_span
    assert page.text[slice(*gold.body_span)].startswith("Ducks") and page.text[slice(*gold.body_span)].endswith(
        "The end."
    )


def test_texts_are_found_where_they_have_moved_and_the_nearest_of_several_is_meant() -> None:
    page = render(HTML.replace("<h1>", "<p>Two words.</p><h1>"))
    gold = marks(render(HTML)).on(page)
    assert told(gold, page) == EXPECTED
    assert gold.headings[0].spans[0][0][0] > page.text.index("Of ducks.")


def test_what_is_gone_is_left_out() -> None:
    page = render(HTML.replace("<h3>Deep ones</h3>", "").replace("The end.", "Other words."))
    gold = replace(marks(render(HTML)), title=Place(0, 1)).on(page)
    assert told(gold, page) == [("Ponds", None), ("Food", None), ("Bread:", 1)]
    assert gold.titles == () and gold.has_title
    assert gold.body_span


def test_a_page_may_have_no_body_no_title_and_no_headings() -> None:
    page = render(HTML)
    gold = Marks("a", "marks", Path("a")).on(page)
    example = make_example(page, gold, FURTHER, 0)
    assert example and example.in_body is not None and example.heading is not None and example.title is not None
    assert not example.in_body.any() and not example.title.any() and (example.heading < 0).all()


def test_marks_are_read_and_become_examples(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    (folder / "page.html").write_text(HTML, "utf-8")
    one = marks(render(HTML), folder / "page.html")
    gone = Marks("b/page.html", "marks", tmp_path / "b/page.html")
    lines = [
        {"page": each.id, "title": each.title, "body": each.ends}
        | {"headings": [[*place, level] for place, level in each.places]}
        for each in (gone, one)
    ]
    (tmp_path / "marks.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert read_marks(tmp_path, tmp_path / "marks.jsonl") == [one]
    (example,) = make_examples([(one, FURTHER, 2)], lambda _: None)
    assert (example.corpus, example.fold) == (FURTHER, 2)
    assert example.heading is not None
    assert np.count_nonzero(example.heading >= 0) == len(EXPECTED)
    assert example.parents == (None, 0, None, 2)


def test_the_marks_of_the_package_hold_no_words_of_pages(tmp_path: Path) -> None:
    lines = files("rubricator.learn").joinpath("marks.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    assert len({one["page"] for one in found}) == len(found) > 100
    for one in found:
        assert set(one) == {"page", "title", "body", "headings"}
        numbers = [one["title"] or [], *(one["body"] or []), *one["headings"]]
        assert all(isinstance(number, int) for place in numbers for number in place)
        assert [place[0] for place in one["headings"]] == sorted(place[0] for place in one["headings"])
    path = tmp_path / found[0]["page"]
    path.parent.mkdir(parents=True)
    path.write_text(html(1), "utf-8")
    assert [job[2] for job in corpus_jobs(tmp_path, {found[0]["page"]: 4}, [FURTHER])] == [4]

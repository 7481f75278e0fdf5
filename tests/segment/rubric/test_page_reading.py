"""Long pages are judged in parts: bounded memory, the same reading. Bodies reach below their last heading.

A body that is given is all content.
"""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric import page_reading
from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.columns import Floats
from rubricator.segment.rubric.explain import explain
from rubricator.segment.rubric.learned_model import Model, load_model
from rubricator.segment.rubric.view import PageView, build_view

from ...page.pages import render

SECTIONS = "".join(
    f"<p><b>Part {place} of the manual</b></p><p>Here stands what part {place} says, in a sentence or two. "
    "It is long enough to be read as prose, and it ends with a full stop.</p>"
    for place in range(1, 61)
)
PAGE = f"<title>The manual</title><h1>The manual</h1>{SECTIONS}<p>The end of it all.</p>"


@pytest.mark.parametrize("part", [7, 30])
def test_parts_find_the_same_headings(monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    page, model = render(PAGE), load_model(None)
    whole = page_reading.read_page(page, model)
    monkeypatch.setattr(page_reading, "_PART", part)
    parts = page_reading.read_page(page, model)

    def headings(read: page_reading.Reading) -> list[tuple[str, int]]:
        spans = [read.candidates[number] for number in read.chosen]
        return [(page.text[one.start : one.end], level) for one, level in zip(spans, read.levels, strict=True)]

    assert len(headings(whole)) == 60
    assert headings(parts) == headings(whole)
    assert [parts.candidates[number].unit for number in parts.chosen] == [
        whole.candidates[number].unit for number in whole.chosen
    ]
    assert len(parts.in_body) == len(whole.in_body)


def test_parts_keep_only_what_may_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    page, model = render(PAGE), load_model(None)
    monkeypatch.setattr(page_reading, "_PART", 30)
    short, full = page_reading.read_page(page, model), page_reading.read_page(page, model, every_feature=True)
    assert short.seen and full.seen
    assert len(short.candidates) < 100 < len(short.view.units)
    assert len(short.seen.columns) < 40 < len(full.seen.columns)
    assert sum(one.level is not None for one in explain(page, model)) == 60


def test_a_part_sees_its_own_units() -> None:
    view = build_view(render("<p>one <b>two</b></p><p>three <a href=x>four</a></p><p>five</p>"))
    part = view.part(1, 3)
    spans = part.runs[["start", "end"]].tolist()
    assert [view.page.text[start:end].strip() for start, end in spans] == ["three", "four", "five"]
    assert part.units[["first_run", "stop_run"]].tolist() == [(0, 2), (2, 3)]
    assert (part.link_before - part.link_before[0]).tolist() == [0, 0, 4, 4]


def test_the_body_reaches_below_its_last_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    page, model = render(PAGE), load_model(None)

    def in_body(_: Model, view: PageView) -> Floats:
        """Say that the last heading is content and what follows is not."""
        likely = np.ones(len(view.units))
        likely[-2:] = 0
        return likely

    monkeypatch.setattr(Model, "in_body", in_body)
    read = page_reading.read_page(page, model)
    start, end = read.candidates[read.chosen[-1]][:2]
    assert page.text[start:end] == "Part 60 of the manual"
    assert page.text[end : read.body[1]].startswith(" Here stands what part 60 says")
    monkeypatch.setattr(page_reading, "_LIKELY", 2.0)
    assert page_reading.read_page(page, model).body[1] <= end


def test_what_only_screen_readers_tell_is_no_heading() -> None:
    style = "<style>.heard { position: absolute; clip: rect(0, 0, 0, 0) }</style>"
    page = render(f"{style}<h2 class=heard>Share this</h2><p>Some text.</p>{PAGE}")
    assert "Share this" in page.text
    read = page_reading.read_page(page, load_model(None))
    assert read.chosen
    assert all(read.candidates[number].start > page.text.index("text.") for number in read.chosen)


def test_a_given_body_is_all_content() -> None:
    page, model = render(f"<div><p>Home</p></div><main>{PAGE}</main><p>Legal notice</p>"), load_model(None)
    main = page.tag.index("main")
    inside = page_reading.read_page(page, model, (page.start[main], page.end[main]))
    assert 0 < inside.in_body.sum() == len(inside.in_body) - 2
    everything = page_reading.read_page(page, model, (page.start[page.body], page.end[page.body]))
    assert everything.in_body.all()


@pytest.mark.parametrize(
    ("title", "heading", "taken"),
    [
        ("", "Fees <a href=#f>¶</a>", "Fees"),
        ("Fees of the library", "Opening hours", "Home Fees"),
        ("The library", "Opening hours", None),
    ],
)
def test_a_title_in_a_menu_gives_way(
    monkeypatch: pytest.MonkeyPatch, title: str, heading: str, taken: str | None
) -> None:
    """To the heading of its words; and if the document is not named so, to none."""
    page = render(f"<title>{title}</title><nav><p>Home</p><p>Fees</p></nav><h1>{heading}</h1>{SECTIONS}")
    starts = [candidate.start for candidate in find_candidates(build_view(page))]
    monkeypatch.setattr(page_reading, "find_title", lambda *_: starts.index(page.text.index("Fees")))
    read = page_reading.read_page(page, load_model(None))
    if taken is None:
        assert read.title is None
    else:
        assert read.title is not None
        assert page.text[: read.candidates[read.title].end].endswith(taken)

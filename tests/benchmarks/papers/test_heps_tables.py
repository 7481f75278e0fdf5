"""The tables of the HEPS paper on two tiny pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import heps_published as published
import pytest
from heps_tables import assumptions, data_notes, table_3, table_4, table_5, table_6, table_7, vips_figures
from judged import JudgedPage
from paper_table import Table, show

from rubricator.segment import METHODS
from rubricator.segment.registry import Segmentation, Task
from rubricator.structure.model import Block
from tests.evaluate.pages import HTML
from tests.segment.vips.boxes import stacked

from .pages import judged


@pytest.fixture
def pages(tmp_path: Path) -> list[JudgedPage]:
    return [judged(tmp_path, HTML), judged(tmp_path, HTML.replace("h3>", "h4>"))]


@pytest.fixture
def vips() -> Iterator[list[float]]:
    """A method that finds nothing at PDoC 1, then one block of the body's last two children, from 5 on all of them."""
    asked: list[float] = []

    def segment(task: Task) -> Segmentation:
        page, body, degree = task.page, task.body, task.options.params["pdoc10"]
        assert isinstance(degree, int)
        asked.append(degree)
        nodes = [node for node in range(body + 1, page.stop[body]) if page.parent[node] == body]
        spans = [(page.start[node], page.end[node]) for node in nodes if page.start[node] < page.end[node]]
        found = [] if degree == 1 else [(spans[-2][0], spans[-1][1])] if degree < 5 else spans
        blocks = tuple(Block(start, end, 1) for start, end in found)
        return Segmentation(Block(page.start[body], page.end[body], 0, None, blocks))

    there = METHODS.get("vips")
    METHODS["vips"] = segment
    yield asked
    del METHODS["vips"]
    if there:
        METHODS["vips"] = there


def with_boxes(pages: list[JudgedPage]) -> list[JudgedPage]:
    return [replace(page, page=stacked(page.page)) for page in pages]


def rows(table: Table) -> dict[str, object]:
    return {row.name: row.ours for row in table.rows}


def test_table_3(pages: list[JudgedPage]) -> None:
    found = table_3(pages, [0, 1])
    assert [row.published for row in found.rows] == list(published.TABLE_3.values())
    assert found.rows[2].ours == pytest.approx((1, 2 / 3, 0.8, 1, 2 / 3, 0.8))


def test_table_4(pages: list[JudgedPage]) -> None:
    found = table_4(pages, ["one", "two"])
    assert [row.name for row in found.rows][:3] == ["one, 1 pages", "two, 1 pages", "annotator B"]


def test_table_5(pages: list[JudgedPage]) -> None:
    said: list[str] = []
    found = rows(table_5(pages, [0, 1], 2, said.append))
    assert said == ["decision tree, attempt 1 of 2", "decision tree, attempt 2 of 2"]
    assert found["Hn & DT"] == (1, 1, 1, None, None, None)
    assert found["method tags"] == (1,) * 6
    assert set(found) >= {"Decision tree, 10-fold", "Decision tree, best of 2", "VIPS", "HEPS"}


def test_table_6(pages: list[JudgedPage]) -> None:
    found = table_6(pages)
    assert rows(found)["All text nodes"] == pytest.approx((3 / 7, 1, 0.6, None, None, None))
    assert rows(found)["Leave breaking nodes"] == rows(found)["HEPS"] == pytest.approx((1, 2 / 3, 0.8, 1, 2 / 3, 0.8))
    named = [row.name for row in found.rows if row.published]
    assert named == ["HEPS", *published.TABLE_6]
    assert "under right headings (section 5.4.5): 1.000, published .769" in show(found)


def test_table_7(pages: list[JudgedPage]) -> None:
    found = table_7(pages)
    assert [row.name for row in found.rows if row.published] == ["baseline", *published.TABLE_7]
    siblings = next(row for row in found.rows if row.name == "sibling")
    assert siblings.ours == (1,) * 6


def test_assumptions(pages: list[JudgedPage]) -> None:
    found = assumptions(pages)
    assert [row.ours for row in found.rows] == [(1, 1)] * 5
    assert "94.6 %" in show(found)


def test_notes_say_what_differs(pages: list[JudgedPage]) -> None:
    notes = " ".join(data_notes(pages, 3))
    assert "2 pages of outline (0 of them without headings) with 6 headings; 3 pages" in notes
    assert "no transitions" in notes


def test_vips_needs_boxes(pages: list[JudgedPage]) -> None:
    assert vips_figures(pages) == "needs --render browser"


def test_vips_on_pages_with_boxes(pages: list[JudgedPage]) -> None:
    # At its best a block for each heading and its text: right for Privacy and Late fees, not for the title and for
    # Fees, which has Late fees in it.
    assert vips_figures(with_boxes(pages[:1])) == pytest.approx((None, None, None, 2 / 4, 2 / 3, 4 / 7))


def test_vips_takes_the_best_degree_that_finds_something(pages: list[JudgedPage], vips: list[float]) -> None:
    # The block of PDoC 2 is right: Privacy's. Those of the largest are all wrong.
    assert vips_figures(with_boxes(pages[:1])) == (None, None, None, 1, 0, 0)
    assert vips == list(range(1, 11))

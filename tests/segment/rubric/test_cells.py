"""Entries of tables are no headings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rubricator.page.model import Page
from rubricator.segment.rubric import cells
from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.cells import without_entries
from rubricator.segment.rubric.sight import look

from ...evaluate.pages import render


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<table><tr><td><b>One</b><td><b>Two</b><td>Three<tr><td>a<td>b<td>c</table>", []),
        ("<table><tr><th>One<th><p>Two</p><tr><td>a<td>b</table>", []),
        ("<table><tr><th>One<td>a<tr><th>Two<td>b</table>", ["One", "Two"]),
        ("<table><tr><td>One<td>Two<td></table>", ["One", "Two"]),
        ("<table><tr><td>One<p>a</p><td>Two<p>b</p><td>c</table>", ["One", "Two"]),
        (f"<table><tr><td>One<td>Two<td>{'a ' * 40}</table>", ["One", "Two"]),
        ("<table><tr><td><p>One</p><p>Two</p></table>", ["One", "Two"]),
        ("<h2>One</h2><h3>Two</h3>", ["One", "Two"]),
    ],
)
def test_entries_are_left_out(html: str, kept: list[str]) -> None:
    page = render(html)
    table = find_candidates(look(page)).table
    texts = [page.text[start:end] for start, end in table[:, :2].tolist()]
    chosen = [texts.index("One"), texts.index("Two")]
    assert [texts[number] for number in without_entries(look(page), table, chosen)] == kept


def test_a_row_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page = render("<table><tr>" + "".join(f"<td>Cell {number}" for number in range(50)) + "</table>")
    table = find_candidates(look(page)).table
    looked: list[int] = []

    def filled(_: Page, row: int) -> Iterator[int]:
        looked.append(row)
        return iter(())

    monkeypatch.setattr(cells, "_filled", filled)
    without_entries(look(page), table, list(range(len(table))))
    assert len(looked) == 1

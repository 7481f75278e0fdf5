"""Entries of tables and lines of code are no headings; lines of plain text may be."""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.features import candidate_features
from rubricator.segment.rubric.rules import drop_code_lines, drop_table_entries, judge_plain_text
from rubricator.segment.rubric.texts import read_texts
from rubricator.segment.rubric.view import build_view

from ...evaluate.pages import render

TEXT = "<p>All of this is said at length, and nobody would call it a listing of anything.</p>"


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
        (f"<h2>One</h2>{TEXT}<pre>Two</pre>", ["One"]),
        (f"<h2>One</h2>{TEXT}<pre><code>Two</code></pre>", ["One"]),
        (f"<h2>One</h2>{TEXT}<div><code>Two</code></div>", ["One", "Two"]),
        ("<h2>One</h2><pre><b>Two</b>\n\nAll of this page is written so.</pre>", ["One", "Two"]),
        ("<h2>One</h2><h3>Two</h3>", ["One", "Two"]),
    ],
)
def test_entries_of_tables_and_lines_of_code_are_left_out(html: str, kept: list[str]) -> None:
    page = render(html)
    view = build_view(page)
    candidates = find_candidates(view)
    texts = [page.text[one.start : one.end] for one in candidates]
    chosen = [texts.index("One"), texts.index("Two")]
    found = drop_code_lines(view, candidates, drop_table_entries(view, candidates, chosen))
    assert [texts[number] for number in found] == kept
    assert drop_code_lines(view, candidates, drop_table_entries(view, candidates, [])) == []


def test_short_lines_of_plain_text_above_longer_ones_are_headings() -> None:
    view = build_view(
        render("<pre>Fees\n\nThey are due at once, in gold.\n\nand more to come\n\n1. Taxes\n\nSo are they.</pre>")
    )
    candidates = find_candidates(view)
    seen = candidate_features(view, candidates, read_texts(view, candidates), np.ones(len(view.units)))
    heads = judge_plain_text(seen)
    texts = [view.page.text[one.start : one.end] for one in candidates]
    assert [text for text, head in zip(texts, heads, strict=True) if head > 0] == ["Fees", "1. Taxes"]
    assert set(heads) == {-1, 1}

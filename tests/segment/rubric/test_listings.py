"""Lines of code are no headings."""

from __future__ import annotations

import pytest

from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.listings import without_listings
from rubricator.segment.rubric.sight import look

from ...evaluate.pages import render

TEXT = "<p>All of this is said at length, and nobody would call it a listing of anything.</p>"


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        (f"<h2>One</h2>{TEXT}<pre>Two</pre>", ["One"]),
        (f"<h2>One</h2>{TEXT}<pre><code>Two</code></pre>", ["One"]),
        (f"<h2>One</h2>{TEXT}<div><code>Two</code></div>", ["One", "Two"]),
        (f"<h2>One</h2>{TEXT}<h2>Two</h2>", ["One", "Two"]),
        ("<h2>One</h2><pre><b>Two</b>\n\nAll of this page is written so.</pre>", ["One", "Two"]),
    ],
)
def test_lines_of_listings_are_left_out(html: str, kept: list[str]) -> None:
    page = render(html)
    sight = look(page)
    table = find_candidates(sight).table
    texts = [page.text[start:end] for start, end in table[:, :2].tolist()]
    chosen = [texts.index("One"), texts.index("Two")]
    assert [texts[number] for number in without_listings(sight, table, chosen)] == kept


def test_nothing_may_be_chosen() -> None:
    sight = look(render(TEXT))
    assert without_listings(sight, find_candidates(sight).table, []) == []

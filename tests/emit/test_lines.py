"""The lines of a passage: rows of tables stay rows."""

from __future__ import annotations

import pytest

import rubricator

LONG = "It rained all day, and nobody came. " * 6


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<table><tr><th>Firing<th>Price<tr><td>Bisque <b>ware</b><td>24</table>", "Firing\tPrice\nBisque ware\t24"),
        ("<p>a</p><table><tr><td>b<td>c</table><p>d</p>", "a\nb\tc\nd"),
        ("<table><tr><td>a<ul><li>b<li>c</ul><td>d</table>", "a b c\td"),
        ("<table><tr><td>a<ul><li>b<li>c<li>d<li>e</ul><td>f</table>", "a\nb\nc\nd\ne\nf"),
        ("<table><tr><th><th>b<th>c<tr><td>d<td><td>e<tr><td>f<td>g<td></table>", "\tb\tc\nd\t\te\nf\tg"),
        ("<table><tr><td><td><td>a<tr><td>b<td>c</table>", "a\nb\tc"),
        ("<h2>a</h2><table><tr><td><td>b<td>c</table>", "a\n\tb\tc"),
        ("<table><tr><td><h2>a</h2><td>b<td><td>c</table>", "a\nb\t\tc"),
        ("<table><tr><td>a<td>b<td><table><tr><td>c<td>d</table><td>e<td>f</table>", "a\tb\nc\td\ne\tf"),
        ("<table><tr><td><table><tr><td>a<td>b</table><td>c</table>", "a\tb\nc"),
        (f"<table><tr><td>a<td>{LONG}</table>", f"a\n{LONG.strip()}"),
    ],
)
def test_cells_of_a_row_make_one_line(html: str, text: str) -> None:
    assert [chunk.text for chunk in rubricator.read(html, method="tags").chunks()] == [text]


def test_a_row_is_split_between_words_that_keep_their_places() -> None:
    structure = rubricator.read("<table><tr><td>one two<td>three<td>four</table>", method="tags")
    for chunk in structure.chunks(max_chars=9):
        assert chunk.text.split() == structure.text[chunk.start : chunk.end].split()

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
        (
            "<table><tr><th>a<th>b<th>c<tr><td rowspan=2>d<td>1<td>2<tr><td>8<td>9<tr><td colspan=2>e<td>7</table>",
            "a\tb\tc\nd\t1\t2\n\t8\t9\ne\t\t7",
        ),
        ("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", "a\tb\n\tc"),
        (f"<table><tr><td>a<td>{LONG}</table>", f"a\n{LONG.strip()}"),
    ],
)
def test_cells_of_a_row_make_one_line(html: str, text: str) -> None:
    assert [chunk.text for chunk in rubricator.read(html, method="tags").chunks()] == [text]


def test_line_feeds_that_are_kept_part_lines() -> None:
    html = '<p style="white-space:pre-line">roses are <b>red</b>\n<i>violets</i>\n  blue</p>'
    (chunk,) = rubricator.read(html, method="tags").chunks()
    assert chunk.text == "roses are red\nviolets\nblue"


def test_quotations_have_their_marks() -> None:
    structure = rubricator.read("<p>She said <q>so <b>it</b> is</q>, <q>yes</q></p><q>no</q>", method="tags")
    (chunk,) = structure.chunks()
    assert chunk.text == "She said “so it is”, “yes”\n“no”"
    assert (chunk.start, chunk.end) == (0, len(structure.text))


def test_a_row_is_split_between_words_that_keep_their_places() -> None:
    structure = rubricator.read("<table><tr><td>one two<td>three<td>four</table>", method="tags")
    for chunk in structure.chunks(max_chars=9):
        assert chunk.text.split() == structure.text[chunk.start : chunk.end].split()


HEADS = "<tr><th>Ware<th>Price"
WARES = HEADS + "".join(f"<tr><td>jug {number}<td>{number}0" for number in range(1, 7))


def test_a_piece_of_a_table_repeats_its_header_row() -> None:
    structure = rubricator.read(f"<h1>Pots</h1><p>All of clay.</p><table>{WARES}</table>", method="tags")
    found = list(structure.chunks(max_chars=40))
    assert [chunk.text for chunk in found] == [
        "Pots\nAll of clay.\nWare\tPrice\njug 1\t10",
        "Pots\nWare\tPrice\njug 2\t20\njug 3\t30",
        "Pots\nWare\tPrice\njug 4\t40\njug 5\t50",
        "Pots\nWare\tPrice\njug 6\t60",
    ]
    assert structure.text[found[1].start : found[1].end] == "jug 2 20 jug 3 30"


def test_two_header_rows_are_repeated_but_not_in_another_table() -> None:
    html = f"<table><tr><th>Shop<th>Euro{WARES}</table><table><tr><td>a<td>b<tr><td>c<td>d</table>"
    found = [chunk.text for chunk in rubricator.read(html, method="tags").chunks(max_chars=44)]
    assert found[1] == "Shop\tEuro\nWare\tPrice\njug 3\t30\njug 4\t40"
    assert found[-1] == "c\td"


def test_a_header_row_without_room_is_left_out() -> None:
    found = [chunk.text for chunk in rubricator.read(f"<table>{WARES}</table>", method="tags").chunks(max_chars=18)]
    assert found[1:3] == ["jug 1\t10\njug 2\t20", "jug 3\t30\njug 4\t40"]
    assert all(len(text) <= 18 for text in found)


def test_a_table_of_header_cells_repeats_none() -> None:
    rows = "".join(f"<tr><th>a{number}<th>b" for number in range(9))
    found = [chunk.text for chunk in rubricator.read(f"<table>{rows}</table>", method="tags").chunks(max_chars=30)]
    assert "".join(found).count("a0") == 1

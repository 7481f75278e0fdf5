"""Pages as rows of blocks: symbols, tags, tables, and representative words."""

from __future__ import annotations

import pytest

from rubricator.segment.bayes.rows import read_rows
from rubricator.segment.bayes.sentences import count_prefixes, find_sentences, read_openings
from rubricator.segment.bayes.symbols import is_linefeed
from rubricator.segment.bayes.words import prefix, representative_word
from tests.bayes.reading import PERSON, blocks, render


def test_the_example_of_the_paper() -> None:
    assert blocks(PERSON)[:3] == [
        [("John Smith's Page", "</h1>")],
        [("Age", ":"), ("25", "<br>")],
        [("Sex", ":"), ("Male", "<br>")],
    ]
    assert blocks(PERSON)[4:6] == [[("Contact", ": <br>")], [("TEL", ":"), ("+01-234-5678", "<br>")]]


@pytest.mark.parametrize(
    ("html", "row"),
    [
        ("* item<br>", [("item", "* <br>")]),
        ("*item<br>", [("item", "* <br>")]),
        ("[News]<br>", [("News", "[ ] <br>")]),
        ("■趣味：音楽、映画<br>", [("趣味", "■ :"), ("音楽", "、"), ("映画", "<br>")]),
        ("・りんご<br>", [("りんご", "・ <br>")]),
        ("ジョン・スミス<br>", [("ジョン・スミス", "<br>")]),
        ("<b>Age</b>: 25<br>", [("Age", "<b> </b> :"), ("25", "<br>")]),
        ("Name ...... Ruth<br>", [("Name", "…"), ("Ruth", "<br>")]),
        ("Nell - fiddle<br>", [("Nell", "-"), ("fiddle", "<br>")]),
        ("I'm fine, e-mail me.<br>", [("I'm fine", ","), ("e-mail me", ". <br>")]),
        ("at 10:30 or http://a.org/b<br>", [("at 10:30 or http://a.org/b", "<br>")]),
        ("1,000 of 3.5<br>", [("1,000 of 3.5", "<br>")]),
        ("2. Definitions<br>", [("2. Definitions", "<br>")]),
        ("see <a href=x>this</a> page<br>", [("see this page", "<br>")]),
        ("a<span>b</span>c<br>", [("abc", "<br>")]),
        ("<img src=x> Title<br>", [("Title", "<img> <br>")]),
        ("<img src=x alt='A picture'> Title<br>", [("A picture Title", "<br>")]),
    ],
)
def test_symbols(html: str, row: list[tuple[str, str]]) -> None:
    assert blocks(html) == [row]


def test_rows_end_at_line_breaking_tags() -> None:
    assert blocks("<div>one<p>two</p>three</div><ul><li>four</ul>") == [
        [("one", "<p>")], [("two", "</p>")], [("three", "</div>")], [("four", "</li>")],
    ]  # fmt: skip


def test_line_feeds_end_rows_in_preformatted_text() -> None:
    assert blocks("<pre>one:  1\n\n  two: 2\n</pre>") == [[("one", ":"), ("1", "\\n")], [("two", ":"), ("2", "\\n")]]


def test_a_row_of_symbols_and_a_rule_end_what_stands_above() -> None:
    assert blocks("News<br>-----<br>More<br>") == [[("News", "<br> --")], [("More", "<br>")]]
    assert blocks("News<hr>More<br>") == [[("News", "<hr>")], [("More", "<br>")]]
    assert blocks("<p>News</p><hr>More<br>") == [[("News", "</p> <hr>")], [("More", "<br>")]]
    assert blocks("*****<br>") == []


def test_cells_of_one_line_are_blocks_of_one_row() -> None:
    table = "<table><tr><th>Age<td><p>25</p></tr><tr><td>Sex<td>Male</table>"
    assert blocks(table) == [[("Age", "</th>"), ("25", "</tr>")], [("Sex", "</td>"), ("Male", "</tr>")]]


def test_cells_of_several_lines_are_not() -> None:
    assert blocks("<table><tr><td>a<br>b<td>c</table>") == [[("a", "<br>")], [("b", "</td>")], [("c", "</td>")]]
    nested = "<table><tr><td><table><tr><td>a<td>b</table><td>c</table>"
    assert blocks(nested) == [[("a", "</td>"), ("b", "</tr>")], [("c", "</td>")]]


def test_hidden_text_is_left_out() -> None:
    assert blocks("<p>seen<p hidden>not seen") == [[("seen", "</p>")]]


def test_only_what_is_under_the_node_is_read() -> None:
    page = render("<div>before</div><main>Age: 25</main><div>after</div>")
    (row,) = read_rows(page, page.tag.index("main"))
    assert [page.text[one.start : one.end] for one in row.pieces] == ["Age", "25"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("John Smith's Page", "age"), ("25", "25"), ("+01-234-5678", "678"), ("音楽", "楽"), ("好きです", "です"),
        ("メール", "ール"), ("Ａ型", "型"), ("안녕하세요", "세요"), ('he said "no"', "no"),
        ("Привет", "вет"), ('"', '"'), ("東京2024", "024"), ("a_b", "b"),
    ],
)  # fmt: skip
def test_representative_words(text: str, word: str) -> None:
    assert representative_word(text, 0, len(text)) == word


def test_prefixes_are_shorter_in_wide_scripts() -> None:
    assert prefix("Information that", 0, 16) == "infor"
    assert prefix("私は歌が好きです", 0, 8) == "私は"


def sentences(html: str, ratio: float = 0.3) -> list[bool]:
    page = render(html)
    return find_sentences(read_openings(page, read_rows(page, page.body)), {}, ratio)


def test_rows_with_commas_and_periods_only_are_sentences() -> None:
    page = "<p>Fine words, and more.</p><p>Age: 25.</p><p>John Smith</p><h2>Hello, world.</h2>"
    assert sentences(page) == [True, False, False, False]


def test_rows_that_start_as_sentences_do_are_sentences() -> None:
    page = "<p>We are here.</p><p>We are <b>not</b> there.</p><p>We are all: ears</p><p>Us: two</p>"
    assert sentences(page) == [True, True, True, False]
    assert sentences(page, 0.5) == [True, False, False, False]
    assert sentences(page.replace("<p>We are all: ears</p>", "<h2>We are</h2>")) == [True, True, False, False]


def test_what_is_known_of_prefixes_counts() -> None:
    page = render("<p>We are <b>not</b> there.</p>")
    openings = read_openings(page, read_rows(page, page.body))
    assert find_sentences(openings, {}, 0.3) == [False]
    assert find_sentences(openings, {"we ar": (9, 10)}, 0.3) == [True]
    assert count_prefixes(openings) == {"we ar": (0, 1)}


def test_which_symbols_may_be_linefeeds() -> None:
    assert [one for one in ("<br>", "</p>", "<ul>", "\\n", "</h2>", "</b>", "<hr>", "<img>", ":", "<", "。") if
            is_linefeed(one)] == ["<br>", "</p>", "<ul>", "\\n"]  # fmt: skip

"""Lists on small pages, and the gold of our own pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bayes_tables import PUBLISHED, as_lists, counted, list_table, read_marked, score, seeded, sibling_starts, starts_of
from paper_table import show

from rubricator.errors import GoldError
from rubricator.evaluate.compare import parse_contender
from rubricator.evaluate.gold.gold import Gold, GoldHeading
from tests.bayes.reading import render

OWN = Path(__file__).parents[3] / "benchmarks" / "papers" / "bayes_pages"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.html").write_text("<h1>Us</h1>* Age: 25<br>* Sex: Male<br>* Job: Cook<br>", "utf-8")
    (tmp_path / "b.html").write_text("<p>A page of words, and nothing else.</p>", "utf-8")
    lists = {"a": [["* Age", "Sex: Male", "Job"]], "b": []}
    (tmp_path / "lists.json").write_text(json.dumps(lists), "utf-8")
    return tmp_path


def test_lists_are_scored_by_rows(folder: Path) -> None:
    contenders = [*seeded("rows", 3), *seeded("bayes", 2)]
    assert [one.name for one in contenders] == ["rows", "bayes", "bayes"]
    pages = [page.whole for page in score(contenders, read_marked(folder))]
    assert counted(pages) == "2 pages, 1 with lists"
    assert pages[0].wanted == [{(2, 3), (3, 4), (4, 4)}]
    assert pages[0].found[0] == pages[0].wanted
    table = list_table("Lists", contenders, pages)
    assert [row.name for row in table.rows] == ["rows", "bayes"]
    assert table.rows[0].ours == [1.0] * 9
    assert [row.published for row in table.rows] == [PUBLISHED["rows"], PUBLISHED["bayes"]]
    assert ".469" in show(table)


def test_lists_found_where_there_are_none_count_in_the_second_figures(folder: Path) -> None:
    (folder / "b.html").write_text("<b>One</b>: two<br><b>Three</b>: four<br>", "utf-8")
    pages = [page.whole for page in score([parse_contender("rows")], read_marked(folder))]
    (row,) = list_table("Lists", [parse_contender("rows")], pages).rows
    assert row.ours == pytest.approx([1, 1, 1, 3 / 5, 1, 3 / 4, 1, 1, 1])


def test_siblings_are_gold_lists() -> None:
    page = render("<nav>Menu</nav><h1>T</h1><h2>A</h2><p>a words</p><h2>B</h2><p>b words</p><h3>C</h3><p>c words</p>")
    headings = (
        GoldHeading("A", 1, None, "a words", "a words"),
        GoldHeading("B", 1, None, "b words", "c words"),
        GoldHeading("C", 2, 1, "c words", "c words"),
    )
    gold = Gold("x", "outline", Path("x"), headings=headings, body=("T", "c words"))
    starts, body = sibling_starts(gold, page.text)
    assert [[page.text[one] for one in members] for members in starts] == [["A", "B"]]
    assert body
    assert page.text[slice(*body)].endswith("c words")


def test_only_members_in_the_span_count() -> None:
    rows = [0, 10, 20, 30]
    assert as_lists([[0, 10, 20, 30]], rows, (0, 99)) == [{(1, 2), (2, 3), (3, 4), (4, 4)}]
    assert as_lists([[0, 10, 20, 30]], rows, (10, 29)) == [{(2, 3), (3, 3)}]
    assert as_lists([[0, 10]], rows, (10, 29)) == []


def test_gold_that_does_not_fit_is_told(folder: Path) -> None:
    (folder / "lists.json").write_text(json.dumps({"a": [["Sex", "Age"]]}), "utf-8")
    with pytest.raises(GoldError, match=r"a\.html: the page does not have the text 'Age' where it should"):
        score([parse_contender("rows")], read_marked(folder))
    with pytest.raises(GoldError, match=r"lists\.json"):
        read_marked(folder / "none")


@pytest.mark.parametrize("half", ["train", "test"])
def test_our_pages_have_their_lists(half: str) -> None:
    pages = read_marked(OWN / half)
    assert len(pages) == len(list((OWN / half).glob("*.html"))) == 24
    assert 14 <= sum(bool(one.lists) for one in pages) <= 20
    assert {one.path.name[:2] for one in pages} == {"en", "ja"}
    for one in pages:
        text = render(one.path.read_text("utf-8")).text
        for starts in starts_of(one, text):
            assert len(starts) > 1

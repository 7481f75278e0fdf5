"""Results: the right block, where it stands, and clear answers to odd queries."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import rubricator
from rubricator.errors import UsageError
from rubricator.search import Results, bulk_lines, mapping, open_index, search, write_index
from rubricator.search.entries import page_entry
from rubricator.search.query import feedback_terms
from rubricator.search.ranking import DEFAULT, Field, Ranking, idf, paper_ranking

from .pages import KILN, answers, build


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("search") / "index", "kiln", "garden", "orchard", "temple")


def ask(path: Path, query: str, **options: object) -> Results:
    with open_index(path) as index:
        return search(index, query, **options)  # type: ignore[arg-type]


def test_a_block_is_found_with_its_place(path: Path) -> None:
    structure = rubricator.read(KILN, method="tags")
    best = ask(path, "alumina").results[0]
    assert best.page == "kiln"
    assert best.headings == ("The kiln", "Loading", "Shelves")
    assert structure.text[best.start : best.end].strip() == "Shelves Dust shelves with alumina."
    assert best.xpath == "/html[1]/body[1]/h3[1]"
    assert best.snippet is not None
    assert best.snippet.text.strip() == "Dust shelves with alumina."
    assert best.snippet.marked("<", ">").strip() == "Dust shelves with <alumina>."
    assert structure.text[best.snippet.start : best.snippet.end] == best.snippet.text


def test_a_heading_without_text_of_its_own_shows_the_first_text_below_it(tmp_path: Path) -> None:
    html = "<html lang=en><h1>Pots</h1><h2>Glazes</h2><h3>Celadon</h3><p>Green ash.</p><h2>Empty</h2><h2>Last</h2><p>."
    index = build(tmp_path / "index", pots=html)
    best = ask(index, "glazes", ranking=replace(DEFAULT, share=0.0)).results[0]
    assert best.headings == ("Pots", "Glazes")
    assert best.snippet is not None
    assert best.snippet.text.strip() == "Green ash."
    assert rubricator.read(html, method="tags").text[best.snippet.start : best.snippet.end] == best.snippet.text
    assert ask(index, "empty").results[0].snippet is None


def test_headings_above_a_block_complement_it(path: Path) -> None:
    # "Shelves" has "alumina" only; that it is about loading the kiln is said by the headings above.
    assert answers(path, "kiln loading alumina")[0][:2] == ("kiln", "Shelves")


def test_words_of_other_forms_and_languages_are_found(path: Path) -> None:
    assert answers(path, "booked")[0][:2] == ("kiln", "Booking a firing")
    assert answers(path, "Apfel")[0][:2] == ("orchard", "Ernte")
    assert answers(path, "Bäume", language="de")[0][:2] == ("orchard", "Bäume")
    assert answers(path, "京都駅")[0][:2] == ("temple", "交通")
    assert answers(path, "寺")[0][0] == "temple"


def test_each_page_once_at_page_level(path: Path) -> None:
    pages = [page for page, *_ in answers(path, "before noon pots booking", "page")]
    assert sorted(pages) == ["garden", "kiln"]
    assert len(answers(path, "before noon pots booking")) > 2


def test_the_score_is_the_sum_of_the_fields(tmp_path: Path) -> None:
    one, two = "<html lang=en><h1>Pots</h1><p>clay clay</p>", "<html lang=en><h1>Pans</h1><p>iron clay</p>"
    ranking = Ranking((Field(("text",), 1.0, 1.2, 0.0), Field(("heading",), 0.5, 1.2, 0.0)))
    found = ask(build(tmp_path / "index", one=one, two=two), "clay pots", ranking=ranking).results
    # All have the same length, so b does not matter: idf * 2.2 * tf / (1.2 + tf)
    clay, pots = idf(2, 2), idf(2, 1)
    assert [result.score for result in found] == pytest.approx([clay * 2.2 * 2 / 3.2 + 0.5 * pots, clay])


def test_the_combination_of_the_paper(tmp_path: Path) -> None:
    one, two = "<html lang=en><h1>Pots</h1><p>clay</p>", "<html lang=en><h1>Pans</h1><p>clay</p>"
    found = ask(build(tmp_path / "index", one=one, two=two), "pots", ranking=paper_ranking(0.6)).results
    # Both fields have average length and the term once: idf * (k1 + 1) / (k1 + 1), normalised 1 / (k1 + 1).
    assert [result.score for result in found] == pytest.approx([0.6 / 2.1 + 0.4 / 1.4])


def test_small_parts_are_shown_as_the_block_above_if_asked(tmp_path: Path) -> None:
    rest = "<h2>Rest</h2><p>" + "other words " * 30
    html = f"<html lang=en><h1>Top</h1>{rest}<h2>Terms</h2><p>{'long text ' * 40}</p><h3>Clay</h3><p>fine earth</p>"
    index = build(tmp_path / "index", page=html)
    for share, heading in ((0.0, "Clay"), (0.01, "Clay"), (0.1, "Terms"), (1.0, "Terms")):
        best = ask(index, "earth", ranking=replace(DEFAULT, share=share)).results[0]
        assert best.headings[-1] == heading
        assert best.snippet is not None
        assert best.snippet.text.strip() == "fine earth"


def test_long_blocks_match_by_their_best_window(tmp_path: Path) -> None:
    long = "<html lang=en><h1>Long</h1><p>" + "filler words here " * 400 + "needle in it " + "and more after " * 400
    (result,) = ask(build(tmp_path / "index", long=long), "needle").results
    assert result.snippet is not None
    assert "needle" in result.snippet.text and len(result.snippet.text) < 300
    text = rubricator.read(long, method="tags").text
    assert text[result.snippet.start : result.snippet.end] == result.snippet.text


def test_no_word_is_lost_between_windows() -> None:
    long = "<html lang=en><h1>Long</h1>" + "".join(f"<p>word{number}, and then.</p>" for number in range(900))
    structure = rubricator.read(long, method="tags")
    windows = [window for block in page_entry(structure, "long").blocks for window in block.windows]
    assert len(windows) > 5
    assert " ".join(window.text.strip() for window in windows) == structure.text.removeprefix("Long").strip()


def test_hidden_text_is_not_found_unless_collapsed() -> None:
    html = "<html lang=en><div hidden>secret</div><h1>Open</h1><p>seen <span hidden>folded</span> too</p>"
    found = [
        window.text
        for block in page_entry(rubricator.read(html, method="tags"), "x").blocks
        for window in block.windows
    ]
    assert not any("secret" in text for text in found)
    assert any("folded" in text for text in found)


def test_links_when_the_address_is_known(tmp_path: Path) -> None:
    html = "<html lang=en><h1 id=top>Pots</h1><p>clay</p>"
    structure = rubricator.read(html, method="tags", url="http://example.org/pots")
    with write_index(tmp_path / "index") as writer:
        writer.add(page_entry(structure, "pots"))
    assert ask(tmp_path / "index", "clay").results[0].link == "http://example.org/pots#top"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("the of", "query-empty"),
        ("", "query-empty"),
        ("?!", "query-empty"),
        (" ".join(map(str, range(2000))), "query-cut"),
    ],
)
def test_odd_queries_are_told(path: Path, query: str, code: str) -> None:
    found = ask(path, query, language="en")
    assert found.results == ()
    assert [notice.code for notice in found.warnings] == [code]


def test_stop_words_of_one_language_are_told_where_others_read_them(path: Path) -> None:
    found = ask(path, "the of")
    assert found.results == ()
    message = "the query has only stop words for pages in en; these cannot be found by it"
    assert [(notice.code, notice.message) for notice in found.warnings] == [("query-empty", message)]
    assert ask(path, "the alumina").warnings == ask(path, "Ernte").warnings == ()


def test_long_queries_and_emoji_are_answered(path: Path) -> None:
    assert ask(path, "alumina " * 1500).results[0].headings[-1] == "Shelves"
    assert ask(path, "🔥 alumina").results[0].headings[-1] == "Shelves"
    assert ask(path, "🔥").results == ask(path, "a" * 10_240).results == ()
    assert ask(path, "alumina\x00\n\ud800").results[0].headings[-1] == "Shelves"


def test_an_empty_index_is_told(tmp_path: Path) -> None:
    with write_index(tmp_path / "index"):
        pass
    found = ask(tmp_path / "index", "pots")
    assert found.results == ()
    assert [notice.code for notice in found.warnings] == ["index-empty"]


def test_wrong_use(path: Path) -> None:
    for options in ({"limit": 0}, {"level": "word"}, {"feedback": -1}, {"language": "tlh"}):
        with pytest.raises(UsageError):
            ask(path, "pots", **options)


def test_the_limit_holds_and_more_results_begin_with_the_same(path: Path) -> None:
    query = "pots noon water booking tools"
    every = ask(path, query, limit=50).results
    assert len(every) > 3
    for limit in range(1, len(every)):
        assert ask(path, query, limit=limit).results == every[:limit]


def test_feedback_adds_terms_that_the_best_blocks_share(tmp_path: Path) -> None:
    start = "<html lang=en>"
    pages = {f"glaze {n}": f"{start}<h1>Glaze</h1><p>glaze celadon number{n}</p>" for n in range(4)}
    pages |= {f"other {n}": f"{start}<h1>Other</h1><p>filler text{n}</p>" for n in range(30)}
    pages["hidden gem"] = f"{start}<h1>Gem</h1><p>celadon bowl</p>"
    with open_index(build(tmp_path / "index", **pages)) as opened:
        assert feedback_terms(opened, {"glaze": 1.0}, DEFAULT) == ["celadon"]
        assert "hidden gem" not in [result.page for result in search(opened, "glaze").results]
        assert "hidden gem" in [result.page for result in search(opened, "glaze", feedback=5).results]


def test_feedback_takes_terms_of_small_blocks_that_are_shown_as_the_block_above(tmp_path: Path) -> None:
    filler = "word " * 100
    small = "<html lang=en><h1>Pots</h1><h2>A</h2><h3>x{0}</h3><p>glaze celadon</p><h3>y{0}</h3><p>"
    pages = {f"page {n}": f"{small.format(n)}{filler}</p><h2>B</h2><p>{filler}</p>" for n in range(4)}
    with open_index(build(tmp_path / "index", **pages)) as opened:
        assert search(opened, "glaze").results[0].headings == ("Pots", "A")
        assert "celadon" in feedback_terms(opened, {"glaze": 1.0}, DEFAULT)


def test_bulk_export(path: Path) -> None:
    with open_index(path) as index:
        lines = [json.loads(line) for line in bulk_lines(index, "blocks")]
        assert len(lines) == 2 * len(index)
    actions, documents = lines[::2], lines[1::2]
    assert {action["index"]["_index"] for action in actions} == {"blocks"}
    assert len({action["index"]["_id"] for action in actions}) == len(actions)
    shelves = next(document for document in documents if document["heading"] == "Shelves")
    assert shelves["path"] == ["The kiln", "Loading"]
    properties = mapping()["mappings"]["properties"]  # type: ignore[index,call-overload]
    assert all(document.keys() == properties.keys() for document in documents)  # type: ignore[union-attr]

"""Reading the corpora: every kind, and where they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rubricator.errors import GoldError
from rubricator.evaluate.gold.corpora import VARIABLE, corpora_folder, corpus_names, read_corpus, read_gold
from rubricator.evaluate.gold.gold import GoldBlock, GoldHeading, GoldLine, GoldSection

from ..gold_files import BLOCKS, CONTENT, KINDS, LINES, OUTLINE, SECTIONS, TITLE, annotation, write
from ..pages import HTML, render


def changed(value: dict[str, Any], **fields: object) -> dict[str, Any]:
    return {**json.loads(json.dumps(value)), **fields}


def test_sections(tmp_path: Path) -> None:
    gold = read_gold(write(tmp_path, SECTIONS))
    assert (gold.id, gold.kind, gold.domain) == ("asdus/PP__example.com", "sections", "PP")
    assert gold.page == (tmp_path / "page.html").resolve()
    assert gold.sections[0] == GoldSection(None, ("Intro words of this page here.",))
    assert [heading.text for heading in gold.headings] == ["Fees", "Late fees", "Privacy"]


def test_lines(tmp_path: Path) -> None:
    gold = read_gold(write(tmp_path, LINES))
    assert gold.lines[0] == GoldLine("h", "Fees")
    assert [heading.text for heading in gold.headings] == ["Fees", "Privacy"]
    assert gold.url == "http://www.example.com/"
    assert gold.content is not None
    assert gold.content.startswith("Fees\nYou pay")


def test_title(tmp_path: Path) -> None:
    gold = read_gold(write(tmp_path, TITLE))
    assert (gold.titles, gold.has_title, gold.url) == (("Big news",), True, None)
    assert gold.content == TITLE["full_text"]


def test_blocks(tmp_path: Path) -> None:
    gold = read_gold(write(tmp_path, BLOCKS))
    assert gold.blocks[2] == GoldBlock(2, "Text", "You pay every month, in advance.", 1, "//p[2]")


def test_content(tmp_path: Path) -> None:
    gold = read_gold(write(tmp_path, CONTENT))
    assert (gold.domain, gold.titles) == ("article", ("Big news",))
    assert (gold.required, gold.forbidden) == (("Intro words",), ("Copyright notice",))
    assert read_gold(write(tmp_path, changed(CONTENT, title=None))).titles == ()


def test_outline(tmp_path: Path) -> None:
    gold = read_gold(write(tmp_path, OUTLINE))
    assert gold.headings[1] == GoldHeading("Late fees", 2, 0, "Ten percent more", "Ten percent more for each week.")
    assert gold.body == ("Big news", "We keep nothing of what you say.")
    without = read_gold(write(tmp_path, changed(OUTLINE, title=None, body=None, headings=[])))
    assert (without.has_title, without.body, without.headings) == (False, None, ())


def test_an_annotation_is_gold_too(tmp_path: Path) -> None:
    assert read_gold(write(tmp_path, annotation(render(HTML)))).kind == "annotation"


def test_a_corpus_has_a_folder_or_a_file_for_each_page(tmp_path: Path) -> None:
    write(tmp_path / "asdus" / "b", SECTIONS)
    write(tmp_path / "asdus" / "a", changed(SECTIONS, id="asdus/a"))
    write(tmp_path / "outline", changed(OUTLINE, page="../asdus/b/page.html"), "b.json")
    (tmp_path / "empty").mkdir()
    assert corpus_names(tmp_path) == ["asdus", "outline"]
    assert [gold.id for gold in read_corpus(tmp_path, "asdus")] == ["asdus/a", "asdus/PP__example.com"]
    assert read_corpus(tmp_path, "outline")[0].page == (tmp_path / "asdus" / "b" / "page.html").resolve()
    with pytest.raises(GoldError, match="no corpus 'nope'; it has: asdus, outline"):
        read_corpus(tmp_path, "nope")


def test_where_the_corpora_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(GoldError, match=f"--corpora DIR or in the environment variable {VARIABLE}"):
        corpora_folder()
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert corpora_folder() == tmp_path
    other = tmp_path / "other"
    with pytest.raises(GoldError, match="is not a folder"):
        corpora_folder(other)
    other.mkdir()
    assert corpora_folder(other) == other


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([], "the file is not a JSON object"),
        (changed(SECTIONS, kind="songs"), "kind is 'songs', not one of: sections, lines"),
        ({"kind": "title", "id": "x"}, "page is missing"),
        (changed(SECTIONS, sections=[{"title": 3, "prose": []}]), r"sections\[0\].title is not a text"),
        (
            changed(SECTIONS, sections=[{"title": None, "prose": ["a", None]}]),
            r"sections\[0\].prose\[1\] is not a text",
        ),
        (changed(SECTIONS, sections=["x"]), r"sections\[0\] is not a JSON object"),
        (changed(LINES, lines=[{"kind": "q", "text": ""}]), r"lines\[0\].kind is 'q', not one of: h, p, l"),
        (changed(BLOCKS, blocks=[{"level": True, "type": "", "text": ""}]), r"blocks\[0\].level is not a whole number"),
        (
            changed(OUTLINE, headings=[{**OUTLINE["headings"][0], "parent": 0}]),
            r"headings\[0\].parent is not the number",
        ),
        (changed(OUTLINE, body={"starts": "a"}), "body.ends is missing"),
        (changed(TITLE, page="a\0b"), "page is not a path"),
        (changed(TITLE, title="\ud800"), "title holds half of a surrogate pair"),
    ],
    ids=range(12),
)
def test_errors_name_file_and_field(tmp_path: Path, value: object, said: str) -> None:
    path = write(tmp_path, value)
    with pytest.raises(GoldError, match=said) as error:
        read_gold(path)
    assert str(path) in str(error.value)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"\xef\xbb\xbf{}"])
def test_what_is_no_json_is_an_error_that_names_the_file(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "gold.json"
    path.write_bytes(data)
    with pytest.raises(GoldError, match=r"gold\.json: not JSON"):
        read_gold(path)
    with pytest.raises(GoldError, match=r"none\.json: No such file"):
        read_gold(tmp_path / "none.json")


def test_every_kind_is_here() -> None:
    assert set(KINDS) == {"sections", "lines", "title", "blocks", "content", "outline"}

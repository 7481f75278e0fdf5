"""The public data set of the HEPS paper, on pages of ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rubricator.errors import GoldError
from rubricator.evaluate.gold.gold import GoldHeading
from rubricator.evaluate.gold.heps_data import ContentBody, body_nodes, data_set_string, read_bodies, read_heps
from rubricator.page.model import Page

from ..heps_files import HTML, PAGE, RAW, block, file, ranges
from ..pages import render, span


def write(folder: Path, value: object) -> Path:
    path = folder / "A000.json"
    path.write_text(json.dumps(value), "utf-8")
    return path


def test_the_raw_string_of_the_data_set() -> None:
    assert RAW == " Zoo <IMG:a%20b%2Fc.png> Open daily . Cats Big cats. Lions They sleep. Dogs None."
    assert data_set_string(render("<p>a<img>b<script>c</script>")).text == " a <IMG:no-src> b"


def test_reading(tmp_path: Path) -> None:
    gold, missing = read_heps(write(tmp_path, file()), PAGE)
    text = PAGE.text
    assert missing == ()
    assert (gold.kind, gold.id, gold.titles) == ("annotation", "A000", ("Zoo", "A lion"))
    assert gold.body_span == (0, len(text))
    cats, dogs = span(text, "Cats"), span(text, "Dogs")
    assert gold.headings == (
        GoldHeading("Cats", 1, None, spans=((cats,),), block=(span(text, "Cats", "sleep."),)),
        GoldHeading("Lions", 2, 0, spans=((span(text, "Lions"),),), block=(span(text, "Lions", "sleep."),)),
        GoldHeading("Dogs", 1, None, spans=((dogs,),), block=(dogs,), transitions=(span(text, "None."),)),
    )


def test_several_headings_and_transitions_of_a_heading(tmp_path: Path) -> None:
    value = file()
    value["children"][1]["headings"] = [ranges(RAW, "Dogs", "None.", transition="None."), ranges(RAW, "None.")]
    heading = read_heps(write(tmp_path, value), PAGE).gold.headings[2]
    assert heading.spans == ((span(PAGE.text, "Dogs"),), (span(PAGE.text, "None."),))
    assert heading.transitions == (span(PAGE.text, "None."),)


def test_the_raw_string_may_be_in_the_file(tmp_path: Path) -> None:
    plain = read_heps(write(tmp_path, file()), PAGE)
    assert read_heps(write(tmp_path, file() | {"rawString": RAW, "note": ""}), PAGE) == plain


def test_another_raw_string_is_aligned(tmp_path: Path) -> None:
    theirs = "Zoo <IMG: a b/c.png> Open daily. An advertisement of the day Cats Big cats. Lions They sleep. Dogs None."
    gold, missing = read_heps(write(tmp_path, file(theirs) | {"rawString": theirs}), PAGE)
    plain = read_heps(write(tmp_path, file()), PAGE).gold
    assert (gold.headings, gold.titles, missing) == (plain.headings, plain.titles, ())


def test_ranges_that_have_no_place_are_reported(tmp_path: Path) -> None:
    theirs = RAW.replace("Lions", "Tigers")
    value = file() | {"children": [block([ranges(theirs, "Tigers")], ranges(theirs, "Tigers..sleep."))]}
    gold, missing = read_heps(write(tmp_path, value | {"rawString": theirs}), PAGE)
    assert missing == ("children[0].headings[0][0]",)
    assert (gold.headings[0].text, gold.headings[0].spans) == ("", ())
    assert gold.headings[0].block == (span(PAGE.text, "They sleep."),)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rawString": "something else from another page altogether"}, "rawString is not that of the page: 0 of its 6"),
        ({"contents": [{"from": 1, "to": 9, "mandatory": True}]}, "contents ends at 9, but the raw string of the page"),
        ({"headings": [{}]}, r"headings\[0\] is not a list"),
        ({"headings": [[{"from": 1, "to": 2}]]}, r"headings\[0\]\[0\].mandatory is missing"),
        ({"headings": [[{"from": 3, "to": 2, "mandatory": True}]]}, r"headings\[0\]\[0\].to is before from"),
        ({"children": [{"contents": []}]}, r"children\[0\].headings is missing"),
        ({"children": [3]}, r"children\[0\] is not a JSON object"),
    ],
)
def test_errors_name_file_and_field(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with pytest.raises(GoldError, match=rf"A000\.json: {said}"):
        read_heps(write(tmp_path, file() | change), PAGE)


WHOLE = render(f"<div><a href=/>Home</a></div>{HTML}<div>Footer</div>")


@pytest.mark.parametrize(
    "xpath",
    [
        "/html/body/div[2]",
        "//div[@id='main']",
        "/html/body/div[2]/descendant-or-self::node()[1<=position()][position()<=999]",
        "/html/body/div[2]/./descendant-or-self::node()[2 <= position()][position() <= 24]",
    ],
)
def test_the_content_body_is_given_by_an_xpath(tmp_path: Path, xpath: str) -> None:
    gold = read_heps(write(tmp_path, file()), WHOLE, ContentBody("http://example.com/", xpath)).gold
    assert gold.url == "http://example.com/"
    assert gold.body_span == span(WHOLE.text, "Zoo", "None.")
    assert WHOLE.text[slice(*gold.headings[0].block[0])] == "Cats Big cats. Lions They sleep."


def test_the_second_condition_counts_from_the_first() -> None:
    page = render("<div><p>a</p><p>b</p><p>c</p></div>")
    assert kept(page, "/html/body/div/descendant-or-self::node()[4<=position()][position()<=2]") == " b"


def kept(page: Page, xpath: str) -> str:
    return data_set_string(page, body_nodes(page, xpath, Path("list.csv"))).text


@pytest.mark.parametrize(
    ("xpath", "said"),
    [
        ("//main", "the content body '//main' selects nothing"),
        ("//[", "the content body: .*is not an XPath"),
        ("/html/body/div[1]", "contents ends at .*: the page is another, or its content body"),
    ],
)
def test_a_wrong_content_body_is_an_error(tmp_path: Path, xpath: str, said: str) -> None:
    with pytest.raises(GoldError, match=said):
        read_heps(write(tmp_path, file()), WHOLE, ContentBody("http://example.com/", xpath))


def test_the_list_of_content_bodies(tmp_path: Path) -> None:
    path = tmp_path / "ID_URL_XPath.csv"
    path.write_text('A000,http://example.com/,/html/body/div\n\nA001,"http://example.com/a,b",//p\n', "utf-8")
    assert read_bodies(path) == {
        "A000": ContentBody("http://example.com/", "/html/body/div"),
        "A001": ContentBody("http://example.com/a,b", "//p"),
    }
    with pytest.raises(GoldError, match="No such file"):
        read_bodies(tmp_path / "none.csv")


@pytest.mark.parametrize(("data", "said"), [(b"A000,//p\n", "line 1 is not id,url,XPath"), (b"a,b,\xff", "not a list")])
def test_a_damaged_list_is_an_error_that_names_the_line(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(data)
    with pytest.raises(GoldError, match=rf"list\.csv: {said}"):
        read_bodies(path)

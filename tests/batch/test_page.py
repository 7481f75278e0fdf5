"""The page function: a record to its rows, without processes and engine around it."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import archives
import pytest

import rubricator
from rubricator.batch import Settings, structure_of_row
from rubricator.batch.inputs import Slice
from rubricator.batch.page import PageReader
from rubricator.batch.reading import records_of
from rubricator.batch.record import Record
from rubricator.batch.rows import COLUMNS, Row
from rubricator.batch.sheets import index_sheets
from rubricator.limits import Notice

HTML = "<title>T</title><body><h1>One</h1><p>First words.<h2>Two</h2><p>Second words.<p hidden>Secret."


def read(record: Record, folder: str = "", **settings: Any) -> list[Row]:
    return PageReader(Settings(**settings), folder).rows(record)


def html(text: str, **fields: Any) -> Record:
    return Record("s", "7", "html", text.encode(), **fields)


def test_rows_hold_what_the_library_gives() -> None:
    whole = rubricator.read(HTML.encode(), url="http://a/")
    record = html(HTML, url="http://a/")
    (tree,) = read(record)
    assert list(tree) == list(COLUMNS)
    assert structure_of_row(tree) == whole
    assert (tree["title"], tree["text"], tree["error"], tree["source"], tree["position"]) == (
        whole.title,
        whole.text,
        None,
        "s",
        "7",
    )
    assert [row["text"] for row in read(record, emit="outline")] == [whole.outline()]
    (markdown,) = read(record, emit="markdown")
    assert markdown["text"] == whole.to_markdown()
    assert "hidden-text-left-out" in str(read(record, emit="markdown", hidden="drop")[0]["warnings"])
    assert [row["text"] for row in read(record, emit="chunks")] == [chunk.text for chunk in whole.chunks()]


def test_a_file_is_read_whatever_its_name_holds(tmp_path: Path) -> None:
    file = tmp_path / "a<b.html"
    file.write_text(HTML, "utf-8")
    (row,) = read(Record(str(file), "0", "file"), method="tags")
    assert (row["title"], row["error"]) == ("T", None)


def test_a_page_without_chunks_has_a_row_all_the_same() -> None:
    (row,) = read(html(""), emit="chunks")
    assert (row["text"], row["error"], row["part"]) == (None, None, 0)
    assert "empty-page" in str(row["warnings"])


@pytest.mark.parametrize(
    ("record", "error"),
    [
        (html("", error="input: broken"), "input: broken"),
        (Record("s", "0", "http", archives.response(b"x", "image/png")), "not-html: image/png"),
        (Record("s", "0", "http", archives.response(b"%PDF-1.4")), "load: the page seems to be a PDF document"),
        (Record("none.html", "0", "file"), "load: there is no file 'none.html'"),
        (html("<p>x"), "refused: the XPath '//nav' of the body selects no element"),
    ],
)
def test_what_cannot_be_read_is_told_in_its_row(record: Record, error: str) -> None:
    (row,) = read(record, method="tags", body="//nav")
    assert str(row["error"]).startswith(error)
    assert (row["text"], row["structure"], row["title"]) == (None, None, None)


def test_the_time_of_a_page_is_kept_by_its_budget_too() -> None:
    (row,) = read(html("<div>" * 20_000 + "<p>x" * 20_000), seconds=0.01)
    assert str(row["error"]).startswith("timeout: the page took longer than its budget of 0.01 s")


def test_notices_of_the_record_come_first_and_travel() -> None:
    record = html("<p>x", notices=(Notice("record-length", "wrong"),))
    (row,) = read(Record.unpacked(record.packed()))
    assert row["warnings"][0] == {"code": "record-length", "message": "wrong"}


def test_the_charset_of_the_response_counts() -> None:
    (row,) = read(Record("s", "0", "http", archives.response("<p>ж".encode("koi8-r"), "text/html; charset=koi8-r")))
    assert row["text"] == "ж"


def test_the_charset_of_bytes_counts_and_travels() -> None:
    record = Record("s", "0", "bytes", "<p>ж".encode("koi8-r"), charset="koi8-r")
    assert Record.unpacked(record.packed()) == record
    assert read(record)[0]["text"] == "ж"


@pytest.mark.parametrize("ending", archives.PACKINGS)
def test_stylesheets_are_found_in_the_archive(tmp_path: Path, ending: str) -> None:
    page = b"<link rel=stylesheet href=style.css><link rel=stylesheet href=/none.css><p>Shown.<p class=gone>Secret."
    parts = [
        archives.record("https://a.example/1", archives.response(page)),
        *archives.records(3),
        archives.record(
            "http://a.example/style.css",
            archives.response(gzip.compress(archives.SHEET), "text/css", "Content-Encoding: gzip"),
        ),
    ]
    path = archives.write(tmp_path / f"a{ending}", parts)
    assert index_sheets(str(path), str(tmp_path)) == 2
    reader = PageReader(Settings(emit="markdown", method="tags", hidden="drop"), str(tmp_path))
    first = next(records_of(Slice("warc", (str(path),), 0), reader.settings))
    for _ in range(2):
        (row,) = reader.rows(first)
        assert row["text"] == "Shown.\n"
        assert [one["message"] for one in row["warnings"] if one["code"] == "stylesheet-missing"] == [
            "a stylesheet could not be had: https://a.example/none.css"
        ]

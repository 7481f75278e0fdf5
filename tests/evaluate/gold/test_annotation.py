"""Annotation files: schema, round trip, and files of other pages."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rubricator.errors import GoldError
from rubricator.evaluate.gold.annotation import read_annotation, schema, write_annotation
from rubricator.evaluate.gold.gold import Gold, GoldHeading

from ..gold_files import annotation, write
from ..pages import HTML, render, span

PAGE = render(HTML)
FILE = annotation(PAGE)


def test_reading(tmp_path: Path) -> None:
    gold = read_annotation(write(tmp_path, FILE))
    assert (gold.kind, gold.id, gold.annotator, gold.sha256) == ("annotation", "example", "A", PAGE.sha256)
    assert (gold.titles, gold.has_title) == (("Big news",), True)
    assert gold.body_span == span(PAGE.text, "Big news", "what you say.")
    fees = span(PAGE.text, "Fees")
    assert gold.headings[0] == GoldHeading(
        "Fees", 1, None, spans=((fees,), (span(PAGE.text, "You pay"),)), block=(span(PAGE.text, "Fees", "each week."),)
    )
    assert gold.headings[1].parent == 0
    assert gold.headings[2].transitions == (span(PAGE.text, "of what you say."),)


def test_the_round_trip(tmp_path: Path) -> None:
    gold = read_annotation(write(tmp_path, FILE))
    written = tmp_path / "deeper" / "again.json"
    written.parent.mkdir()
    write_annotation(written, gold)
    assert read_annotation(written) == gold
    assert json.loads(written.read_text("utf-8"))["page"]["path"] == "../page.html"
    for unmarked in (None, False):
        plain = replace(gold, titles=(), has_title=unmarked, body_span=None, headings=(), url="http://example.com/")
        write_annotation(written, plain)
        assert read_annotation(written) == plain


def test_what_is_written_is_valid(tmp_path: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(FILE, schema())
    write_annotation(tmp_path / "a.json", read_annotation(write(tmp_path, FILE)))
    jsonschema.validate(json.loads((tmp_path / "a.json").read_text("utf-8")), schema())


def without(path: list[Any], value: object = None) -> dict[str, Any]:
    """Return the file with one value changed."""
    file = copy.deepcopy(FILE)
    at: Any = file
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return file


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["schema"], "rubricator-annotation/2", "schema is 'rubricator-annotation/2', not one of"),
        (["annotator"], None, "annotator is not a text"),
        (["body"], [5, 2], r"body is not a range \[start, end\]"),
        (["body"], [False, True], r"body\[0\] is not a whole number"),
        (["titles"], ["a", 1], r"titles\[1\] is not a text"),
        (["page", "sha256"], 5, "page.sha256 is not a text"),
        (["blocks", 0, "headings"], [], r"blocks\[0\].headings has no range"),
        (["blocks", 0, "headings"], [[]], r"blocks\[0\].headings has no range"),
        (["blocks", 0, "headings"], [7], r"blocks\[0\].headings\[0\] is not a list"),
        (["blocks", 0, "headings"], [[[1]]], r"blocks\[0\].headings\[0\]\[0\] is not a range"),
        (["blocks", 0, "ranges"], [], r"blocks\[0\].ranges has no range"),
        (["blocks", 1, "parent"], 1, r"blocks\[1\].parent is not the number of an earlier block"),
        (["blocks", 1, "level"], 1, r"blocks\[1\].level is 1, not below its parent's level 1"),
        (["blocks", 2, "level"], 0, r"blocks\[2\].level is 0, not below"),
        (["blocks", 2, "run_in"], 1, r"blocks\[2\].run_in is not true or false"),
        (["blocks", 2, "transitions"], [[-1, 2]], r"blocks\[2\].transitions\[0\] is not a range"),
    ],
)
def test_errors_name_file_and_field(tmp_path: Path, path: list[Any], value: object, said: str) -> None:
    with pytest.raises(GoldError, match=said) as error:
        read_annotation(write(tmp_path, without(path, value)))
    assert str(tmp_path / "gold.json") in str(error.value)


def test_an_annotation_of_another_page_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, FILE, html=HTML + " ")
    with pytest.raises(
        GoldError, match=r"page\.sha256 is not that of .*page\.html.*: the annotation is of another page"
    ):
        read_annotation(path)


def test_a_page_that_was_moved_is_found_beside_its_annotation(tmp_path: Path) -> None:
    path = write(tmp_path, without(["page", "path"], "gone.html"))
    (tmp_path / "another.html").write_text("Another page", "utf-8")
    assert read_annotation(path).page.samefile(tmp_path / "page.html")
    (tmp_path / "page.html").unlink()
    with pytest.raises(GoldError, match=r"gold\.json: page\.path names a page that cannot be read: .*gone\.html"):
        read_annotation(path)


@pytest.mark.parametrize("wrong", [{"sha256": None}, {"annotator": None}, {"headings": (GoldHeading("x", 1),)}])
def test_gold_without_ranges_is_no_annotation(tmp_path: Path, wrong: dict[str, Any]) -> None:
    gold = replace(read_annotation(write(tmp_path, FILE)), **wrong)
    with pytest.raises(GoldError, match="cannot be"):
        write_annotation(tmp_path / "no.json", gold)


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    gold = Gold("x", "annotation", tmp_path / "page.html", annotator="A", sha256="0" * 64)
    with pytest.raises(GoldError, match="cannot be written"):
        write_annotation(tmp_path / "none" / "a.json", gold)

"""The features of the paper, worked out by hand on a page of ours."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from rubricator.page.model import Box
from rubricator.segment.title.columns import unit_columns
from rubricator.segment.title.features import unit_features
from rubricator.segment.title.table import FAMILIES, FEATURES
from rubricator.segment.title.texts import unit_texts
from rubricator.segment.title.units import find_units

from ...page.pages import render
from .pages import HTML, page, true_features, value

DOCS = Path(__file__).parents[3] / "docs" / "methods" / "title.md"
TITLE = "The village oven"


def test_there_are_as_many_features_as_in_the_paper() -> None:
    assert Counter(feature.family for feature in FEATURES) == FAMILIES
    assert len(FEATURES) == 245
    assert len({feature.name for feature in FEATURES}) == 245


def test_the_documentation_prints_the_table() -> None:
    parts: dict[tuple[str, str], list[str]] = {}
    for feature in FEATURES:
        parts.setdefault((feature.family, feature.part), []).append(feature.name)
    lines = ["| family | part | number | features |", "|---|---|---|---|"]
    lines += [f"| {family} | {part} | {len(names)} | {'; '.join(names)} |" for (family, part), names in parts.items()]
    assert "\n".join(lines) in DOCS.read_text("utf-8")


def test_units_are_the_text_leaves_that_are_seen() -> None:
    texts = unit_texts(find_units(page()))
    assert texts[:5] == ["Home", "Map", TITLE, "By Ann Weir", "Updated 3 May 2021"]
    assert "Nobody sees this" not in texts
    assert unit_texts(find_units(render("<p>a<b>b</b><img alt='not a leaf'>"))) == ["a", "b"]


def test_appearance() -> None:
    found = true_features(HTML, TITLE)
    assert {
        "largest font", "only unit in largest font", "font size level 6", "font size to body text >= 2",
        "share of larger fonts < 1e-09", "bold", "bold unlike body text", "bold and largest font", "center",
        "alignment unlike body text", "colorful", "only unit in color", "color unlike body text", "heading level 0",
        "begins line", "ends line", "serif", "on white", "share of font weight 0.05 to 0.21",
    } <= found  # fmt: skip
    assert not found & {"italic", "underlined", "in link", "in item", "first unit", "second largest font", "on dark"}


def test_neighbours() -> None:
    found = true_features(HTML, TITLE)
    assert {
        "hr between next", "item between previous", "link between previous", "block between previous",
        "font size to previous >= 1.01", "font size to next >= 1.01", "font size to root >= 1.01",
        "font size to parent >= 1.01", "font weight to next >= 0.5", "previous in link", "previous in item",
        "previous left, this center", "color unlike root", "length of previous 1 to 8", "length of next 8 to 64",
    } <= found  # fmt: skip
    assert not found & {"br between next", "br between previous", "no previous", "next on the same line"}
    assert "br between next" in true_features(HTML, "By Ann Weir")
    assert "no next" in true_features(HTML, "PHONE: 555")


def test_content_and_class() -> None:
    assert {"characters 8 to 64", "letters 8 to 64", "class title"} <= true_features(HTML, TITLE)
    assert {"begins with by", "italic", "style unlike root", "words capitalized"} <= true_features(HTML, "By Ann Weir")
    assert {"names a date", "class title"} & true_features(HTML, "Updated 3 May 2021") == {"names a date"}
    assert {"names a phone or address", "all capitals"} <= true_features(HTML, "PHONE: 555")


def test_heading_tags() -> None:
    html = "<h2>One</h2><p>text<h1>Two <b>words</b></h1><h3>Three</h3><h2>Four</h2>"
    assert {"first tagged", "heading level 2", "second level tagged"} <= true_features(html, "One")
    assert {"second tagged", "heading level 1", "top level tagged"} <= true_features(html, "words")
    assert not {"third tagged", "only tagged"} & true_features(html, "Four")
    assert "only tagged" in true_features("<h4>One</h4><p>text", "One")


def test_brothers() -> None:
    html = "<ul><li>One<li>Two<li><b>Three</b></ul><p>alone"
    assert value(html, "brothers", "One") == 2
    assert value(html, "brothers in one font size", "One") == 1
    assert value(html, "brothers in one weight", "One") == 0
    assert value(html, "brothers in one kind of element", "Three") == 1


def test_underlines_and_backgrounds_reach_down() -> None:
    html = "<div style='background:#000'><u><span>on night</span></u></div><p>else"
    assert {"underlined", "on dark", "background unlike root"} <= true_features(html, "on night")


def test_positions_without_boxes_are_estimated() -> None:
    html = f"<p style='font-size:20px'>{'a' * 64}<p>{'b' * 64}"
    assert value(html, "width", "a" * 64) == pytest.approx(64 * 20 * 0.5 / 1280)
    assert value(html, "top", "b" * 64) == pytest.approx(65 / 129)


def test_boxes_are_used_where_there_are_some() -> None:
    plain = render("<p>first<p>second")
    known = {plain.body: Box(0, 0, 1000, 2000)}
    known |= dict(zip(find_units(plain).node, (Box(0, 1000, 300, 20), Box(0, 100, 50, 20)), strict=True))
    placed = replace(plain, boxes=tuple(known.get(node) for node in range(len(plain.tag))))
    columns = unit_columns(find_units(placed))
    assert columns["top"].tolist() == [0.5, 0.05]
    assert columns["width"].tolist() == [0.3, 0.05]


@pytest.mark.parametrize("html", ["", "<title>only</title>", "<p hidden>nothing seen", "<img alt='words'>"])
def test_a_page_without_units_has_no_rows(html: str) -> None:
    assert unit_features(find_units(render(html))).shape == (0, 245)

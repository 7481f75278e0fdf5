"""Where spans are shown, and what is listed."""

from __future__ import annotations

from hypothesis import given, settings

from rubricator.emit.view.document import to_view
from rubricator.emit.view.limits import ViewLimits
from rubricator.structure.model import JsonValue, Structure
from tests.emit.hostile import structures

from .views import data_of, source, view


def blocks(html: str, limits: ViewLimits | None = None) -> list[dict[str, JsonValue]]:
    outlines = data_of(view(html, limits=limits))["outlines"]
    assert isinstance(outlines, list) and isinstance(outlines[0], dict)
    found = outlines[0]["blocks"]
    assert isinstance(found, list)
    return [block for block in found if isinstance(block, dict)]


def covered(data: dict[str, JsonValue], span: JsonValue) -> str:
    """Return the characters between two places, as the view's script takes them."""
    rows, leaves = data["rows"], data["leaves"]
    assert isinstance(rows, list) and isinstance(leaves, list) and isinstance(span, list)
    first, start, last, end = (int(number) for number in span if isinstance(number, int))
    parts = []
    for leaf in range(first, last + 1):
        number = leaves[leaf]
        assert isinstance(number, int)
        row = rows[number]
        assert isinstance(row, list)
        units = str(row[1] if isinstance(row[1], str) else "").encode("utf-16-le", "surrogatepass")
        low, high = start if leaf == first else 0, end if leaf == last else len(units) // 2
        parts.append(units[2 * low : 2 * high].decode("utf-16-le", "replace"))
    return " ".join("".join(parts).split())


def test_blocks_know_their_place_and_their_parent() -> None:
    found = blocks("<h1>One</h1><p>a</p><h2>Two</h2><p>b</p><h1>Three</h1>")
    assert [(block["parent"], block["level"], block.get("text")) for block in found] == [
        (-1, 0, None),
        (0, 1, "One"),
        (1, 2, "Two"),
        (0, 1, "Three"),
    ]
    assert found[2]["spans"] == [[2, 0, 3, 1]]
    assert found[2]["heading"] == [2, 0, 2, 3]


def test_offsets_count_utf16_units_and_white_space_as_written() -> None:
    made = view("<h1>\n  One   😀\t two 😀\n</h1>")
    data = data_of(made)
    outlines = data["outlines"]
    assert isinstance(outlines, list) and isinstance(outlines[0], dict) and isinstance(outlines[0]["blocks"], list)
    block = outlines[0]["blocks"][1]
    assert isinstance(block, dict)
    assert block["heading"] == [0, 3, 0, 19]
    assert covered(data, block["heading"]) == "One 😀 two 😀"


@settings(max_examples=150, deadline=None)
@given(structures())
def test_headings_cover_their_text(structure: Structure) -> None:
    data = data_of(to_view(source(""), [structure]))
    outlines = data["outlines"]
    assert isinstance(outlines, list) and isinstance(outlines[0], dict)
    found = outlines[0]["blocks"]
    assert isinstance(found, list)
    page = structure.page
    assert page is not None
    for block, shown in zip(structure.root.walk(), found, strict=True):
        # Alternative texts of images are part of a heading's text, but no characters of the page.
        if block.heading and "img" not in page.tag:
            assert isinstance(shown, dict)
            assert covered(data, shown["heading"]).replace(" ", "") == "".join(block.heading.text.split())


def test_too_many_blocks_are_a_notice() -> None:
    made = view("<h2>x</h2>" * 30, limits=ViewLimits(blocks=10))
    assert [notice.code for notice in made.warnings] == ["view-limit"]
    assert len(blocks("<h2>x</h2>" * 30, ViewLimits(blocks=10))) == 10


def test_long_headings_are_cut() -> None:
    assert len(str(blocks(f"<h1>{'word ' * 200}</h1>")[1]["text"])) <= 300


def test_hidden_texts_have_a_place_and_left_out_ones_none() -> None:
    found = blocks("<h1 hidden>One</h1><noscript><h1>Two</h1></noscript><h1>Three</h1>")
    assert [(block.get("text"), bool(block.get("heading"))) for block in found[1:]] == [
        ("One", True),
        ("Two", False),
        ("Three", True),
    ]

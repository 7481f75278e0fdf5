"""Back-pointers: XPaths and anchors of headings and blocks."""

from __future__ import annotations

import rubricator
from rubricator.emit import to_json
from rubricator.limits import Limits
from rubricator.structure.model import Block, Heading, Structure
from tests.trees import read


def by_heading(structure: Structure) -> dict[str, tuple[Block, Heading]]:
    return {block.heading.text: (block, block.heading) for block in structure.root.walk() if block.heading}


def places(structure: Structure) -> dict[str, tuple[str | None, str | None, str | None]]:
    """Return the XPaths of heading and block, and the anchor, by heading."""
    return {
        text: (heading.xpath, block.xpath, block.anchor) for text, (block, heading) in by_heading(structure).items()
    }


def test_headings_and_blocks_of_sections() -> None:
    html = "<p>Before<section id=s><h2>One</h2><p>text</section><section><h2 id=t>Two</h2><p>text</section>"
    assert places(read(html, "tags")) == {
        "One": ('//*[@id="s"]/h2[1]', '//*[@id="s"]', "s"),
        "Two": ('//*[@id="t"]', "/html[1]/body[1]/section[2]", "t"),
    }


def test_run_in_headings_are_the_node_that_holds_them() -> None:
    html = "".join(f"<p><b>Point {n}.</b> A long text about this point.</p>" for n in range(3))
    assert places(read(html))["Point 1."] == ("/html[1]/body[1]/p[2]/b[1]", "/html[1]/body[1]/p[2]", None)


def test_images_without_text_are_headings_with_a_place_of_their_own() -> None:
    html = "".join(f"<div><img src=i{n}.png></div><p>A text about image {n}.</p>" for n in range(3))
    structure = read("<p>Before</p>" + html)
    assert places(structure) == {
        f"i{n}.png": (f"/html[1]/body[1]/div[{n + 1}]", f"/html[1]/body[1]/div[{n + 1}]", None) for n in range(3)
    }
    assert [structure.text[block.start : block.end] for block, _ in by_heading(structure).values()] == [
        f"A text about image {n}." for n in range(3)
    ]


def test_the_root_is_the_body_or_what_is_given_for_it() -> None:
    html = "<div><h2>One</h2><p>text</div><main><h2>Two</h2><p>text</main>"
    assert rubricator.read(html).root.xpath == "/html[1]/body[1]"
    assert rubricator.read(html, body="//main").root.xpath == "/html[1]/body[1]/main[1]"


def test_what_is_too_long_is_null_with_one_notice() -> None:
    html = "<div>" * 10 + "".join(f"<h2>Head {n}</h2><p>text</p>" for n in range(3))
    structure = rubricator.read(html, method="tags", limits=Limits(xpath_steps=12))
    assert places(structure) == {f"Head {n}": (None, None, None) for n in range(3)}
    assert structure.root.xpath == "/html[1]/body[1]"
    assert [(notice.code, notice.message) for notice in structure.warnings] == [
        ("xpath-limit", "6 XPaths have more than 12 steps and were left out")
    ]


def test_what_has_no_room_is_null_with_one_notice() -> None:
    heads = "".join(f"<h2>Head {n}</h2><p>text</p>" for n in range(9))
    structure = rubricator.read(
        f"<h2 id=y>First</h2><p>text</p><div id={'x' * 100}>{heads}</div>",
        method="tags",
        limits=Limits(xpath_characters=1060),
    )
    found = places(structure)
    xpath = f'//*[@id="{"x" * 100}"]/h2'
    assert [found[f"Head {n}"] for n in range(9)].count((None, None, None)) == 6
    assert found["Head 8"] == (f"{xpath}[9]", f"{xpath}[9]", "x" * 100)
    assert found["First"] == ('//*[@id="y"]', '//*[@id="y"]', "y")
    assert structure.root.xpath == "/html[1]/body[1]"
    assert [(notice.code, notice.message) for notice in structure.warnings] == [
        ("xpath-limit", "18 XPaths and anchors were left out, as all together have more than 1060 characters")
    ]


def test_ids_of_megabytes_do_not_multiply() -> None:
    structure = rubricator.read(f"<div id={'x' * 1_000_000}>" + "<h2>Head</h2><p>text</p>" * 1000, method="tags")
    assert [notice.code for notice in structure.warnings] == ["xpath-limit"]
    assert len(to_json(structure)) < 21_000_000


def test_a_title_has_an_xpath_where_it_stands_in_the_page() -> None:
    html = """<div id=top><h1>How sourdough works</h1></div>
    <p>Bakers have kept sourdough alive for thousands of years, feeding it flour and water every day.
    <p>When you feed the jar, the yeasts breathe out gas, and the loaf rises."""
    (title,) = rubricator.read(html).titles
    assert (title.text, title.xpath) == ("How sourdough works", '//*[@id="top"]/h1[1]')

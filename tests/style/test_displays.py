"""What display becomes: blocks of what floats, is positioned, or stands in a flexible box. As in Chromium."""

from __future__ import annotations

import pytest

from .pages import looks, styled

IN_BLOCK = "<div>x<span class=d>a<b>b</b><p>c</p></span><div class=d>e</div></div>"
IN_FLEX = "<section>x<span class=d>a<b>b</b></span><div class=d>e</div></section>"
OUT_OF_FLOW = "<div>x<span class=d>a<b>b</b></span></div>"
DISPLAYS: list[tuple[str, str | None, str, str]] = [
    (
        "none",
        "block | none hidden | 700 hidden | block hidden | none hidden",
        "flex | none hidden | 700 hidden | none hidden",
        "block | none hidden | 700 hidden",
    ),
    ("inline", "block |  | 700 | block | ", "flex | block | 700 | block", "block | block | 700"),
    ("block", "block | block | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    (
        "inline-block",
        "block | inline-block | 700 | block | inline-block",
        "flex | block | 700 | block",
        "block | block | 700",
    ),
    (
        "list-item",
        "block | list-item | 700 | block | list-item",
        "flex | list-item | 700 | list-item",
        "block | list-item | 700",
    ),
    ("flex", "block | flex | 700 block | block | flex", "flex | flex | 700 block | flex", "block | flex | 700 block"),
    (
        "inline-flex",
        "block | inline-flex | 700 block | block | inline-flex",
        "flex | flex | 700 block | flex",
        "block | flex | 700 block",
    ),
    ("grid", "block | grid | 700 block | block | grid", "flex | grid | 700 block | grid", "block | grid | 700 block"),
    (
        "inline-grid",
        "block | inline-grid | 700 block | block | inline-grid",
        "flex | grid | 700 block | grid",
        "block | grid | 700 block",
    ),
    ("table", "block | table | 700 | block | table", "flex | table | 700 | table", "block | table | 700"),
    (
        "inline-table",
        "block | inline-table | 700 | block | inline-table",
        "flex | table | 700 | table",
        "block | table | 700",
    ),
    ("table-row", "block | table-row | 700 | block | table-row", "flex | block | 700 | block", "block | block | 700"),
    (
        "table-cell",
        "block | table-cell | 700 | block | table-cell",
        "flex | block | 700 | block",
        "block | block | 700",
    ),
    (
        "table-row-group",
        "block | table-row-group | 700 | block | table-row-group",
        "flex | block | 700 | block",
        "block | block | 700",
    ),
    (
        "table-header-group",
        "block | table-header-group | 700 | block | table-header-group",
        "flex | block | 700 | block",
        "block | block | 700",
    ),
    (
        "table-footer-group",
        "block | table-footer-group | 700 | block | table-footer-group",
        "flex | block | 700 | block",
        "block | block | 700",
    ),
    ("table-column", None, "flex | block | 700 | block", "block | block | 700"),
    ("table-column-group", None, "flex | block | 700 | block", "block | block | 700"),
    (
        "table-caption",
        "block | table-caption | 700 | block | table-caption",
        "flex | block | 700 | block",
        "block | block | 700",
    ),
    (
        "flow-root",
        "block | flow-root | 700 | block | flow-root",
        "flex | flow-root | 700 | flow-root",
        "block | flow-root | 700",
    ),
    (
        "contents",
        "block | contents | 700 | block | contents",
        "flex | contents | 700 block | contents",
        "block | contents | 700",
    ),
    ("ruby-text", None, "flex | block | 700 | block", "block | block | 700"),
    (
        "-webkit-flex",
        "block | flex | 700 block | block | flex",
        "flex | flex | 700 block | flex",
        "block | flex | 700 block",
    ),
    (
        "-webkit-inline-flex",
        "block | inline-flex | 700 block | block | inline-flex",
        "flex | flex | 700 block | flex",
        "block | flex | 700 block",
    ),
    ("-ms-flexbox", "block |  | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    ("-moz-box", "block |  | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    ("run-in", "block |  | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    ("flow", "block | block | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    ("block flow", "block | block | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    (
        "inline flow-root",
        "block | inline-block | 700 | block | inline-block",
        "flex | block | 700 | block",
        "block | block | 700",
    ),
    ("flow block", "block | block | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    (
        "block flex",
        "block | flex | 700 block | block | flex",
        "flex | flex | 700 block | flex",
        "block | flex | 700 block",
    ),
    (
        "inline grid",
        "block | inline-grid | 700 block | block | inline-grid",
        "flex | grid | 700 block | grid",
        "block | grid | 700 block",
    ),
    ("block table", "block | table | 700 | block | table", "flex | table | 700 | table", "block | table | 700"),
    (
        "inline table",
        "block | inline-table | 700 | block | inline-table",
        "flex | table | 700 | table",
        "block | table | 700",
    ),
    ("inline block", "block |  | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    ("foo", "block |  | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    ("BLOCK", "block | block | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    ("inherit", "block | block | 700 | block | block", "flex | flex | 700 block | flex", "block | block | 700"),
    ("initial", "block |  | 700 | block | ", "flex | block | 700 | block", "block | block | 700"),
    ("unset", "block |  | 700 | block | ", "flex | block | 700 | block", "block | block | 700"),
    ("revert", "block |  | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    ("grid-lanes", "block |  | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
    ("masonry", "block |  | 700 | block | block", "flex | block | 700 | block", "block | block | 700"),
]


@pytest.mark.parametrize(("display", "in_block", "in_flex", "out_of_flow"), DISPLAYS)
def test_displays_and_what_makes_blocks_of_them(
    display: str, in_block: str | None, in_flex: str, out_of_flow: str
) -> None:
    if in_block is not None:
        assert looks(styled(f".d{{display:{display}}}", IN_BLOCK)) == in_block
    assert looks(styled(f".d{{display:{display}}}section{{display:flex}}", IN_FLEX)) == in_flex
    assert looks(styled(f".d{{display:{display};float:left}}", OUT_OF_FLOW)) == out_of_flow
    assert looks(styled(f".d{{display:{display};position:absolute}}", OUT_OF_FLOW)) == out_of_flow


POSITIONS: list[tuple[str, str, str]] = [
    ("b{position:static}", "<p>x<b>y", "block | 700"),
    ("b{position:relative}", "<p>x<b>y", "block | 700"),
    ("b{position:absolute}", "<p>x<b>y", "block | 700 block"),
    ("b{position:fixed}", "<p>x<b>y", "block | 700 block"),
    ("b{position:sticky}", "<p>x<b>y", "block | 700"),
    ("b{position:-webkit-sticky}", "<p>x<b>y", "block | 700"),
    ("b{float:left}", "<p>x<b>y", "block | 700 block"),
    ("b{float:right}", "<p>x<b>y", "block | 700 block"),
    ("b{float:none}", "<p>x<b>y", "block | 700"),
    ("b{float:inline-start}", "<p>x<b>y", "block | 700 block"),
    ("b{float:inline-end}", "<p>x<b>y", "block | 700 block"),
    (
        "section{display:flex}b{float:left}i{position:absolute}",
        "<section><b>x</b><i>y</i><u>z</u></section>",
        "700 block | italic block | underline block",
    ),
    ("section{display:flex}div{display:contents}", "<section><div><b>x</b>y</div></section>", "700 block | contents"),
    (
        "section{display:grid}div,p{display:contents}",
        "<section><div><p><b>x</b>y</p></div></section>",
        "700 block | contents",
    ),
    ("div{display:contents;color:red;background:blue}", "<div>a<b>b", "#ff0000 on #0000ff contents | 700 #ff0000"),
    ("section{display:none}div{display:contents}", "<section><div>a<b>b", "contents hidden | 700 hidden"),
    (
        "div{visibility:hidden}b{visibility:visible}i{visibility:collapse}",
        '<div>a<b>b</b><p>c<b>d</b></p></div><i>e<b>f</b></i><table><tr style="visibility:collapse"><td>g<td '
        'style="visibility:visible">h</table>',
        "block hidden | 700 | block hidden | 700 | italic hidden | 700 italic | table-cell hidden | table-cell",
    ),
    ("div{display:none}b{display:block!important}", "<div>a<b>b</b></div>", "none hidden | 700 block hidden"),
    (
        "div{color:red;background:currentcolor}p{color:currentcolor}b{color:blue;background:inherit}",
        "<div>a<p>b<b>c",
        "#ff0000 on #ff0000 block | #ff0000 block | 700 #0000ff",
    ),
    ("html{position:absolute;float:left;display:inline}", "<p>a", "block"),
    ("li{display:inline}ul{display:flex}", "<ul><li>a<li>b</ul>", "block | block"),
]


@pytest.mark.parametrize(("css", "body", "expected"), POSITIONS)
def test_positions_containers_and_visibility(css: str, body: str, expected: str) -> None:
    assert looks(styled(css, body)) == expected


def test_the_old_flexible_box_is_a_plain_container() -> None:
    assert looks(styled("p{display:-webkit-box}", "<p>x<b>y")) == "flow-root | 700"

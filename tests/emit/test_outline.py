"""The outline in a terminal."""

from __future__ import annotations

import rubricator
from rubricator.emit.outline import outline
from rubricator.structure.model import Block, Heading, Structure

from .pages import page, structure

HTML = "<p>top</p><h1>One</h1>a b c<h2>Two</h2><h2>Three</h2>日本語<h1>Four</h1>d"
SPEC = [(1, "One"), (2, "Two"), (2, "Three"), (1, "Four")]


def test_a_tree() -> None:
    assert outline(structure(page(HTML), SPEC, title="The page")) == (
        "The page\n├─ One\n│  ├─ Two (0 words)\n│  └─ Three (3 words)\n└─ Four (1 word)"
    )


def test_color_dims_what_is_not_a_heading() -> None:
    found = outline(structure(page("<h1>One</h1>a b"), [(1, "One")]), color=True)
    assert found == "\x1b[2m└─ \x1b[0mOne\x1b[2m (2 words)\x1b[0m"


def test_long_headings_are_cut_at_the_width() -> None:
    wide = "long heading " * 20
    found = outline(
        structure(
            page(f"<h1>{wide}</h1><h1>{'広い' * 40}</h1><h1>{'x' * 23}</h1>"),
            [(1, wide.strip()), (1, "広い" * 40), (1, "x" * 23)],
        ),
        width=36,
    )
    assert found == (
        "├─ long heading long head… (0 words)\n├─ 広い広い広い広い広い広… (0 words)\n└─ " + "x" * 23 + " (0 words)"
    )


def test_no_headings_is_one_line() -> None:
    assert outline(structure(page("<p>a b"))) == "no headings found in 2 words"
    assert outline(structure(page("<p>a b"), title="Page")) == "Page\nno headings below the title (2 words)"


def test_blocks_are_shown_by_their_texts_where_none_has_a_heading() -> None:
    inner = (Block(4, 7, 2), Block(7, 7, 2), Block(8, 17, 2, ranges=((8, 9), (14, 17))))
    root = Block(0, 17, children=(Block(0, 3, 1), Block(4, 17, 1, children=inner)))
    assert outline(Structure("One two x and yes", root, "vips", title="Page")) == (
        "Page\nblocks without headings (5 words)\n├─ One (1 word)\n└─ 3 blocks\n"
        "   ├─ two (1 word)\n   ├─ no text (0 words)\n   └─ x (2 words)"
    )


def test_blocks_without_a_heading_are_looked_through() -> None:
    inner = Block(0, 3, 2, Heading("One", 0, 3))
    found = Structure("One x", Block(0, 5, children=(Block(0, 3, 1, children=(inner,)),)), "vips")
    assert outline(found) == "└─ One (0 words)"


def test_terminal_codes_of_a_page_are_left_out() -> None:
    heading = Heading("a\x1b[31m\u202eb", 0, 7)
    found = Structure("a\x1b[31m\u202eb", Block(0, 7, children=(Block(0, 7, 1, heading),)), "tags", title="\x07t")
    assert outline(found) == "t\n└─ a[31mb (0 words)"


def test_deep_outlines_leave_room_for_the_heading() -> None:
    block = Block(0, 4, 3000, Heading("Deep", 0, 4))
    for level in range(2999, 0, -1):
        block = Block(0, 4, level, Heading("Deep", 0, 4), (block,))
    lines = outline(Structure("Deep", Block(0, 4, children=(block,)), "tags"), width=60).splitlines()
    assert len(lines) == 3000
    assert lines[-1] == "…" + " " * 30 + "└─ Deep (0 words)"
    assert max(map(len, lines)) <= 60


def test_a_title_that_is_the_only_top_heading_is_shown_once() -> None:
    html = "<title>Kiln</title><h1>Kiln</h1><h2>Use</h2><p>Fire it."
    assert rubricator.read(html, method="tags").outline() == "Kiln\n└─ Use (2 words)"

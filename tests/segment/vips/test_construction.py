"""Content structure construction (section 4.3) and what becomes of it."""

from __future__ import annotations

from rubricator.limits import Limits

from .boxes import boxed
from .reading import degrees, tree, vips

FIGURE_6 = boxed(
    "<div>"
    + "".join(
        f'<div box="0 {100 * n} 500 20" style="font-weight: bold">Name {n}</div>'
        f'<div box="0 {100 * n + 30} 500 34">text {n}</div>'
        for n in range(3)
    )
    + "</div>"
)
"""Six blocks, of which every other one is bold."""


def test_blocks_beside_light_separators_are_merged() -> None:
    structure = vips(FIGURE_6, pdoc=0.5)
    assert tree(structure) == ["Name 0 text 0", "Name 1 text 1", "Name 2 text 2"]
    assert structure.details["separators"] == [
        {"block": 0, "direction": "horizontal", "start": 64, "end": 100, "weight": 0.2},
        {"block": 0, "direction": "horizontal", "start": 164, "end": 200, "weight": 0.2},
    ]


def test_a_larger_pdoc_divides_further() -> None:
    assert tree(vips(FIGURE_6, pdoc=1)) == [[f"Name {n}", f"text {n}"] for n in range(3)]


def test_details_are_in_the_order_of_the_blocks() -> None:
    structure = vips(FIGURE_6, pdoc=1)
    blocks = list(structure.root.walk())
    boxes = structure.details["boxes"]
    assert isinstance(boxes, list)
    assert len(boxes) == len(blocks) == 10
    assert degrees(structure) == [0.0, *[1.0] * 9]
    assert boxes[4] == [0, 100, 500, 64]
    assert [block.level for block in blocks] == [0, *[1, 2, 2] * 3]


COLUMNS = boxed("""<header box="0 0 900 20">head</header>
    <div><div box="0 100 200 500">menu</div><div>
        <div box="300 100 600 200">first</div><div box="300 400 600 200">second</div></div></div>
    <footer box="0 700 900 50">foot</footer>""")


def test_vertical_separators_divide_what_horizontal_ones_left() -> None:
    assert tree(vips(COLUMNS, pdoc=1)) == ["head", ["menu", ["first", "second"]], "foot"]


def test_blocks_across_branches_have_ranges() -> None:
    """Two columns that are written row by row."""
    rows = "".join(
        f'<div><div box="0 {110 * n} 200 100">left {n}</div>'
        f'<div style="background: #dde" box="300 {110 * n} 600 100">right {n}</div></div>'
        for n in range(2)
    )
    structure = vips(boxed(f"<div>{rows}</div>"), pdoc=0.1)
    assert tree(structure) == ["left 0 | left 1", "right 0 | right 1"]
    assert structure.root.children[0].ranges == ((0, 6), (15, 21))


def test_blocks_that_overlap_stay_single() -> None:
    page = boxed("""<div><div box="0 0 500 100"><p box="0 0 500 20">one</p><h1 box="0 80 500 20">two</h1></div>
        <div box="100 50 500 100"><p box="100 50 500 20">three</p><h1 box="100 140 500 20">four</h1></div></div>""")
    assert tree(vips(page, pdoc=1)) == [["one", "two"], ["three", "four"]]


def test_what_cannot_be_seen_goes_with_what_is_before_it() -> None:
    page = boxed("""<div><div box="0 0 500 100">one</div><div hidden>not seen</div><div box="0 200 500 100">two</div>
        <div hidden>nor this</div></div>""")
    assert tree(vips(page, pdoc=1)) == ["one not seen", "two nor this"]


def test_images_without_text_are_blocks() -> None:
    page = boxed("""<div><div box="0 0 500 100">one</div><div><img src=i.png box="0 150 500 100"></div>
        <div box="0 300 500 100">two</div></div>""")
    structure = vips(page, pdoc=1)
    assert tree(structure) == ["one", "", "two"]
    assert [block.xpath for block in structure.root.children] == [
        "/html[1]/body[1]/div[1]/div[1]",
        "/html[1]/body[1]/div[1]/div[2]",
        "/html[1]/body[1]/div[1]/div[3]",
    ]


def test_a_page_without_anything_to_see_is_one_block() -> None:
    structure = vips(boxed("<p hidden>not seen</p>"))
    assert structure.root.children == ()
    assert structure.details == {"doc": [0.0], "boxes": [[0, 0, 0, 0]], "separators": []}


def test_the_depth_of_blocks_is_limited_with_a_notice() -> None:
    structure = vips(FIGURE_6, 1, Limits(block_depth=1))
    assert tree(structure) == ["Name 0 text 0", "Name 1 text 1", "Name 2 text 2"]
    assert [notice.code for notice in structure.warnings] == ["depth-limit"]

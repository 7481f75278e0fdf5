"""What a reader sees of a page: valid nodes, their kinds (section 4.1), their rectangles and backgrounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rubricator.page.model import BLOCK, SKIPPED, TEXT, VISIBLE, Box, Page
from rubricator.segment.vips.lines import Lines
from rubricator.segment.vips.parameters import Parameters, for_special_tags
from rubricator.segment.vips.rectangle import NOTHING, Rectangle, around

NOT_BLOCK = frozenset({"a", "b", "font", "hr", "i", "p", "strong"})
"""The tags of elements that are no block nodes."""
OBJECTS = frozenset(
    {"audio", "canvas", "embed", "iframe", "img", "input", "meter", "object", "progress", "select", "svg", "textarea"}
    | {"math", "video"}
)
"""Elements that are seen although they have no child that is."""
_LINE_LENGTH = 10
_WHITE = 0xFFFFFFFF


class PageView(NamedTuple):
    """Columns over the nodes of a page; only those under the root are filled."""

    page: Page
    usual: Parameters
    special: Parameters
    """With the thresholds of tables, paragraphs and lists."""
    children: list[list[int]]
    """The valid children of each node, without lines."""
    rectangles: list[Rectangle]
    """What one sees of a valid node: its box where its background shows it, else the rectangle around its children.

    Boxes of elements fill the width of their container and touch each other, whatever is in them: with them there would
    be no separators to see.
    """
    backgrounds: list[int]
    """What one sees behind a node: its own background, or that of the nearest ancestor that has one."""
    is_text: bytearray
    """1 for text nodes and virtual text nodes."""
    has_line: bytearray
    """1 for nodes with a line among their children."""
    first_text: list[int]
    """The first text that one sees in a node; -1 where there is none."""
    last_text: list[int]
    lines: Lines


def build_view(page: Page, boxes: Sequence[Box | None], root: int, parameters: Parameters) -> PageView:
    """Find what can be seen under a node, from the leaves up."""
    size = page.stop[root]
    lines: list[Rectangle] = []
    view = PageView(
        page,
        parameters,
        for_special_tags(parameters),
        [[] for _ in range(size)],
        [NOTHING] * size,
        _backgrounds(page, root),
        bytearray(size),
        bytearray(size),
        [-1] * size,
        [-1] * size,
        Lines(()),
    )
    for node in range(size - 1, root - 1, -1):
        box = boxes[node]
        rectangle = _pixels(box) if box and not page.flags[node] & SKIPPED else NOTHING
        view.children[node].reverse()
        if _is_line(page, node, rectangle, parameters):
            lines.append(rectangle)
            view.has_line[page.parent[node]] = 1
        elif _fill_node(view, node, rectangle) and node > root:
            view.children[page.parent[node]].append(node)
    return view._replace(lines=Lines(lines))


def _fill_node(view: PageView, node: int, box: Rectangle) -> bool:
    """Fill in one node whose children are known; say whether it is valid."""
    page, children = view.page, view.children[node]
    if page.tag[node] in OBJECTS:
        children.clear()
    if not children:
        return _fill_leaf(view, node, box)
    inner = around([view.rectangles[child] for child in children])
    framed = view.backgrounds[node] != view.backgrounds[page.parent[node]]
    view.rectangles[node] = box if framed and _has_area(box) else inner
    view.is_text[node] = not _is_block_node(page, node) and all(view.is_text[child] for child in children)
    texts = [child for child in children if view.first_text[child] >= 0]
    if texts:
        view.first_text[node] = view.first_text[texts[0]]
        view.last_text[node] = view.last_text[texts[-1]]
    return True


def _fill_leaf(view: PageView, node: int, box: Rectangle) -> bool:
    """A text or an object is valid when it has a size; an element without a valid child is dropped."""
    page, tag = view.page, view.page.tag[node]
    is_text = tag == TEXT and page.start[node] < page.end[node]
    if not (is_text or tag in OBJECTS) or not page.flags[node] & VISIBLE or not _has_area(box):
        return False
    view.rectangles[node] = box
    if is_text:
        view.is_text[node] = 1
        view.first_text[node] = view.last_text[node] = node
    return True


def _is_block_node(page: Page, node: int) -> bool:
    """Elements that a page lays out in a line are no block nodes either: later pages have a `<span>` for a `<font>`."""
    return page.tag[node] not in NOT_BLOCK and bool(page.flags[node] & BLOCK)


def _backgrounds(page: Page, root: int) -> list[int]:
    own = [style.background if style.background & 0xFF else None for style in page.styles]
    backgrounds = [_WHITE] * page.stop[root]
    for node in range(1, page.stop[root]):
        color = own[page.style[node]] if page.tag[node] != TEXT else None
        backgrounds[node] = backgrounds[page.parent[node]] if color is None else color
    return backgrounds


def _is_line(page: Page, node: int, box: Rectangle, parameters: Parameters) -> bool:
    """A rule is a line, and so is a thin image, which the paper names as a cause of failure (section 5.1)."""
    if page.tag[node] == "hr":
        return max(box.width, box.height) > 0
    if page.tag[node] != "img":
        return False
    thickness, length = sorted((box.width, box.height))
    return 0 < thickness <= parameters.line and length >= _LINE_LENGTH * thickness


def _has_area(box: Rectangle) -> bool:
    """Say whether a box can be seen: it has a size, and was not moved out of the page."""
    return box.width > 0 and box.height > 0 and box.right > 0 and box.bottom > 0


def _pixels(box: Box) -> Rectangle:
    """Round a box to whole pixels, as separators have them, so that boxes that touch do so."""
    return Rectangle(round(box.x), round(box.y), round(box.x + box.width), round(box.y + box.height))

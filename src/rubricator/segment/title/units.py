"""Units: the text leaves of the DOM that a reader sees, and what the elements around each say (section 4.1)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rubricator.page.model import BLOCK, IMAGE, TEXT, VISIBLE, Attributes, Page
from rubricator.page.units import units as lines_of
from rubricator.segment.rubric.context import find_context
from rubricator.segment.title.table import BETWEEN

WHITE = 0xFFFFFFFF
_CLASSES = {
    "title": "title headline titling heading subject posttitle entrytitle articletitle pagetitle hed",
    "section": "section sectionheader sectiontitle subhead subheading subtitle kicker category channel",
    "head": "header head masthead hdr",
    "nav": "nav navigation menu breadcrumb breadcrumbs crumbs tabs",
    "foot": "foot footer bottom copyright legal",
    "meta": "meta byline author date dateline posted timestamp credit",
    "main": "main content article story post entry body text",
    "logo": "logo brand branding sitename sitetitle",
}
CLASSES = {name: 1 << bit for bit, name in enumerate(_CLASSES)}
_WORDS = {word: CLASSES[name] for name, words in _CLASSES.items() for word in words.split()}
_SPLIT = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
BETWEEN_BITS = {name: 1 << bit for bit, name in enumerate(BETWEEN)}
_TAGS_BETWEEN = {
    "hr": "hr", "br": "br", "img": "image", "td": "cell", "th": "cell", "tr": "cell", "table": "cell", "li": "item",
    "a": "link", "input": "control", "select": "control", "button": "control", "textarea": "control",
    **{f"h{level}": "heading" for level in range(1, 7)},
}  # fmt: skip
_TAG_BITS = {tag: BETWEEN_BITS[name] for tag, name in _TAGS_BETWEEN.items()}


class Units(NamedTuple):
    """The units of a page, as columns, and what is known of its nodes."""

    page: Page
    node: list[int]
    line: list[int]
    """The number of the line that a unit stands on."""
    own: list[int]
    """The highest element that holds the unit and no other text."""
    between: list[int]
    """What stands between the unit before and this one, as bits; one more entry for what follows the last."""
    background: list[int]
    """Per node: what one sees behind it."""
    underlined: list[bool]
    """Per node."""
    regions: list[int]
    """Per node, the bits of `rubric`'s regions."""
    classes: list[int]
    """Per node: the class words of it and its parent."""
    depth: list[int]


def find_units(page: Page) -> Units:
    """Take the leaf nodes with text, without those in images or out of sight."""
    lines: dict[int, int] = {}
    for number, line in enumerate(lines_of(page)):
        lines.update((run.node, number) for run in line.runs)
    nodes = [node for node in lines if page.tag[node] == TEXT and page.flags[node] & VISIBLE]
    background, underlined, classes = _looks(page)
    context = find_context(page)
    return Units(
        page,
        nodes,
        [lines[node] for node in nodes],
        _own(page, nodes),
        _between(page, nodes),
        background,
        underlined,
        context.nodes["bits"].tolist(),
        classes,
        context.nodes["depth"].tolist(),
    )


def _looks(page: Page) -> tuple[list[int], list[bool], list[int]]:
    """Carry backgrounds, underlines and class words down the tree."""
    count = len(page.tag)
    background, underlined, classes, own = [WHITE] * count, [False] * count, [0] * count, [0] * count
    styles = page.styles
    behind = [style.background if style.background & 0xFF else None for style in styles]
    line = ["underline" in style.decoration for style in styles]
    for node in range(1, count):
        above, style = page.parent[node], page.style[node]
        if page.tag[node] == TEXT:
            background[node], underlined[node], classes[node] = background[above], underlined[above], classes[above]
            continue
        shown = behind[style]
        background[node] = background[above] if shown is None else shown
        underlined[node] = underlined[above] or line[style]
        own[node] = _class_words(page.attributes[node])
        classes[node] = own[node] | own[above]
    return background, underlined, classes


@lru_cache(maxsize=8192)
def _class_words(attributes: Attributes) -> int:
    bits = 0
    for name, value in attributes:
        if name in {"class", "id"} and value:
            for word in _SPLIT.findall(value[:200]):
                bits |= _WORDS.get(word.lower(), 0)
    return bits


def _own(page: Page, nodes: list[int]) -> list[int]:
    """Climb while the unit stays all there is; a chain is climbed by one unit only, so the cost is that of the tree."""
    found = []
    for node in nodes:
        start, end = page.start[node], page.end[node]
        above = page.parent[node]
        while above > page.body and page.start[above] == start and page.end[above] == end:
            node, above = above, page.parent[above]
        found.append(node)
    return found


def _between(page: Page, nodes: list[int]) -> list[int]:
    """Gather the elements that begin or end between each unit and the one before."""
    tags, flags, stops, parents = page.tag, page.flags, page.stop, page.parent
    block, image = BETWEEN_BITS["block"], BETWEEN_BITS["image"]

    def bits_of(node: int) -> int:
        flag = flags[node]
        return _TAG_BITS.get(tags[node], 0) | (block if flag & BLOCK else 0) | (image if flag & IMAGE else 0)

    found = []
    before = page.body
    for node in [*nodes, stops[page.body]]:
        bits = 0
        for opened in range(before + 1, min(node, len(tags))):
            bits |= bits_of(opened)
        closed = before
        while closed > page.body and stops[closed] <= node:
            bits |= bits_of(closed)
            closed = parents[closed]
        found.append(bits)
        before = node
    return found

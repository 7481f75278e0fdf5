"""The leaves of a page, found in one pass: its text nodes, images, breaks and rules, each with what it stands in.

A passage of the page is then a slice of the leaves, so that emitting many blocks costs no more than emitting the page
once, however deep the elements nest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from itertools import chain, compress
from typing import Literal, NamedTuple

from rubricator.emit._leaves import scan as _scan
from rubricator.emit.links import is_dead, resolve, scheme
from rubricator.emit.nodes import ContainerKind, InlineKind
from rubricator.emit.signs import NONE, Signs, find_signs
from rubricator.page.model import BLOCK, BREAK, IMAGE, PRE, SCREEN_READER_ONLY, SKIPPED, TEXT, VISIBLE, Page

# Containers and marks nest at most this deep together; deeper ones become transparent.
CONTAINER_DEPTH = 40
MARK_DEPTH = 10

_LISTS: dict[str, ContainerKind] = {"ul": "bullets", "menu": "bullets", "dir": "bullets", "ol": "numbers"}
_OUTER: dict[str, ContainerKind] = {**_LISTS, "dl": "definitions", "table": "table", "blockquote": "quote"}
_PARTS: dict[str, dict[str, ContainerKind]] = {
    "bullets": {"li": "item"},
    "numbers": {"li": "item"},
    "definitions": {"dt": "term", "dd": "description"},
    "table": {"caption": "caption", "tr": "row"},
    "row": {"td": "cell", "th": "header"},
}
"""By the kind of the container: what elements right in it are."""
_NO_PARTS: dict[str, ContainerKind] = {}
_PREFORMATTED = frozenset({"pre", "listing", "xmp", "plaintext"})
_MARKS: dict[str, InlineKind] = {
    "em": "emphasis",
    "i": "emphasis",
    "b": "strong",
    "strong": "strong",
    "code": "code",
    "kbd": "code",
    "samp": "code",
    "tt": "code",
    "s": "strike",
    "del": "strike",
    "strike": "strike",
    "sub": "sub",
    "sup": "sup",
    "q": "quoted",
}
_APART = frozenset({"code", "quoted"})
_BOXES = frozenset({*_OUTER, *chain.from_iterable(_PARTS.values()), *_PREFORMATTED})
_INERT = frozenset("template datalist option optgroup video audio canvas dialog".split())
_INERT_ROLES = frozenset("dialog alertdialog alert status tooltip".split())
"""What holds text that no reader of the running page can unfold, as far as it is hidden, or that comes over it and is
none of it; so does `noscript`."""
_LONE = IMAGE | BREAK
_SPECIAL = frozenset({*_BOXES, *_MARKS, *_INERT, "a", "hr", "noscript"})
"""All others are boxes at most, unless they are pictures or breaks."""
_INTEGER = re.compile(r"[ \t\n\f\r]*([+-]?[0-9]{1,9})")
_LANGUAGE = re.compile(r"(?:^|\s)(?:lang(?:uage)?|highlight-source|highlight)-([\w+#.\-]{1,40})(?=\s|$)")
_LANGUAGE_WORD = re.compile(r"[\w+#.\-]+")
_LANGUAGE_NAMES = ("data-lang", "data-language")


class Kind(IntEnum):
    """What a leaf is. A SPACE is white space in code, or a line feed that is kept; a CELL marks an empty table cell."""

    TEXT = 0
    IMAGE = 1
    BREAK = 2
    RULE = 3
    SPACE = 4
    CELL = 5


Shown = Literal["keep", "unfold", "drop"]
"""Which hidden text is shown: all of it, what a reader may unfold, or none."""


class Mark(NamedTuple):
    """An inline element around a leaf. Equal marks side by side are one mark, but for links, code and quotations, which
    have their element."""

    kind: InlineKind
    node: int = 0


class Opening(NamedTuple):
    """A container element: what it becomes in the content tree."""

    kind: ContainerKind | Literal["code"]
    number: int | None = None
    colspan: int = 1
    rowspan: int = 1
    language: str | None = None


class Leaf(NamedTuple):
    """A leaf. One without text stands right after the text before it: there `start == end`."""

    kind: Kind
    node: int
    start: int
    end: int
    visible: bool
    paragraph: int
    containers: tuple[int, ...]
    marks: tuple[Mark, ...]
    inert: bool = False
    signs: Signs = NONE
    """What is written around its text; those of raised text are left to outputs that can raise it."""

    def is_shown(self, hidden: Shown) -> bool:
        return self.visible or hidden == "keep" or (hidden == "unfold" and not self.inert)


@dataclass(frozen=True, slots=True)
class Leaves:
    """All leaves of a page in document order, their ends for searching, and the containers by node."""

    page: Page
    leaves: tuple[Leaf, ...]
    ends: tuple[int, ...]
    containers: dict[int, Opening]
    signed: bool
    """Whether any leaf has signs."""
    written: dict[int, tuple[int, ...]]
    """For preformatted text nodes that a passage has cut: where each character of the span is in the node's data."""
    targets: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Ids that are kept, by the leaf that they stand at; none unless an output asks for them."""
    given: set[str] = field(default_factory=set)
    """Those that stand in content that was made."""
    addresses: dict[str, str | None] = field(default_factory=dict)
    """Those that were asked for, as they are emitted, by what is written."""

    def in_code(self, leaf: Leaf) -> bool:
        """Say whether a leaf is part of a listing."""
        return bool(leaf.containers) and self.containers[leaf.containers[-1]].kind == "code"

    def address(self, node: int, name: str) -> str | None:
        """Return the address that an attribute of an element gives, if any."""
        told = attribute(self.page, node, name)
        if not told:
            return None
        if told not in self.addresses:
            self.addresses[told] = resolve(told, self.page.base)
        return self.addresses[told]


class _Frame(NamedTuple):
    stop: int
    block: bool
    containers: tuple[int, ...]
    marks: tuple[Mark, ...]
    kind: str


def find_leaves(page: Page) -> Leaves:
    """Return the leaves of a page."""
    signs = find_signs(page)
    leaves, containers = _scan(page, page.permalinks, signs)
    return Leaves(page, tuple(leaves), tuple([leaf.end for leaf in leaves]), containers, bool(signs), {})


class _Scan:
    def __init__(self, page: Page, left_out: frozenset[int], signs: dict[int, Signs]) -> None:
        self.page, self.left_out, self.signs = page, left_out, signs
        self.leaves: list[Leaf] = []
        self.containers: dict[int, Opening] = {}
        self.frames = [_Frame(page.stop[0], True, (), (), "")]
        self.paragraph = 0
        self.edge = 0
        self.next_number: dict[int, tuple[int, int]] = {}
        self.inert_until = self.unscripted_until = 0
        self.has_relative_base = not scheme(page.base)

    @cached_property
    def is_for_noscript(self) -> bool:
        return _is_for_noscript(self.page)

    def run(self) -> None:
        page, frames, left_out = self.page, self.frames, self.left_out
        tags, flags, stops, attributes = page.tag, page.flags, page.stop, page.attributes
        node, last = 0, len(tags)
        while node < last:
            frame = frames[-1]
            while node >= frame.stop:
                self.paragraph += frame.block
                frames.pop()
                frame = frames[-1]
            flag, tag = flags[node], tags[node]
            if flag & SKIPPED or node in left_out:
                node = stops[node]
                continue
            if tag == TEXT:
                self.read_text(node, flag)
            else:
                for name, value in attributes[node]:
                    if name == "role" and value in _INERT_ROLES:
                        self.inert_until = max(self.inert_until, stops[node])
                if tag in _SPECIAL or flag & _LONE:
                    self.enter(node, tag, flag)
                elif flag & BLOCK:
                    self.paragraph += 1
                    frames.append(_Frame(stops[node], True, frame.containers, frame.marks, frame.kind))
            node += 1

    def read_text(self, node: int, flag: int) -> None:
        page = self.page
        if page.start[node] != page.end[node]:
            self.add(Kind.TEXT, node)
            return
        data = page.data[node]
        if data and (self.frames[-1].kind == "code" or (flag & PRE and "\n" in data)):
            self.add(Kind.SPACE, node)

    def enter(self, node: int, tag: str, flag: int) -> None:
        if tag in _INERT:
            self.inert_until = max(self.inert_until, self.page.stop[node])
        elif tag == "noscript" and not self.is_for_noscript:
            self.unscripted_until = max(self.unscripted_until, self.page.stop[node])
        frame, opening = self.frames[-1], None
        containers, marks, kind = frame.containers, frame.marks, frame.kind
        if kind != "code":
            if tag in _BOXES or flag & PRE:
                opening = self.opening(node, tag, flag)
            if opening is None:
                marks = self.marked(node, tag, marks)
            else:
                self.containers[node] = opening
                containers, kind = (*containers, node), opening.kind
        block = opening is not None or bool(flag & BLOCK)
        if block or marks is not frame.marks:
            self.paragraph += block
            self.frames.append(_Frame(self.page.stop[node], block, containers, marks, kind))
        self.add_element(node, tag, flag, opening)

    def add_element(self, node: int, tag: str, flag: int, opening: Opening | None) -> None:
        if flag & IMAGE:
            self.add(Kind.IMAGE, node)
        elif flag & BREAK:
            self.add(Kind.BREAK, node)
        elif tag == "hr":
            self.add(Kind.RULE, node)
        elif (
            opening is not None and opening.kind in ("cell", "header") and self.page.start[node] == self.page.end[node]
        ):
            self.add(Kind.CELL, node)

    def add(self, kind: Kind, node: int) -> None:
        page, frame = self.page, self.frames[-1]
        # A renderer that gave an element and its child the same text must not make it come out twice.
        start, end = max(page.start[node], self.edge), page.end[node]
        if start >= end:
            start = end = self.edge
        self.edge = end
        # A picture that scripts would load stands in `noscript` as it is.
        inert = node < self.inert_until or (node < self.unscripted_until and kind != Kind.IMAGE)
        inert = inert or bool(page.flags[node] & SCREEN_READER_ONLY)
        visible = bool(page.flags[node] & VISIBLE) or self.is_bracket(node)
        signs = self.signs.get(node, NONE)
        if signs is not NONE and all(mark.kind != "sup" for mark in frame.marks):
            signs = signs.lowered()
        self.leaves.append(
            Leaf(kind, node, start, end, visible, self.paragraph, frame.containers, frame.marks, inert, signs)
        )

    def is_bracket(self, node: int) -> bool:
        """Say whether a text is a bracket for readers to whom a ruby is shown in one line, as all outputs show it."""
        page, above = self.page, self.page.parent[node]
        return page.tag[above] == "rp" and bool(page.flags[page.parent[above]] & VISIBLE)

    def opening(self, node: int, tag: str, flag: int) -> Opening | None:
        frame = self.frames[-1]
        part = _PARTS.get(frame.kind, _NO_PARTS).get(tag)
        if part is not None and (flag & BLOCK or part == "row"):
            return self.open_part(node, part)
        if not flag & BLOCK or len(frame.containers) + 3 > CONTAINER_DEPTH:
            return None
        if tag in _PREFORMATTED or (flag & PRE and _MARKS.get(tag) == "code"):
            return Opening("code", language=_language(self.page, node))
        outer = _OUTER.get(tag)
        if outer == "numbers":
            self.next_number[node] = _numbering(self.page, node)
        return Opening(outer) if outer is not None else None

    def open_part(self, node: int, part: ContainerKind) -> Opening:
        if part == "item":
            return Opening(part, number=self.item_number(node))
        if part in ("cell", "header"):
            head = self.page.tag[self.page.parent[self.page.parent[node]]] == "thead"
            colspan = min(max(_integer(self.page, node, "colspan", 1), 1), 1000)
            rowspan = min(max(_integer(self.page, node, "rowspan", 1), 1), 65534)
            return Opening("header" if head else part, colspan=colspan, rowspan=rowspan)
        return Opening(part)

    def item_number(self, node: int) -> int | None:
        numbering = self.next_number.get(self.frames[-1].containers[-1])
        if numbering is None:
            return None
        number = _integer(self.page, node, "value", numbering[0])
        self.next_number[self.frames[-1].containers[-1]] = (number + numbering[1], numbering[1])
        return number

    def marked(self, node: int, tag: str, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
        """Return the marks inside an element. Code is always innermost, and holds no marks; a kind never nests."""
        mark = self.link(node) if tag == "a" else _mark(tag, node)
        if mark is None or len(marks) >= MARK_DEPTH or any(mark.kind == other.kind for other in marks):
            return marks
        if marks and marks[-1].kind == "code":
            return (*marks[:-1], mark, marks[-1]) if mark.kind == "link" else marks
        return (*marks, mark)

    def link(self, node: int) -> Mark | None:
        """Return the mark of a link; its address is made for outputs that show it, where it is not dead."""
        href = attribute(self.page, node, "href")
        if not href or is_dead(href) or (self.has_relative_base and not resolve(href, self.page.base)):
            return None
        return Mark("link", node)


def _mark(tag: str, node: int) -> Mark | None:
    kind = _MARKS.get(tag)
    return Mark(kind, node if kind in _APART else 0) if kind is not None else None


def _is_for_noscript(page: Page) -> bool:
    """Say whether most of the text is for readers without scripts: it is what a page holds before they run."""
    inside = end = 0
    for node in compress(range(len(page.tag)), map("noscript".__eq__, page.tag)):
        inside += max(0, page.end[node] - max(page.start[node], end))
        end = max(end, page.end[node])
    return inside * 2 > len(page.text)


def attribute(page: Page, node: int, name: str) -> str | None:
    """Return an attribute of an element, None when it has none or no value."""
    for key, value in page.attributes[node]:
        if key == name:
            return value
    return None


def _integer(page: Page, node: int, name: str, default: int) -> int:
    match = _INTEGER.match(attribute(page, node, name) or "")
    return int(match[1]) if match else default


def _numbering(page: Page, node: int) -> tuple[int, int]:
    """Return the first number and the step of a numbered list."""
    if all(key != "reversed" for key, _ in page.attributes[node]):
        return _integer(page, node, "start", 1), 1
    count, child = 0, node + 1
    while child < page.stop[node]:
        count += page.tag[child] == "li"
        child = page.stop[child]
    return _integer(page, node, "start", count), -1


def _language(page: Page, node: int) -> str | None:
    """Return the language of a listing as its element says it, or the `code` in it, or the two elements around it."""
    child = node + 1
    inner = [child] if child < page.stop[node] and page.tag[child] == "code" else []
    for place in (node, *inner, page.parent[node], page.parent[page.parent[node]]):
        for name in _LANGUAGE_NAMES:
            if told := attribute(page, place, name) if place > 0 else None:
                return told[:40].lower() if _LANGUAGE_WORD.fullmatch(told[:40]) else None
        found = _LANGUAGE.search(attribute(page, place, "class") or "") if place > 0 else None
        if found and found[1] != "default":
            return found[1]
    return None

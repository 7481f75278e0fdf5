"""The content of a passage: paragraphs, lists, tables and what stands in them, as a small tree.

A thing without text (an image without alternative text, a rule, an empty cell) belongs to the text before it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from rubricator.emit._content import built as _built
from rubricator.emit.leaves import Kind, Leaf, Leaves, Mark, Opening, Shown, find_leaves
from rubricator.emit.nodes import Break, Code, Container, Image, Inline, InlineNode, Node, Paragraph, Rule, Target, Text
from rubricator.emit.signs import NONE
from rubricator.emit.written import written, written_lines
from rubricator.page.model import Page

_NEAR = 8
"""Nodes before an image that are looked at for white space."""
_BLANK_LINES = re.compile(r"\A(?:[ \t]*[\r\n])+")


def content(
    page: Page,
    start: int,
    end: int,
    *,
    hidden: Shown = "keep",
    leaves: Leaves | None = None,
    lead: bool = False,
    tail: bool = True,
) -> list[Node]:
    """Return the content of `page.text[start:end]`; every character that is not a space comes out once.

    `lead` takes in what has no text and stands right before `start`, `tail` what stands right after `end`. Callers
    that want several passages of one page find its leaves once and hand them in.
    """
    return _built(leaves if leaves is not None else find_leaves(page), start, end, hidden, lead, tail)


def passage_leaves(leaves: Leaves, start: int, end: int, *, lead: bool = False, tail: bool = True) -> Iterator[Leaf]:
    """Yield the leaves that have characters in the passage, and those without text that belong to it."""
    found = leaves.leaves
    for index in range(bisect_left(leaves.ends, start), len(found)):
        leaf = found[index]
        if leaf.start != leaf.end:
            if leaf.start >= end:
                return
            if leaf.end > start:
                yield leaf
        elif leaf.end > end or (leaf.end == end and not tail):
            return
        elif leaf.end > start or lead:
            yield leaf


def spaced(text: str, end: int, start: int) -> bool:
    """Say whether a space stands between two leaves; hidden text that was left out between them is none."""
    return start > end and (text[end].isspace() or text[start - 1].isspace())


@dataclass(slots=True)
class _Open:
    """A container that is being filled; `cut` says that the passage starts inside it."""

    node: int
    opening: Opening | None
    cut: bool = False
    children: list[Node] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    paragraph: int = -1


@dataclass(slots=True)
class _Marked:
    mark: Mark | None
    children: list[InlineNode] = field(default_factory=list)


class _Builder:
    def __init__(self, leaves: Leaves, start: int, end: int) -> None:
        self.leaves, self.page = leaves, leaves.page
        self.start, self.end = start, end
        self.stack = [_Open(0, None)]
        self.containers: tuple[int, ...] = ()
        self.inline = [_Marked(None)]
        self.paragraph = -1
        self.breaks = 0
        self.edge = start

    def add(self, leaf: Leaf) -> None:
        code = self.leaves.in_code(leaf)
        breaks = leaf.kind == Kind.BREAK or (leaf.kind == Kind.SPACE and not code)
        if breaks and leaf.containers != self.containers:
            return
        self.enter(leaf.containers)
        if code:
            self.add_code(leaf)
        elif breaks:
            self.breaks += self.page.data[leaf.node].count("\n") or 1
        elif leaf.kind == Kind.RULE:
            self.close_paragraph()
            self.stack[-1].children.append(Rule())
        elif leaf.kind == Kind.TEXT:
            self.add_text(leaf)
        elif leaf.kind == Kind.IMAGE:
            self.add_image(leaf)

    def targets(self, leaf: Leaf) -> tuple[str, ...]:
        """Return the ids that stand at a leaf, once, where it begins."""
        found = self.leaves.targets.get(leaf.node, ())
        if not found or leaf.start < self.start or found[0] in self.leaves.given:
            return ()
        self.leaves.given.update(found)
        return found

    def text(self, leaf: Leaf) -> str:
        return self.page.text[max(leaf.start, self.start) : min(leaf.end, self.end)]

    def enter(self, containers: tuple[int, ...]) -> None:
        """Close and open containers until those of the leaf are open."""
        if containers is self.containers:
            return
        shared = 0
        for old, new in zip(self.containers, containers, strict=False):
            if old != new:
                break
            shared += 1
        if shared == len(containers) == len(self.containers):
            return
        self.close_paragraph()
        while len(self.stack) > shared + 1:
            self.close_container()
        for node in containers[shared:]:
            cut = self.page.start[node] < self.start < self.page.end[node]
            self.stack.append(_Open(node, self.leaves.containers[node], cut))
        self.containers = containers

    def add_code(self, leaf: Leaf) -> None:
        code = self.stack[-1]
        if code.code and leaf.paragraph != code.paragraph and not code.code[-1].endswith("\n"):
            code.code.append("\n")
        code.paragraph = leaf.paragraph
        code.targets.extend(self.targets(leaf))
        if leaf.kind == Kind.SPACE:
            code.code.append(self.page.data[leaf.node])
        elif leaf.kind == Kind.BREAK:
            code.code.append("\n")
        elif leaf.start != leaf.end:
            text = self.text(leaf) if leaf.kind == Kind.IMAGE else written(self.leaves, leaf, self.start, self.end)
            text = leaf.signs.around(text, first=leaf.start >= self.start, last=leaf.end <= self.end)
            # Alternative text stands apart in the page's text, though no white space is written there.
            apart = code.code and not code.code[-1][-1].isspace() and not text[0].isspace()
            code.code.append(" " + text if apart and spaced(self.page.text, self.edge, leaf.start) else text)
            self.edge = leaf.end

    def add_text(self, leaf: Leaf) -> None:
        lines = written_lines(self.leaves, leaf, self.start, self.end)
        for number, (start, end) in enumerate(lines):
            self.breaks += number > 0
            if start < end:
                text = self.page.text[start:end]
                if leaf.signs is not NONE:
                    first, last = number == 0 and leaf.start >= self.start, number == len(lines) - 1
                    text = leaf.signs.around(text, first=first, last=last and leaf.end <= self.end)
                self.add_inline(leaf, Text(text), start, end)

    def add_image(self, leaf: Leaf) -> None:
        address = self.leaves.address(leaf.node, "src")
        alt = self.text(leaf) if leaf.start != leaf.end else ""
        if address:
            self.add_inline(leaf, Image(alt, address), leaf.start, leaf.end)
        elif alt:
            self.add_inline(leaf, Text(alt), leaf.start, leaf.end)

    def add_inline(self, leaf: Leaf, node: InlineNode, start: int, end: int) -> None:
        # Two breaks in a row are how old pages write a new paragraph.
        if leaf.paragraph != self.paragraph or self.breaks > 1:
            self.close_paragraph()
        self.paragraph = leaf.paragraph
        empty = len(self.inline) == 1 and not self.inline[0].children
        shared = self.shared_marks(leaf.marks)
        self.close_marks(shared + 1)
        if not empty and self.breaks:
            self.inline[-1].children.append(Break())
        elif not (empty or leaf.signs.tight) and (
            spaced(self.page.text, self.edge, start) or (start == end and _is_apart(self.page, leaf.node))
        ):
            self.inline[-1].children.append(Text(" "))
        if self.leaves.targets:
            self.inline[-1].children.extend(map(Target, self.targets(leaf)))
        self.inline.extend(_Marked(mark) for mark in leaf.marks[shared:])
        self.inline[-1].children.append(node)
        self.breaks = 0
        self.edge = max(end, self.edge)

    def shared_marks(self, marks: tuple[Mark, ...]) -> int:
        shared = 0
        for open_mark, mark in zip(self.inline[1:], marks, strict=False):
            if open_mark.mark != mark:
                break
            shared += 1
        return shared

    def close_marks(self, depth: int) -> None:
        while len(self.inline) > depth:
            closed = self.inline.pop()
            if closed.mark is not None:
                href = self.leaves.address(closed.mark.node, "href") if closed.mark.kind == "link" else None
                node = Inline(closed.mark.kind, tuple(closed.children), href)
                self.inline[-1].children.append(node)

    def close_paragraph(self) -> None:
        self.close_marks(1)
        children = self.inline[0].children
        if any(not isinstance(child, Text) or child.text.strip() for child in children):
            self.stack[-1].children.append(Paragraph(tuple(children)))
        self.inline = [_Marked(None)]
        self.paragraph = -1
        self.breaks = 0

    def close_container(self) -> None:
        closed = self.stack.pop()
        self.stack[-1].children.extend(_closed(closed))

    def finish(self) -> list[Node]:
        self.close_paragraph()
        while len(self.stack) > 1:
            self.close_container()
        return self.stack[0].children


def _is_apart(page: Page, image: int) -> bool:
    """Say whether white space is written before an image without text: in the page's text it may stand behind."""
    for node in range(image - 1, max(image - _NEAR, 0), -1):
        if page.data[node]:
            return page.data[node][-1].isspace()
    return False


def _closed(closed: _Open) -> list[Node]:
    """Return what a filled container leaves in its parent: itself, or its children, or nothing."""
    opening = closed.opening
    if opening is None:
        return closed.children
    if opening.kind == "code":
        code = "".join(closed.code)
        return _code(_BLANK_LINES.sub("", code) if closed.cut else code, opening.language, tuple(closed.targets))
    if opening.kind in ("bullets", "numbers"):
        return _list(opening, closed.children)
    if not closed.children and opening.kind not in ("cell", "header"):
        return []
    # The bullet of an item that the passage enters in its middle stands before the passage.
    if opening.kind == "item" and closed.cut:
        return closed.children
    children = tuple(_regular(opening, closed.children))
    if opening.kind == "row" and not any(isinstance(cell, Container) and cell.children for cell in children):
        return []
    return [Container(opening.kind, children, opening.number, opening.colspan, opening.rowspan)]


def _code(text: str, language: str | None, targets: tuple[str, ...]) -> list[Node]:
    text = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    return [Code(text, language, targets)] if text.strip() else []


def _list(opening: Opening, children: list[Node]) -> list[Node]:
    """Return a list; what stands in front of its first item comes before it, other strays join the item above."""
    before: list[Node] = []
    items: list[tuple[int | None, list[Node]]] = []
    for child in children:
        if isinstance(child, Container) and child.kind == "item":
            items.append((child.number, list(child.children)))
        elif items:
            items[-1][1].append(child)
        else:
            before.append(child)
    if items and opening.kind != "code":
        before.append(
            Container(opening.kind, tuple([Container("item", tuple(inner), number) for number, inner in items]))
        )
    return before


def _regular(opening: Opening, children: list[Node]) -> Iterator[Node]:
    """Yield the children of a table, row or definition list, strays wrapped as the parts that belong there."""
    for child in children:
        kind = child.kind if isinstance(child, Container) else None
        if opening.kind == "table" and kind not in ("row", "caption"):
            yield Container("row", (Container("cell", (child,)),))
        elif opening.kind == "row" and kind not in ("cell", "header"):
            yield Container("cell", (child,))
        elif opening.kind == "definitions" and kind not in ("term", "description"):
            yield Container("description", (child,))
        else:
            yield child

"""Simplified HTML5: the hierarchy as nested sections with real headings. No markup of the page passes through."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape
from itertools import chain

from rubricator.collector import CollectorPaused
from rubricator.emit.elements import attribute
from rubricator.emit.leaves import passage_leaves
from rubricator.emit.links import allowed_image, allowed_link
from rubricator.emit.nodes import Break, Code, Container, Image, Inline, InlineNode, Node, Paragraph, Rule, Target, Text
from rubricator.emit.reading_order import (
    BlockHeading,
    Enter,
    Event,
    Hidden,
    Leave,
    Passage,
    Reader,
    Span,
    reader,
    title_span,
)
from rubricator.emit.tables import is_layout, loose
from rubricator.emit.targets import address_of, find_targets, ids_of_span, in_page, linked_ids, names
from rubricator.emit.valid import address, characters, definitions, language, spans
from rubricator.page.model import Page
from rubricator.structure.model import Block, Structure

_ELEMENTS = {
    "strong": "strong",
    "emphasis": "em",
    "strike": "s",
    "sub": "sub",
    "sup": "sup",
    "code": "code",
    "quoted": "q",
    "bullets": "ul",
    "numbers": "ol",
    "definitions": "dl",
    "term": "dt",
    "description": "dd",
    "table": "table",
    "caption": "caption",
    "row": "tr",
    "cell": "td",
    "header": "th",
    "quote": "blockquote",
}
_ASCII_SPACE = re.compile(r"[ \t\n\f\r]")


def to_html(structure: Structure, *, hidden: Hidden = "auto") -> str:
    """Return a structure as an HTML document: a section for each block, its heading at its level, its content.

    A heading below level 6 is an h6 that keeps its level in `data-level` and `aria-level`.
    """
    body = "\n".join(html_lines(structure, hidden=hidden, targets=True))
    page = structure.page
    lang = _language(page) if page is not None else None
    opening = f'<html lang="{lang}">' if lang else "<html>"
    head = f'<head>\n<meta charset="utf-8">\n<title>{_text(_title(structure))}</title>\n</head>'
    return f"<!DOCTYPE html>\n{opening}\n{head}\n<body>\n{body}\n</body>\n</html>\n"


def html_lines(structure: Structure, *, hidden: Hidden = "auto", targets: bool = False) -> list[str]:
    """Return the content of that document: an opening or closing section tag, a heading, or an element each.

    Without `targets`, only sections have ids: those of a page are not for all documents that its content is put in.
    """
    reading = reader(structure, hidden)
    with CollectorPaused():
        return _Writer(reading, targets=targets).run()


def _language(page: Page) -> str | None:
    node = next((node for node, tag in enumerate(page.tag[:1000]) if tag == "html"), None)
    lang = attribute(page, node, "lang") if node is not None else None
    return language(lang) if lang else None


def _title(structure: Structure) -> str:
    """Return a title, which a document must have: the page's, else its first heading, else where it is from."""
    page = structure.page
    heads = (block.heading.text for block in structure.root.walk() if block.heading)
    for title in (structure.title, page.title if page is not None else None, next(heads, None), structure.source.url):
        folded = " ".join(characters(title or "").split())
        if folded:
            return folded
    return "Untitled"


def _text(text: str) -> str:
    return escape(characters(text), quote=False)


class _Writer:
    """Writes one document; the ids already used are its state."""

    def __init__(self, reading: Reader, *, targets: bool) -> None:
        self.root = reading.structure.root
        self.ids: dict[int, str] = _section_ids(self.root)
        self.targets = set(self.ids.values())
        self.here = address_of(reading.structure.page)
        self.skip = title_span(reading)
        self.reading = _with_targets(reading, self.skip, self.targets) if targets else reading
        self.spans: dict[int, tuple[int, int]] = {}
        """Of the cells of the table that is written; one that holds data has no other table in it."""

    def run(self) -> list[str]:
        title = self.title()
        parts: Iterable[tuple[Event, list[Node]]]
        parts = ((event, self.content(event)) for event in self.reading.events(skip=self.skip))
        if self.reading.targets:
            # Links are written when it is known which ids the document has.
            wanted = set(chain.from_iterable(self.reading.targets.values()))
            parts = list(parts)
            self.targets |= wanted.difference(chain.from_iterable(self.reading.targets.values()))
        shift = bool(title) + (self.root.heading is not None)
        lines = [self.heading(title, 1)] if title else []
        for event, nodes in parts:
            match event:
                case Enter() if event.block is not self.root:
                    lines.append(self.section(event.block))
                case Leave() if event.block is not self.root:
                    lines.append("</section>")
                case BlockHeading():
                    level = max(event.block.level + shift, 1)
                    lines.extend(self.heading(node.children, level) for node in nodes if isinstance(node, Paragraph))
                case _:
                    lines.extend(self.blocks(nodes))
        return lines

    def title(self) -> tuple[InlineNode, ...]:
        """Return the title that stands on top, if any, with the ids of the lines in the page that it stands for."""
        title, leaves = self.reading.title(), self.reading.leaves
        if title is None:
            return ()
        found = passage_leaves(leaves, *self.skip) if leaves is not None and self.skip is not None else ()
        ids = [name for leaf in found for name in (self.reading.targets or {}).get(leaf.node, ())]
        self.targets.update(ids)
        return (*map(Target, ids), Text(title))

    def content(self, event: Event) -> list[Node]:
        """Return the content of a passage, or a heading, where it is shown, as a paragraph."""
        if isinstance(event, Passage):
            return self.reading.passage(event)
        if isinstance(event, BlockHeading) and self.reading.shows(event.heading):
            return [Paragraph(self.reading.heading(event.heading))]
        return []

    def heading(self, nodes: tuple[InlineNode, ...], level: int) -> str:
        own, nodes = _own_id(nodes)
        text = self.inlines(nodes).strip()
        if not text:
            return ""
        tag = f"h{min(level, 6)}"
        attributes = f' data-level="{level}" aria-level="{level}"' if level > 6 else ""
        return f"<{tag}{own}{attributes}>{text}</{tag}>"

    def section(self, block: Block) -> str:
        anchor = self.ids.get(id(block))
        return f'<section id="{escape(anchor)}">' if anchor else "<section>"

    def blocks(self, nodes: Iterable[Node]) -> list[str]:
        return [self.block(node) for node in nodes]

    def block(self, node: Node) -> str:
        match node:
            case Paragraph():
                own, nodes = _own_id(node.children)
                return f"<p{own}>{self.inlines(nodes).strip()}</p>"
            case Code():
                language = f' class="language-{escape(node.language)}"' if node.language else ""
                own, more = _own_id(tuple(map(Target, node.targets)))
                return f"<pre{own}><code{language}>{self.inlines(more)}{_text(node.text)}</code></pre>"
            case Rule():
                return "<hr>"
            case Container(kind="table") if is_layout(node):
                return "\n".join(self.blocks(loose(node)))
            case Container(kind="table"):
                return "\n".join(self.table(node))
            case Container(kind="definitions") if node.children:
                return self.container(Container("definitions", tuple(definitions(node.children))), "")
            case Container(kind="numbers"):
                return self.numbers(node)
            case Container():
                return self.container(node, self.span(node))

    def container(self, node: Container, attributes: str) -> str:
        tag = _ELEMENTS.get(node.kind, "li")
        if _opens_with_line(node) and isinstance(node.children[0], Paragraph):
            own, nodes = _own_id(node.children[0].children)
            inner = "\n".join([self.inlines(nodes).strip(), *self.blocks(node.children[1:])])
            return f"<{tag}{own}{attributes}>{inner}</{tag}>"
        if not node.children:
            return f"<{tag}{attributes}></{tag}>"
        inner = "\n".join(self.blocks(node.children))
        return f"<{tag}{attributes}>\n{inner}\n</{tag}>"

    def table(self, node: Container) -> Iterator[str]:
        """Write a table, parted where a caption stands between its rows: only before them may there be one."""
        part: list[Container] = []
        for child in (child for child in node.children if isinstance(child, Container)):
            if child.kind == "caption" and part:
                yield from (self.rows(part), *self.blocks(child.children))
                part = []
            elif child.kind == "caption" or child.children:
                part.append(child)
        if part:
            yield self.rows(part)

    def rows(self, parts: list[Container]) -> str:
        table = Container("table", tuple(parts))
        self.spans = spans(table)
        written = self.container(table, "")
        self.spans = {}
        return written

    def span(self, cell: Container) -> str:
        columns, rows = self.spans.get(id(cell), (1, 1))
        written = f' colspan="{columns}"' if columns > 1 else ""
        return written + (f' rowspan="{rows}"' if rows > 1 else "")

    def numbers(self, node: Container) -> str:
        items = [item for item in node.children if isinstance(item, Container)]
        expected = first = items[0].number if items and items[0].number is not None else 1
        written: list[str] = []
        for item in items:
            number = item.number if item.number is not None else expected
            written.append(self.container(item, "" if number == expected else f' value="{number}"'))
            expected = number + 1
        inner = "\n".join(written)
        start = "" if first == 1 else f' start="{first}"'
        return f"<ol{start}>\n{inner}\n</ol>"

    def inlines(self, nodes: Iterable[InlineNode]) -> str:
        return "".join([self.inline(node) for node in nodes])

    def inline(self, node: InlineNode) -> str:
        match node:
            case Text():
                return _text(node.text)
            case Break():
                return "<br>"
            case Image():
                return _image(node)
            case Target():
                return f'<span id="{escape(node.id)}"></span>'
            case Inline(kind="link"):
                return self.link(node)
            case Inline():
                tag = _ELEMENTS[node.kind]
                return f"<{tag}>{self.inlines(node.children)}</{tag}>"

    def link(self, node: Inline) -> str:
        inner, href = self.inlines(node.children), node.href or ""
        fragment = in_page(href, self.here)
        if fragment and not self.targets.isdisjoint(names(fragment)):
            href = "#" + fragment
        valid = address(href) if allowed_link(href) else None
        return inner if valid is None else f'<a href="{escape(valid)}">{inner}</a>'


def _opens_with_line(node: Container) -> bool:
    """Say whether the first line of an item or cell needs no paragraph: nothing but lists follow it."""
    if not node.children or node.kind not in ("item", "term", "description", "cell", "header", "caption"):
        return False
    return isinstance(node.children[0], Paragraph) and all(
        isinstance(child, Container) and child.kind in ("bullets", "numbers") for child in node.children[1:]
    )


def _section_ids(root: Block) -> dict[int, str]:
    """Return the ids of sections by the identity of their blocks: an anchor goes to the first block that has it."""
    ids: dict[int, str] = {}
    given: set[str] = set()
    for block in root.walk():
        anchor = block.anchor
        if block is not root and anchor and anchor not in given and _is_id(anchor):
            given.add(anchor)
            ids[id(block)] = anchor
    return ids


def _is_id(anchor: str) -> bool:
    return not _ASCII_SPACE.search(anchor) and characters(anchor) == anchor


def _with_targets(reading: Reader, skip: Span | None, given: set[str]) -> Reader:
    """Return a reader that also gives the ids that links ask for, and those of the title, as far as none has them."""
    leaves, heading = reading.leaves, reading.structure.root.heading
    if leaves is None:
        return reading
    title = (heading.start, heading.end) if heading is not None else skip
    own = ids_of_span(leaves.page, *title) if title is not None else []
    wanted = {name for name in (*linked_ids(leaves), *own) if name not in given and _is_id(name)}
    return replace(reading, targets=find_targets(leaves, wanted))


def _own_id(nodes: tuple[InlineNode, ...]) -> tuple[str, tuple[InlineNode, ...]]:
    """Return the id of an element as an attribute, when a target opens it, and the rest of its content."""
    if nodes and isinstance(nodes[0], Target):
        return f' id="{escape(nodes[0].id)}"', nodes[1:]
    return "", nodes


def _image(node: Image) -> str:
    valid = address(node.src) if allowed_image(node.src) else None
    if not valid:
        return _text(node.alt)
    return f'<img alt="{escape(characters(node.alt))}" src="{escape(valid)}">'

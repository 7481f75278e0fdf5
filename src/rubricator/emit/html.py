"""Simplified HTML5: the hierarchy as nested sections with real headings. No markup of the page passes through."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from rubricator.emit.leaves import attribute
from rubricator.emit.links import allowed_image, allowed_link
from rubricator.emit.nodes import Break, Code, Container, Image, Inline, InlineNode, Node, Paragraph, Rule, Text
from rubricator.emit.reading import Enter, Hidden, Leave, Passage, Reader, Rubric, reader, title_span
from rubricator.emit.tables import is_layout, loose
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
    body = "\n".join(html_lines(structure, hidden=hidden))
    page = structure.page
    lang = _language(page) if page is not None else None
    opening = f'<html lang="{lang}">' if lang else "<html>"
    head = f'<head>\n<meta charset="utf-8">\n<title>{_text(_title(structure))}</title>\n</head>'
    return f"<!DOCTYPE html>\n{opening}\n{head}\n<body>\n{body}\n</body>\n</html>\n"


def html_lines(structure: Structure, *, hidden: Hidden = "auto") -> list[str]:
    """Return the content of that document: an opening or closing section tag, a heading, or an element each."""
    return _Writer(reader(structure, hidden)).run()


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
    """Writes one document; the ids it has given away are its state."""

    def __init__(self, reading: Reader) -> None:
        self.reading = reading
        self.root = reading.structure.root
        self.ids: dict[int, str] = _section_ids(self.root)
        self.targets = frozenset(self.ids.values())
        self.spans: dict[int, tuple[int, int]] = {}
        """Of the cells of the table that is written; one that holds data has no other table in it."""
        page = reading.structure.page
        self.here = page.base.partition("#")[0] + "#" if page is not None else "#"

    def run(self) -> list[str]:
        title = self.reading.title()
        shift = (title is not None) + (self.reading.structure.root.heading is not None)
        lines = [] if title is None else [f"<h1>{_text(title)}</h1>"]
        for event in self.reading.events(skip=title_span(self.reading)):
            match event:
                case Enter() if event.block is not self.root:
                    lines.append(self.section(event.block))
                case Leave() if event.block is not self.root:
                    lines.append("</section>")
                case Rubric() if self.reading.shows(event.heading):
                    text = self.inlines(self.reading.heading(event.heading)).strip()
                    lines.append(_heading(text, max(event.block.level + shift, 1)))
                case Passage():
                    lines.extend(self.blocks(self.reading.passage(event)))
                case _:
                    pass
        return lines

    def section(self, block: Block) -> str:
        anchor = self.ids.get(id(block))
        return f'<section id="{escape(anchor)}">' if anchor else "<section>"

    def blocks(self, nodes: Iterable[Node]) -> list[str]:
        return [self.block(node) for node in nodes]

    def block(self, node: Node) -> str:
        match node:
            case Paragraph():
                return f"<p>{self.inlines(node.children).strip()}</p>"
            case Code():
                language = f' class="language-{escape(node.language)}"' if node.language else ""
                return f"<pre><code{language}>{_text(node.text)}</code></pre>"
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
            line = self.inlines(node.children[0].children).strip()
            inner = "\n".join([line, *self.blocks(node.children[1:])])
            return f"<{tag}{attributes}>{inner}</{tag}>"
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
            case Inline(kind="link"):
                return self.link(node)
            case Inline():
                tag = _ELEMENTS[node.kind]
                return f"<{tag}>{self.inlines(node.children)}</{tag}>"

    def link(self, node: Inline) -> str:
        inner, href = self.inlines(node.children), node.href or ""
        if href.startswith(self.here) and href.removeprefix(self.here) in self.targets:
            href = "#" + href.removeprefix(self.here)
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
        if (
            block is not root
            and anchor
            and anchor not in given
            and not _ASCII_SPACE.search(anchor)
            and characters(anchor) == anchor
        ):
            given.add(anchor)
            ids[id(block)] = anchor
    return ids


def _heading(text: str, level: int) -> str:
    if not text:
        return ""
    tag = f"h{min(level, 6)}"
    attributes = f' data-level="{level}" aria-level="{level}"' if level > 6 else ""
    return f"<{tag}{attributes}>{text}</{tag}>"


def _image(node: Image) -> str:
    valid = address(node.src) if allowed_image(node.src) else None
    if not valid:
        return _text(node.alt)
    return f'<img alt="{escape(characters(node.alt))}" src="{escape(valid)}">'

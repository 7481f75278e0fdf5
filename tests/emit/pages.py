"""Pages and structures for the tests of the outputs: a small renderer with fixed rules, and headings given by name."""

from __future__ import annotations

from collections.abc import Iterable

from turbohtml.treebuild import parse_into

from rubricator.page.model import BLOCK, BREAK, DOCUMENT, IMAGE, PRE, SKIPPED, TEXT, VISIBLE, Attributes, Page, Style
from rubricator.structure.model import Block, Heading, Origin, Structure

_BLOCK_TAGS = """
    html body div p ul ol li dl dt dd table caption thead tbody tr td th blockquote pre section article
    h1 h2 h3 h4 h5 h6 hr menu main nav header footer figure
"""
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_SKIPPED = frozenset(("head", "script", "style", "title", "template", "iframe", "noframes"))
_STYLE = Style(16.0, 400, False, "none", 0x000000FF, 0, "start", "inline", "none", "serif")


class _Tree:
    """Takes the parser's nodes as columns."""

    def __init__(self) -> None:
        self.tag: list[str] = []
        self.parent: list[int] = []
        self.attributes: list[Attributes] = []
        self.data: list[str] = []

    def node(self, tag: str, attributes: Attributes = (), data: str = "") -> int:
        self.tag.append(tag)
        self.parent.append(-1)
        self.attributes.append(attributes)
        self.data.append(data)
        return len(self.tag) - 1

    def create_document(self) -> int:
        return self.node(DOCUMENT)

    def create_doctype(self, name: str, public_id: str | None, system_id: str | None) -> int:  # noqa: ARG002
        return -1

    def create_element(self, name: str, namespace: str, attrs: Attributes) -> int:  # noqa: ARG002
        return self.node(name, attrs)

    def create_text(self, data: str) -> int:
        return self.node(TEXT, data=data)

    def create_comment(self, data: str) -> int:  # noqa: ARG002
        return -1

    def create_pi(self, target: str, data: str) -> int:  # noqa: ARG002
        return -1

    def append(self, parent: int, child: int) -> None:
        if child >= 0:
            self.parent[child] = parent


class _Text:
    """Folds white space: one space between words, none of it part of a span."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.space = False

    def gap(self) -> None:
        self.space = self.length > 0

    def write(self, data: str) -> tuple[int, int]:
        words = data.split()
        if not words:
            if data:
                self.gap()
            return self.length, self.length
        if data[0].isspace():
            self.gap()
        if self.space:
            self.parts.append(" ")
            self.length += 1
        folded = " ".join(words)
        start = self.length
        self.parts.append(folded)
        self.length += len(folded)
        self.space = data[-1].isspace()
        return start, self.length


def page(html: str, *, base: str = "about:blank", url: str | None = None) -> Page:
    """Render a page."""
    tree = _Tree()
    parse_into(html, tree)
    count = len(tree.tag)
    stop = list(range(1, count + 1))
    for node in range(count - 1, 0, -1):
        stop[tree.parent[node]] = max(stop[tree.parent[node]], stop[node])
    flags = [_flags(tree, node) for node in range(count)]
    for node in range(1, count):
        inherited = flags[tree.parent[node]]
        flags[node] = (flags[node] & (inherited | ~VISIBLE)) | (inherited & (SKIPPED | PRE))
    text, start, end = _spans(tree, stop, flags)
    return Page(
        text=text,
        tag=tuple(tree.tag),
        parent=tuple(tree.parent),
        stop=tuple(stop),
        start=tuple(start),
        end=tuple(end),
        style=(0,) * count,
        flags=bytes(flags),
        attributes=tuple(tree.attributes),
        data=tuple(tree.data),
        styles=(_STYLE,),
        heights={},
        title="",
        body=tree.tag.index("body") if "body" in tree.tag else 0,
        renderer="static",
        url=url,
        base=base,
    )


def _flags(tree: _Tree, node: int) -> int:
    tag, attributes = tree.tag[node], dict(tree.attributes[node])
    flag = 0 if "hidden" in attributes else VISIBLE
    flag |= BLOCK if tag in _BLOCKS and attributes.get("style") != "display:inline" else 0
    flag |= SKIPPED if tag in _SKIPPED else 0
    flag |= BREAK if tag == "br" else 0
    flag |= IMAGE if tag == "img" else 0
    return flag | (PRE if tag == "pre" else 0)


def _spans(tree: _Tree, stop: list[int], flags: list[int]) -> tuple[str, list[int], list[int]]:
    text = _Text()
    start, end = [0] * len(stop), [0] * len(stop)
    opened: list[int] = []
    for node in range(len(stop)):
        while opened and node >= stop[opened[-1]]:
            opened.pop()
            text.gap()
        if flags[node] & (BLOCK | BREAK):
            text.gap()
            opened.append(node)
        if flags[node] & SKIPPED:
            written = ""
        elif flags[node] & IMAGE:
            written = f" {alt} " if (alt := dict(tree.attributes[node]).get("alt")) else ""
        else:
            written = tree.data[node]
        start[node], end[node] = text.write(written)
    empty = [first == last for first, last in zip(start, end, strict=True)]
    for node in range(len(stop) - 1, 0, -1):
        parent = tree.parent[node]
        if not empty[node]:
            start[parent] = start[node]
            end[parent] = end[node] if empty[parent] else max(end[node], end[parent])
            empty[parent] = False
    return "".join(text.parts), start, end


def structure(
    rendered: Page,
    spec: Iterable[tuple[int, str]] = (),
    *,
    title: str | None = None,
    source: Origin | None = None,
    body: tuple[int, int] | None = None,
    anchors: dict[str, str] | None = None,
) -> Structure:
    """Build a structure from (level, heading text) pairs in document order; a block ends where the next one starts."""
    at = 0
    spans: list[tuple[int, int, int]] = []
    for level, wanted in spec:
        start = rendered.text.index(wanted, at)
        at = start + len(wanted)
        spans.append((level, start, at))
    root = tree(rendered.text, spans, anchors or {})
    origin = source if source is not None else Origin(url=rendered.url)
    return Structure(rendered.text, root, "tags", title=title, body=body, source=origin, page=rendered)


def tree(text: str, spans: Iterable[tuple[int, int, int]], anchors: dict[str, str]) -> Block:
    """Build blocks from (level, start, end) of their headings in document order."""
    open_blocks: list[tuple[int, Heading | None, list[Block]]] = [(0, None, [])]

    def close(limit: int) -> None:
        level, heading, children = open_blocks.pop()
        assert heading is not None
        end = limit - text[:limit].endswith(" ") if limit > heading.end else limit
        block = Block(
            heading.start, end, level, heading, tuple(children), None, heading.xpath, anchors.get(heading.text)
        )
        open_blocks[-1][2].append(block)

    for number, (level, start, end) in enumerate(spans, start=1):
        while open_blocks[-1][0] >= level:
            close(start)
        open_blocks.append((level, Heading(text[start:end], start, end, f"//h[{number}]", 0.5), []))
    while len(open_blocks) > 1:
        close(len(text))
    return Block(0, len(text), children=tuple(open_blocks[0][2]))

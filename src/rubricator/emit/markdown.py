"""Markdown: CommonMark with the tables and strikethrough of GitHub."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rubricator.collector import CollectorPaused
from rubricator.emit.markdown_inline import code_span, escape_line_start, inline_lines
from rubricator.emit.nodes import Code, Container, Inline, InlineNode, Node, Paragraph, Rule, Text
from rubricator.emit.reading_order import BlockHeading, Hidden, Passage, Reader, reader, title_span
from rubricator.emit.tables import captions, grid, has_header, is_layout, loose, rows
from rubricator.structure.model import Structure

_TICKS = re.compile(r"`{3,}")
_MAX_NUMBER = 999_999_999


def to_markdown(structure: Structure, *, hidden: Hidden = "auto") -> str:
    """Return a structure as Markdown: its title, its headings by their place in the hierarchy, their content.

    A heading below level 6 is written with six signs and keeps its level in an attribute: `{data-level="8"}`.
    """
    reading = reader(structure, hidden)
    with CollectorPaused():
        text = "\n\n".join([part for part in _parts(reading) if part])
    return text + "\n" if text else ""


def _parts(reading: Reader) -> list[str]:
    """Return the headings and the blocks of a structure."""
    title = reading.title()
    shift = (title is not None) + (reading.structure.root.heading is not None)
    parts: list[str] = [] if title is None else [_heading((Text(title),), 1)]
    pending: list[Node] = []
    for event in reading.events(skip=title_span(reading)):
        if isinstance(event, Passage):
            pending.extend(reading.passage(event))
        elif isinstance(event, BlockHeading) and reading.shows(event.heading):
            parts.extend(_blocks(pending))
            pending.clear()
            parts.append(_heading(reading.heading(event.heading), max(event.block.level + shift, 1)))
    parts.extend(_blocks(pending))
    return parts


def _heading(nodes: tuple[InlineNode, ...], level: int) -> str:
    text = " ".join(inline_lines(nodes))
    if not text:
        return ""
    # Signs at the end of the line would be taken for its closing.
    bare = text.rstrip("#")
    text = bare + "\\#" * (len(text) - len(bare))
    attribute = f' {{data-level="{level}"}}' if level > 6 else ""
    return f"{'#' * min(level, 6)} {text}{attribute}"


def _blocks(nodes: Iterable[Node]) -> list[str]:
    """Return each block as Markdown. Of two lists in a row the second has another marker, or they would be one."""
    written: list[str] = []
    alternate = False
    before: str | None = None
    for node in _flat(nodes):
        kind = node.kind if isinstance(node, Container) else None
        alternate = kind in ("bullets", "numbers") and kind == before and not alternate
        if kind == "numbers" and isinstance(node, Container):
            lists, alternate = _numbered(node, alternate)
            written.extend(lists)
        else:
            written.append(_block(node, alternate))
        before = kind
    return [block for block in written if block]


def _flat(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield blocks with layout tables and definition lists, which Markdown does not have, taken apart."""
    stack = list(reversed(list(nodes)))
    while stack:
        node = stack.pop()
        if isinstance(node, Container) and node.kind == "table" and is_layout(node):
            stack.extend(reversed(loose(node)))
        elif isinstance(node, Container) and node.kind in ("definitions", "description", "caption", "row", "cell"):
            stack.extend(reversed(node.children))
        elif isinstance(node, Container) and node.kind == "term":
            stack.extend(reversed([_strong(child) for child in node.children]))
        elif isinstance(node, Container) and node.kind == "table":
            for caption in captions(node):
                yield from _flat(caption.children)
            yield Container("table", tuple(rows(node)))
        else:
            yield node


def _strong(node: Node) -> Node:
    """Return a term in bold, whatever of it was bold before."""
    if not isinstance(node, Paragraph):
        return node
    return Paragraph((Inline("strong", _without_strong(node.children)),))


def _without_strong(nodes: tuple[InlineNode, ...]) -> tuple[InlineNode, ...]:
    found: list[InlineNode] = []
    for node in nodes:
        if isinstance(node, Inline) and node.kind == "strong":
            found.extend(_without_strong(node.children))
        elif isinstance(node, Inline):
            found.append(Inline(node.kind, _without_strong(node.children), node.href))
        else:
            found.append(node)
    return tuple(found)


def _block(node: Node, alternate: bool) -> str:
    match node:
        case Paragraph():
            return "\\\n".join(escape_line_start(line) for line in inline_lines(node.children))
        case Code():
            return _fenced(node)
        case Rule():
            # Signs that are no list marker: "- ---" would be a rule, not a list with one in it.
            return "___"
        case Container(kind="table"):
            return _table(node)
        case Container(kind="quote"):
            return _prefixed("\n\n".join(_blocks(node.children)), "> ", "> ")
        case Container(kind="bullets"):
            marker = "* " if alternate else "- "
            return _items((marker, item) for item in node.children if isinstance(item, Container))
        case Container():
            return "\n\n".join(_blocks(node.children))


def _numbered(node: Container, alternate: bool) -> tuple[list[str], bool]:
    """Return a numbered list as one list for each run of consecutive numbers, and the marker of the last."""
    runs: list[list[tuple[int, Container]]] = []
    for item in node.children:
        if isinstance(item, Container):
            number = min(max(item.number if item.number is not None else 1, 0), _MAX_NUMBER)
            if runs and runs[-1][-1][0] + 1 == number:
                runs[-1].append((number, item))
            else:
                runs.append([(number, item)])
    written: list[str] = []
    for index, run in enumerate(runs):
        alternate = alternate if index == 0 else not alternate
        sign = ")" if alternate else "."
        written.append(_items((f"{number}{sign} ", item) for number, item in run))
    return written, alternate


def _items(items: Iterable[tuple[str, Container]]) -> str:
    """Return list items, close together when each is a line with at most lists under it."""
    written: list[str] = []
    tight = True
    for marker, item in items:
        blocks = _blocks(item.children)
        close = _is_tight(item)
        tight = tight and close
        body = ("\n" if close else "\n\n").join(blocks)
        written.append(_prefixed(body, marker, " " * len(marker)) or marker.rstrip())
    return ("\n" if tight else "\n\n").join(written)


def _is_tight(item: Container) -> bool:
    """Say whether an item needs no blank lines; a numbered list interrupts a line only when it starts at one."""
    lists = item.children
    if lists and isinstance(lists[0], Paragraph):
        lists = lists[1:]
    if len(lists) > 1:
        return False
    for inner in lists:
        if not isinstance(inner, Container) or inner.kind not in ("bullets", "numbers"):
            return False
        first = inner.children[0]
        if not isinstance(first, Container) or not first.children or not isinstance(first.children[0], Paragraph):
            return False
        if inner.kind == "numbers" and not _starts_at_one(inner):
            return False
    return True


def _starts_at_one(numbers: Container) -> bool:
    return all(
        isinstance(item, Container) and item.number == index for index, item in enumerate(numbers.children, start=1)
    )


def _prefixed(text: str, first: str, rest: str) -> str:
    """Indent a block: `first` before its first line, `rest` before the others; blank lines get no trailing spaces."""
    if not text:
        return ""
    opening, *lines = text.split("\n")
    return "\n".join([first + opening, *(rest + line if line else rest.rstrip() for line in lines)])


def _fenced(node: Code) -> str:
    fence = "`" * max((len(run) + 1 for run in _TICKS.findall(node.text)), default=3)
    return f"{fence}{node.language or ''}\n{node.text}\n{fence}"


def _table(table: Container) -> str:
    """Return a data table. One without header cells gets an empty header row: Markdown asks for one."""
    lines = [[_cell(cell) for cell in line] for line in grid(table)]
    if not lines:
        return ""
    width = max(len(line) for line in lines)
    if has_header(table):
        header, lines = lines[0], lines[1:]
    else:
        header = []
    header = header + [""] * (width - len(header))
    return "\n".join([_row(header), _row(["---"] * width), *map(_row, lines)])


def _row(texts: list[str]) -> str:
    return "|" + "".join(f" {text} |" if text else "  |" for text in texts)


def _cell(cell: Container | None) -> str:
    """Return the content of a cell on one line."""
    if cell is None:
        return ""
    lines: list[str] = []
    stack: list[Node] = list(reversed(cell.children))
    while stack:
        node = stack.pop()
        if isinstance(node, Container):
            stack.extend(reversed(node.children))
        elif isinstance(node, Paragraph):
            lines.extend(inline_lines(node.children))
        elif isinstance(node, Code):
            lines.extend(code_span(line) if line.strip() else "" for line in node.text.split("\n"))
    return "<br>".join(lines).replace("|", "\\|")

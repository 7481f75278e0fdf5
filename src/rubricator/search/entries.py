"""Entries: what the index holds of a page. Each block's own text is cut into windows under its heading path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rubricator.emit.elements import attribute
from rubricator.emit.leaves import passage_leaves
from rubricator.emit.reading_order import Enter, Leave, Passage, Reader, reader
from rubricator.search.analysis import tokens, words
from rubricator.search.languages import NONE, guess_language, language_of
from rubricator.structure.model import Block, Structure

WINDOW = 256
"""Tokens of a window at most: long blocks match by their best place, not by their length."""
_SAMPLE = 20_000
"""Characters that a guess of the language looks at."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of a block: spans of the page's text, joined by spaces in `text`."""

    spans: tuple[Span, ...]
    text: str


@dataclass(frozen=True, slots=True)
class BlockEntry:
    """A block with the words that find it."""

    heading: str
    path: tuple[str, ...]
    """The title and the headings above it, from the top down."""
    level: int
    start: int
    end: int
    xpath: str | None
    anchor: str | None
    windows: tuple[Window, ...]
    parent: int | None = None
    """The number, in the page, of the block that it lies in."""
    size: int = 0
    """Tokens of the block with all that is under it."""


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page as the index holds it; `key` is the name by which it is replaced and deleted."""

    key: str
    url: str | None
    title: str | None
    language: str
    sha256: str
    blocks: tuple[BlockEntry, ...]


def page_entry(structure: Structure, key: str, *, language: str | None = None, window: int = WINDOW) -> PageEntry:
    """Return what is indexed of a page; its language is what it declares, else a guess, unless given."""
    language = language or _declared(structure) or guess_language(words(structure.text[:_SAMPLE]))
    source = structure.source
    found = tuple(_blocks(reader(structure, "auto"), language, window))
    return PageEntry(key, source.url, structure.title, language, source.sha256, found)


def _declared(structure: Structure) -> str | None:
    page = structure.page
    if page is None:
        return None
    for node in range(min(len(page.tag), 3)):
        if page.tag[node] in ("html", "body"):
            declared = attribute(page, node, "lang") or attribute(page, node, "xml:lang")
            if declared:
                return language_of(declared) or NONE
    return None


@dataclass(slots=True)
class _Open:
    block: Block
    heading: str
    path: tuple[str, ...]
    number: int
    above: int | None
    spans: list[Span] = field(default_factory=list)
    size: int = 0


def _blocks(reading: Reader, language: str, window: int) -> list[BlockEntry]:
    """Return the blocks that have a heading or text of their own, and the root, in document order."""
    title = reading.title()
    stack: list[_Open] = []
    found: dict[int, BlockEntry] = {}
    count = 0
    for event in reading.events():
        if isinstance(event, Enter):
            own = event.block.heading
            heading = " ".join(own.text.split()) if own is not None and reading.shows(own) else ""
            above = (*stack[-1].path, stack[-1].heading) if stack else (title or "",)
            parent = stack[-1].number if stack else None
            stack.append(_Open(event.block, heading, tuple([text for text in above if text]), count, parent))
            count += 1
        elif isinstance(event, Passage):
            stack[-1].spans.extend(_shown(reading, event))
        elif isinstance(event, Leave):
            closed = stack.pop()
            found[closed.number] = _entry(closed, reading.structure.text, language, window)
            if stack:
                stack[-1].size += found[closed.number].size
    return [found[number] for number in range(count)]


def _entry(opened: _Open, text: str, language: str, window: int) -> BlockEntry:
    block, own = opened.block, opened.block.heading
    windows, count = _windows(opened.spans, text, language, window)
    if not windows and opened.heading:
        windows = (Window((), ""),)
    return BlockEntry(
        heading=opened.heading,
        path=opened.path,
        level=block.level,
        start=block.start,
        end=block.end,
        xpath=own.xpath if own is not None and own.xpath else block.xpath,
        anchor=block.anchor,
        windows=windows,
        parent=opened.above,
        size=opened.size + count,
    )


def _shown(reading: Reader, passage: Passage) -> Iterator[Span]:
    """Yield the parts of a passage that are shown, those merged that only a space stands between."""
    if reading.leaves is None:
        yield passage.start, passage.end
        return
    low = high = passage.start
    for leaf in passage_leaves(reading.leaves, passage.start, passage.end):
        start, end = max(leaf.start, passage.start), min(leaf.end, passage.end)
        if start >= end or not leaf.is_shown(passage.hidden):
            continue
        if start > high + 1 and high > low:
            yield low, high
            low = start
        elif high == low:
            low = start
        high = end
    if high > low:
        yield low, high


def _windows(spans: list[Span], text: str, language: str, most: int) -> tuple[tuple[Window, ...], int]:
    """Return the windows of a block, none of more than `most` tokens, and the number of all tokens."""
    places = [
        (token.start + start, number)
        for number, (start, end) in enumerate(spans)
        for token in tokens(text[start:end], language)
    ]
    found = []
    for low in range(0, len(places), most):
        begin, first = places[low] if low else (spans[0][0], 0)
        stop, last = places[low + most] if low + most < len(places) else (spans[-1][1], len(spans) - 1)
        cut = [
            (begin if number == first else start, stop if number == last else end)
            for number, (start, end) in enumerate(spans[first : last + 1], first)
        ]
        pieces = [(start, end) for start, end in cut if text[start:end].strip()]
        found.append(Window(tuple(pieces), " ".join(text[start:end] for start, end in pieces)))
    return tuple(found), len(places)

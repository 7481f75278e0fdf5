"""Chunks: the content of each block with the path of headings that leads to it, for search and language models."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from rubricator.collector import CollectorPaused
from rubricator.emit.fragments import Fragments
from rubricator.emit.lines import unit_lines
from rubricator.emit.links import deep_link
from rubricator.emit.pieces import Fragment, Line, Measure, Packing, Piece, joined, pack
from rubricator.emit.reading_order import BlockHeading, Enter, Hidden, Leave, Passage, Reader, reader
from rubricator.emit.tokens import token_counter
from rubricator.errors import UsageError
from rubricator.page.lookup import id_places
from rubricator.structure.model import Block, Heading, JsonValue, Structure


@dataclass(frozen=True, slots=True, repr=False)
class Chunk:
    """A piece of a block: its text with the heading on top, the headings above it, and where it stands."""

    text: str
    headings: tuple[str, ...]
    level: int
    start: int
    end: int
    xpath: str | None
    anchor: str | None
    link: str | None
    confidence: float | None
    url: str | None
    source: str | None
    block: Block | None = field(default=None, compare=False, repr=False)
    """The block that it is a piece of; not part of its JSON."""

    def __repr__(self) -> str:
        return f"<Chunk {' > '.join(self.headings)!r}: {len(self.text)} characters>"

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the chunk as a JSON object."""
        return {
            "text": self.text,
            "headings": list(self.headings),
            "level": self.level,
            "start": self.start,
            "end": self.end,
            "xpath": self.xpath,
            "anchor": self.anchor,
            "link": self.link,
            "confidence": self.confidence,
            "url": self.url,
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class _Limit:
    most: int | None
    overlap: int
    measure: Measure
    additive: bool


def chunks(
    structure: Structure,
    *,
    max_chars: int | None = None,
    max_tokens: int | None = None,
    tokenizer: str | Callable[[str], int] | None = None,
    overlap: int = 0,
    hidden: Hidden = "auto",
) -> Iterator[Chunk]:
    """Return the chunks of a structure in reading order: one for each block's own content, more over a limit.

    A limit holds for the whole text of a chunk, its heading included. A block is split between units; a unit is split
    only when it is over the limit alone: between sentences, then words, then characters. Without a tokenizer a token
    is a word, or 32 characters of a long one. `overlap` repeats the end of the piece before, in the same measure as the
    limit. A piece that begins within a table repeats its header row, where there is room.
    """
    limit = _limit(max_chars, max_tokens, tokenizer, overlap)
    found = _Chunker(reader(structure, hidden), limit).run()
    if tokenizer is not None:
        # Code of others may make cycles.
        return found
    with CollectorPaused():
        return iter(list(found))


def to_jsonl(found: Iterable[Chunk]) -> str:
    """Return chunks as JSON, one object a line."""
    return "".join(json.dumps(chunk.to_dict(), ensure_ascii=False) + "\n" for chunk in found)


def _limit(
    max_chars: int | None, max_tokens: int | None, tokenizer: str | Callable[[str], int] | None, overlap: int
) -> _Limit:
    if max_chars is not None and max_tokens is not None:
        raise UsageError("give max_chars or max_tokens, not both")
    if tokenizer is not None and max_tokens is None:
        raise UsageError("a tokenizer needs max_tokens")
    most = max_chars if max_chars is not None else max_tokens
    if most is not None and most < 1:
        raise UsageError(f"the limit of a chunk must be at least 1, not {most}")
    if overlap < 0 or (overlap and (most is None or overlap >= most)):
        raise UsageError(f"overlap is {overlap}; it must be smaller than the limit of a chunk, and not negative")
    measure = len if max_tokens is None else token_counter(tokenizer)
    return _Limit(most, overlap, measure, additive=tokenizer is None)


@dataclass(slots=True)
class _Open:
    """A block on the way down: what of it was read since the last chunk, and whether it has given any."""

    block: Block
    heading: str | None
    lines: list[Line] = field(default_factory=list)
    headed: bool = False
    made: bool = False


class _Chunker:
    def __init__(self, reading: Reader, limit: _Limit) -> None:
        self.reading, self.structure, self.limit = reading, reading.structure, limit
        self.title = reading.title()
        self.stack: list[_Open] = []

    def run(self) -> Iterator[Chunk]:
        for event in self.reading.events():
            match event:
                case Enter():
                    if self.stack:
                        yield from self.flush(self.stack[-1])
                    self.stack.append(_Open(event.block, self.shown(event.block.heading)))
                case BlockHeading():
                    self.stack[-1].headed = self.stack[-1].heading is not None
                case Passage():
                    self.stack[-1].lines.extend(self.lines(event))
                case Leave():
                    yield from self.leave()

    def shown(self, heading: Heading | None) -> str | None:
        if heading is None or not self.reading.shows(heading):
            return None
        return self.reading.heading_text(heading) or None

    def lines(self, passage: Passage) -> list[Line]:
        if self.reading.leaves is not None:
            return unit_lines(self.reading.leaves, passage)
        text = self.structure.text[passage.start : passage.end]
        bare = text.strip()
        return [Line(bare, (0,), (passage.start + len(text) - len(text.lstrip()),))] if bare else []

    def leave(self) -> Iterator[Chunk]:
        opened = self.stack[-1]
        yield from self.flush(opened)
        heading = opened.block.heading
        if heading is not None and opened.heading and not opened.made:
            yield from self.heading_alone(opened, heading)
        self.stack.pop()
        if self.stack:
            self.stack[-1].made = self.stack[-1].made or opened.made

    def flush(self, opened: _Open) -> Iterator[Chunk]:
        """Give the text that was read of a block since the last chunk, under its heading."""
        lines, heading = opened.lines, opened.block.heading
        text, headed = opened.heading, opened.headed
        opened.lines, opened.headed = [], False
        if not lines:
            return
        opened.made = True
        top = f"{text}\n" if text else ""
        most = self.limit.most
        if most is not None and top and self.limit.measure(top) * 2 > most:
            top = ""
        for index, piece in enumerate(self.packed(lines, top)):
            first = heading if headed and top and index == 0 else None
            yield self.chunk(opened.block, top + joined(piece), piece.fragments, first)

    def heading_alone(self, opened: _Open, heading: Heading) -> Iterator[Chunk]:
        """Give a heading that nothing stands under."""
        opened.made = True
        for piece in self.packed(self.heading_lines(opened, heading), ""):
            chunk = self.chunk(opened.block, joined(piece), piece.fragments, None)
            yield chunk if heading.start < heading.end else self.of_image(chunk, heading)

    def heading_lines(self, opened: _Open, heading: Heading) -> list[Line]:
        """Return a heading as it stands in the text, or as its lines where signs are written in it."""
        text = self.structure.text[heading.start : heading.end].strip() or heading.text
        if opened.heading == " ".join(text.split()):
            return [Line(text, (0,), (heading.start,))]
        return self.lines(Passage(heading.start, heading.end, lead=False, hidden=self.reading.shown))

    def of_image(self, chunk: Chunk, heading: Heading) -> Chunk:
        """Place a chunk whose words are not in the page: its heading is an image without alternative text."""
        link = deep_link(chunk.url, chunk.anchor)
        return replace(chunk, start=heading.start, end=heading.end, link=link)

    def packed(self, lines: list[Line], top: str) -> Iterator[Piece]:
        limit = self.limit
        if limit.most is None:
            return iter([Piece("", [Fragment(line, 0, len(line.text), 0) for line in lines])])
        return pack(lines, Packing(top, limit.most, limit.overlap, limit.measure, limit.additive))

    def chunk(self, block: Block, text: str, piece: list[Fragment], heading: Heading | None) -> Chunk:
        source = self.structure.source
        start, end = piece[0].start, piece[-1].end
        linked = start, piece[0].line.end
        if heading is not None and heading.start <= start:
            if heading.start < min(heading.end, start):
                linked = heading.start, heading.end
            start, end = heading.start, max(end, heading.end)
        own = block.heading
        return Chunk(
            text=text,
            headings=self.path(),
            level=block.level,
            start=start,
            end=end,
            xpath=own.xpath if own is not None and own.xpath else block.xpath,
            anchor=block.anchor,
            link=self.link(block, *linked),
            confidence=own.confidence if own is not None else None,
            url=source.url,
            source=source.path,
            block=block,
        )

    def link(self, block: Block, start: int, end: int) -> str | None:
        """Return the address of the words in `start` .. `end`: by the block's id, or what leads browsers further."""
        url = self.structure.source.url
        if url is None or (block.anchor and self.begins_at_anchor(block)):
            return deep_link(url, block.anchor)
        return deep_link(url, block.anchor, self.fragments.for_span(start, end))

    def begins_at_anchor(self, block: Block) -> bool:
        """Say whether a block's anchor names its beginning, not something around it; one that is not found counts.

        An element without text is at the end of the text before, a space away.
        """
        place = self.id_places.get(block.anchor) if block.anchor else None
        return place is None or place >= block.start - 1

    @cached_property
    def id_places(self) -> dict[str, int]:
        return id_places(self.structure.page) if self.structure.page and self.structure.source.url else {}

    @cached_property
    def fragments(self) -> Fragments:
        return Fragments(self.structure.text, self.structure.page)

    def path(self) -> tuple[str, ...]:
        title = (self.title,) if self.title else ()
        return (*title, *(opened.heading for opened in self.stack if opened.heading))

"""Pieces: lines of text packed under a limit, split only where a line alone is over it."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rubricator.emit.words import sentence_spans, word_spans

Measure = Callable[[str], int]


class Line(NamedTuple):
    """A unit's text, and where its runs stand: run `i` starts at `offsets[i]` here and at `starts[i]` in the page.

    `head` is repeated on top of a piece that begins with the line: the header rows of its table.
    """

    text: str
    offsets: tuple[int, ...]
    starts: tuple[int, ...]
    head: str = ""

    def place(self, offset: int) -> int:
        """Return where a character of the line stands in the page's text."""
        run = bisect_right(self.offsets, offset) - 1
        return self.starts[run] + offset - self.offsets[run]

    @property
    def end(self) -> int:
        return self.place(len(self.text) - 1) + 1


class Fragment(NamedTuple):
    """A line or a part of one, and what it measures."""

    line: Line
    low: int
    high: int
    size: int

    @property
    def text(self) -> str:
        return self.line.text[self.low : self.high]

    @property
    def start(self) -> int:
        return self.line.place(self.low + len(self.text) - len(self.text.lstrip()))

    @property
    def end(self) -> int:
        return self.line.place(self.high - 1) + 1


@dataclass(frozen=True, slots=True)
class Packing:
    """How to pack: what stands on top of each piece, the most the two may measure, how much a piece repeats of the one
    before, and the measure. `additive` says that a text measures what its parts and what joins them do together.
    """

    prefix: str
    most: int
    overlap: int
    measure: Measure
    additive: bool

    @property
    def room(self) -> int:
        return self.most - (self.measure(self.prefix) if self.prefix else 0)

    def fits(self, piece: Piece) -> bool:
        """Say whether a piece that was packed by the measures of its parts is within the limit as a whole."""
        return self.additive or self.measure(self.prefix + joined(piece)) <= self.most


class Piece(NamedTuple):
    """Fragments that stand together, and what is repeated on top of them."""

    head: str
    fragments: list[Fragment]


def joined(piece: Piece) -> str:
    """Return the text of a piece, a line for each unit."""
    parts: list[str] = [piece.head]
    for index, fragment in enumerate(piece.fragments):
        parts.append(_glue(piece.fragments[index - 1], fragment) if index else "")
        parts.append(fragment.text)
    return "".join(parts)


def pack(lines: list[Line], packing: Packing) -> Iterator[Piece]:
    """Yield the lines as pieces within the room; a single character over it is a piece of its own."""
    measure, most = packing.measure, packing.room
    queue = deque(fragment for line in lines for fragment in _fragments(line, most, measure))
    carried: list[Fragment] = []
    while queue:
        piece = _last_within(carried, queue[0].size, queue[0], most, measure)
        repeated = len(piece)
        size = _size(piece, measure)
        head = (piece or queue)[0].line.head
        room = most - measure(head) if head else most
        if most > room * 2 or size + _added(piece, queue[0], measure) > room:
            head, room = "", most
        while queue and (len(piece) == repeated or size + _added(piece, queue[0], measure) <= room):
            size += _added(piece, queue[0], measure)
            piece.append(queue.popleft())
        while not packing.fits(Piece(head, piece)):
            if len(piece) > repeated + 1:
                queue.appendleft(piece.pop())
            elif head:
                head = ""
            elif repeated:
                piece.pop(0)
                repeated -= 1
            else:
                break
        yield Piece(head, piece)
        carried = _trailing(piece, packing) if queue else []


def _fragments(line: Line, room: int, measure: Measure) -> Iterator[Fragment]:
    """Yield a line, or its sentences, or their words, or their characters: the largest that fit."""
    text = line.text
    size = measure(text)
    if size <= room:
        yield Fragment(line, 0, len(text), size)
        return
    for low, high in sentence_spans(text, 0, len(text)):
        size = measure(text[low:high])
        if size <= room:
            yield Fragment(line, low, high, size)
            continue
        for word_low, word_high in word_spans(text, low, high):
            size = measure(text[word_low:word_high])
            if size <= room:
                yield Fragment(line, word_low, word_high, size)
            else:
                yield from _characters(line, word_low, word_high, room, measure)


def _characters(line: Line, low: int, high: int, room: int, measure: Measure) -> Iterator[Fragment]:
    """Yield a word in runs of characters that fit; a run is halved until it does."""
    while low < high:
        take = min(max(room, 1), high - low)
        size = measure(line.text[low : low + take])
        while take > 1 and size > room:
            take //= 2
            size = measure(line.text[low : low + take])
        yield Fragment(line, low, low + take, size)
        low += take


def _trailing(piece: list[Fragment], packing: Packing) -> list[Fragment]:
    """Return the end of a piece that the next one repeats: whole fragments, or words when none fits.

    Half a row of a table is not repeated: its cells would stand under the heads of others.
    """
    if not packing.overlap:
        return []
    kept = _last_within(piece, 0, None, packing.overlap, packing.measure)
    last = piece[-1]
    if kept or last.line.head:
        return kept
    spans = list(word_spans(last.line.text, last.low, last.high))
    words = [Fragment(last.line, low, high, packing.measure(last.line.text[low:high])) for low, high in spans]
    return _last_within(words, 0, None, packing.overlap, packing.measure)


def _last_within(
    fragments: list[Fragment], size: int, following: Fragment | None, most: int, measure: Measure
) -> list[Fragment]:
    """Return as many of the last fragments as measure, with what follows them, at most so much."""
    kept: list[Fragment] = []
    for fragment in reversed(fragments):
        after = kept[-1] if kept else following
        glue = _glue(fragment, after) if after is not None else ""
        size += fragment.size + (measure(glue) if glue else 0)
        if size > most:
            break
        kept.append(fragment)
    kept.reverse()
    return kept


def _glue(before: Fragment, after: Fragment) -> str:
    return before.line.text[before.high : after.low] if before.line is after.line else "\n"


def _added(piece: list[Fragment], fragment: Fragment, measure: Measure) -> int:
    glue = _glue(piece[-1], fragment) if piece else ""
    return fragment.size + (measure(glue) if glue else 0)


def _size(piece: list[Fragment], measure: Measure) -> int:
    return sum(_added(piece[max(index - 1, 0) : index], fragment, measure) for index, fragment in enumerate(piece))

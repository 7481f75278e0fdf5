"""The lines of a passage: its units as chunks show them, each character with its place in the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from rubricator.emit.content import passage_leaves, spaced
from rubricator.emit.leaves import Kind, Leaf, Leaves
from rubricator.emit.pieces import Line
from rubricator.emit.reading import Passage
from rubricator.emit.written import written

_SPACE_OR_WORD = re.compile(r"\s+|\S+")


def unit_lines(leaves: Leaves, passage: Passage) -> Iterator[Line]:
    """Yield the units of a passage, cut at its ends, without hidden text that is to be left out.

    Preformatted text keeps its line breaks and indentation: code on one line is of no use to anyone.
    """
    builder = _LineBuilder(leaves, passage)
    for leaf in passage_leaves(leaves, passage.start, passage.end):
        if leaf.paragraph != builder.paragraph:
            yield from builder.close()
        if leaf.kind == Kind.BREAK and not builder.in_code(leaf):
            yield from builder.close()
        elif leaf.visible or passage.hidden == "keep" or leaf.start == leaf.end:
            builder.add(leaf)
        builder.paragraph = leaf.paragraph
    yield from builder.close()


@dataclass(slots=True)
class _LineBuilder:
    leaves: Leaves
    passage: Passage
    paragraph: int = -1
    edge: int = 0
    parts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def in_code(self, leaf: Leaf) -> bool:
        return bool(leaf.containers) and self.leaves.containers[leaf.containers[-1]].kind == "code"

    def add(self, leaf: Leaf) -> None:
        page = self.leaves.page
        start, end = max(leaf.start, self.passage.start), min(leaf.end, self.passage.end)
        code = self.in_code(leaf)
        if leaf.start == leaf.end:
            if code and leaf.kind in (Kind.BREAK, Kind.SPACE):
                self.put(page.data[leaf.node] or "\n", self.edge)
            return
        raw = written(self.leaves, leaf, start, end) if code and leaf.kind == Kind.TEXT else page.text[start:end]
        apart = self.parts and not self.parts[-1][-1].isspace() and not raw[0].isspace()
        if apart and spaced(page.text, self.edge, start):
            self.put(" ", self.edge)
        if code:
            self.put_words(raw, start)
        else:
            self.put(raw, start)
        self.edge = end

    def put_words(self, raw: str, place: int) -> None:
        """Put text as written: its words one after the other in the page, with whatever white space between them."""
        for match in _SPACE_OR_WORD.finditer(raw):
            word = match[0]
            if word[0].isspace():
                self.put(word, place)
                place += self.leaves.page.text[place : place + 1].isspace()
            else:
                self.put(word, place)
                place += len(word)

    def put(self, text: str, place: int) -> None:
        if not self.parts:
            place += len(text) - len(text.lstrip())
            text = text.lstrip()
        if text:
            self.parts.append(text)
            self.starts.append(place)

    def close(self) -> Iterator[Line]:
        """Yield the line that was built, if any, and start the next."""
        text = "".join(self.parts).rstrip()
        if text:
            offsets = accumulate((len(part) for part in self.parts[:-1]), initial=0)
            yield Line(text, tuple(offsets), tuple(self.starts))
        self.parts, self.starts = [], []

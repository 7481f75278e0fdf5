"""From spans of the page's text to places in the shown page."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from rubricator.emit.view.tree import Shown
from rubricator.page.model import TEXT, Page

Span = tuple[int, int, int, int]
"""From a leaf and an offset in it to a leaf and an offset in it. Offsets are in UTF-16 units, as scripts count; those
of an image mean nothing."""

_WORD = re.compile(r"\S+")


class _Word(NamedTuple):
    """Where a word begins: in the folded text, in characters as written, and in UTF-16 units of these."""

    folded: int
    written: int
    units: int


@dataclass(slots=True)
class Places:
    """Finds the leaves and offsets of spans."""

    page: Page
    shown: Shown
    _starts: list[int] = field(default_factory=list)
    _ends: list[int] = field(default_factory=list)
    _words: dict[int, list[_Word]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._starts = [self.page.start[node] for node in self.shown.leaves]
        self._ends = [self.page.end[node] for node in self.shown.leaves]

    def of(self, start: int, end: int, node: int | None = None) -> Span | None:
        """Return where a span is shown, None when none of it is. `node` is an image without text."""
        if start == end:
            return self._wordless(node)
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end) - 1
        if first > last:
            return None
        return first, self._offset(first, start), last, self._offset(last, end)

    def _wordless(self, node: int | None) -> Span | None:
        if node is None:
            return None
        at = bisect_left(self.shown.leaves, node)
        return (at, 0, at, 0) if at < len(self.shown.leaves) and self.shown.leaves[at] == node else None

    def _offset(self, leaf: int, place: int) -> int:
        """Return where a place in the page's text is in the characters of a leaf as written."""
        node = self.shown.leaves[leaf]
        if self.page.tag[node] != TEXT:
            return 0
        words = self._table(node)
        inside = min(max(place, self._starts[leaf]), self._ends[leaf]) - self._starts[leaf]
        word = words[max(bisect_right(words, inside, key=itemgetter(0)) - 1, 0)]
        # A place behind the last character of a word is still the word's.
        return word.units + _units(self.page.data[node][word.written : word.written + inside - word.folded])

    def _table(self, node: int) -> list[_Word]:
        """Return where each word of a text begins."""
        if node not in self._words:
            raw, words, folded, read, units = self.page.data[node], [], 0, 0, 0
            for word in _WORD.finditer(raw):
                units += _units(raw[read : word.start()])
                read = word.start()
                words.append(_Word(folded, read, units))
                folded += len(word[0]) + 1
            self._words[node] = words
        return self._words[node]


def _units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text) if text.isascii() else len(text) + sum(character > "\uffff" for character in text)

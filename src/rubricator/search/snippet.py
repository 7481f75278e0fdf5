"""Snippets: the stretch of a window that has the most of the query, with the hits marked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container
from dataclasses import dataclass
from itertools import accumulate

from rubricator.search.analysis import tokens
from rubricator.search.entries import Span

LENGTH = 200
"""Characters of a snippet, more or less."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a window; `marks` are spans in `text`, `start` and `end` those of the piece in the page's text."""

    text: str
    marks: tuple[Span, ...]
    start: int
    end: int

    def marked(self, before: str, after: str) -> str:
        """Return the text with something around each hit."""
        pieces, at = [], 0
        for start, end in self.marks:
            pieces += [self.text[at:start], before, self.text[start:end], after]
            at = end
        return "".join([*pieces, self.text[at:]])


def snippet(text: str, spans: tuple[Span, ...], wanted: Container[str], language: str) -> Snippet | None:
    """Return the best stretch of a window's text; None when the window has none."""
    if not spans:
        return None
    found = list(tokens(text, language))
    hits = [(token.start, token.end, term) for token in found for term in token.terms if term in wanted]
    low = _best(hits)
    start = max((token.start for token in found if token.start <= max(0, low - LENGTH // 4)), default=0)
    start = 0 if start < LENGTH // 4 else start
    end = max((token.end for token in found if token.end <= start + LENGTH), default=start + LENGTH)
    end = len(text) if end + LENGTH // 8 > len(text) else end
    marks = _merged([(low, high) for low, high, _ in hits if low >= start and high <= end])
    where = _Places(spans)
    inside = tuple([(low - start, high - start) for low, high in marks])
    return Snippet(text[start:end], inside, where.at(start), where.at(max(start, end - 1)) + 1)


def _best(hits: list[tuple[int, int, str]]) -> int:
    """Return where the stretch with the most distinct terms begins, then the most hits, then the first."""
    best, low = (0, 0), 0
    for number, (start, _, _) in enumerate(hits):
        near = [term for begin, end, term in hits[number : number + LENGTH] if end <= start + LENGTH * 3 // 4]
        value = (len(set(near)), len(near))
        if value > best:
            best, low = value, start
    return low


def _merged(spans: list[Span]) -> list[Span]:
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


class _Places:
    """Where the characters of a window stand in the page: its spans, with a space between each two."""

    def __init__(self, spans: tuple[Span, ...]) -> None:
        self.spans = spans
        self.offsets = list(accumulate((end - start + 1 for start, end in spans[:-1]), initial=0))

    def at(self, offset: int) -> int:
        run = bisect_right(self.offsets, offset) - 1
        start, end = self.spans[run]
        return min(start + offset - self.offsets[run], end)

"""Text fragments: links to a place in a page by its words, as browsers search for them.

A browser takes the first place where the words stand, in what a reader sees, within one line or paragraph. Words that
stand further up as well, say in a table of contents, are told apart by those behind or before them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice
from urllib.parse import quote

from rubricator.page.model import TEXT, VISIBLE, Page
from rubricator.page.units import units

# Enough words to find a place again, few enough to keep the address short.
_WORDS = 8
_CHARS = 80
_BEFORE = 4
_LONGEST = 400
_IMAGE = "\ufffc"
_EDGES = re.compile(f"[\n{_IMAGE}]")
_WORD = re.compile(r"\S+")
_MOST = 1 << 28
"""Characters that are searched for one page; no real page needs so many."""
_TRY = 1024
"""Characters that are searched in the time that is taken to look at one place."""


def opening_fragment(text: str) -> str:
    """Name a text by its first words."""
    return _directive(_opening(" ".join(text[:_LONGEST].split())))


class Fragments:
    """Makes text fragments for places of a page's text."""

    def __init__(self, text: str, page: Page | None) -> None:
        self.text, self.offsets, self.places = _visible_text(page) if page is not None else (text, [0], [0])
        lower = self.text.lower().replace("\n", " ")
        self.lower = lower if len(lower) == len(self.text) else self.text
        self.left = _MOST

    def for_span(self, start: int, end: int) -> str:
        """Return a fragment for the first words in `start` .. `end`; nothing when a browser would go elsewhere."""
        at, stop = self._offset(start), self._offset(end)
        while at < stop and (self.text[at].isspace() or self.text[at] == _IMAGE):
            at += 1
        opening = _opening(_line(self.text[at : min(stop, at + _LONGEST)]))
        # Browsers look for whole words.
        if not opening or self.text[max(at - 1, 0) : at].isalnum():
            return ""
        after = at + len(opening)
        if self._is_first(at, after):
            return _directive(opening)
        behind = _opening(_line(self.text[after : after + _LONGEST].lstrip()))
        if behind and self._is_first(at, self.text.index(behind, after) + len(behind)):
            return _directive(opening, behind=behind)
        before = _closing(_EDGES.split(self.text[max(at - _LONGEST, 0) : at].rstrip())[-1].lstrip())
        if before and self._is_first(self.text.rindex(before, 0, at), after):
            return _directive(opening, before=before)
        return ""

    def _offset(self, place: int) -> int:
        """Return where in the seen text the first character at or after a place stands."""
        run = bisect_left(self.places, place + 1) - 1
        following = self.offsets[run + 1] if run + 1 < len(self.offsets) else len(self.text)
        return min(self.offsets[run] + place - self.places[run], following)

    def _is_first(self, start: int, end: int) -> bool:
        """Say whether the words in `start` .. `end` stand nowhere before."""
        wanted, found = self.lower[start:end], -1
        while self.left > 0:
            begin = found + 1
            found = self.lower.find(wanted, begin, end)
            self.left -= found - begin + _TRY
            if found < 0 or found == start:
                return found == start
            if not self._is_within_words(found, found + len(wanted)):
                return False
        return False

    def _is_within_words(self, start: int, end: int) -> bool:
        before, after = self.text[start - 1 : start], self.text[end : end + 1]
        return before.isalnum() or after.isalnum()


def _visible_text(page: Page) -> tuple[str, list[int], list[int]]:
    """Return what a reader sees, a line for each unit, a sign for each image; and where which place of the page is."""
    text, parts, offsets, places = page.text, list[str](), [0], [0]
    at = edge = 0
    for unit in units(page):
        gap = "\n" if parts else ""
        for start, end, node in unit.runs:
            if not page.flags[node] & VISIBLE:
                continue
            if not gap and parts and start > edge and (text[edge].isspace() or text[start - 1].isspace()):
                gap = " "
            part = text[start:end] if page.tag[node] == TEXT else _IMAGE
            offsets.append(at + len(gap))
            places.append(start)
            parts += (gap, part)
            at += len(gap) + len(part)
            gap, edge = "", end
    return "".join(parts), offsets, places


def _line(text: str) -> str:
    return _EDGES.split(text, maxsplit=1)[0]


def _opening(line: str) -> str:
    """Return the first words of a line."""
    stop = 0
    for word in islice(_WORD.finditer(line), _WORDS):
        if stop and word.end() > _CHARS:
            break
        stop = word.end()
    return line[:stop]


def _closing(line: str) -> str:
    """Return the last words of a line."""
    start = len(line)
    for word in list(_WORD.finditer(line))[: -_BEFORE - 1 : -1]:
        if start < len(line) and len(line) - word.start() > _CHARS:
            break
        start = word.start()
    return line[start:]


def _directive(opening: str, *, before: str = "", behind: str = "") -> str:
    if not opening:
        return ""
    prefix = f"{_encoded(before)}-," if before else ""
    suffix = f",-{_encoded(behind)}" if behind else ""
    return f":~:text={prefix}{_encoded(opening)}{suffix}"


def _encoded(text: str) -> str:
    # The syntax gives "-", "," and "&" a meaning; quote() leaves only the first of them alone.
    return quote(text, safe="", errors="replace").replace("-", "%2D")

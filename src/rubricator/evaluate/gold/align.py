"""Placing gold texts in a page's text.

Both sides are folded: white space, soft hyphens and zero-width characters go, quotes, dashes and case become one. All
places where a gold text occurs are candidates; of them, the sequence in document order with the most characters wins,
so that long prose decides where a short title stands. A text that is not part of that sequence (gold texts overlap, or
are out of order) is placed as near as possible to where it should stand. A text that nowhere occurs as it is (gold text
has holes) is placed by the pieces of it that do.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rubricator.evaluate.gold.gold import Span

_QUOTES = '\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\u0060\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u2039\u203a"'
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_DROPPED = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_FOLDS = {**dict.fromkeys(_QUOTES, "'"), **dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_DROPPED, "")}
_MOST_PLACES = 2000
_COMMON = 64
"""A piece of text that occurs more often says nothing about where it is."""
_PIECE = 12
_LEAST_COVERED = 0.5


class Folded(NamedTuple):
    """A folded text, and for each of its characters the place it came from."""

    text: str
    places: list[int]

    def span(self, start: int, end: int) -> Span:
        """Map a range of the folded text to the text it was made from."""
        return self.places[start], self.places[end - 1] + 1


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    if character in _FOLDS:
        return _FOLDS[character]
    folded = unicodedata.normalize("NFKC", character).casefold()
    return "".join(_FOLDS.get(one, one) for one in folded if not one.isspace())


def fold(text: str) -> Folded:
    """Fold a text for comparison."""
    parts: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        folded = _fold_character(character)
        parts.append(folded)
        places.extend([place] * len(folded))
    return Folded("".join(parts), places)


class Placed(NamedTuple):
    """Where each gold text stands (None when it could not be placed), and the numbers of those that do not."""

    spans: list[Span | None]
    missing: list[int]


def place(texts: Sequence[str], page_text: str) -> Placed:
    """Place texts that follow each other in a page."""
    page = fold(page_text)
    pieces = _Pieces(page.text)
    candidates: list[tuple[int, int, int]] = []
    for number, text in enumerate(texts):
        wanted = fold(text).text
        if wanted:
            found = _exact(wanted, page.text) or pieces.find(wanted)
            candidates.extend((start, end, number) for start, end in found)
    chosen: dict[int, Span] = {number: (start, end) for start, end, number in _best_sequence(list(candidates))}
    _place_the_rest(chosen, candidates)
    spans = [page.span(*chosen[number]) if number in chosen else None for number in range(len(texts))]
    return Placed(spans, [number for number, span in enumerate(spans) if span is None])


def _place_the_rest(chosen: dict[int, Span], candidates: list[tuple[int, int, int]]) -> None:
    """Give the texts outside of the sequence the place nearest to the text before them."""
    places: dict[int, list[Span]] = {}
    for start, end, number in candidates:
        if number not in chosen:
            places.setdefault(number, []).append((start, end))
    for number in sorted(places):
        before = chosen.get(number - 1, (0, 0))[0]
        chosen[number] = min(places[number], key=lambda span: abs(span[0] - before))


def _exact(wanted: str, text: str) -> list[Span]:
    found: list[Span] = []
    at = text.find(wanted)
    while at >= 0 and len(found) < _MOST_PLACES:
        found.append((at, at + len(wanted)))
        at = text.find(wanted, at + 1)
    return found


class _Pieces:
    """Places of all pieces of a text, to find one of which only parts are there."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: dict[str, list[int]] | None = None

    def find(self, wanted: str) -> list[Span]:
        """Return the range of the longest chain of pieces, if they cover half of the wanted text."""
        if len(wanted) < 2 * _PIECE:
            return []
        if self._places is None:
            self._places = {}
            for at in range(len(self._text) - _PIECE + 1):
                self._places.setdefault(self._text[at : at + _PIECE], []).append(at)
        hits = [
            (at, number)
            for number in range(len(wanted) - _PIECE + 1)
            if len(places := self._places.get(wanted[number : number + _PIECE], [])) <= _COMMON
            for at in places
        ]
        chain = _densest(hits, 2 * len(wanted))
        if len(chain) + _PIECE - 1 < _LEAST_COVERED * len(wanted):
            return []
        return [(chain[0], chain[-1] + _PIECE)]


def _densest(hits: list[tuple[int, int]], window: int) -> list[int]:
    """Return the places of the most hits that lie within a window of the page and keep the order of the gold text."""
    hits.sort()
    best: list[int] = []
    first = 0
    for last in range(len(hits)):
        while hits[last][0] - hits[first][0] > window:
            first += 1
        if last - first + 1 > len(best) and (last + 1 == len(hits) or hits[last + 1][0] - hits[first][0] > window):
            chain = _increasing(hits[first : last + 1])
            if len(chain) > len(best):
                best = chain
    return best


def _increasing(hits: list[tuple[int, int]]) -> list[int]:
    """Return the places of a longest chain in which both sides grow."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for place, (_, number) in enumerate(hits):
        at = bisect_right(tails, number - 1)
        if at == len(tails):
            tails.append(number)
            ends.append(place)
        else:
            tails[at] = number
            ends[at] = place
        before.append(ends[at - 1] if at else -1)
    chain: list[int] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(hits[at][0])
        at = before[at]
    chain.reverse()
    return chain


def _best_sequence(candidates: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Choose candidates (start, end, number) that grow in place and number and hold the most characters.

    Of equal choices the later place wins: a heading stands right before its text, its line in a table of contents far
    above.
    """
    candidates.sort(key=lambda one: (one[0], -one[2]))
    order = sorted({end for _, end, _ in candidates})
    tree = _MaxTree(1 + max((number for _, _, number in candidates), default=0))
    waiting = sorted(range(len(candidates)), key=lambda place: candidates[place][1])
    weights = [0.0] * len(candidates)
    before = [-1] * len(candidates)
    size = order[-1] + 1 if order else 1
    ready = 0
    for place, (start, end, number) in enumerate(candidates):
        while ready < len(waiting) and candidates[waiting[ready]][1] <= start:
            done = waiting[ready]
            tree.raise_to(candidates[done][2], weights[done], done)
            ready += 1
        weight, link = tree.best_below(number)
        weights[place] = weight + (end - start) + start / size / len(candidates)
        before[place] = link
    best = max(range(len(candidates)), key=weights.__getitem__, default=-1)
    chosen = []
    while best >= 0:
        chosen.append(candidates[best])
        best = before[best]
    return chosen[::-1]


class _MaxTree:
    """Greatest weight among smaller numbers (a Fenwick tree)."""

    def __init__(self, size: int) -> None:
        self._best: list[tuple[float, int]] = [(0.0, -1)] * (size + 1)

    def raise_to(self, number: int, weight: float, link: int) -> None:
        at = number + 1
        while at < len(self._best):
            if weight > self._best[at][0]:
                self._best[at] = (weight, link)
            at += at & -at

    def best_below(self, number: int) -> tuple[float, int]:
        best, at = (0.0, -1), number
        while at > 0:
            if self._best[at][0] > best[0]:
                best = self._best[at]
            at -= at & -at
        return best

"""Ranges of `outline` gold in a page's text: its texts placed, so that measures by range can be used.

A heading is placed with the text that follows it. Its block begins with it and ends with its last text, searched for
before the next heading of the same or a higher level.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from rubricator.evaluate.gold.align import Folded, fold, place
from rubricator.evaluate.gold.gold import Gold, Span


class OutlineSpans(NamedTuple):
    """The body, and for each heading its range and that of its block; None for what could not be placed."""

    body: Span | None
    headings: tuple[Span | None, ...]
    blocks: tuple[Span | None, ...]


def place_outline(gold: Gold, text: str) -> OutlineSpans:
    """Place the body, the headings and the blocks of a page's gold in its text."""
    if not gold.body:
        return OutlineSpans(None, (None,) * len(gold.headings), (None,) * len(gold.headings))
    between = [part for heading in gold.headings for part in (heading.text, heading.then)]
    placed = place([gold.body[0], *between, gold.body[1]], text).spans
    folded = fold(text)
    pairs = zip(gold.headings, placed[1:-1:2], strict=True)
    headings = tuple(_before(folded, heading.text, heading.then) or span for heading, span in pairs)
    body = _body(placed[0], headings[:1], placed[-1])
    last = body[1] if body else len(text)
    blocks = tuple(_block(gold, headings, number, folded, last) for number in range(len(headings)))
    return OutlineSpans(body, headings, blocks)


def _body(first: Span | None, headings: tuple[Span | None, ...], last: Span | None) -> Span | None:
    if not first or not last:
        return None
    start = min(span[0] for span in (first, *headings) if span)
    return (start, last[1]) if start < last[1] else None


def _before(page: Folded, text: str, then: str) -> Span | None:
    """Return where a heading stands right before the text that follows it, if that is in one place only."""
    size = len(fold(text).text)
    both = fold(text + then).text
    at = page.text.find(both)
    if not size or at < 0 or page.text.find(both, at + 1) >= 0:
        return None
    return page.span(at, at + size)


def _block(gold: Gold, headings: tuple[Span | None, ...], number: int, page: Folded, last: int) -> Span | None:
    start, ends, level = headings[number], fold(gold.headings[number].ends).text, gold.headings[number].level or 0
    if not start or not ends:
        return None
    later = zip(gold.headings[number + 1 :], headings[number + 1 :], strict=True)
    limit = next((span[0] for heading, span in later if span and (heading.level or 0) <= level), last)
    low, high = bisect_left(page.places, start[0]), bisect_left(page.places, limit)
    at = page.text.rfind(ends, low, high)
    return (start[0], page.span(at, at + len(ends))[1]) if at >= 0 else None

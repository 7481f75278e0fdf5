"""Simple version generation (section 3.1): the text between two titles is the prose of the first.

As a tree: the titles' blocks, all on one level or nested by style; the text before the first title is the own text of
the root block, which has no title. What follows the last section and has little to do with it is left out of the root.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rubricator.page.model import Page
from rubricator.segment.asdus.language import Language, words_of
from rubricator.segment.asdus.texts import Text
from rubricator.structure.model import Block, Heading
from rubricator.structure.outline import Mark, nest

_LEGITIMATE = 20
"""Characters of a text before the first title that is kept. Program."""
_LEAST = 4
"""Characters of a text after the last title that is looked at. Program."""
_GIVEN = 3
"""Texts that belong to the last title without a question. Program."""
_SHARED = 2
"""Words that a further text has in common with the last section. Program."""


class Bounds(NamedTuple):
    """Where the content begins and ends."""

    start: int
    end: int


def bounds(texts: Sequence[Text], contents: Sequence[str], titles: Sequence[int], language: Language) -> Bounds | None:
    """Return the span from the first legitimate text to the last text that belongs to the last section."""
    if not titles:
        return None
    first, last = titles[0], titles[-1]
    start = texts[first].start
    for number in range(first):
        if len(contents[number]) > _LEGITIMATE and not texts[number].skipped:
            start = min(start, texts[number].start)
            break
    return Bounds(start, _end_of_last(texts, contents, last, language))


def _end_of_last(texts: Sequence[Text], contents: Sequence[str], last: int, language: Language) -> int:
    said = _words(contents[last], language)
    end, given = texts[last].end, 0
    for number in range(last + 1, len(texts)):
        if len(contents[number]) < _LEAST:
            continue
        words = _words(contents[number], language)
        if given >= _GIVEN and len(said & words) < _SHARED:
            break
        said |= words
        given += 1
        end = max(end, texts[number].end)
    return end


def _words(text: str, language: Language) -> set[str]:
    return set(words_of(text.lower())) - language.stop_words


def build(
    page: Page, texts: Sequence[Text], titles: Sequence[int], span: Bounds, end: int, max_depth: int, by_style: bool
) -> tuple[Block, int]:
    """Return the root block over a span, and the number of titles that nest too deep; `end` ends the last section."""
    ranks = _ranks(page, [texts[number].node for number in titles]) if by_style else [1] * len(titles)
    marks = [
        Mark(texts[number].start, rank, _heading(page, texts[number]))
        for number, rank in zip(titles, ranks, strict=True)
    ]
    inner, left_out = nest(marks, page.text, span.start, end, max_depth)
    return Block(span.start, span.end, 0, None, inner.children), left_out


def _heading(page: Page, text: Text) -> Heading:
    return Heading(page.text[text.start : text.end], text.start, text.end)


def _ranks(page: Page, nodes: Sequence[int]) -> list[int]:
    """Rank titles by the prominence of their style: tag level, font size, weight, capitals, colour."""
    looks = [_prominence(page, node) for node in nodes]
    order = {look: place for place, look in enumerate(sorted(set(looks), reverse=True), 1)}
    return [order[look] for look in looks]


def _prominence(page: Page, node: int) -> tuple[float, int, bool]:
    style = page.styles[page.style[node]]
    return style.font_size, style.weight, style.transform == "uppercase"

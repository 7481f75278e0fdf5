"""Words and sentences of a text, for counting and for splitting."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Scripts written without spaces, where a character is the nearest thing to a word.
_IDEOGRAPH = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_IDEOGRAPHS = re.compile(f"[{_IDEOGRAPH}]")
_WORD = re.compile(rf"[{_IDEOGRAPH}]|[^\s{_IDEOGRAPH}]+")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]*+(?=\s)|[。！？]++[」』”’]*+|\n")


def count_words(text: str) -> int:
    """Count the words of a text; a Chinese or Japanese character counts as one."""
    if text.isascii() or not _IDEOGRAPHS.search(text):
        return len(text.split())
    return sum(1 for _ in _WORD.finditer(text))


def word_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the words in a part of a text."""
    for match in _WORD.finditer(text, start, end):
        yield match.span()


def sentence_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of the sentences (of code: the lines) in a part of a text, without the spaces between them."""
    begin = start
    for match in _SENTENCE_END.finditer(text, start, end):
        yield from _trimmed(text, begin, match.end())
        begin = match.end()
    yield from _trimmed(text, begin, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end

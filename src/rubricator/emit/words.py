"""Words and sentences of a text, for counting and for splitting."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rubricator.page.scripts import UNSPACED, UNSPACED_MARKS

# A character is the nearest thing to a word there.
_IDEOGRAPHS = re.compile(f"[{UNSPACED}]")
_WORD = re.compile(rf"[{UNSPACED}][{UNSPACED_MARKS}]*+|[^\s{UNSPACED}]+")
LONG_WORD = 32
"""Characters of a word that count as one token; hardly a word has more, what does is data or an address."""
_SENTENCE_END = re.compile(r"[.!?…؟۔][\"'”’»)\]]*+(?=\s)|[。！？।॥]++[」』”’]*+|\n")


def count_words(text: str) -> int:
    """Count the words of a text; a character of Chinese, Japanese or Thai counts as one."""
    return len(_words(text))


def count_tokens(text: str) -> int:
    """Count the words of a text, a long one once for each so many characters: what has no spaces has a limit, too."""
    words = text.split() if text.isascii() else _words(text)
    if len(text) <= LONG_WORD or max(map(len, words), default=0) <= LONG_WORD:
        return len(words)
    return sum(-(-len(word) // LONG_WORD) for word in words)


def _words(text: str) -> list[str]:
    if text.isascii() or not _IDEOGRAPHS.search(text):
        return text.split()
    return _WORD.findall(text)


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
    """Yield a span without the white space at its ends; a line of code keeps its indent."""
    first, last = start, end
    while first < last and text[first].isspace():
        first += 1
    while last > first and text[last - 1].isspace():
        last -= 1
    if first < last:
        line = text.rfind("\n", max(start - 1, 0), first) + 1
        yield line if line or not start else first, last

"""Analysis: text to the terms that are indexed and looked up, each with its place.

Words are folded (compatibility forms, case), stop words dropped, the rest stemmed by language and taken without
accents: `ecole` finds `école`. A compound such as `tls_cipher` or `4.1.2` is itself and its parts. Scripts without
spaces between words give single characters and pairs; a query asks for the pairs. Emoji are words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rubricator.page.scripts import UNSPACED
from rubricator.search.languages import is_stop_word, stem

LONGEST_WORD = 64
"""Characters of a word that count; longer ones are data, not words."""

_UNSPACED = UNSPACED + "\uac00-\ud7af"
"""With Hangul, which is spaced, but whose words carry endings."""
_MARKS = (
    "\u0300-\u036f\u0900-\u0dff\u0f00-\u0fff\u00ad\u200c\u200d"  # combining, Indic vowel signs, soft hyphen, joiners
)
_NUMBER = r"[vV]?[0-9]+(?:[.,][0-9]+)+(?!\w)"
_TOKEN = re.compile(
    rf"(?P<run>[{_UNSPACED}]+)|(?P<word>(?<!\w){_NUMBER}|(?:(?![{_UNSPACED}])[\w{_MARKS}])+)"
    r"|(?P<emoji>[\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff])"
)
_ASCII = re.compile(rf"(?<!\w){_NUMBER}|\w+", re.ASCII)
_JOINTS = re.compile(r"[_.,]")
_UNSEEN = str.maketrans("", "", "\u00ad\u200c\u200d")
_ACCENTS = re.compile("(?<=[a-zα-ωе])[\u0300-\u036f]+")
"""Accents of Latin and Greek letters, and of the Cyrillic е; those of й and ї make other letters."""
_BARE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "œ": "oe", "æ": "ae"})
_TURKISH = str.maketrans({"İ": "i", "I": "ı"})


class Token(NamedTuple):
    """A place in a text and the terms that it is found by; none for a stop word."""

    start: int
    end: int
    terms: tuple[str, ...]


def tokens(text: str, language: str) -> Iterator[Token]:
    """Yield the tokens of a text in order; pairs of unspaced characters overlap."""
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "word":
            yield Token(match.start(), match.end(), _word_terms(match[0], language))
        elif match.lastgroup == "emoji":
            yield Token(match.start(), match.end(), (match[0],))
        else:
            start = match.start()
            for place, character in enumerate(match[0]):
                yield Token(start + place, start + place + 1, (_fold(character),))
                pair = match[0][place : place + 2]
                if len(pair) == 2:
                    yield Token(start + place, start + place + 2, (_fold(pair),))


def terms(text: str, language: str) -> list[str]:
    """Return the terms of a text in order."""
    if text.isascii():  # The same, three times as fast: there are words only.
        return [term for word in _ASCII.findall(text) for term in _word_terms(word, language)]
    return [term for token in tokens(text, language) for term in token.terms]


def query_terms(query: str, languages: Iterable[str]) -> list[str]:
    """Return the distinct terms that a query asks for, in order, as each of the languages reads them."""
    found: dict[str, None] = {}
    for match in _TOKEN.finditer(query):
        text = match[0]
        if match.lastgroup == "word":
            for language in languages:
                found.update(dict.fromkeys(_word_terms(text, language)))
        elif match.lastgroup == "emoji" or len(text) == 1:
            found[_fold(text)] = None
        else:
            found.update(dict.fromkeys(_fold(text[place : place + 2]) for place in range(len(text) - 1)))
    return list(found)


def words(text: str) -> Iterator[str]:
    """Yield the folded words of a text, for guessing its language."""
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "word":
            yield _fold(match[0])


@lru_cache(maxsize=1 << 18)
def _word_terms(word: str, language: str) -> tuple[str, ...]:
    word = word.translate(_UNSEEN)
    folded = _fold(word.translate(_TURKISH) if language == "tr" else word).strip("_")[:LONGEST_WORD]
    if not folded or is_stop_word(folded, language):
        return ()
    whole = _bare(stem(folded, language))
    if not _JOINTS.search(folded):
        return (whole,)
    parts = [part for part in _JOINTS.split(folded) if part and not is_stop_word(part, language)]
    return (whole, *(_bare(stem(part, language)) for part in parts))


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _bare(word: str) -> str:
    """Return a folded word without accents."""
    if word.isascii():
        return word
    apart = _ACCENTS.sub("", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", apart).translate(_BARE)

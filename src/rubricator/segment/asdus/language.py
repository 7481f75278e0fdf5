"""Words of a page's language: stop words, word stems, discourse markers, pronouns.

English is built in. For other languages the extra `languages` brings stop words and stems; without it, and for
languages that it does not know, words count by their form alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rubricator.page.model import Page

_UNSPACED = r"\u0e00-\u0eff\u1780-\u17ff\u2e80-\ua4cf\uf900-\ufaff"
"""Scripts that are written without spaces: Thai, Lao, Khmer, Han, Kana."""
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
"""A word; in scripts without spaces each character."""
_SPACED = {code: " " for code in range(128) if not chr(code).isalnum()}
_WIDE = re.compile(rf"[{_UNSPACED}]")
_LETTERS = 3
"""Letters that a character of a script without spaces says as much as: two of three of them make a word."""
SENTENCE = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？؟।۔]")
"""The end of a sentence, in the scripts that have a sign for it."""

STOP_WORDS = frozenset(
    "a able about above across after again against ain all almost also although always am among an and another "
    "any are aren around as at away be became because become been before being below between both but by can "
    "cannot could couldn d did didn do does doesn doing don done down during each either else enough etc even "
    "ever every few first following for from further get gets getting given go goes had hadn has hasn have haven "
    "having he hence her here hers herself him himself his how however i if in instead into is isn it its itself "
    "just last least less let like ll many may me might more moreover most much must my myself need neither never "
    "no nor not now of off often on once one only or other others otherwise our ours ourselves out over own per "
    "perhaps please rather re s same second several shall she should since so some still such t than that the "
    "their theirs them themselves then there therefore these they third this those though through thus to "
    "together too toward two under unless until up upon us use used using ve very via was wasn we well were weren "
    "what whatever when where whether which while who whoever whole whom whose why will with within without won "
    "would wouldn yes yet you your yours yourself yourselves".split()
)
MARKERS = frozenset(
    "accordingly additionally also although because besides but consequently despite eventually except finally "
    "firstly furthermore hence however if including indeed instead lastly likewise meanwhile moreover namely "
    "nevertheless nonetheless notwithstanding otherwise overall rather regardless secondly similarly since still "
    "then therefore though thus unless until when whenever whereas while yet".split()
)
PHRASES = tuple(
    f" {phrase} "
    for phrase in (
        "above all, after all, all in all, apart from, as a result, as long as, as soon as, as well as, by contrast, "
        "due to, even if, even though, first of all, for example, for instance, in addition, in case, in conclusion, "
        "in contrast, in fact, in general, in order to, in other words, in particular, in short, in spite of, in "
        "summary, on the contrary, on the other hand, provided that, so that, such as, that is, to sum up"
    ).split(", ")
)
"""Explicit discourse markers of one word and of several: connectives as grammars of English list them."""
PRONOUNS = {
    form: group
    for group, forms in enumerate(
        (
            "i me my mine myself", "you your yours yourself yourselves", "he him his himself", "she her hers herself",
            "it its itself", "we us our ours ourselves", "they them their theirs themselves",
            "this these", "that those",
        )
    )
    for form in forms.split()
}  # fmt: skip
"""Forms of one pronoun have one number."""
_NUMBERING = re.compile(r"\W*(?:\d+(?:\.\d+)*|[a-zA-Z]|[ivxlIVXL]+)[.):]\s+")
_CODE = re.compile(r"[a-z]{2,3}")


class Language(NamedTuple):
    """What is known of a language."""

    code: str
    stop_words: frozenset[str]
    stem: Callable[[str], str]
    known: bool
    """Whether its stop words are."""
    kept: int | None = 0
    """The letters that a stem has of its word at least; None for all."""


def language_of(page: Page) -> Language:
    """Return the language that the page declares; English when it declares none."""
    for node in range(min(4, len(page.tag))):
        for name, value in page.attributes[node]:
            if name in {"lang", "xml:lang"} and value and (code := _CODE.match(value.strip().lower())):
                return find_language(code[0])
    return find_language("en")


@lru_cache(maxsize=64)
def find_language(code: str) -> Language:
    """Return a language by its code."""
    if code == "en":
        return Language(code, STOP_WORDS, stem_english, True, 3)
    try:
        import snowballstemmer
        import stop_words
    except ImportError:
        return Language(code, frozenset(), str, False, None)
    name = {**stop_words.LANGUAGE_MAPPING, "no": "norwegian", "nn": "norwegian"}.get(code)
    if name is None:
        return Language(code, frozenset(), str, False, None)
    listed = frozenset(word.lower() for word in stop_words.get_stop_words(name))
    stem = lru_cache(maxsize=1 << 15)(snowballstemmer.stemmer(name).stemWord) if name in _STEMMED else str
    return Language(code, listed, stem, True)


_STEMMED = frozenset(
    "arabic catalan czech danish dutch finnish french german greek hindi hungarian indonesian italian norwegian "
    "persian polish portuguese romanian russian spanish swedish turkish".split()
)
"""The languages of both libraries."""

_ENDINGS = (
    ("ational", "at"), ("ations", "at"), ("ation", "at"), ("ements", ""), ("ement", ""), ("ments", ""), ("ment", ""),
    ("ities", ""), ("ity", ""), ("ings", ""), ("ing", ""), ("ions", ""), ("ion", ""), ("ives", ""), ("ive", ""),
    ("ies", "i"), ("ied", "i"), ("ers", ""), ("er", ""), ("ors", ""), ("or", ""), ("ed", ""), ("es", ""), ("ly", ""),
    ("s", ""), ("y", "i"), ("e", ""),
)  # fmt: skip
_BY_LAST = {last: tuple(pair for pair in _ENDINGS if pair[0][-1] == last) for last in {one[-1] for one, _ in _ENDINGS}}
"""Endings by their last letter."""


@lru_cache(maxsize=1 << 15)
def stem_english(word: str) -> str:
    """Return what the forms of an English word share: one ending off, and another if the rest still has one."""
    for _ in range(2):
        for ending, instead in _BY_LAST.get(word[-1:], ()):
            if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
                word = word[: len(word) - len(ending)] + instead
                break
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] else word


def words_of(text: str) -> list[str]:
    """Return the words of a text."""
    return text.translate(_SPACED).split() if text.isascii() else _WORD.findall(text)


def width(text: str) -> int:
    """Return the length of a text in letters."""
    return len(text) if text.isascii() else len(text) + (_LETTERS - 1) * len(_WIDE.findall(text))


def without_numbering(text: str) -> str:
    """Return a text without the number or letter that it begins with."""
    found = _NUMBERING.match(text)
    return text[found.end() :] if found else text

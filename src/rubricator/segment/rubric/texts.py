"""What the characters of candidates say: counted once over the text, then read off for each span."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric._texts import read as _read
from rubricator.segment.rubric.candidates import Candidates
from rubricator.segment.rubric.columns import Columns, Floats, Ints
from rubricator.segment.rubric.sight import Sight

_KNOWN, _WORD, _UPPER, _LOWER, _DIGIT, _SPACE, _COMMA, _END, _OPENS, _ASKS, _CASELESS = (1 << bit for bit in range(11))
_CLASSES: NDArray[np.uint16] = np.zeros(0x110000, dtype=np.uint16)
"""The classes of characters, filled as pages bring them."""
_MARKS = ("", ".。", ":：", "?？", "!！", ",;、，；", ")]”\"'»」』", "…")
_MARK_OF = {mark: code for code, marks in enumerate(_MARKS) for mark in marks}
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[:/.]\d{2}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d"
)
_NUMBERING = re.compile(
    r"(?P<word>(?:chapter|section|part|article|step|appendix|annex|question|rule|lesson|unit|module|phase|day|week"
    r"|kapitel|teil|abschnitt|chapitre|partie|art[ií]culo|cap[ií]tulo|§)\s*[.#]?\s*[\divxlc]+)"
    r"|(?P<cjk>第\s*[\d一二三四五六七八九十百]+\s*[章節条回部項編]|[一二三四五六七八九十百]+[、．.])"
    r"|(?P<bracketed>[（(][一二三四五六七八九十百]+[）)])"
    r"|[(\[]?(?P<digits>\d{1,3}(?:\.\d{1,3}){0,5})(?:[.)\]:]|\s*[-–—]\s|(?=\s))"
    r"|(?P<qa>[QA][:.]\s)"
    r"|[(\[]?(?P<roman>[ivxlc]{1,6})[.)\]:]\s"
    r"|[(\[]?(?P<letter>[a-z])[.)\]:]\s"
    r"|(?P<bullet>[•·▪■►▶*»›–—-]\s?)",
    re.IGNORECASE,
)
_NUMBERINGS = {"word": 1, "cjk": 1, "digits": 2, "roman": 3, "letter": 4, "bracketed": 4, "bullet": 5, "qa": 6}
DIGITS = _NUMBERINGS["digits"]
SECTIONS = {1: 1, 2: 2, 3: 3, 4: 3}
"""The kinds of numbers that sections have, and by what they are told apart: Roman numbers and letters are not."""
Numbering = tuple[int, int, int]
"""Kind of numbering, its depth, and the last number."""
_LONG_WORD = 4
_LONGEST_TITLE = 160


NAMES = (
    "characters", "words", "end mark", "numbering", "numbering depth", "capitals", "long capitals", "starts upper",
    "starts lower", "all upper", "digits", "commas", "inner ends", "date", "address", "question", "title share",
    "share of title", "word length", "quotes", "ends in word", "signs",
)  # fmt: skip


class Texts(NamedTuple):
    """Columns over the candidates, their folded texts, and how they are numbered."""

    columns: Columns
    folded: list[str]
    words: Ints
    """Their numbers; the same text has the same."""
    numbering: list[Numbering]


def read_texts(sight: Sight, candidates: Candidates) -> Texts:
    """Look at the characters of each candidate."""
    page, units = sight.page, sight.unit_table
    low, high = (int(units[0, 0]), int(units[1, -1])) if units.shape[1] else (0, 0)
    title = frozenset(page.title.casefold().split())
    table, folded, words, numbering = _read(
        page.text, candidates.table, low, high, sight.scale, title, _CLASSES, _class, _PER_CLASS, _BITS, _MARK_OF,
        _numbering,
    )  # fmt: skip
    # One logarithm for both twins: those of numpy and of C differ in the last bit.
    np.log1p(table[0], out=table[0])
    return Texts(Columns(NAMES, table), folded, words, numbering)


_BITS = 9
"""Bits of a count, so that several are added up at once; no candidate has 512 characters."""
_COUNTED = {"digits": _DIGIT, "lower": _LOWER, "upper": _UPPER, "commas": _COMMA, "ends": _END, "asks": _ASKS,
            "opens": _OPENS}  # fmt: skip
_PLACES = ("letters", "signs", "begins", "high begins", "long begins", "long high begins")


def _packed(bits: Sequence[int], size: int) -> NDArray[np.uint64]:
    """Return for each set of bits what it adds to the counts of some of them."""
    sets = np.arange(size, dtype=np.uint64)
    each = [((sets & np.uint64(bit)) != 0).astype(np.uint64) << np.uint64(_BITS * at) for at, bit in enumerate(bits)]
    return np.bitwise_or.reduce(each)


_PER_CLASS = _packed(list(_COUNTED.values()), 1 << 11)
_PER_PLACE = _packed([1 << bit for bit in range(len(_PLACES))], 1 << len(_PLACES))


def _count(
    classes: NDArray[np.uint16], start: Ints, end: Ints, per_class: NDArray[np.uint64], bits: int
) -> dict[str, Floats]:
    """Count characters between each start and end: those of a class, and those that begin words."""
    word = (classes & _WORD) != 0
    begins = word.copy()
    begins[1:] &= ~word[:-1]
    long = begins.copy()
    for ahead in range(1, _LONG_WORD):
        long[:-ahead] &= word[ahead:]
        long[-ahead:] = False
    # In scripts without case nothing is lower case, and what tells headings in others must not speak against them.
    high = (classes & (_UPPER | _CASELESS)) != 0
    sign = (classes & (_WORD | _SPACE)) == 0
    places = np.zeros(len(classes), dtype=np.uint8)
    for bit, where in enumerate((word, sign, begins, begins & high, long, long & high)):
        places |= where.view(np.uint8) << np.uint8(bit)
    found: dict[str, Floats] = {}
    for names, values in ((_COUNTED, per_class[classes]), (_PLACES, _PER_PLACE[places])):
        total = np.zeros(len(values) + 1, dtype=np.uint64)
        np.cumsum(values, out=total[1:])
        # Sums of the whole text flow over, but the difference of two is right.
        between = total[end] - total[start]
        shifts = np.arange(0, bits * len(names), bits, dtype=np.uint64)[:, None]
        found |= zip(names, (between >> shifts & np.uint64((1 << bits) - 1)).astype(np.float64), strict=True)
    return found


def _class(character: str) -> int:
    return (
        _KNOWN
        | (character.isalnum() and _WORD)
        | (character.isupper() and _UPPER)
        | (character.islower() and _LOWER)
        | (character.isdigit() and _DIGIT)
        | (character.isspace() and _SPACE)
        | (character in ",、，" and _COMMA)
        | (character in ".!?。！？" and _END)
        | (character in '("“「（' and _OPENS)
        | (character in "?？" and _ASKS)
        | (character.isalpha() and not (character.isupper() or character.islower()) and _CASELESS)
    )


def _numbering(text: str, start: int, end: int) -> Numbering:
    found = _NUMBERING.match(text, start, end)
    if not found or not found.lastgroup:
        return 0, 0, 0
    if found.lastgroup != "digits":
        return _NUMBERINGS[found.lastgroup], 1, 0
    parts = found["digits"].split(".")
    return DIGITS, len(parts), int(parts[-1])

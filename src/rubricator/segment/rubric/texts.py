"""What the characters of candidates say: counted once over the text, then read off for each span."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric.candidates import Candidate
from rubricator.segment.rubric.columns import Floats, Ints, as_ints, as_table
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
    r"|(?P<cjk>第\s*[\d一二三四五六七八九十百]+\s*[章節条回部項編])"
    r"|[(\[]?(?P<digits>\d{1,3}(?:\.\d{1,3}){0,5})(?:[.)\]:]|\s*[-–—]\s|(?=\s))"
    r"|(?P<qa>[QA][:.]\s)"
    r"|[(\[]?(?P<roman>[ivxlc]{1,6})[.)\]:]\s"
    r"|[(\[]?(?P<letter>[a-z])[.)\]:]\s"
    r"|(?P<bullet>[•·▪■►▶*»›–—-]\s?)",
    re.IGNORECASE,
)
_NUMBERINGS = {"word": 1, "cjk": 1, "digits": 2, "roman": 3, "letter": 4, "bullet": 5, "qa": 6}
DIGITS = _NUMBERINGS["digits"]
_LONG_WORD = 4
_LONGEST_TITLE = 160


class Texts(NamedTuple):
    """Columns over the candidates, their folded texts, and how they are numbered."""

    columns: dict[str, Floats]
    folded: list[str]
    words: Ints
    """Their numbers; the same text has the same."""
    numbering: list[tuple[int, int, int]]
    """Kind of numbering, its depth, and the last number."""


def read_texts(sight: Sight, candidates: list[Candidate]) -> Texts:
    """Look at the characters of each candidate."""
    text = sight.page.text
    table = as_table(candidates, 6)
    low, high = (int(sight.unit_start[0]), int(sight.unit_end[-1])) if sight.units else (0, 0)
    start, end = table[:, 0] - low, table[:, 1] - low
    classes = _classes(text[low:high])
    counts = _count(classes, start, end)
    length = np.maximum(end - start, 1).astype(np.float64)
    words = np.maximum(counts["begins"], 1)
    digits = counts["digits"]
    first, last = classes[start], classes[end - 1]
    folded = [text[one.start : one.end].casefold() for one in candidates]
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    numbering = [_numbering(text, one.start, one.end) for one in candidates]
    shares = _title_shares(sight.page.title, folded)
    return Texts(
        {
            "characters": np.log1p(length * sight.scale),
            "words": np.maximum(words, length * (sight.scale - 1) / _LONG_WORD),
            "end mark": np.array([_MARK_OF.get(text[one.end - 1], 0) for one in candidates], dtype=np.float64),
            "numbering": np.array([kind for kind, _, _ in numbering], dtype=np.float64),
            "numbering depth": np.array([depth for _, depth, _ in numbering], dtype=np.float64),
            "capitals": counts["high begins"] / words,
            "long capitals": counts["long high begins"] / np.maximum(counts["long begins"], 1),
            "starts upper": ((first & (_UPPER | _CASELESS)) != 0).astype(np.float64),
            "starts lower": ((first & _LOWER) != 0).astype(np.float64),
            "all upper": ((counts["lower"] == 0) & (counts["upper"] > 0)).astype(np.float64),
            "digits": digits / length,
            "commas": counts["commas"],
            "inner ends": counts["ends"] - ((last & _END) != 0),
            "date": np.array(
                [some > 0 and _DATE.search(own) is not None for some, own in zip(digits.tolist(), folded, strict=True)],
                dtype=np.float64,
            ),
            "address": np.array(
                ["@" in own or "://" in own or "www." in own or ".com" in own for own in folded], dtype=np.float64
            ),
            "question": (counts["asks"] > 0).astype(np.float64),
            "title share": shares[:, 0],
            "share of title": shares[:, 1],
            "word length": counts["letters"] / words,
            "quotes": counts["opens"],
            "ends in word": ((last & _WORD) != 0).astype(np.float64),
            "signs": counts["signs"] / length,
        },
        folded,
        as_ints([numbers[own] for own in folded]),
        numbering,
    )


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


def _count(classes: NDArray[np.uint16], start: Ints, end: Ints) -> dict[str, Floats]:
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
    for names, values in ((_COUNTED, _PER_CLASS[classes]), (_PLACES, _PER_PLACE[places])):
        total = np.zeros(len(values) + 1, dtype=np.uint64)
        np.cumsum(values, out=total[1:])
        # Sums of the whole text flow over, but the difference of two is right.
        between = total[end] - total[start]
        shifts = np.arange(0, _BITS * len(names), _BITS, dtype=np.uint64)[:, None]
        found |= zip(names, (between >> shifts & np.uint64((1 << _BITS) - 1)).astype(np.float64), strict=True)
    return found


def _classes(text: str) -> NDArray[np.uint16]:
    """Return the classes of each character."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    classes = _CLASSES[codes]
    new = codes[classes == 0]
    if len(new):
        for code in np.unique(new).tolist():
            _CLASSES[code] = _class(chr(code))
        classes = _CLASSES[codes]
    return classes


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


def _numbering(text: str, start: int, end: int) -> tuple[int, int, int]:
    found = _NUMBERING.match(text, start, end)
    if not found or not found.lastgroup:
        return 0, 0, 0
    if found.lastgroup != "digits":
        return _NUMBERINGS[found.lastgroup], 1, 0
    parts = found["digits"].split(".")
    return DIGITS, len(parts), int(parts[-1])


def _title_shares(title: str, folded: list[str]) -> Floats:
    """Return how much of each candidate is in the document's title, and how much of the title in it."""
    wanted = frozenset(title.casefold().split())
    shares = np.zeros((len(folded), 2))
    if not wanted:
        return shares
    for place, text in enumerate(folded):
        if len(text) <= _LONGEST_TITLE:
            words = text.split()
            common = len(wanted.intersection(words))
            if common:
                shares[place] = common / len(words), common / len(wanted)
    return shares

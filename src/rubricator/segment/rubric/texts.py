"""What the characters of candidates say: counted once over the text, then read off for each span."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.rubric._texts import (
    ASKS,
    BULLET,
    CASELESS,
    COMMA,
    DIGIT,
    DIGITS,
    END,
    KNOWN,
    LETTER,
    LOWER,
    NO_NUMBER,
    NUMBERED_WORD,
    OPENS,
    QUESTION,
    ROMAN,
    SPACE,
    UPPER,
    WORD,
)  # fmt: skip
from rubricator.segment.rubric._texts import read as _read
from rubricator.segment.rubric.candidates import Candidates
from rubricator.segment.rubric.columns import Columns, Ints, Rows
from rubricator.segment.rubric.view import PageView

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
_NUMBERINGS = {
    "word": NUMBERED_WORD, "cjk": NUMBERED_WORD, "digits": DIGITS, "roman": ROMAN, "letter": LETTER,
    "bracketed": LETTER, "bullet": BULLET, "qa": QUESTION,
}  # fmt: skip
SECTIONS = {NUMBERED_WORD: 1, DIGITS: 2, ROMAN: 3, LETTER: 3}
"""The kinds of numbers that sections have, and by what they are told apart: Roman numbers and letters are not."""

NAMES = (
    "characters", "words", "end mark", "numbering", "numbering depth", "capitals", "long capitals", "starts upper",
    "starts lower", "all upper", "digits", "commas", "inner ends", "date", "address", "question", "title share",
    "share of title", "word length", "quotes", "ends in word", "signs",
)  # fmt: skip
_ROW = {name: row for row, name in enumerate(NAMES)}


class Texts(NamedTuple):
    """Columns over the candidates, their folded texts, and how they are numbered."""

    columns: Columns
    folded: list[str]
    words: Ints
    """Their numbers; the same text has the same."""
    numbering: Rows
    """Kind, depth, and the last number."""


def read_texts(view: PageView, candidates: Candidates) -> Texts:
    """Look at the characters of each candidate."""
    page, units = view.page, view.units
    low, high = (int(units["start"][0]), int(units["end"][-1])) if len(units) else (0, 0)
    title = frozenset(page.title.casefold().split())
    table = np.empty((len(NAMES), len(candidates)))
    rest = _read(
        page.text, candidates.table, low, high, view.scale, title, table, _ROW, _CLASSES, _class, _MARK_OF,
        _numbering, _DATE.search,
    )  # fmt: skip
    np.log1p(table[_ROW["characters"]], out=table[_ROW["characters"]])
    return Texts(Columns(NAMES, table), *rest)


def _class(character: str) -> int:
    return (
        KNOWN
        | (character.isalnum() and WORD)
        | (character.isupper() and UPPER)
        | (character.islower() and LOWER)
        | (character.isdigit() and DIGIT)
        | (character.isspace() and SPACE)
        | (character in ",、，" and COMMA)
        | (character in ".!?。！？" and END)
        | (character in '("“「（' and OPENS)
        | (character in "?？" and ASKS)
        | (character.isalpha() and not (character.isupper() or character.islower()) and CASELESS)
    )


def _numbering(text: str, start: int, end: int) -> tuple[int, int, int]:
    found = _NUMBERING.match(text, start, end)
    if not found or not found.lastgroup:
        return NO_NUMBER, 0, 0
    if found.lastgroup != "digits":
        return _NUMBERINGS[found.lastgroup], 1, 0
    parts = found["digits"].split(".")
    return DIGITS, len(parts), int(parts[-1])

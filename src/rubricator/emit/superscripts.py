"""Raised text in plain text: powers, fractions and the marks of notes keep their meaning without being raised."""

from __future__ import annotations

import re

Affix = tuple[str, str]

NOTHING: Affix = ("", "")
_LONGEST = 12
"""Characters of an exponent; what is longer is a remark, and no power."""
_NOTE = re.compile(r"\d{1,3}(?:[,;–-] ?\d{1,3})*|[a-z]")
_EXPONENT = re.compile(r"(?!\()(?=.*\w)[\w+\-−–./·∙×*=()'′, ]+")
_ONE = re.compile(r"[+\-−–]?[\w.]+[+\-−–]?")
_WORD = re.compile(r"[a-zA-ZÀ-ÿ]{2,}\Z|.*[^\W\d_]{3}")
_PRICE = re.compile(r"[$€£¥]\s?\d[\d.,]*\Z")
_CENTS = 2
_LETTER_BEFORE = re.compile(r"[^\W\d_]{2}\Z")
_ENDINGS = frozenset("aeoªº")
"""Letters that end ordinals and names for short: 2e, 1o, No."""
_ENDINGS_OF_NAMES = frozenset("cdrst")
"""Letters that do so after a capital: Mr, St, Mc."""


def superscript_affixes(text: str, start: int, end: int, *, linked: bool) -> Affix:
    """Return what to write before and after the raised `text[start:end]` where nothing can be raised.

    A power has `^`: 10^6, mc^2, e^(x+1). The number of a note that is a link has brackets. What reads well as it is,
    say 1st and Mme, has none. Cents of a price come after a point, or a comma where points part thousands.
    """
    raised, base = text[start:end], text[start - 1 : start]
    if not base or base.isspace() or len(raised) > _LONGEST:
        return NOTHING
    if linked:
        return ("[", "]") if _NOTE.fullmatch(raised) else NOTHING
    if raised.isdigit() and text[end : end + 1] in ("/", "⁄"):
        return (" ", "") if base.isdigit() else NOTHING
    price = _PRICE.search(text[max(start - _LONGEST, 0) : start]) if len(raised) == _CENTS else None
    if price and raised.isdigit():
        return "," if "." in price[0] else ".", ""
    if not _is_base(base) or not _is_exponent(raised, text[max(start - 2, 0) : start]):
        return NOTHING
    if not _ONE.fullmatch(raised):
        return "^(", ")"
    return "^", " " if raised[-1].isalnum() and text[end : end + 1].isalnum() else ""


def _is_base(char: str) -> bool:
    return char.isalnum() or char in ")]}′'"


def _is_exponent(raised: str, before: str) -> bool:
    """Say whether a raised text is an exponent: a number, a term, or one letter that ends no ordinal or name."""
    if len(raised) == 1 and raised.isalpha():
        ending = raised in _ENDINGS or (before[-1].isupper() and raised in _ENDINGS_OF_NAMES)
        return not ending and not _LETTER_BEFORE.search(before)
    if "," in raised and not before[-1].isdigit():
        return False
    return bool(_EXPONENT.fullmatch(raised)) and not _WORD.match(raised)

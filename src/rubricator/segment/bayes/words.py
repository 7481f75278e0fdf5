"""Representative words (section 3.1): the end of a block's text, of a length that the kind of its characters decides.

Trigrams of letters and digits and unigrams of Kanji are the paper's; bigrams of kana and of Hangul are ours.
"""

from __future__ import annotations

import re
from functools import lru_cache

_KANA = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_HAN = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HANGUL = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"
_ALL = _KANA + _HAN + _HANGUL
_LETTER = rf"(?:(?![{_ALL}_])\w)"
_END = re.compile(rf"(?:([{_HAN}])|([{_KANA}]{{1,2}})|([{_HANGUL}]{{1,2}})|({_LETTER}{{1,3}}))[\W_]*$")
_TAIL = 40
"""Characters at the end that are looked at."""
_MIXED = re.compile(rf"[{_ALL}]")
_LATIN_PREFIX, _WIDE_PREFIX = 5, 2


@lru_cache(maxsize=1 << 14)
def _word(tail: str) -> str:
    found = _END.search(tail)
    return found[found.lastindex or 0].lower() if found else tail[-1:]


def representative_word(text: str, start: int, end: int) -> str:
    """Return the representative word of a range of the text."""
    return _word(text[max(start, end - _TAIL) : end])


def prefix(text: str, start: int, end: int) -> str:
    """Return what rows are compared by in the sentence row finder: the first letters, fewer of wide scripts."""
    opening = text[start : min(end, start + _LATIN_PREFIX)].lower()
    return opening[:_WIDE_PREFIX] if _MIXED.match(opening) else opening

"""Scripts that are written without spaces between words, as ranges of characters in a regular expression."""

from __future__ import annotations

SOUTH_EAST_ASIAN = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao; Myanmar; Khmer."""
KANA = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
UNSPACED = SOUTH_EAST_ASIAN + KANA + HAN
UNSPACED_MARKS = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece"
    "\u102b-\u103e\u1056-\u1060\u1071-\u1074\u1082-\u108d\u17b4-\u17d3\u17dd\u3099\u309a\uff9e\uff9f"
)
"""Signs of these scripts that stand above, below or behind a character and belong to it."""

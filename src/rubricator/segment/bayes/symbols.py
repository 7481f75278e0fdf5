"""Symbols (section 3.1): punctuation that separates, and tags.

The paper does not list its symbols. Here a character separates when it stands between things rather than inside of one:
`Age: 25` has a symbol, `10:30`, `e-mail` and `1,000` have none. Forms of one sign for wide and narrow scripts are one
symbol; a run of one sign (`-----`) is that sign twice.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

INLINE_TAGS = frozenset("b strong i em u s strike del ins font big small tt code kbd samp var cite mark".split())
"""Elements inside of a line that are symbols; others, such as `span`, say nothing by their name."""
HEADER_TAGS = frozenset("h1 h2 h3 h4 h5 h6 dt th caption legend summary".split())
"""A row that ends with one of these is no obvious sentence, whatever its punctuation."""
SENTENCE_SIGNS = frozenset(",.、。!?…")
"""Commas and periods of section 5.1, and the other signs that end sentences."""
MOST_SYMBOLS = 16
"""Of a block; further ones are decoration."""

SYMBOL = re.compile(
    r"""
      [\[\]{}()<>|;—•·‣∙…※§†‡«»]                            # always
    | [\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff]+             # arrows, boxes, shapes, dingbats
    | [\u3001\u3002\u3008-\u3020\u3030\uff01-\uff03\uff05\uff08-\uff0d\uff0f\uff1a-\uff1f\uff3b-\uff3d\uff5b-\uff65]
    | (?<![\w・])・ | (?<!\d)[〜～] | [．，](?!\d)
    | :(?!//|\d) | (?<!\d):(?!//)                            # not in 10:30, not in an address
    | ,(?!\d) | (?<!\d),
    | \.{2,} | (?<!(?<!\S)\d)(?<!(?<!\S)\d\d)\.(?=[\s)\]"'”’]|$)    # not after the number of an item
    | [!?]+(?!\w)
    | ([-=*~_\#+])\1+                                        # ---, ***
    | (?<!\S)[-–*/+=~\#>]+(?!\S)                             # alone between spaces
    | (?<!\S)[*\#~=>](?=\w) | (?<!\S)-(?=[^\W\d])            # a bullet without a space after it
    """,
    re.VERBOSE,
)


def is_linefeed(symbol: str) -> bool:
    """Say whether a symbol breaks lines and says no more, so that p may be 1: not header tags, rules or punctuation."""
    if symbol == "\\n":
        return True
    tag = symbol.strip("</>")
    return symbol[0] == "<" and tag not in INLINE_TAGS and tag not in HEADER_TAGS and tag not in ("hr", "img", "")


@lru_cache(maxsize=4096)
def symbol_name(found: str) -> str:
    """Return the symbol that a match of SYMBOL is."""
    name = unicodedata.normalize("NFKC", found).strip() or found
    if name.startswith(".."):
        return "…"
    if len(name) > 1 and len(set(name)) == 1 and name[0] not in "!?":
        return name[0] * 2
    return name[0] if name[0] in "!?" else name[:2]

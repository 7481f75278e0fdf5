"""What a selector needs from a page, read without parsing it: most selectors of large sheets are never parsed."""

from __future__ import annotations

import re

from rubricator.style.css.compounds import Key
from rubricator.style.css.tokens import NAME_CHARACTER

_ARGUMENTS = re.compile(r"\[[^\]\"']*+(?:\"[^\"]*+\"|'[^']*+')?+[^\]]*+\]|\([^()]*+\)")
_LONGEST_ARGUMENTS = 1000
"""Characters of a selector in which arguments are looked for: each bracket that is never closed is read to the end."""
_BRACKET = re.compile(r"[()]")
_LAST = re.compile(r"[^\s>+~]+\Z")
_KEY = re.compile(rf"[#.]{NAME_CHARACTER}+")


def is_too_deep(selector: str, most: int) -> bool:
    """Return whether brackets are nested deeper than a limit."""
    if selector.count("(") <= most:
        return False
    depth = deepest = 0
    for mark in _BRACKET.findall(selector):
        depth += 1 if mark == "(" else -1
        deepest = max(deepest, depth)
    return deepest > most


def key_of(selector: str) -> Key | None:
    """Return the key of a selector's rightmost compound without parsing it; None when it can never match.

    A compound of attributes and functions alone gives that of the one before it, or '' for any element.
    """
    unknown = None
    if "(" in selector or "[" in selector:
        if len(selector) > _LONGEST_ARGUMENTS:
            return ""
        selector = _ARGUMENTS.sub("", selector)
        if "(" in selector:
            return ""
        unknown = ""
    if "\\" in selector:
        return ""
    words = selector.rsplit(None, 1)
    if not words:
        return unknown
    last = words[-1]
    if ">" in last or "+" in last or "~" in last:
        found = _LAST.search(last)
        if not found:
            return unknown
        last = found[0]
    if ":" in last:
        last = last.partition(":")[0]
    at = last.find("#")
    if at < 0:
        at = last.find(".")
    if at < 0:
        return "" if "*" in last or "|" in last else last.lower()
    found = _KEY.match(last, at)
    return found[0] if found else None

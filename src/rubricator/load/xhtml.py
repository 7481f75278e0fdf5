"""XHTML written as HTML, for a parser that knows HTML only: empty tags get an end, CDATA becomes plain text."""

from __future__ import annotations

import re
from html import escape

XHTML_SUFFIXES = (".xhtml", ".xht")
XHTML_TYPE = "application/xhtml+xml"

_HEAD = 4096
_ROOT = re.compile(
    r"""<\?xml\s[^>]*+>(?:[^<]|<[!?])*?<html\s[^>]*?\bxmlns\s*=\s*["']http://www\.w3\.org/1999/xhtml["']""", re.DOTALL
)
_ATTRIBUTES = r"""(?:"[^"]*+"?|'[^']*+'?|=\s*+[^\s"'<>]++|[^"'<>=/]++|=|/(?!>))*+"""
_PIECE = re.compile(
    rf"""<!--.*?(?:-->|\Z)|<\?[^>]*+|<!\[CDATA\[(?P<data>.*?)(?:\]\]>|\Z)
    |(?P<raw><(?P<name>script|style)(?=[\s/>]){_ATTRIBUTES})(?:(?P<empty>/>)|>(?P<inside>.*?)(?=</(?P=name)|\Z))
    |(?P<open><(?P<tag>[a-zA-Z_][^\s/<>]*+){_ATTRIBUTES})(?P<end>/>)?
    |(?P<break></br\s*+>)""",
    re.DOTALL | re.VERBOSE | re.IGNORECASE,
)
"""Each alternative takes what it began to read, so no character is read twice."""
_DOCTYPE = re.compile(r"<!doctype\b", re.IGNORECASE)
_CDATA_MARK = re.compile(r"<!\[CDATA\[|\]\]>")
_VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)


def says_xhtml(text: str) -> bool:
    """Return whether a page opens as XML does, and its root is in the namespace of XHTML."""
    return text.startswith("<?xml") and _ROOT.match(text[:_HEAD]) is not None


def html_of_xhtml(text: str) -> str:
    """Write XHTML as HTML, which needs a doctype not to be laid out as the oldest browsers did."""
    doctype = "" if _DOCTYPE.search(text, 0, _HEAD) else "<!DOCTYPE html>"
    return doctype + _PIECE.sub(_as_html, text)


def _as_html(found: re.Match[str]) -> str:
    if found["data"] is not None:
        return escape(found["data"], quote=False)
    if found["break"]:
        return ""
    if found["empty"]:
        return f"{found['raw']}></{found['name']}>"
    if found["inside"] and found["name"].lower() == "style":
        return f"{found['raw']}>{_CDATA_MARK.sub('', found['inside'])}"
    if found["end"] and found["tag"].lower() not in _VOID:
        return f"{found['open']}></{found['tag']}>"
    return found[0]

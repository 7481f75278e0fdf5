"""Strings, comments and escapes of CSS: what has to be told apart before anything else is read."""

from __future__ import annotations

import re

_DOUBLE, _SINGLE = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+', r"'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+"
STRING = rf"{_DOUBLE}\"|{_SINGLE}'"
"""A closed string. One that a line break ends is a bad string, which `ANY_STRING` takes too."""
ANY_STRING = rf"{_DOUBLE}\"?|{_SINGLE}'?"
NAME_START, NAME_CHARACTER = r"[^\x00-@\[-^`{-\x7f]", r"[^\x00-,./:-@\[-^`{-\x7f]"
"""ASCII letters, `_` and all beyond ASCII; these with digits and `-`. Ranges up to U+10FFFF take long to compile."""

_QUOTED = re.compile(rf"{ANY_STRING}|(?<=[uU][rR][lL])\((?!\s*+[\"'])[^)]*+\)?", re.DOTALL)
_ADDRESS = re.compile(r"url\((?!\s*+[\"'])(?:(data:[^)]*+\)?)|[^)\"'{}]*+([\"'{}][^()\"'\n]*+\))?)")
_MARK = re.compile(r"[{};]")
_SPLIT = re.compile(rf"{STRING}|\\.|[()\[\],]", re.DOTALL)
_HTML_WORD = re.compile(r"[^ \t\n\f\r]+")
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)


def strip_comments(text: str) -> str:
    """Replace comments by spaces, but not what looks like one inside a string or an unquoted url()."""
    parts, begin, outside = [], 0, 0
    at = text.find("/*")
    while at >= 0:
        quoted_stop = _quoted_stop(text, outside, at)
        if quoted_stop > at:
            outside = quoted_stop
        else:
            parts.append(text[begin:at])
            close = text.find("*/", at + 2)
            begin = outside = close + 2 if close >= 0 else len(text)
        at = text.find("/*", outside)
    return " ".join([*parts, text[begin:]]) if parts else text


def _quoted_stop(text: str, outside: int, at: int) -> int:
    """Return where the string or address ends that `at` stands in, `at` itself when in none; none is open at `outside`.

    Strings end with their line, so in most sheets only the line of a comment has to be looked at.
    """
    line = text.rfind("\n", outside, at) + 1
    if line and text[line - 2 : line - 1] != "\\":
        outside = line
    if text.find('"', outside, at) < 0 and text.find("'", outside, at) < 0 and text.find("(", outside, at) < 0:
        return at
    # What begins before `at` is looked for up to there only: to read to the end each time would cost the square.
    while found := _QUOTED.search(text, outside, at):
        whole = _QUOTED.match(text, found.start())
        outside = whole.end() if whole else found.end()
        if outside > at:
            return outside
    return at


def empty_odd_addresses(text: str) -> str:
    """Empty unquoted addresses with quotes or braces, which readers of rules would trip over; no one asks for them.

    A quote inside makes it a bad address, which spoils its declaration. Sheets are asked for: their marks are escaped.
    """
    return _ADDRESS.sub(_unless_odd, text) if "url(" in text else text


def _unless_odd(found: re.Match[str]) -> str:
    odd = found[1] or found[2]
    if not odd:
        return found[0]
    if '"' in odd or "'" in odd:
        return "bad-url()"
    if odd[:13].lower() == "data:text/css":
        return _MARK.sub(r"\\\g<0>", found[0])
    return "url()" if "{" in odd or "}" in odd else found[0]


def split_commas(text: str) -> list[str]:
    """Split at commas that stand outside of brackets and strings."""
    if "," not in text:
        return [text]
    if "(" not in text and "[" not in text and "\\" not in text and '"' not in text and "'" not in text:
        return text.split(",")
    parts, depth, at = [], 0, 0
    for found in _SPLIT.finditer(text):
        token = found[0]
        if token in "([":
            depth += 1
        elif token in ")]":
            depth -= 1
        elif token == "," and depth <= 0:
            parts.append(text[at : found.start()])
            at = found.end()
    parts.append(text[at:])
    return parts


def unescape(text: str) -> str:
    """Resolve CSS escapes."""
    if "\\" not in text:
        return text

    def one(found: re.Match[str]) -> str:
        if found[1] is None:
            return "" if found[2] == "\n" else found[2]
        code = int(found[1], 16)
        return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"

    return _ESCAPE.sub(one, text)


def html_words(text: str) -> list[str]:
    """Split at what HTML takes for white space, which is less than what Python does."""
    return text.split() if text.isprintable() else _HTML_WORD.findall(text)

"""Declarations: from the body of a rule, or a `style` attribute, to the values of properties."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rubricator.style.css.properties import PARSERS, Value
from rubricator.style.css.shorthands import EXPANDERS
from rubricator.style.css.tokens import ANY_STRING, strip_comments, unescape

WIDE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})


class Deferred(NamedTuple):
    """A value with `var()`, parsed once the custom properties are known; `shorthand` is the property as written."""

    shorthand: str
    text: str


Longhands = tuple[tuple[str, Value | Deferred], ...]


class Declarations(NamedTuple):
    """The declarations of one rule: normal and important ones, custom properties among them as text."""

    normal: dict[str, Value | Deferred]
    important: dict[str, Value | Deferred]


NO_DECLARATIONS = Declarations({}, {})
_DECLARATION = re.compile(r"\s*(--[^\s:;]+|[-\w]+)\s*:(.*)", re.ASCII | re.DOTALL)
_TOKEN = re.compile(rf"{ANY_STRING}|\\.|[()\[\]{{}};]", re.DOTALL)
_NO_NAME = re.compile(r"var\(\s*(?!\s|--)", re.IGNORECASE)
_IMPORTANT = re.compile(r"!\s*important\s*\Z", re.IGNORECASE)
_MOST_CACHED = 512
"""Longer declarations, mostly images, are not worth the memory of remembering them."""
PROPERTIES = tuple(PARSERS)
_SHORTHANDS: dict[str, tuple[str, ...]] = {
    "font": ("font-style", "font-weight", "font-size", "font-family"),
    "background": ("background-color",),
    "text-decoration": ("text-decoration-line",),
    "white-space-collapse": ("white-space",),
    "all": PROPERTIES,
}


KNOWN = frozenset({*PROPERTIES, *_SHORTHANDS})
"""The names of properties that are computed; custom ones besides."""


def parse_declarations(text: str, quirks: bool = False) -> Declarations:
    """Parse a declaration block; what is not understood is dropped alone."""
    normal: dict[str, Value | Deferred] = {}
    important: dict[str, Value | Deferred] = {}
    for found in map(_DECLARATION.match, _split(text)):
        if found is None:
            continue
        name, value = found.groups()
        if name[:2] != "--":
            name = name.lower()
            if name not in KNOWN:
                continue
        value = value.strip()
        target = normal
        if value[-1:] in {"t", "T"} and "!" in value:
            shorter = _IMPORTANT.sub("", value)
            if shorter != value:
                target, value = important, shorter.rstrip()
        for longhand, parsed in longhands(name, value, quirks):
            if target is important or longhand not in important:
                target[longhand] = parsed
    return Declarations(normal, important) if normal or important else NO_DECLARATIONS


def inline_declarations(text: str, quirks: bool) -> Declarations:
    """Parse a `style` attribute, or remember it: pages of a site have the same ones, and most sites some."""
    return (remembered_declarations if len(text) <= _MOST_CACHED else parse_declarations)(text, quirks)


@lru_cache(maxsize=4096)
def remembered_declarations(text: str, quirks: bool) -> Declarations:
    """Parse a `style` attribute once."""
    return parse_declarations(text, quirks)


def longhands(name: str, value: str, quirks: bool) -> Longhands:
    """Return the longhands that one declaration sets; nothing when its value is not valid."""
    short = len(name) + len(value) <= _MOST_CACHED
    return (parse_property if short else parse_property.__wrapped__)(name, value, quirks)


@lru_cache(maxsize=32768)
def parse_property(name: str, value: str, quirks: bool = False) -> Longhands:
    """Parse one declaration, or remember it."""
    if name[:2] == "--":
        return ((unescape(name), value),)
    if "(" in value and '"' not in value and "'" not in value:
        # What a sheet leaves open ends with it.
        value += ")" * (value.count("(") - value.count(")"))
    lower = value.lower()
    names = _SHORTHANDS.get(name, (name,))
    if lower in WIDE:
        return tuple((longhand, lower) for longhand in names)
    if "var(" in lower:
        if _NO_NAME.search(value):
            return ()
        return tuple((longhand, Deferred(name, value)) for longhand in names)
    if name == "all":
        return ()
    if name in EXPANDERS:
        return EXPANDERS[name](value, quirks)
    parsed = PARSERS[name](lower if name != "font-family" else value, quirks)
    return () if parsed is None else ((name, parsed),)


def _split(text: str) -> list[str]:
    """Split at semicolons that stand outside of strings and brackets."""
    if "/*" in text:
        text = strip_comments(text)
    if "(" not in text and '"' not in text and "'" not in text and "\\" not in text:
        return text.split(";")
    parts, depth, begin = [], 0, 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth = max(0, depth - 1)
        elif token == ";" and not depth:
            parts.append(text[begin : found.start()])
            begin = found.end()
    parts.append(text[begin:])
    return parts


_FOREIGN = ("-moz-", "-ms-", "-o-", "-apple-", "-khtml-")
_NOT_IN_CHROMIUM = frozenset(
    "-webkit-overflow-scrolling -webkit-touch-callout -webkit-backdrop-filter -webkit-hyphens hanging-punctuation "
    "behavior leading-trim text-decoration-skip".split()
)
"""What pages ask for to tell other browsers apart."""


def is_supported(name: str, value: str) -> bool:
    """Return whether Chromium knows a declaration: those of our properties are parsed, other names mostly believed."""
    name = name.lower()
    value = _IMPORTANT.sub("", value).rstrip()
    if name[:2] == "--" or not value:
        return name[:2] == "--"
    if name != "height" and (name in PARSERS or name in _SHORTHANDS):
        return bool(longhands(name, value, False))
    return not name.startswith(_FOREIGN) and not value.startswith(_FOREIGN) and name not in _NOT_IN_CHROMIUM

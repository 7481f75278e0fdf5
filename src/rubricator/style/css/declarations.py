"""Declarations: the properties that we compute, their shorthands, and what each accepts."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rubricator.style.css.colors import TRANSPARENT, parse_color
from rubricator.style.css.lengths import Size, parse_size
from rubricator.style.css.syntax import strip_comments, unescape

Value = str | int | Size
"""A parsed value: a colour or weight is an int, a font size a Size, the rest (keywords too) a string."""

WIDE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})


class Deferred(NamedTuple):
    """A value with `var()`, parsed once the custom properties are known; `shorthand` is the property as written."""

    shorthand: str
    text: str


class Declarations(NamedTuple):
    """The declarations of one rule: normal and important ones, custom properties among them as text."""

    normal: dict[str, Value | Deferred]
    important: dict[str, Value | Deferred]


_EMPTY = Declarations({}, {})
_NAME = re.compile(r"\s*(--[^\s:;]+|[-\w]+)\s*:", re.ASCII)
_TOKEN = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\\.|[()\[\]{};]", re.DOTALL)
_IMPORTANT = re.compile(r"!\s*important\s*\Z", re.IGNORECASE)
_MAX_VALUE = 65_536


def parse_declarations(text: str, quirks: bool = False) -> Declarations:
    """Parse a declaration block; what is not understood is dropped alone."""
    if not text or ":" not in text:
        return _EMPTY
    normal: dict[str, Value | Deferred] = {}
    important: dict[str, Value | Deferred] = {}
    for part in _split(text):
        found = _NAME.match(part)
        if not found:
            continue
        name = found[1]
        if name[:2] != "--":
            name = name.lower()
            if name not in _PARSERS and name not in _SHORTHANDS:
                continue
        value = part[found.end() :].strip()
        target = normal
        if value.endswith(("t", "T")) and "!" in value:
            shorter = _IMPORTANT.sub("", value)
            if shorter != value:
                target, value = important, shorter.rstrip()
        for longhand, parsed in parse_property(name, value, quirks):
            if target is important or longhand not in important:
                target[longhand] = parsed
    return Declarations(normal, important)


@lru_cache(maxsize=32768)
def parse_property(name: str, value: str, quirks: bool = False) -> tuple[tuple[str, Value | Deferred], ...]:
    """Return the longhands that one declaration sets; nothing when its value is not valid."""
    if len(value) > _MAX_VALUE:
        return ()
    if name[:2] == "--":
        return ((name, value),)
    lower = value.lower()
    longhands = _SHORTHANDS.get(name, (name,))
    if lower in WIDE:
        return tuple((longhand, lower) for longhand in longhands)
    if "var(" in lower:
        return tuple((longhand, Deferred(name, value)) for longhand in longhands)
    if name == "all":
        return ()
    if name in _EXPANDERS:
        return _EXPANDERS[name](value, quirks)
    parsed = _PARSERS[name](lower if name != "font-family" else value, quirks)
    return () if parsed is None else ((longhands[0], parsed),)


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


def _color(text: str, quirks: bool) -> Value | None:
    return parse_color(text, quirks)


def _size(text: str, quirks: bool) -> Value | None:
    return parse_size(text, quirks)


_WEIGHT_NUMBER = re.compile(r"\d+(?:\.\d+)?\Z")


def _weight(text: str, quirks: bool) -> Value | None:  # noqa: ARG001 - one signature for all properties
    if text in {"bolder", "lighter"}:
        return text
    if text in {"normal", "bold"}:
        return 400 if text == "normal" else 700
    if _WEIGHT_NUMBER.match(text) and len(text) < 8 and 1 <= float(text) <= 1000:
        return round(float(text))
    return None


def _font_style(text: str, quirks: bool) -> Value | None:  # noqa: ARG001
    first = text.split(None, 1)[0] if text else ""
    return first if first in {"normal", "italic", "oblique"} else None


def _family(text: str, quirks: bool) -> Value | None:  # noqa: ARG001
    names = [name.strip().strip("\"'").strip() for name in text.split(",")]
    return ", ".join(unescape(" ".join(name.split())) for name in names) if all(names) else None


_LINES = ("underline", "overline", "line-through")


def _decoration(text: str, quirks: bool) -> Value | None:  # noqa: ARG001
    words = text.split()
    if words == ["none"]:
        return "none"
    lines = [line for line in _LINES if line in words]
    return " ".join(lines) if lines and all(word in _LINES or word == "blink" for word in words) else None


_DECORATION_STYLES = frozenset({"solid", "double", "dotted", "dashed", "wavy", "auto", "from-font", "blink", "none"})
_DECORATION_PART = re.compile(r"[^\s(]+(?:\([^()]*\))?")


def _decoration_shorthand(value: str, quirks: bool) -> tuple[tuple[str, Value], ...]:
    lines: list[str] = []
    for word in _DECORATION_PART.findall(value.lower()):
        if word in _LINES:
            lines.append(word)
        elif word not in _DECORATION_STYLES and word[:1] not in "0123456789.-+" and parse_color(word, quirks) is None:
            return ()
    return (("text-decoration-line", " ".join(line for line in _LINES if line in lines) or "none"),)


def _keyword(*words: str, **aliases: str) -> Callable[[str, bool], Value | None]:
    known = {word: word for word in words} | {name.replace("_", "-"): word for name, word in aliases.items()}

    def parse(text: str, quirks: bool) -> Value | None:  # noqa: ARG001
        return known.get(text)

    return parse


_DISPLAYS = (
    "none inline block inline-block list-item flex inline-flex grid inline-grid table inline-table table-row table-cell "
    "table-row-group table-header-group table-footer-group table-column table-column-group table-caption flow-root contents "
    "ruby ruby-text math"
).split()
_display_keyword = _keyword(
    *_DISPLAYS, flow="block", _webkit_box="flex", _webkit_flex="flex", _webkit_inline_box="inline-flex", _webkit_inline_flex="inline-flex"
)
_TWO_WORD_DISPLAYS = {
    "block flow": "block", "block flow-root": "flow-root", "inline flow": "inline", "inline flow-root": "inline-block",
    "block flex": "flex", "inline flex": "inline-flex", "block grid": "grid", "inline grid": "inline-grid",
    "block table": "table", "inline table": "inline-table", "list-item block": "list-item", "block list-item": "list-item",
}  # fmt: skip


def _display(text: str, quirks: bool) -> Value | None:
    return _display_keyword(text, quirks) or _TWO_WORD_DISPLAYS.get(" ".join(text.split()))


def _background_shorthand(value: str, quirks: bool) -> tuple[tuple[str, Value], ...]:
    """Take the colour of the final layer. Layers and images without one reset it to transparent."""
    final = _last_layer(value)
    words = _BACKGROUND_WORD.findall(final)
    for word in words:
        color = parse_color(word, quirks)
        if color is not None:
            return (("background-color", color),)
    return (("background-color", TRANSPARENT),) if words else ()


_BACKGROUND_WORD = re.compile(r"[^\s(/]+\((?:[^()]|\([^()]*\))*\)|[^\s/]+")


def _last_layer(value: str) -> str:
    depth, begin = 0, 0
    for at, mark in enumerate(value):
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth -= 1
        elif mark == "," and depth <= 0:
            begin = at + 1
    return value[begin:]


_SYSTEM_FONTS = frozenset({"caption", "icon", "menu", "message-box", "small-caption", "status-bar"})
_FONT = re.compile(
    r"""\s*(?P<before>(?:(?:normal|italic|oblique(?:\s+[\d.-]+deg)?|small-caps|bold|bolder|lighter|\d{1,4}
    |(?:ultra-|extra-|semi-)?(?:condensed|expanded))\s+)*)
    (?P<size>[^\s/,]*?\((?:[^()]|\([^()]*\))*\)|[^\s/,]+)\s*(?:/\s*(?:[^\s,(]+(?:\([^)]*\))?))?\s+(?P<family>[^\s].*)\Z""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


def _font_shorthand(value: str, quirks: bool) -> tuple[tuple[str, Value], ...]:
    if value.lower() in _SYSTEM_FONTS:
        return (("font-style", "normal"), ("font-weight", 400), ("font-size", Size("px", 16.0)), ("font-family", "system-ui"))
    found = _FONT.match(value)
    if not found:
        return ()
    size, family = parse_size(found["size"].lower(), quirks), _family(found["family"], quirks)
    if size is None or family is None:
        return ()
    words = found["before"].lower().split()
    weight: Value = next((parsed for word in words if word != "normal" and (parsed := _weight(word, quirks)) is not None), 400)
    style = next((word for word in words if word in {"italic", "oblique"}), "normal")
    return (("font-style", style), ("font-weight", weight), ("font-size", size), ("font-family", family))


def _height(text: str, quirks: bool) -> Value | None:
    return "auto" if text == "auto" else parse_size(text, quirks)


_PARSERS: dict[str, Callable[[str, bool], Value | None]] = {
    "color": _color,
    "background-color": _color,
    "font-size": _size,
    "font-weight": _weight,
    "font-style": _font_style,
    "font-family": _family,
    "text-decoration-line": _decoration,
    "text-align": _keyword("left", "right", "center", "justify", "start", "end", _webkit_center="center", _webkit_left="left",
                           _webkit_right="right", match_parent="inherit"),
    "text-transform": _keyword("none", "uppercase", "lowercase", "capitalize", "full-width"),
    "display": _display,
    "visibility": _keyword("visible", "hidden", "collapse"),
    "float": _keyword("none", "left", "right", inline_start="left", inline_end="right"),
    "position": _keyword("static", "relative", "absolute", "fixed", "sticky", _webkit_sticky="sticky"),
    "white-space": _keyword("normal", "nowrap", "pre", "pre-wrap", "pre-line", "break-spaces"),
    "height": _height,
}  # fmt: skip
_EXPANDERS: dict[str, Callable[[str, bool], tuple[tuple[str, Value], ...]]] = {
    "font": _font_shorthand,
    "background": _background_shorthand,
    "text-decoration": _decoration_shorthand,
    "-webkit-text-decoration": _decoration_shorthand,
}
PROPERTIES = tuple(_PARSERS)
_SHORTHANDS: dict[str, tuple[str, ...]] = {
    "font": ("font-style", "font-weight", "font-size", "font-family"),
    "background": ("background-color",),
    "text-decoration": ("text-decoration-line",),
    "-webkit-text-decoration": ("text-decoration-line",),
    "all": PROPERTIES,
}

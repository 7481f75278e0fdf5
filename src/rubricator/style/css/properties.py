"""The longhand properties that we compute, and what each accepts."""

from __future__ import annotations

import re
from collections.abc import Callable

from rubricator.style.css.colors import parse_color
from rubricator.style.css.lengths import Size, parse_size
from rubricator.style.css.tokens import NAME_CHARACTER, NAME_START, STRING, split_commas, unescape

Value = str | int | Size
"""A parsed value: a colour or weight is an int, a font size a Size, the rest (keywords too) a string."""

_Parser = Callable[[str, bool], Value | None]
"""Takes a value and whether the page is in quirks mode; gives None for what is not valid."""


def _color(text: str, quirks: bool) -> Value | None:
    return parse_color(text, quirks)


def _size(text: str, quirks: bool) -> Value | None:
    return parse_size(text, quirks)


_WEIGHT_NUMBER = re.compile(r"\+?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,2})?\Z")


def parse_weight(text: str, quirks: bool = False) -> Value | None:  # noqa: ARG001 - one signature for all properties
    if text in {"bolder", "lighter"}:
        return text
    if text in {"normal", "bold"}:
        return 400 if text == "normal" else 700
    if _WEIGHT_NUMBER.match(text) and 1 <= float(text) <= 1000:
        return round(float(text))
    return None


_OBLIQUE = re.compile(r"oblique\s+([+-]?(?:\d+(?:\.\d+)?|\.\d+))deg\Z")


def parse_font_style(text: str, quirks: bool = False) -> Value | None:  # noqa: ARG001
    if text in {"normal", "italic", "oblique"}:
        return text
    found = _OBLIQUE.match(text)
    if not found or abs(float(found[1])) > 90:
        return None
    return "oblique" if float(found[1]) else "normal"


_GENERIC = frozenset(
    "serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math "
    "emoji".split()
)
_IDENT = rf"-?(?:{NAME_START}|\\.)(?:{NAME_CHARACTER}|\\.)*+"
_FAMILY_NAME = re.compile(rf"(?:{STRING}|{_IDENT}(?:\s+{_IDENT})*+)\Z", re.DOTALL)


def parse_family(text: str, quirks: bool = False) -> Value | None:  # noqa: ARG001
    """Return the names, joined by commas. Generic ones are in lower case; only names that would be so keep quotes."""
    names = []
    for part in split_commas(text):
        name = part.strip()
        if not _FAMILY_NAME.match(name):
            return None
        if name[0] in "\"'":
            plain = unescape(name[1:-1]).strip()
            names.append(f'"{plain}"' if plain.lower() in _GENERIC else plain)
        else:
            words = name.split()
            if len(words) > 1 and words[0].lower() in _GENERIC:
                return None
            plain = unescape(" ".join(words))
            names.append(plain.lower() if plain.lower() in _GENERIC else plain)
    return ", ".join(names)


LINES = ("underline", "overline", "line-through")


def _decoration(text: str, quirks: bool) -> Value | None:  # noqa: ARG001
    words = text.split()
    if words == ["none"]:
        return "none"
    if not words or len(words) != len(set(words)) or not all(word in LINES or word == "blink" for word in words):
        return None
    return join_lines(words)


def join_lines(words: list[str]) -> str:
    """Return the lines that are drawn, in the order of the standard. Nothing blinks."""
    return " ".join(line for line in LINES if line in words) or "none"


def _keyword(*words: str, **aliases: str) -> _Parser:
    known = {word: word for word in words} | {name.replace("_", "-"): word for name, word in aliases.items()}

    def parse(text: str, quirks: bool) -> Value | None:  # noqa: ARG001
        return known.get(text)

    return parse


_DISPLAYS = (
    "none inline block inline-block list-item flex inline-flex grid inline-grid table inline-table table-row "
    "table-cell table-row-group table-header-group table-footer-group table-column table-column-group table-caption "
    "flow-root contents ruby ruby-text"
).split()
# The old flexible box lays out its children without making blocks of them, so it is a plain container here.
_display_keyword = _keyword(
    *_DISPLAYS, flow="block", math="inline", _webkit_box="flow-root", _webkit_flex="flex",
    _webkit_inline_box="inline-block",
    _webkit_inline_flex="inline-flex",
)  # fmt: skip
_TWO_WORD_DISPLAYS = {
    frozenset(words.split()): display
    for words, display in {
        "block flow": "block", "block flow-root": "flow-root", "inline flow": "inline",
        "inline flow-root": "inline-block",
        "block flex": "flex", "inline flex": "inline-flex", "block grid": "grid", "inline grid": "inline-grid",
        "block table": "table", "inline table": "inline-table", "block list-item": "list-item",
        "flow list-item": "list-item",
        "flow-root list-item": "list-item", "inline list-item": "inline", "block ruby": "block", "inline ruby": "ruby",
        "block math": "block", "inline math": "inline",
    }.items()
}  # fmt: skip


def _display(text: str, quirks: bool) -> Value | None:
    return _display_keyword(text, quirks) or (_TWO_WORD_DISPLAYS.get(frozenset(text.split())) if " " in text else None)


_COLLAPSES = {
    "collapse": "normal",
    "preserve": "pre-wrap",
    "preserve-breaks": "pre-line",
    "break-spaces": "break-spaces",
}
_WRAPS = frozenset({"wrap", "nowrap"})
_white_space_keyword = _keyword("normal", "nowrap", "pre", "pre-wrap", "pre-line", "break-spaces", wrap="normal")


def parse_collapse(text: str) -> Value | None:
    """Return the `white-space` that a `white-space-collapse` comes to; whether lines wrap is of no account here."""
    return _COLLAPSES.get(text)


def _white_space(text: str, quirks: bool) -> Value | None:
    first, _, second = text.partition(" ")
    if not second:
        return _white_space_keyword(text, quirks) or parse_collapse(text)
    second = second.strip()
    return parse_collapse(second if first in _WRAPS else first) if (first in _WRAPS) != (second in _WRAPS) else None


def _height(text: str, quirks: bool) -> Value | None:
    return "auto" if text == "auto" else parse_size(text, quirks)


CLIPPED = "clipped"
"""The value of a clip that leaves nothing of an element, as for text that only screen readers tell."""
_RECT = re.compile(r"rect\(\s*" + r"[\s,]+".join([r"(-?[\d.]+)(?:px)?"] * 4) + r"\s*\)\Z")
_INSET = re.compile(r"inset\(\s*((?:[\d.]+%?\s*){1,4})\)\Z")


def _clip(text: str, quirks: bool) -> Value | None:  # noqa: ARG001
    found = _RECT.match(text)
    top, right, bottom, left = map(float, found.groups()) if found else (0, 2, 2, 0)
    return CLIPPED if bottom - top <= 1 and right - left <= 1 else "auto"


def _clip_path(text: str, quirks: bool) -> Value | None:  # noqa: ARG001
    found = _INSET.match(text)
    sides = [float(side[:-1]) if side[-1] == "%" else 0.0 for side in found[1].split()] if found else [0.0]
    top, right, bottom, left = (sides * 4)[:4] if len(sides) != 3 else [*sides, sides[1]]
    return CLIPPED if max(top + bottom, right + left) >= 99 else "none"


PARSERS: dict[str, _Parser] = {
    "color": _color,
    "background-color": _color,
    "font-size": _size,
    "font-weight": parse_weight,
    "font-style": parse_font_style,
    "font-family": parse_family,
    "text-decoration-line": _decoration,
    "text-align": _keyword("left", "right", "center", "justify", "start", "end", "-webkit-center", "-webkit-left",
                           "-webkit-right", "-internal-center", "-internal-table", _webkit_auto="start",
                           match_parent="inherit",
                           _webkit_match_parent="inherit"),
    "text-transform": _keyword("none", "uppercase", "lowercase", "capitalize"),
    "display": _display,
    "visibility": _keyword("visible", "hidden", "collapse"),
    "float": _keyword("none", "left", "right", inline_start="left", inline_end="right"),
    "position": _keyword("static", "relative", "absolute", "fixed", "sticky", _webkit_sticky="sticky"),
    "white-space": _white_space,
    "height": _height,
    "clip": _clip,
    "clip-path": _clip_path,
}  # fmt: skip

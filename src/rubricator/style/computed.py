"""From specified to computed values: inheritance, relative units, `var()`, and what an element's display becomes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rubricator.style.css.colors import BLACK, TRANSPARENT
from rubricator.style.css.declarations import WIDE, Deferred, longhands
from rubricator.style.css.lengths import (
    KEYWORDS,
    LARGEST,
    MONOSPACE_KEYWORDS,
    QUIRKY_MONOSPACE_KEYWORDS,
    STEP,
    Size,
    resolve_math,
)
from rubricator.style.css.properties import CLIPPED, Value

Specified = Mapping[str, Value | Deferred]

BLOCK_DISPLAYS = frozenset(
    "block list-item table flex grid flow-root table-row table-cell table-caption table-row-group table-header-group "
    "table-footer-group table-column table-column-group".split()
)
BLOCKIFIED = {"inline": "block", "inline-block": "block", "inline-flex": "flex", "inline-grid": "grid",
              "inline-table": "table",
              **dict.fromkeys("ruby ruby-text table-row table-cell table-row-group table-header-group "
                          "table-footer-group table-column table-column-group table-caption".split(),
                              "block")}  # fmt: skip
BLOCKIFYING = frozenset({"flex", "inline-flex", "grid", "inline-grid"})
_INHERITED = frozenset(
    "color font-size font-weight font-style font-family text-align text-transform visibility white-space".split()
)
_POSITIONED = frozenset({"absolute", "fixed"})
MONOSPACE = "monospace"
_MONOSPACE_FACTOR = 13 / 16
_VAR = re.compile(r"var\(", re.IGNORECASE)
_MAX_EXPANSION = 65_536
_MAX_VAR_DEPTH = 100


@dataclass(slots=True, eq=False)
class Custom:
    """The custom properties in force at an element: its own, and those above it that it does not hide.

    A value is resolved where it was declared, when first used.
    """

    above: Custom | None
    own: dict[str, str | None] = field(default_factory=dict)
    """Values as written; None where there is none from here on."""
    resolved: dict[str, str | None] = field(default_factory=dict)
    pending: dict[str, bool] = field(default_factory=dict)
    """The properties that are being resolved, in order, and whether each was found to depend on itself."""


class Computed(NamedTuple):
    """The computed style of an element."""

    font_size: float = 16.0
    weight: int = 400
    italic: bool = False
    decoration: str = "none"
    color: int = BLACK
    background: int = TRANSPARENT
    align: str = "start"
    display: str = "inline"
    transform: str = "none"
    family: str = "serif"
    visible: bool = True
    shown: bool = True
    """No ancestor-or-self has `display: none`."""
    white_space: str = "normal"
    keyword: str = "medium"
    """The font-size keyword behind the size, '' when there is none: a change to monospace looks it up again."""
    absolute: bool = False
    """The size comes from an absolute length, so a change to monospace leaves it alone."""
    height: str = ""
    blockifies: bool = False
    """Children become blocks: a flex or grid container, also when elements without a box stand between."""
    screen_reader_only: bool = False
    """It would be shown, but all of its box, or of an ancestor's, is cut away: only screen readers tell it."""
    custom: Custom | None = None


ROOT = Computed()


_INHERIT = "inherit"
_INITIAL: dict[str, Value] = {
    "color": BLACK, "background-color": TRANSPARENT, "font-size": Size("keyword", text="medium"), "font-weight": 400,
    "font-style": "normal", "font-family": "serif", "text-decoration-line": "none", "text-align": "start",
    "text-transform": "none", "display": "inline", "visibility": "visible", "float": "none", "position": "static",
    "white-space": "normal", "height": "auto", "clip": "auto", "clip-path": "none",
}  # fmt: skip


def plain_value(
    name: str, value: Value | Deferred, agent: Specified, custom: Custom | None, quirks: bool
) -> Value | None:
    """Resolve `var()` and the keywords that every property takes; None stands for the default of the property."""
    if isinstance(value, Deferred):
        text = substitute(value.text, custom)
        parsed = dict(longhands(value.shorthand, text.strip(), quirks)) if text is not None else {}
        found = parsed.get(name)
        if found is None or isinstance(found, Deferred):
            return None
        value = found
    if isinstance(value, str) and value in WIDE:
        if value.startswith("revert"):
            fallback = agent.get(name)
            return (
                fallback if fallback is not None and not isinstance(fallback, Deferred) and fallback != value else None
            )
        if value == "initial":
            return _INITIAL[name]
        if value == "inherit" and name not in _INHERITED:
            return _INHERIT
        return None
    return value


def is_clipped(position: Value | None, clip: Value | None, path: Value | None) -> bool:
    """Say whether nothing of an element is left to see, as of text that only screen readers tell."""
    return path == CLIPPED or (clip == CLIPPED and position in _POSITIONED)


def internal_align(value: str, parent: str) -> str:
    """Resolve what header cells and tables do on their own: the former are centred unless told otherwise above."""
    if value == "-internal-center":
        return parent if parent != "start" else "center"
    return "start" if parent.startswith("-webkit-") else parent


def relative_weight(value: str, parent: int) -> int:
    """Return what a weight that is bolder or lighter than the parent's comes to."""
    if value == "bolder":
        return 400 if parent < 350 else 700 if parent < 550 else max(parent, 900)
    return min(parent, 100) if parent < 550 else 400 if parent < 750 else 700


def font_size(
    value: Value | None, parent: Computed, family: str, root_size: float, quirks: bool, is_root: bool
) -> tuple[float, str, bool]:
    """Return (pixels, keyword behind them, absolute), with Chromium's smaller default for monospace."""
    is_monospace = family == MONOSPACE
    size, keyword, absolute = parent.font_size, "", parent.absolute
    if not isinstance(value, Size):
        keyword = parent.keyword
    elif value.kind == "keyword" and value.text in KEYWORDS:
        return _keyword_size(value.text, is_monospace, quirks), value.text, False
    elif value.kind == "keyword":
        size = size * STEP if value.text == "larger" else size / STEP
    elif value.kind == "em":
        size *= value.em
    else:
        root = 16.0 if is_root else root_size
        pixels = resolve_math(value.text, size, root) if value.kind == "math" else value.px + value.rem * root
        return round(min(pixels or 0.0, LARGEST), 4), "", True
    if is_monospace != (parent.family == MONOSPACE) and not absolute:
        if keyword:
            size = _keyword_size(keyword, is_monospace, quirks)
        else:
            size = size * _MONOSPACE_FACTOR if is_monospace else size / _MONOSPACE_FACTOR
    return round(min(size, LARGEST), 4), keyword, absolute


def _keyword_size(keyword: str, is_monospace: bool, quirks: bool) -> float:
    if not is_monospace:
        return KEYWORDS[keyword]
    return (QUIRKY_MONOSPACE_KEYWORDS if quirks else MONOSPACE_KEYWORDS)[keyword]


def height_in_pixels(value: Value, font_size: float, root_size: float) -> str:
    """Return a height that does not depend on what is around the element; '' for any other."""
    if not isinstance(value, Size) or value.kind not in {"px", "em", "rem"}:
        return ""
    return f"{value.px + value.em * font_size + value.rem * root_size:g}px"


def inherit_customs(parent: Custom | None, declared: dict[str, str]) -> Custom:
    """Add declarations to what the parent has in force; frameworks repeat the same ones on every element."""
    if parent and all("(" not in value and _declared(name, parent)[0] == value for name, value in declared.items()):
        return parent
    own: dict[str, str | None] = {}
    for name, value in declared.items():
        wide = value.strip().lower()
        if wide == "initial":
            own[name] = None
        elif wide not in WIDE:
            own[name] = value
    # What is hidden whole is left out: frameworks declare the same names on every element of a branch.
    while parent and parent.own.keys() <= own.keys():
        parent = parent.above
    return Custom(parent, own)


def _declared(name: str, custom: Custom | None) -> tuple[str | None, Custom | None]:
    """Return the value of a custom property as it was written, and where; None when it has none."""
    while custom:
        if name in custom.own:
            return custom.own[name], custom
        custom = custom.above
    return None, None


def substitute(text: str, custom: Custom | None, depth: int = 0) -> str | None:
    """Replace every `var()`; None when one has no value and no fallback, in a cycle, or when it grows without bound."""
    parts, at, length = [], 0, 0
    while True:
        found = _VAR.search(text, at)
        if not found:
            break
        close = _closing(text, found.end())
        if close < 0 or depth > _MAX_VAR_DEPTH:
            return None
        name, comma, fallback = text[found.end() : close].partition(",")
        value = _custom_value(name.strip(), custom, depth)
        if value is None:
            value = substitute(fallback.strip(), custom, depth + 1) if comma else None
        if value is None:
            return None
        # Spaces, as neighbours never grow together into one token.
        parts += [text[at : found.start()], " ", value, " "]
        length += len(value)
        if length > _MAX_EXPANSION:
            return None
        at = close + 1
    parts.append(text[at:])
    return "".join(parts)


def _custom_value(name: str, custom: Custom | None, depth: int) -> str | None:
    text, scope = _declared(name, custom)
    if text is None or scope is None:
        return None
    if name in scope.resolved:
        return scope.resolved[name]
    if name in scope.pending:
        # All that are being resolved since this one depend on themselves, and have no value.
        names = list(scope.pending)
        scope.pending.update(dict.fromkeys(names[names.index(name) :], True))
        return None
    scope.pending[name] = False
    value = substitute(text, scope, depth + 1)
    if scope.pending.pop(name) or (value is not None and value.strip().lower() == "initial"):
        value = None
    scope.resolved[name] = value
    return value


def _closing(text: str, at: int) -> int:
    depth = 1
    for place in range(at, len(text)):
        mark = text[place]
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth -= 1
            if not depth:
                return place
    return -1

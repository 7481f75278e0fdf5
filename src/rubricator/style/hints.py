"""Presentational attributes as declarations, after the rendering section of the HTML standard."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rubricator.style.css.colors import parse_legacy_color
from rubricator.style.css.declarations import Value, parse_property
from rubricator.style.css.lengths import Size

_FONT_SIZES = ("x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large")
_FONT_SIZE = re.compile(r"\s*([+-]?)(\d+)")
_ALIGNED = frozenset("div p h1 h2 h3 h4 h5 h6 caption thead tbody tfoot tr td th col colgroup legend".split())
_COLORED = frozenset("body table thead tbody tfoot tr td th marquee".split())
_NUMBER = re.compile(r"\s*(\d+(?:\.\d*)?)\s*(%?)")


PRESENTATIONAL = frozenset("hidden color face size text bgcolor align nowrap wrap".split())
"""The attributes that `presentational_hints` reads."""


def presentational_hints(tag: str, attributes: Mapping[str, str]) -> dict[str, Value]:
    """Return what an element's attributes say about its look."""
    hints: dict[str, Value] = {}
    if "hidden" in attributes:
        hints["display"] = "none"
    if tag == "font":
        _font(attributes, hints)
    elif tag == "body" and "text" in attributes:
        _set_color(hints, "color", attributes["text"])
    if tag in _COLORED and "bgcolor" in attributes:
        _set_color(hints, "background-color", attributes["bgcolor"])
    align = attributes.get("align", "").strip().lower()
    if align and tag in _ALIGNED:
        align = "center" if align == "middle" else align
        if align in {"left", "right", "center", "justify"}:
            hints["text-align"] = align
    elif align in {"left", "right"} and tag in {"table", "img", "iframe", "object"}:
        hints["float"] = align
    if tag in {"td", "th"} and "nowrap" in attributes:
        hints["white-space"] = "nowrap"
    if tag in {"pre", "textarea"} and "wrap" in attributes:
        hints["white-space"] = "pre-wrap"
    return hints


def image_height(attribute: str) -> str | None:
    """Return the height that an image's attribute gives in pixels, or None."""
    found = _NUMBER.match(attribute)
    return None if not found or found[2] else f"{float(found[1]):g}px"


def _font(attributes: Mapping[str, str], hints: dict[str, Value]) -> None:
    if "color" in attributes:
        _set_color(hints, "color", attributes["color"])
    if attributes.get("face"):
        hints.update((name, value) for name, value in parse_property("font-family", attributes["face"]) if isinstance(value, str))
    found = _FONT_SIZE.match(attributes.get("size", ""))
    if found:
        number = min(int(found[2][:3]), 100)
        step = 3 + number if found[1] == "+" else 3 - number if found[1] == "-" else number
        hints["font-size"] = Size("keyword", text=_FONT_SIZES[min(max(step, 1), 7) - 1])


def _set_color(hints: dict[str, Value], name: str, text: str) -> None:
    color = parse_legacy_color(text)
    if color is not None:
        hints[name] = color



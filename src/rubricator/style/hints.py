"""Presentational attributes as declarations, after the rendering section of the HTML standard."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rubricator.style.css.colors import parse_legacy_color
from rubricator.style.css.declarations import Deferred, longhands
from rubricator.style.css.lengths import Size
from rubricator.style.css.properties import Value

_FONT_SIZES = ("x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large")
_FONT_SIZE = re.compile(r"\s*([+-]?)(\d+)")
_UNALIGNED = frozenset("table img iframe object embed applet input hr caption svg".split())
"""Elements whose `align` says something else than how their text is aligned, or nothing."""
_ALIGNMENTS = {"left": "-webkit-left", "right": "-webkit-right", "center": "-webkit-center", "middle": "-webkit-center",
               "justify": "justify", "absmiddle": "center"}  # fmt: skip
"""The values with a prefix also align blocks, and stop at tables."""
_COLORED = frozenset("body table thead tbody tfoot tr td th marquee".split())
_NUMBER = re.compile(r"\s*(\d{1,9}(?:\.\d*)?)\s*(%?)")
SVG_TAGS = frozenset({"svg", "g", "text", "tspan", "textpath"})
"""Elements of drawings, where lengths need no unit."""
_SVG_PROPERTIES = (
    "font-size",
    "font-weight",
    "font-style",
    "font-family",
    "color",
    "display",
    "visibility",
    "text-decoration",
)
PRESENTATIONAL = frozenset({*"hidden color face size text bgcolor align nowrap wrap".split(), *_SVG_PROPERTIES})
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
    elif tag in SVG_TAGS:
        _svg(attributes, hints)
    if tag in _COLORED and "bgcolor" in attributes:
        _set_color(hints, "background-color", attributes["bgcolor"])
    align = attributes.get("align", "").strip().lower()
    if align in _ALIGNMENTS and tag not in _UNALIGNED:
        hints["text-align"] = _ALIGNMENTS[align]
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
        hints.update(
            (name, value)
            for name, value in longhands("font-family", attributes["face"].strip(), False)
            if isinstance(value, str)
        )
    found = _FONT_SIZE.match(attributes.get("size", ""))
    if found:
        number = min(int(found[2][:3]), 100)
        step = 3 + number if found[1] == "+" else 3 - number if found[1] == "-" else number
        hints["font-size"] = Size("keyword", text=_FONT_SIZES[min(max(step, 1), 7) - 1])


def _set_color(hints: dict[str, Value], name: str, text: str) -> None:
    color = parse_legacy_color(text)
    if color is not None:
        hints[name] = color


def _svg(attributes: Mapping[str, str], hints: dict[str, Value]) -> None:
    """Read the properties that SVG knows as attributes, where lengths need no unit."""
    for name in attributes.keys() & set(_SVG_PROPERTIES):
        parsed = longhands(name, attributes[name].strip(), True)
        hints.update({longhand: value for longhand, value in parsed if not isinstance(value, Deferred)})

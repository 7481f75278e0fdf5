"""The shorthands `font`, `background` and `text-decoration`."""

from __future__ import annotations

import re
from collections.abc import Callable

from rubricator.style.css.colors import TRANSPARENT, parse_color
from rubricator.style.css.lengths import Size, parse_size
from rubricator.style.css.properties import (
    LINES,
    Value,
    join_lines,
    parse_collapse,
    parse_family,
    parse_font_style,
    parse_weight,
)
from rubricator.style.css.tokens import STRING, split_commas

Longhands = tuple[tuple[str, Value], ...]

_SYSTEM_FONTS = frozenset({"caption", "icon", "menu", "message-box", "small-caption", "status-bar"})
_FONT = re.compile(
    r"""\s*(?P<before>(?:(?:oblique\s+[\d.+-]+deg|normal|italic|oblique|small-caps|bold|bolder|lighter|\d{1,4}
    |(?:ultra-|extra-|semi-)?(?:condensed|expanded))\s+)*)
    (?P<size>[^\s/,(]*+\((?:[^()]|\([^()]*+\))*+\)|[^\s/,(]++)
    (?:\s*+/\s*+[^\s,(]++(?:\([^)]*+\))?+)?+\s++(?P<family>[^\s].*)\Z""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_BEFORE_WORD = re.compile(r"oblique\s+\S+deg|\S+", re.IGNORECASE)


def _font(value: str, quirks: bool) -> Longhands:  # noqa: ARG001 - quirks do not reach into this shorthand
    if value.lower() in _SYSTEM_FONTS:
        return (
            ("font-style", "normal"),
            ("font-weight", 400),
            ("font-size", Size("px", 16.0)),
            ("font-family", "system-ui"),
        )
    found = _FONT.match(value)
    if not found:
        return ()
    size, family = parse_size(found["size"].lower()), parse_family(found["family"])
    words = _BEFORE_WORD.findall(found["before"].lower())
    if size is None or family is None or len(words) > 4:
        return ()
    style: Value = "normal"
    weight: Value = 400
    seen: set[str] = set()
    for word in words:
        if word == "normal":
            continue
        kind, parsed = _before_size(word)
        if kind in seen or parsed is None:
            return ()
        seen.add(kind)
        style = parsed if kind == "style" else style
        weight = parsed if kind == "weight" else weight
    return (("font-style", style), ("font-weight", weight), ("font-size", size), ("font-family", family))


def _before_size(word: str) -> tuple[str, Value | None]:
    """Return what a word before the size sets, and its value."""
    if word.startswith(("italic", "oblique")):
        return "style", parse_font_style(word)
    if word == "small-caps":
        return "variant", word
    return ("stretch", word) if word.endswith(("condensed", "expanded")) else ("weight", parse_weight(word))


_WORD = re.compile(rf"[^\s(),/\"']*+\((?:{STRING}|[^()\"']|\((?:[^()]|\([^()]*+\))*+\))*+\)|[^\s()/]++|/")
_IMAGE = re.compile(
    r"none\Z|(?:url|src|image-set|-webkit-image-set|cross-fade|-webkit-cross-fade|-webkit-gradient"
    r"|(?:-webkit-)?(?:repeating-)?(?:linear|radial|conic)-gradient)\("
)
_REPEATS = frozenset("repeat no-repeat repeat-x repeat-y space round".split())
_BOXES = frozenset("border-box padding-box content-box text border-area".split())
_PLACES = frozenset("left right top bottom center x-start x-end y-start y-end".split())
_OFFSET = re.compile(r"[+-]?(?:\d|\.\d)|calc\(|min\(|max\(|clamp\(|env\(")
_MOST = {"image": 1, "repeat": 2, "attachment": 1, "box": 2, "place": 4, "color": 1}


def _background(value: str, quirks: bool) -> Longhands:  # noqa: ARG001 - quirks do not reach into this shorthand
    """Take the colour of the final layer, transparent when it has none."""
    # What is open at the end of a sheet or an attribute counts as closed.
    value += ")" * (value.count("(") - value.count(")"))
    color = TRANSPARENT
    layers = split_commas(value)
    for number, layer in enumerate(layers):
        parsed = _background_layer(layer, number == len(layers) - 1)
        if parsed is None:
            return ()
        color = parsed
    return (("background-color", color),)


def _background_layer(text: str, final: bool) -> int | None:
    """Return the colour of a layer; None when it is not valid."""
    counts = dict.fromkeys(_MOST, 0)
    color = TRANSPARENT
    sizes = -1
    rest = _WORD.sub("", text)
    for word in _WORD.findall(text):
        lower = word.lower()
        if lower == "/":
            if sizes >= 0 or not counts["place"]:
                return None
            sizes = 0
            continue
        if 0 <= sizes < 2 and (lower in {"cover", "contain", "auto"} or _OFFSET.match(lower)):
            sizes += 1
            continue
        kind = _background_kind(lower)
        if kind == "color":
            parsed = parse_color(lower) if final else None
            if parsed is None:
                return None
            color = parsed
        counts[kind] += 1
    if rest.strip() or sizes == 0 or counts["place"] == 3 or not any(counts.values()):
        return None
    return color if all(counts[kind] <= most for kind, most in _MOST.items()) and counts["place"] <= 4 else None


def _background_kind(word: str) -> str:
    if _IMAGE.match(word):
        return "image"
    if word in _REPEATS:
        return "repeat"
    if word in {"scroll", "fixed", "local"}:
        return "attachment"
    if word in _BOXES:
        return "box"
    return "place" if word in _PLACES or _OFFSET.match(word) else "color"


_DECORATION_STYLES = frozenset({"solid", "double", "dotted", "dashed", "wavy"})
_THICKNESS = re.compile(r"auto\Z|from-font\Z|[+-]?(?:\d|\.\d)|calc\(|min\(|max\(|clamp\(")


def _decoration(value: str, quirks: bool) -> Longhands:  # noqa: ARG001
    lines: list[str] = []
    seen: set[str] = set()
    for word in _WORD.findall(value.lower()):
        if word in LINES or word in {"blink", "none"}:
            if word in lines or (lines and "none" in (word, lines[0])):
                return ()
            lines.append(word)
            continue
        kind = "style" if word in _DECORATION_STYLES else "thickness" if _THICKNESS.match(word) else "color"
        if kind in seen or (kind == "color" and parse_color(word) is None):
            return ()
        seen.add(kind)
    return (("text-decoration-line", join_lines(lines)),) if lines or seen else ()


def _collapse(value: str, quirks: bool) -> Longhands:  # noqa: ARG001
    space = parse_collapse(value.lower())
    return () if space is None else (("white-space", space),)


EXPANDERS: dict[str, Callable[[str, bool], Longhands]] = {
    "font": _font,
    "background": _background,
    "text-decoration": _decoration,
    "white-space-collapse": _collapse,
}

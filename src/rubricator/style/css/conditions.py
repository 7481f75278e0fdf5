"""Do the conditions of `@media` and `@supports` hold? For one medium: a 1280 x 1024 screen with a mouse, light."""

from __future__ import annotations

import re
from functools import lru_cache

WIDTH = 1280.0
HEIGHT = 1024.0

_NUMBERS = {
    "width": WIDTH, "height": HEIGHT, "device-width": WIDTH, "device-height": HEIGHT, "aspect-ratio": WIDTH / HEIGHT,
    "device-aspect-ratio": WIDTH / HEIGHT, "resolution": 1.0, "-webkit-device-pixel-ratio": 1.0, "color": 8.0,
    "color-index": 0.0, "monochrome": 0.0, "grid": 0.0,
}  # fmt: skip
_KEYWORDS = {
    "orientation": "landscape", "hover": "hover", "any-hover": "hover", "pointer": "fine", "any-pointer": "fine",
    "prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "prefers-contrast": "no-preference",
    "prefers-reduced-data": "no-preference", "forced-colors": "none", "scripting": "none", "update": "fast",
    "overflow-block": "scroll", "overflow-inline": "scroll", "color-gamut": "srgb", "display-mode": "browser",
    "scan": "progressive", "inverted-colors": "none", "-webkit-transform-3d": "1",
}  # fmt: skip
_UNITS = {"px": 1.0, "em": 16.0, "rem": 16.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4,
          "dppx": 1.0, "x": 1.0, "dpi": 1 / 96, "dpcm": 2.54 / 96, "": 1.0}  # fmt: skip
_NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(?:/\s*(\d+\.?\d*))?([a-z]*)\Z")
_RANGE = re.compile(r"(?:(?P<low>[^<>=]+?)\s*(?P<op1><=|<|>=|>)\s*)?(?P<name>[a-z-]+)\s*(?:(?P<op2><=|<|>=|>|=)\s*(?P<high>[^<>=]+))?\Z")
_DEPTH = 16


@lru_cache(maxsize=2048)
def media_matches(query: str) -> bool:
    """Return whether a media query list holds. What is not understood does not hold."""
    query = query.strip().lower()
    return not query or any(_query_matches(part.strip()) for part in _split(query, ","))


def _query_matches(query: str) -> bool:
    negated = query.startswith("not ") and not query[4:].lstrip().startswith("(")
    if negated:
        query = query[4:].lstrip()
    if query.startswith("only "):
        query = query[5:].lstrip()
    medium, _, condition = query.partition(" and ") if not query.startswith(("(", "not")) else ("all", "", query)
    holds = medium.strip() in {"all", "screen"} and (not condition or _condition(condition, 0))
    return holds != negated


def _condition(text: str, depth: int) -> bool:
    text = text.strip()
    if depth > _DEPTH or not text:
        return False
    if text.startswith("not") and text[3:4] in {" ", "("}:
        return not _condition(text[3:], depth + 1)
    for word, combine in ((" or ", any), (" and ", all)):
        parts = _split(text, word)
        if len(parts) > 1:
            return combine(_condition(part, depth + 1) for part in parts)
    if not (text.startswith("(") and text.endswith(")")):
        return False
    inner = text[1:-1].strip()
    if inner.startswith(("(", "not ", "not(")):
        return _condition(inner, depth + 1)
    return _feature(inner)


def _feature(text: str) -> bool:
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not colon:
        return _range(text)
    bound = name[:4] if name.startswith(("min-", "max-")) else ""
    if name.startswith("-webkit-min-") or name.startswith("-webkit-max-"):
        bound, name = name[8:12], "min--webkit-" + name[12:]
    plain = name[4:] if bound else name
    if plain in _KEYWORDS:
        return not bound and _KEYWORDS[plain] == value
    actual, wanted = _NUMBERS.get(plain), _number(value)
    if actual is None or wanted is None:
        return False
    return actual >= wanted if bound == "min-" else actual <= wanted if bound == "max-" else actual == wanted


def _range(text: str) -> bool:
    found = _RANGE.match(text)
    if not found:
        return False
    name = found["name"]
    if not found["op1"] and not found["op2"]:
        return bool(_NUMBERS.get(name)) or _KEYWORDS.get(name, "none") not in {"none", "no-preference"}
    actual = _NUMBERS.get(name)
    if actual is None:
        return False
    low, high = _number(found["low"] or ""), _number(found["high"] or "")
    if (found["op1"] and low is None) or (found["op2"] and high is None):
        return False
    return (low is None or _compare(low, found["op1"], actual)) and (high is None or _compare(actual, found["op2"], high))


def _compare(left: float, operator: str, right: float) -> bool:
    if operator == "=":
        return left == right
    return (left == right and "=" in operator) or (left < right if operator[0] == "<" else left > right)


def _number(text: str) -> float | None:
    found = _NUMBER.match(text.strip())
    if not found or found[3] not in _UNITS:
        return None
    divisor = float(found[2]) if found[2] else 1.0
    return float(found[1]) / divisor * _UNITS[found[3]] if divisor else None


@lru_cache(maxsize=512)
def supports_matches(condition: str) -> bool:
    """Return whether a supports condition holds: standard properties do, foreign vendor prefixes do not."""
    return _supports(condition.strip().lower(), 0)


def _supports(text: str, depth: int) -> bool:
    text = text.strip()
    if depth > _DEPTH or not text:
        return False
    if text.startswith("not") and text[3:4] in {" ", "("}:
        return not _supports(text[3:], depth + 1)
    for word, combine in ((" or ", any), (" and ", all)):
        parts = _split(text, word)
        if len(parts) > 1:
            return combine(_supports(part, depth + 1) for part in parts)
    if text.startswith("selector("):
        return ":-moz" not in text and ":-ms" not in text
    if text.startswith("font-"):
        return True
    inner = text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text
    if inner.startswith(("(", "not ", "not(")) or inner.startswith("selector("):
        return _supports(inner, depth + 1)
    name, colon, value = (part.strip() for part in inner.partition(":"))
    return bool(colon and value) and not name.startswith(_FOREIGN) and not value.startswith(_FOREIGN)


_FOREIGN = ("-moz-", "-ms-", "-o-", "-apple-", "-khtml-")


def _split(text: str, word: str) -> list[str]:
    """Split at a word that stands outside of brackets."""
    if word not in text:
        return [text]
    if "(" not in text:
        return text.split(word)
    parts, depth, begin, at, size = [], 0, 0, 0, len(word)
    while at < len(text):
        mark = text[at]
        depth += (mark == "(") - (mark == ")")
        if depth == 0 and text.startswith(word, at):
            parts.append(text[begin:at])
            at += size
            begin = at
        else:
            at += 1
    parts.append(text[begin:])
    return parts

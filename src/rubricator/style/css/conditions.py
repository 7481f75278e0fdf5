"""Do the conditions of `@media` and `@supports` hold?

Both have three answers: what is not understood is unknown (None), which `not` leaves unknown and which does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rubricator.style.css.declarations import is_supported
from rubricator.style.css.lengths import resolve_math
from rubricator.style.css.medium import HEIGHT, WIDTH
from rubricator.style.css.selectors import parse_selector_list
from rubricator.style.css.tokens import ANY_STRING, split_commas, strip_comments

_LENGTHS = {"width": WIDTH, "height": HEIGHT, "device-width": WIDTH, "device-height": HEIGHT}
_RESOLUTIONS = {"resolution": 1.0}
_NUMBERS = {
    "aspect-ratio": WIDTH / HEIGHT, "device-aspect-ratio": WIDTH / HEIGHT, "-webkit-device-pixel-ratio": 1.0,
    "color": 8.0,
    "color-index": 0.0, "monochrome": 0.0, "grid": 0.0, "-webkit-transform-3d": 1.0,
    "horizontal-viewport-segments": 1.0,
    "vertical-viewport-segments": 1.0,
}  # fmt: skip
_KEYWORDS = {
    "orientation": "landscape", "hover": "hover", "any-hover": "hover", "pointer": "fine", "any-pointer": "fine",
    "prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "prefers-contrast": "no-preference",
    "prefers-reduced-transparency": "no-preference", "forced-colors": "none", "scripting": "none", "update": "fast",
    "overflow-block": "scroll", "overflow-inline": "scroll", "color-gamut": "srgb", "display-mode": "browser",
    "dynamic-range": "standard",
}  # fmt: skip
_DENSITIES = {"dppx": 1.0, "x": 1.0, "dpi": 1 / 96, "dpcm": 2.54 / 96}
_NUMBER = re.compile(r"([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\Z")
_RATIO = re.compile(r"(\d+(?:\.\d+)?)\s*(?:/\s*(\d+(?:\.\d+)?))?\Z")
_RANGE = re.compile(
    r"(?:(?P<low>[^<>=]+?)\s*(?P<op1>[<>]=?|=)\s*)?(?P<name>-?[a-z][\w-]*)\s*(?:(?P<op2>[<>]=?|=)\s*(?P<high>[^<>=]+))?\Z"
)
_DEPTH = 16
_LONGEST = 256
_MOST_CACHED = 512
"""Longer conditions are not worth the memory of remembering them."""


class _Item(NamedTuple):
    """A word, or brackets with what stands inside and the name of the function before them."""

    name: str
    inside: str | None


_Test = Callable[[str, str], bool | None]
"""Answers for (function, text): the innermost brackets, or what a function is given."""


def media_matches(query: str) -> bool:
    """Return whether a media query list holds. What is not understood does not hold."""
    return (_media_matches if len(query) <= _MOST_CACHED else _media_matches.__wrapped__)(query)


@lru_cache(maxsize=2048)
def _media_matches(query: str) -> bool:
    query = strip_comments(query).strip().lower()
    return not query or any(_query_matches(_items(part)) for part in split_commas(query))


def supports_matches(condition: str) -> bool:
    """Return whether a supports condition holds."""
    return (_supports_matches if len(condition) <= _MOST_CACHED else _supports_matches.__wrapped__)(condition)


@lru_cache(maxsize=512)
def _supports_matches(condition: str) -> bool:
    return _condition(_items(strip_comments(condition)), _supported, 0) is True


def _query_matches(items: list[_Item]) -> bool:
    if (
        not items
        or items[0].inside is not None
        or (len(items) > 1 and items[0].name == "not" and items[1].inside is not None)
    ):
        return _condition(items, _media, 0) is True
    negated = items[0].name == "not"
    if negated or items[0].name == "only":
        items = items[1:]
    if not items or items[0].inside is not None or items[0].name in {"and", "or", "not", "only", "layer"}:
        return False
    holds: bool | None = True
    if len(items) > 1:
        rest = items[2:]
        joined = items[1] == _Item("and", None) and _Item("or", None) not in rest
        holds = _condition(rest, _media, 0) if joined else None
    return holds is not None and (items[0].name in {"all", "screen"} and holds) != negated


def _condition(items: list[_Item], test: _Test, depth: int) -> bool | None:
    """Evaluate brackets joined by `and` or by `or`, or one after `not`; to mix them is an error."""
    if len(items) == 2 and items[0] == _Item("not", None):
        answer = _brackets(items[1], test, depth)
        return None if answer is None else not answer
    words = {item.name if item.inside is None else "" for item in items[1::2]}
    if len(items) % 2 == 0 or len(words) > 1 or not words <= {"and", "or"}:
        return None
    answers = [_brackets(item, test, depth) for item in items[::2]]
    decisive = words == {"or"}
    if decisive in answers:
        return decisive
    return None if None in answers else not decisive


def _brackets(item: _Item, test: _Test, depth: int) -> bool | None:
    if item.inside is None or depth > _DEPTH:
        return None
    if item.name:
        return test(item.name, item.inside)
    items = _items(item.inside)
    if items and (_opens(items[0]) or (items[0].name == "not" and len(items) == 2 and _opens(items[1]))):
        return _condition(items, test, depth + 1)
    return test("", item.inside.strip())


def _opens(item: _Item) -> bool:
    """Tell brackets and functions that are conditions from the value of a declaration."""
    return item.inside is not None and ":" not in item.name


_BRACKET = re.compile(rf"{ANY_STRING}|\\.|[()]", re.DOTALL)
_PIECE = re.compile(r"\s*(?:([^\s()]*)\(|([^\s()]+)|\))")


def _items(text: str) -> list[_Item]:
    """Split into words and brackets; brackets that are never closed reach to the end."""
    items, at = [], 0
    while found := _PIECE.match(text, at):
        at = found.end()
        if found[2] is not None or found[1] is None:
            items.append(_Item((found[2] or ")").lower(), None))
            continue
        stop, end = _closing(text, at)
        items.append(_Item(found[1].lower(), text[at:stop]))
        at = end
    return items


def _closing(text: str, at: int) -> tuple[int, int]:
    """Return where brackets close that were opened before `at`, and one past it; the end twice when they never do."""
    depth = 1
    for found in _BRACKET.finditer(text, at):
        depth += (found[0] == "(") - (found[0] == ")")
        if not depth:
            return found.start(), found.end()
    return len(text), len(text)


def _media(function: str, text: str) -> bool | None:
    """Answer for one media feature."""
    if function:
        return None
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not colon:
        return _range(text)
    bound = name[:4] if name.startswith(("min-", "max-")) else ""
    name = name[len(bound) :]
    if name.startswith(("-webkit-min-", "-webkit-max-")):
        bound, name = name[8:12], "-webkit-" + name[12:]
    if name in _KEYWORDS:
        return _KEYWORDS[name] == value if not bound else None
    actual, wanted = _actual(name), _wanted(name, value)
    if actual is None or wanted is None:
        return None
    return actual >= wanted if bound == "min-" else actual <= wanted if bound == "max-" else actual == wanted


def _range(text: str) -> bool | None:
    """Answer for a feature alone, or compared with <, <=, >, >= or = on one side or both."""
    found = _RANGE.match(text) if len(text) <= _LONGEST else None
    if not found:
        return None
    name, first, second = found["name"], found["op1"] or "", found["op2"] or ""
    actual = _actual(name)
    if not first and not second:
        return (
            actual != 0
            if actual is not None
            else _KEYWORDS[name] not in {"none", "no-preference"}
            if name in _KEYWORDS
            else None
        )
    if actual is None or (first and second and (first[0] != second[0] or first == "=")):
        return None
    low, high = _wanted(name, found["low"]) if first else actual, _wanted(name, found["high"]) if second else actual
    if low is None or high is None:
        return None
    return (not first or _compare(low, first, actual)) and (not second or _compare(actual, second, high))


def _compare(left: float, operator: str, right: float) -> bool:
    if operator == "=":
        return left == right
    return (left == right and "=" in operator) or (left < right if operator[0] == "<" else left > right)


def _actual(name: str) -> float | None:
    return _LENGTHS.get(name, _RESOLUTIONS.get(name, _NUMBERS.get(name)))


def _wanted(name: str, text: str) -> float | None:
    """Return the value that a feature is compared with; None when it is not of its type."""
    text = text.strip()
    if name in _LENGTHS:
        return _length(text)
    if name in _RESOLUTIONS:
        found = _NUMBER.match(text)
        return float(found[1]) * _DENSITIES[found[2]] if found and found[2] in _DENSITIES else None
    found = _RATIO.match(text)
    if not found or (found[2] and not name.endswith("aspect-ratio")):
        return None
    divisor = float(found[2] or 1)
    return float(found[1]) / divisor if divisor else None


def _length(text: str) -> float | None:
    found = _NUMBER.match(text)
    if found and not float(found[1]):
        return 0.0
    negative = text.startswith("-")
    size = resolve_math(f"calc({text.lstrip('+-')})", 16.0, 16.0)
    return -size if negative and size is not None else size


def _supported(function: str, text: str) -> bool:
    """Answer for one feature; here what is not understood is not supported."""
    if function == "selector":
        return parse_selector_list(text) is not None
    if function:
        return function in {"font-tech", "font-format", "at-rule"}
    name, colon, value = text.partition(":")
    return bool(colon) and is_supported(name.strip(), value.strip())

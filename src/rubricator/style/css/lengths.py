"""Sizes: lengths, percentages, keywords and the math functions, as far as font sizes and image heights need them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rubricator.style.css.medium import HEIGHT, WIDTH

KEYWORDS = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0,
            "xx-large": 32.0, "xxx-large": 48.0}  # fmt: skip
MONOSPACE_KEYWORDS = {"xx-small": 9.0, "x-small": 10.0, "small": 12.0, "medium": 13.0, "large": 16.0, "x-large": 20.0,
                      "xx-large": 26.0, "xxx-large": 39.0}  # fmt: skip
"""Chromium's table for its default monospace size of 13 pixels."""
QUIRKY_MONOSPACE_KEYWORDS = MONOSPACE_KEYWORDS | {"x-small": 9.0, "small": 10.0, "xxx-large": 40.0}
STEP = 1.2
"""What `larger` and `smaller` multiply or divide by."""

_ABSOLUTE = {"px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6}
_SIDES = {
    "w": WIDTH / 100,
    "h": HEIGHT / 100,
    "i": WIDTH / 100,
    "b": HEIGHT / 100,
    "min": HEIGHT / 100,
    "max": WIDTH / 100,
}
_VIEWPORT = {before + side: length for before in ("v", "dv", "sv", "lv", "cq") for side, length in _SIDES.items()}
"""Without layout, a container is as large as the screen."""
_EM = {"em": 1.0, "%": 0.01, "ex": 0.5, "ch": 0.5, "ic": 1.0, "cap": 0.7, "lh": 1.2}
_REM = {"rem": 1.0, "rlh": 1.2, "rex": 0.5, "rch": 0.5, "rcap": 0.7, "ric": 1.0}
_NUMBER = re.compile(r"([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)\Z")
_MATH_TOKEN = re.compile(
    r"\s*(?:([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)|(calc|min|max|clamp|-webkit-calc)?(\()|([*/,)]|(?<=\s)[+-](?=\s)))"
)
"""Plus and minus need space around them; without it they are the sign of a number."""
_LONGEST = 1024
LARGEST = 10_000.0
"""Chromium's cap on font sizes, in pixels."""
_MATH = ("calc(", "min(", "max(", "clamp(", "-webkit-calc(")
_MAX_DEPTH = 16


class Size(NamedTuple):
    """`px` + `em` x the parent's size + `rem` x the root's; or a keyword; or a math expression kept as text."""

    kind: str
    px: float = 0.0
    em: float = 0.0
    rem: float = 0.0
    text: str = ""


def parse_size(text: str, quirks: bool = False) -> Size | None:
    """Parse a font size or a length; None when it is not valid."""
    return _parse(text.strip(), quirks) if len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _parse(text: str, quirks: bool) -> Size | None:
    if text in KEYWORDS or text in {"larger", "smaller"}:
        return Size("keyword", text=text)
    if text.startswith(_MATH):
        return Size("math", text=text) if resolve_math(text, 16.0, 16.0) is not None else None
    found = _NUMBER.match(text)
    if not found:
        return None
    number, unit = min(float(found[1]), 1e6), found[2]
    if number < 0:
        return None
    if not unit:
        return Size("px", number) if quirks or number == 0 else None
    return _measured(number, unit)


def _measured(number: float, unit: str) -> Size | None:
    for table in (_ABSOLUTE, _VIEWPORT):
        if unit in table:
            return Size("px", min(number * table[unit], LARGEST))
    if unit in _EM:
        return Size("em", em=number * _EM[unit])
    return Size("rem", rem=number * _REM[unit]) if unit in _REM else None


def resolve_math(text: str, em: float, root: float) -> float | None:
    """Evaluate calc(), min(), max() or clamp() in pixels; None when it is not valid."""
    tokens = _tokens(text)
    if tokens is None:
        return None
    parser = _Math(tokens, em, root)
    try:
        value = parser.term(0)
    except (IndexError, ZeroDivisionError, _MathError):
        return None
    if parser.at != len(tokens) or value.unit == 0:
        return None
    return max(0.0, min(value.number, LARGEST)) if value.number == value.number else None


class _MathError(ValueError):
    pass


class _Quantity(NamedTuple):
    number: float
    unit: int
    """0 for a plain number, 1 for a length."""


def _tokens(text: str) -> list[re.Match[str]] | None:
    tokens, at = [], 0
    text = text.rstrip()
    while at < len(text):
        found = _MATH_TOKEN.match(text, at)
        if not found:
            return None
        tokens.append(found)
        at = found.end()
    return tokens


class _Math:
    """A recursive-descent evaluator; nesting is capped."""

    def __init__(self, tokens: list[re.Match[str]], em: float, root: float) -> None:
        self.tokens = tokens
        self.em = em
        self.root = root
        self.at = 0

    def _operator(self) -> str:
        return self.tokens[self.at][5] or "" if self.at < len(self.tokens) else ""

    def term(self, depth: int) -> _Quantity:
        if depth > _MAX_DEPTH:
            raise _MathError
        token = self.tokens[self.at]
        self.at += 1
        if token[1] is not None:
            return self._number(token)
        if token[4]:
            return self._call(token[3] or "calc", depth)
        raise _MathError

    def _number(self, token: re.Match[str]) -> _Quantity:
        number, unit = min(max(float(token[1]), -1e9), 1e9), token[2]
        if not unit:
            return _Quantity(number, 0)
        size = _measured(1.0, unit)
        if size is None:
            raise _MathError
        return _Quantity(number * (size.px + size.em * self.em + size.rem * self.root), 1)

    def _call(self, name: str, depth: int) -> _Quantity:
        arguments = [self._sum(depth + 1)]
        while self._operator() == ",":
            self.at += 1
            arguments.append(self._sum(depth + 1))
        if self._operator() != ")" or len({value.unit for value in arguments}) != 1:
            raise _MathError
        self.at += 1
        if name in {"min", "max"}:
            return min(arguments) if name == "min" else max(arguments)
        if name == "clamp" and len(arguments) == 3:
            low, value, high = arguments
            return max(low, min(value, high))
        if len(arguments) != 1 or name == "clamp":
            raise _MathError
        return arguments[0]

    def _sum(self, depth: int) -> _Quantity:
        value = self._product(depth)
        while self._operator() in {"+", "-"}:
            sign = -1.0 if self._operator() == "-" else 1.0
            self.at += 1
            other = self._product(depth)
            if other.unit != value.unit:
                raise _MathError
            value = _Quantity(value.number + sign * other.number, value.unit)
        return value

    def _product(self, depth: int) -> _Quantity:
        value = self.term(depth)
        while self._operator() in {"*", "/"}:
            operator = self._operator()
            self.at += 1
            other = self.term(depth)
            if operator == "*":
                if value.unit and other.unit:
                    raise _MathError
                value = _Quantity(value.number * other.number, value.unit | other.unit)
            else:
                if other.unit:
                    raise _MathError
                value = _Quantity(value.number / other.number, value.unit)
        return value

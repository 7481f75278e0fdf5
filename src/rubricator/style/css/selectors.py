"""Selectors, parsed after Selectors 4 into plain tuples that `matching` reads from right to left."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from rubricator.style.css._selectors import parse_plain as parse_plain
from rubricator.style.css.compounds import (
    CLASS,
    ID,
    LOGICAL,
    Attribute,
    Complex,
    Compound,
    Pseudo,
    complex_of,
    weight_of,
)
from rubricator.style.css.tokens import NAME_CHARACTER, NAME_START, split_commas, unescape


class SelectorError(ValueError):
    """Not a selector."""


_NAME = rf"(?:{NAME_CHARACTER}++|\\[0-9a-fA-F]{{1,6}}+\s?+|\\[^\n0-9a-fA-F])++"
_START = r"(?!-?\d)"
_COMPOUND_PART = re.compile(
    rf"""(?P<hash>\#{_START}{_NAME})|(?P<class>\.{_START}{_NAME})|(?P<element>::{_NAME})|(?P<pseudo>:{_NAME}\(?)|(?P<attr>\[)
    |(?P<tag>(?:(?:{_NAME}|\*)?\|(?!=))?(?:{_START}{_NAME}|\*))|(?P<comb>\s*[>+~]\s*|\s*\|\|\s*|\s+)""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(
    rf"""\[\s*(?:\*?\|(?!=))?({_START}{_NAME})\s*(?:([~|^$*]?=)\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|({_START}{_NAME}))\s*([iI])?\s*)?\]""",
    re.DOTALL,
)
_NTH = re.compile(r"\s*(?:(even|odd)|([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))\s*\Z")
_BRACKET = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\\.|[()\[\]]", re.DOTALL)

_STATES = frozenset(
    "hover focus active visited target focus-within focus-visible autofill -webkit-autofill fullscreen "
    "-webkit-full-screen -webkit-full-page-media -webkit-full-screen-ancestor -webkit-drag picture-in-picture "
    "user-invalid user-valid invalid valid in-range out-of-range indeterminate placeholder-shown modal popover-open "
    "host window-inactive current past future active-view-transition horizontal vertical decrement increment start end "
    "double-button single-button no-button corner-present".split()
)
"""Pseudo-classes that hold only while a person or a script acts."""
_PLAIN = frozenset(
    "root empty first-child last-child only-child first-of-type last-of-type only-of-type link any-link checked "
    "disabled enabled scope required optional read-only read-write default defined open".split()
)
_NTH_NAMES = frozenset({"nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"})
_NEVER_FUNCTIONS = frozenset({"host", "host-context", "state", "active-view-transition-type"})
_OLD_ELEMENTS = frozenset({"before", "after", "first-line", "first-letter"})
"""Pseudo-elements that may be written with one colon."""
_ELEMENTS = _OLD_ELEMENTS | frozenset(
    "selection placeholder backdrop marker cue file-selector-button slotted part target-text grammar-error "
    "spelling-error highlight view-transition view-transition-group view-transition-image-pair view-transition-old "
    "view-transition-new details-content scroll-marker scroll-marker-group scroll-button column checkmark "
    "picker-icon picker search-text view-transition-group-children".split()
)
"""Pseudo-elements that Chromium knows, besides all that begin with -webkit-. Others drop their rule."""
_CLOSED_ELEMENTS = _ELEMENTS - {"part", "selection"}
"""Those that no pseudo-class may follow."""
_MAX_DEPTH = 32
_MOST_CACHED = 512
_EMPTY: frozenset[str] = frozenset()
_NEVER = Pseudo("never")


def remembered_selector(text: str, quirks: bool) -> Complex | None:
    """Parse one complex selector, or remember it; long ones are not worth the memory."""
    return (parse_selector if len(text) <= _MOST_CACHED else parse_selector.__wrapped__)(text, quirks)


@lru_cache(maxsize=16384)
def parse_selector(text: str, quirks: bool = False) -> Complex | None:
    """Parse one complex selector; None when it is not valid. In quirks mode ids and classes lose their case."""
    text = text.strip()
    plain = parse_plain(text.lower() if quirks else text)
    if plain:
        return plain
    try:
        return _parse_complex(text, 0, quirks)
    except SelectorError:
        return None


_SURELY_VALID = re.compile(
    r"""(?!\s*+(?:[,>+~]|-?\d))(?:[\w*-]++|\s++(?!-?\d)|[,>+~](?!\s*+(?:[,>+~]|-?\d|\Z))|[.#](?=-?[a-zA-Z_\\])
    |\\[0-9a-f]{1,6}[ ]?|\[-?[a-zA-Z_][\w-]*+(?:[~|^$*]?=(?:"[^"\\]*"|'[^'\\]*'|-?[a-zA-Z_][\w-]*+))?\]
    |:(?:hover|focus|active|visited|first-child|last-child|link|disabled|checked|root)(?![\w(-])
    |::?(?:before|after)(?=\s*+(?:,|\Z)))*+\Z""",
    re.VERBOSE,
)
"""Most selector lists are plain; only the others are parsed to learn whether they are valid."""


def is_valid_list(text: str, quirks: bool) -> bool:
    """Return whether all selectors of a list are valid."""
    return _SURELY_VALID.match(text) is not None or parse_selector_list(text, quirks) is not None


def parse_selector_list(text: str, quirks: bool = False) -> list[Complex] | None:
    """Parse a selector list; None when one of its selectors is not valid, which drops its rule."""
    parsed: list[Complex] = []
    for part in split_commas(text):
        selector = remembered_selector(part, quirks)
        if selector is None:
            return None
        parsed.append(selector)
    return parsed


def _parse_complex(text: str, depth: int, quirks: bool, relative: bool = False) -> Complex:
    if depth > _MAX_DEPTH:
        raise SelectorError("nested too deep")
    compounds: list[Compound] = []
    leading = ""
    at, combinator, total = 0, "", 0
    if relative and text[:1] in {">", "+", "~"}:
        leading, text = text[0], text[1:].lstrip()
    while at < len(text):
        compound, weight, at = _parse_compound(text, at, combinator, depth, quirks)
        compounds.append(compound)
        total += weight
        if at == len(text):
            break
        found = _COMPOUND_PART.match(text, at)
        if not found or found["comb"] is None:
            raise SelectorError(text)
        combinator = found["comb"].strip() or " "
        at = found.end()
        if combinator == "||" or at == len(text):
            raise SelectorError(text)
    if not compounds:
        raise SelectorError(text)
    compounds.reverse()
    return complex_of(tuple(compounds), total, leading)


@dataclass(slots=True)
class _Parts:
    """What was read of a compound so far."""

    tag: str = ""
    id: str = ""
    classes: list[str] = field(default_factory=list)
    attributes: list[Attribute] = field(default_factory=list)
    pseudos: list[Pseudo] = field(default_factory=list)
    element: str = ""
    weight: int = 0
    """Specificity; a class that is named twice counts twice."""


def _parse_compound(text: str, at: int, combinator: str, depth: int, quirks: bool) -> tuple[Compound, int, int]:
    """Return a compound, its specificity, and where it ends."""
    parts, begin = _Parts(), at
    while at < len(text):
        found = _COMPOUND_PART.match(text, at)
        if not found:
            raise SelectorError(text)
        if found["comb"] is not None:
            break
        at = found.end()
        if found["element"] or found["pseudo"]:
            at = _take_pseudo(parts, text, found, depth, quirks)
        elif parts.element:
            raise SelectorError(text)
        elif found["attr"]:
            attribute, at = _parse_attribute(text, found.start())
            parts.attributes.append(attribute)
            parts.weight += CLASS
        else:
            _take_name(parts, found, begin, quirks)
    # Nothing stands inside of a pseudo-element, so no combinator may follow it.
    if at == begin or (parts.element and at < len(text)):
        raise SelectorError(text)
    classes = frozenset(parts.classes) if parts.classes else _EMPTY
    compound = Compound(parts.tag, parts.id, classes, tuple(parts.attributes), tuple(parts.pseudos), combinator)
    return compound, parts.weight, at


def _take_name(parts: _Parts, found: re.Match[str], begin: int, quirks: bool) -> None:
    """Add a tag, an id or a class."""
    if found["hash"]:
        name = _name(found["hash"], quirks)
        if parts.id and parts.id != name:
            parts.pseudos.append(_NEVER)
        parts.id = name
        parts.weight += ID
    elif found["class"]:
        parts.classes.append(_name(found["class"], quirks))
        parts.weight += CLASS
    else:
        prefix, bar, local = found["tag"].rpartition("|")
        if begin != found.start() or prefix not in {"", "*"}:
            raise SelectorError("a tag in the middle, or a namespace that is not declared")
        if bar and not prefix:
            parts.pseudos.append(_NEVER)
        if local != "*":
            parts.tag = unescape(local).lower()
            parts.weight += 1


def _take_pseudo(parts: _Parts, text: str, found: re.Match[str], depth: int, quirks: bool) -> int:
    """Add a pseudo-class or a pseudo-element; return where it ends."""
    at = found.end()
    opening = found["pseudo"] or found["element"]
    name = unescape(opening.strip(":(")).lower()
    if found["element"] or (name in _OLD_ELEMENTS and opening[-1] != "("):
        if depth or parts.element or (name not in _ELEMENTS and not name.startswith("-webkit-")):
            raise SelectorError(f"::{name}")
        parts.element = name
        parts.pseudos.append(_NEVER)
        parts.weight += 1
        return _closing(text, at + 1) + 1 if text[at : at + 1] == "(" else at
    if parts.element in _CLOSED_ELEMENTS:
        raise SelectorError(f"a pseudo-class after ::{parts.element}")
    pseudo, at = _parse_pseudo(text, name, opening[-1] == "(", at, depth, quirks)
    parts.pseudos.append(pseudo)
    parts.weight += weight_of(pseudo)
    return at


def _name(token: str, quirks: bool) -> str:
    name = unescape(token[1:])
    return name.lower() if quirks else name


def _parse_attribute(text: str, at: int) -> tuple[Attribute, int]:
    found = _ATTRIBUTE.match(text, at)
    if not found:
        raise SelectorError(text)
    value = next((group for group in found.group(3, 4, 5) if group is not None), "")
    return Attribute(
        unescape(found[1]).lower(), found[2] or "", unescape(value), (found[6] or "").lower() == "i"
    ), found.end()


def _parse_pseudo(text: str, name: str, is_function: bool, at: int, depth: int, quirks: bool) -> tuple[Pseudo, int]:
    if is_function:
        close = _closing(text, at)
        return _parse_function(name, text[at:close].strip(), depth, quirks), close + 1
    if name in _STATES:
        return _NEVER, at
    name = "any-link" if name == "-webkit-any-link" else name
    if name not in _PLAIN:
        raise SelectorError(f":{name}")
    return Pseudo(name), at


_OF = re.compile(r"\s+of\s+")


def _parse_function(name: str, argument: str, depth: int, quirks: bool) -> Pseudo:
    if name in _NTH_NAMES:
        formula, *of = _OF.split(argument, maxsplit=1)
        if of and name.endswith("of-type"):
            raise SelectorError(argument)
        step, offset = _parse_nth(formula.lower())
        return Pseudo(name, _parse_arguments(of[0], depth, quirks, forgiving=False) if of else (), step, offset)
    if name == "-webkit-any" and argument:
        return Pseudo("is", _parse_arguments(argument, depth, quirks, forgiving=False))
    if name in LOGICAL:
        arguments = _parse_arguments(argument, depth, quirks, forgiving=name in {"is", "where"}, relative=name == "has")
        if name == "has" and any(_holds_has(inner) for inner in arguments):
            raise SelectorError(":has() in itself")
        return Pseudo(name, arguments)
    if name in {"lang", "dir"} and _WORD.match(argument):
        return Pseudo(name, text=argument.lower())
    if name in _NEVER_FUNCTIONS and argument:
        return _NEVER
    raise SelectorError(f":{name}()")


_WORD = re.compile(rf"{NAME_START}[\w-]*\Z")


def _holds_has(selector: Complex) -> bool:
    pseudos = [pseudo for compound in selector.compounds for pseudo in compound.pseudos]
    return any(pseudo.name == "has" or any(map(_holds_has, pseudo.arguments)) for pseudo in pseudos)


def _parse_arguments(
    text: str, depth: int, quirks: bool, *, forgiving: bool, relative: bool = False
) -> tuple[Complex, ...]:
    if depth >= _MAX_DEPTH:
        raise SelectorError("nested too deep")
    parsed: list[Complex] = []
    for part in split_commas(text):
        try:
            parsed.append(_parse_complex(part.strip(), depth + 1, quirks, relative))
        except SelectorError:
            if not forgiving:
                raise
    return tuple(parsed)


def _parse_nth(text: str) -> tuple[int, int]:
    found = _NTH.match(text)
    if not found:
        raise SelectorError(text)
    if found[1]:
        return 2, int(found[1] == "odd")
    if found[5]:
        return 0, _bounded(found[5])
    step = found[2] or ""
    offset = _bounded(found[4]) if found[4] else 0
    return (_bounded(step) if step.strip("+-") else int(f"{step}1")), -offset if found[3] == "-" else offset


def _bounded(digits: str) -> int:
    return int(digits[:9])


def _closing(text: str, at: int) -> int:
    depth = 1
    for found in _BRACKET.finditer(text, at):
        if found[0] in {"(", "["}:
            depth += 1
        elif found[0] in {")", "]"}:
            depth -= 1
            if not depth:
                return found.start()
    raise SelectorError(text)

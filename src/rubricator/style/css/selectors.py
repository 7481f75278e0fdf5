"""Selectors, parsed after Selectors 4 into plain tuples that `matching` reads from right to left."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rubricator.style.css.syntax import split_commas, unescape

Key = str
"""What a compound needs from an element: '#id', '.class', a tag name or '[attribute'; '' is any element."""


class Attribute(NamedTuple):
    """[name operator "value" flag]"""

    name: str
    operator: str
    value: str
    fold: bool


class Pseudo(NamedTuple):
    """A pseudo-class, with its argument already parsed."""

    name: str
    arguments: tuple[Complex, ...] = ()
    step: int = 0
    offset: int = 0
    text: str = ""


class Compound(NamedTuple):
    """A compound and the combinator that ties it to the compound on its left ('' for the leftmost)."""

    tag: str
    id: str
    classes: frozenset[str]
    attributes: tuple[Attribute, ...]
    pseudos: tuple[Pseudo, ...]
    combinator: str


class Complex(NamedTuple):
    """A complex selector: compounds from right to left, its specificity, and the keys that must occur in the page."""

    compounds: tuple[Compound, ...]
    specificity: int
    keys: frozenset[Key]
    references: frozenset[str]
    """All names that decide a match, those inside `:not()` and the like too; '[name' and '[name=' for attributes."""
    above: frozenset[Key]
    """The keys that must occur in ancestors: those of compounds tied by descendant and child combinators alone."""
    key: Key
    static: bool
    """Decided by the tags and attributes of the element and its ancestors alone: no siblings, no counting."""
    simple: bool
    """One compound that tags and attributes alone decide."""
    leading: str = ""
    """The combinator before a relative selector, as in `:has(> img)`."""


class SelectorError(ValueError):
    """Not a selector."""


_NAME = r"(?:[-\w\u0080-\U0010ffff]|\\[0-9a-fA-F]{1,6}\s?|\\[^\n0-9a-fA-F])+"
_COMPOUND_PART = re.compile(
    rf"""(?P<hash>\#{_NAME})|(?P<class>\.{_NAME})|(?P<element>::{_NAME})|(?P<pseudo>:{_NAME}\(?)|(?P<attr>\[)
    |(?P<tag>(?:(?:{_NAME}|\*)?\|(?!=))?(?:{_NAME}|\*))|(?P<comb>\s*[>+~]\s*|\s*\|\|\s*|\s+)""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(
    rf"""\[\s*(?:(?:{_NAME}|\*)?\|(?!=))?({_NAME})\s*(?:([~|^$*]?=)\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|({_NAME}))\s*([iIsS])?\s*)?\]""",
    re.DOTALL,
)
_NTH = re.compile(r"\s*(?:(even|odd)|([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))\s*\Z")
_BRACKET = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\\.|[()\[\]]", re.DOTALL)

_STATES = frozenset(
    "hover focus active visited target focus-within focus-visible target-within autofill -webkit-autofill fullscreen "
    "-webkit-full-screen picture-in-picture playing paused user-invalid user-valid invalid out-of-range indeterminate "
    "placeholder-shown modal popover-open current past future host host-context -moz-focusring "
    "valid in-range -moz-ui-invalid -ms-input-placeholder -moz-placeholder before after first-line first-letter".split()
)
"""Pseudo-classes that hold only while a person or a script acts, and the old spelling of pseudo-elements."""
_PLAIN = frozenset(
    "root empty first-child last-child only-child first-of-type last-of-type only-of-type link any-link checked disabled "
    "enabled scope required optional read-only read-write defined open".split()
)
_NTH_NAMES = frozenset({"nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"})
_LOGICAL = frozenset({"is", "where", "not", "has", "matches", "-webkit-any", "-moz-any"})
_ID, _CLASS = 1 << 40, 1 << 20
"""Weights of specificity; no selector has a million parts, so none spills into the next."""
_MAX_DEPTH = 32
_EMPTY: frozenset[str] = frozenset()
_NEVER = Pseudo("never")


@lru_cache(maxsize=16384)
def parse_selector(text: str, quirks: bool = False) -> Complex | None:
    """Parse one complex selector; None when it is not valid. In quirks mode ids and classes lose their case."""
    text = text.strip()
    if _PLAIN_SELECTOR.match(text):
        return _parse_plain(text.lower() if quirks else text)
    try:
        return _parse_complex(text, 0, quirks)
    except SelectorError:
        return None


_PLAIN_SELECTOR = re.compile(r"(?:[a-zA-Z_*](?:(?<=\*)|[\w-]*+)|[.#]-?[a-zA-Z_][\w-]*+)(?:\s*+>?\s*+(?:[.#]-?[a-zA-Z_][\w-]*+|(?<=[\s>])[a-zA-Z_*](?:(?<=\*)|[\w-]*+)))*+\Z", re.ASCII)
"""Only tags, ids and classes with descendant and child combinators, which is what most selectors are."""
_PLAIN_COMPOUND = re.compile(r"(\s*>\s*|\s+)?([^\s>]+)")
_PLAIN_PART = re.compile(r"[.#]?[^.#]+")


def _parse_plain(text: str) -> Complex:
    """Parse a selector known to be plain."""
    compounds = []
    keys: set[Key] = set()
    above: set[Key] = set()
    total = 0
    for combinator, compound in _PLAIN_COMPOUND.findall(text):
        parts = _PLAIN_PART.findall(compound)
        above |= keys
        tag, ident, classes = "", "", []
        for part in parts:
            if part[0] == ".":
                classes.append(part[1:])
                total += _CLASS
            elif part[0] == "#":
                ident = part[1:]
                total += _ID
            elif part != "*":
                tag = part = part.lower()
                total += 1
            else:
                continue
            keys.add(part)
        compounds.append(Compound(tag, ident, frozenset(classes) if classes else _EMPTY, (), (), combinator.strip() or combinator[:1]))
    compounds.reverse()
    first = compounds[0]
    key = "#" + first.id if first.id else "." + min(first.classes) if first.classes else first.tag
    every = frozenset(keys)
    return Complex(tuple(compounds), total, every, every, frozenset(above), key, True, len(compounds) == 1)


def parse_selector_list(text: str, quirks: bool = False) -> list[Complex] | None:
    """Parse a selector list; None when one of its selectors is not valid, which drops its rule."""
    parsed: list[Complex] = []
    for part in split_commas(text):
        selector = parse_selector(part, quirks)
        if selector is None:
            return None
        parsed.append(selector)
    return parsed


def _parse_complex(text: str, depth: int, quirks: bool, relative: bool = False) -> Complex:
    if depth > _MAX_DEPTH:
        raise SelectorError("nested too deep")
    compounds: list[Compound] = []
    leading = ""
    at, combinator = 0, ""
    if relative and text[:1] in {">", "+", "~"}:
        leading, text = text[0], text[1:].lstrip()
    while at < len(text):
        compound, at = _parse_compound(text, at, combinator, depth, quirks)
        compounds.append(compound)
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
    return _finish(tuple(compounds), leading)


def _parse_compound(text: str, at: int, combinator: str, depth: int, quirks: bool) -> tuple[Compound, int]:
    tag, ident = "", ""
    classes: list[str] = []
    attributes: list[Attribute] = []
    pseudos: list[Pseudo] = []
    begin = at
    while at < len(text):
        found = _COMPOUND_PART.match(text, at)
        if not found:
            raise SelectorError(text)
        if found["comb"] is not None:
            break
        at = found.end()
        if found["tag"]:
            if begin != found.start():
                raise SelectorError(text)
            tag = unescape(found["tag"].rpartition("|")[2]).lower()
        elif found["hash"]:
            name = _name(found["hash"], quirks)
            if ident and ident != name:
                raise SelectorError("two ids never match")
            ident = name
        elif found["class"]:
            classes.append(_name(found["class"], quirks))
        elif found["attr"]:
            attribute, at = _parse_attribute(text, found.start())
            attributes.append(attribute)
        elif found["element"]:
            at = _closing(text, at + 1) + 1 if text[at : at + 1] == "(" else at
            pseudos.append(_NEVER)
        else:
            pseudo, at = _parse_pseudo(text, found["pseudo"], at, depth, quirks)
            pseudos.append(pseudo)
    if at == begin:
        raise SelectorError(text)
    compound = Compound(
        "" if tag == "*" else tag, ident, frozenset(classes) if classes else _EMPTY, tuple(attributes), tuple(pseudos), combinator
    )
    return compound, at


def _name(token: str, quirks: bool) -> str:
    name = unescape(token[1:])
    return name.lower() if quirks else name


def _parse_attribute(text: str, at: int) -> tuple[Attribute, int]:
    found = _ATTRIBUTE.match(text, at)
    if not found:
        raise SelectorError(text)
    value = next((group for group in found.group(3, 4, 5) if group is not None), "")
    return Attribute(unescape(found[1]).lower(), found[2] or "", unescape(value), (found[6] or "").lower() == "i"), found.end()


def _parse_pseudo(text: str, opening: str, at: int, depth: int, quirks: bool) -> tuple[Pseudo, int]:
    name = unescape(opening[1:].rstrip("(")).lower()
    if not opening.endswith("("):
        if name in _STATES:
            return _NEVER, at
        if name not in _PLAIN:
            raise SelectorError(f":{name}")
        return Pseudo(name), at
    close = _closing(text, at)
    argument = text[at:close]
    return _parse_function(name, argument.strip(), depth, quirks), close + 1


def _parse_function(name: str, argument: str, depth: int, quirks: bool) -> Pseudo:
    if name in _NTH_NAMES:
        formula, _, of = argument.partition(" of ")
        step, offset = _parse_nth(formula.lower())
        return Pseudo(name, _parse_arguments(of, depth, quirks, forgiving=False) if of else (), step, offset)
    if name in _LOGICAL:
        if name in {"matches", "-webkit-any", "-moz-any"}:
            name = "is"
        arguments = _parse_arguments(argument, depth, quirks, forgiving=name in {"is", "where"}, relative=name == "has")
        return Pseudo(name, arguments)
    if name in {"lang", "dir"}:
        return Pseudo(name, text=argument.strip("\"' ").lower())
    raise SelectorError(f":{name}()")


def _parse_arguments(text: str, depth: int, quirks: bool, *, forgiving: bool, relative: bool = False) -> tuple[Complex, ...]:
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


def _finish(compounds: tuple[Compound, ...], leading: str) -> Complex:
    keys: set[Key] = set()
    references: set[str] = set()
    total, static = 0, True
    above: set[Key] = set()
    sideways = False
    for number, compound in enumerate(compounds):
        own = _keys(compound)
        keys |= own
        if number and not sideways:
            above |= own
        sideways = sideways or compound.combinator in {"+", "~"}
        references.update("[" + attribute.name + ("=" if attribute.operator else "") for attribute in compound.attributes)
        static = static and compound.combinator not in {"+", "~"} and all(_is_static(p) for p in compound.pseudos)
        for pseudo in compound.pseudos:
            references.update(_REFERENCES.get(pseudo.name, ()))
            references.update(name for argument in pseudo.arguments for name in argument.references)
        total += _specificity(compound)
    first = compounds[0]
    key = "#" + first.id if first.id else "." + min(first.classes) if first.classes else first.tag
    simple = len(compounds) == 1 and not first.pseudos
    if not key and first.attributes:
        key = "[" + first.attributes[0].name
    return Complex(compounds, total, frozenset(keys), frozenset(references | keys), frozenset(above), key, static, simple, leading)


def _keys(compound: Compound) -> set[Key]:
    keys = {"." + name for name in compound.classes}
    if compound.tag:
        keys.add(compound.tag)
    if compound.id:
        keys.add("#" + compound.id)
    keys.update("[" + attribute.name for attribute in compound.attributes)
    return keys


_REFERENCES = {
    "link": ("[href",), "any-link": ("[href",), "checked": ("[checked", "[selected"), "disabled": ("[disabled",),
    "enabled": ("[disabled",), "required": ("[required",), "optional": ("[required",), "open": ("[open",),
    "read-only": ("[readonly", "[disabled", "[type="), "read-write": ("[readonly", "[disabled", "[type="),
}  # fmt: skip
"""The attributes behind the pseudo-classes that an element's own attributes decide."""
_ALWAYS_STATIC = frozenset({*_REFERENCES, "never", "defined", "root"})


def _is_static(pseudo: Pseudo) -> bool:
    if pseudo.name in {"is", "where", "not"}:
        return all(argument.static for argument in pseudo.arguments)
    return pseudo.name in _ALWAYS_STATIC


def _specificity(compound: Compound) -> int:
    total = _ID * bool(compound.id) + _CLASS * (len(compound.classes) + len(compound.attributes)) + bool(compound.tag)
    for pseudo in compound.pseudos:
        total += max((argument.specificity for argument in pseudo.arguments), default=0) if pseudo.name != "where" else 0
        total += _CLASS if pseudo.name not in _LOGICAL else 0
    return total

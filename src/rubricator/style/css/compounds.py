"""Selectors as plain tuples, and what follows from one: its specificity, and the names that it asks of a page."""

from __future__ import annotations

from typing import NamedTuple

from rubricator.style.css._selectors import CLASS, ID, Complex, Compound, Pseudo

__all__ = ["CLASS", "ID", "Attribute", "Complex", "Compound", "Key", "Pseudo", "complex_of", "weight_of"]

Key = str
"""What a compound needs from an element: '#id', '.class', a tag name or '[attribute'; '' is any element."""


class Attribute(NamedTuple):
    """[name operator "value" flag]"""

    name: str
    operator: str
    value: str
    fold: bool


LOGICAL = frozenset({"is", "where", "not", "has"})


def complex_of(compounds: tuple[Compound, ...], specificity: int, leading: str) -> Complex:
    """Complete a selector with the names that it asks for."""
    keys: set[Key] = set()
    references: set[str] = set()
    tests: set[Attribute] = set()
    static = True
    for compound in compounds:
        own = _keys(compound)
        keys |= own
        references.update(key for key in own if key[0] in ".#")
        references.update("[" + attribute.name for attribute in compound.attributes if not attribute.operator)
        tests.update(attribute for attribute in compound.attributes if attribute.operator)
        static = static and compound.combinator not in {"+", "~"} and all(_is_static(p) for p in compound.pseudos)
        for pseudo in compound.pseudos:
            references.update(_REFERENCES.get(pseudo.name, ()))
            for argument in pseudo.arguments:
                references |= argument.references
                tests |= argument.tests
    first = compounds[0]
    key = "#" + first.id if first.id else "." + min(first.classes) if first.classes else first.tag
    simple = len(compounds) == 1 and not first.pseudos
    if not key and first.attributes:
        key = "[" + first.attributes[0].name
    return Complex(
        compounds,
        specificity,
        frozenset(keys),
        frozenset(references),
        key,
        static,
        simple,
        leading,
        frozenset(tests),
    )


def _keys(compound: Compound) -> set[Key]:
    keys = {"." + name for name in compound.classes}
    if compound.tag:
        keys.add(compound.tag)
    if compound.id:
        keys.add("#" + compound.id)
    keys.update("[" + attribute.name for attribute in compound.attributes)
    return keys


_REFERENCES = {
    "link": ("[href",), "any-link": ("[href",), "checked": ("[checked", "[selected", "[type="),
    "disabled": ("[disabled",),
    "enabled": ("[disabled",), "default": ("[checked", "[selected", "[type="), "lang": ("[lang=",),
    "dir": ("[dir=",), "required": ("[required",), "optional": ("[required",), "open": ("[open",),
    "read-only": ("[readonly", "[disabled", "[type="), "read-write": ("[readonly", "[disabled", "[type="),
}  # fmt: skip
"""The attributes behind the pseudo-classes that an element's own attributes decide."""
_ALWAYS_STATIC = frozenset({*_REFERENCES, "never", "defined", "root"})


def _is_static(pseudo: Pseudo) -> bool:
    if pseudo.name in {"is", "where", "not"}:
        return all(argument.static for argument in pseudo.arguments)
    return pseudo.name in _ALWAYS_STATIC


def weight_of(pseudo: Pseudo) -> int:
    """Return the specificity of a pseudo-class; those with selectors weigh as the heaviest of them."""
    if pseudo.name == "where":
        return 0
    heaviest = max((argument.specificity for argument in pseudo.arguments), default=0)
    return heaviest if pseudo.name in LOGICAL else heaviest + CLASS

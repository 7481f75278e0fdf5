"""Selectors as objects with named fields, what they ask of one element, and the parser of the most frequent ones."""

from __future__ import annotations

from rubricator.style.css.compounds import Attribute, Key

ID: int
CLASS: int
"""Weights of specificity; no selector has a million parts, so none spills into the next."""

class Pseudo:
    """A pseudo-class, with its argument already parsed."""

    name: str
    arguments: tuple[Complex, ...]
    step: int
    offset: int
    text: str
    def __init__(
        self, name: str, arguments: tuple[Complex, ...] = (), step: int = 0, offset: int = 0, text: str = ""
    ) -> None: ...

class Compound:
    """A compound and the combinator that ties it to the compound on its left ('' for the leftmost)."""

    tag: str
    id: str
    classes: frozenset[str]
    attributes: tuple[Attribute, ...]
    pseudos: tuple[Pseudo, ...]
    combinator: str
    def __init__(
        self,
        tag: str,
        id: str,
        classes: frozenset[str],
        attributes: tuple[Attribute, ...],
        pseudos: tuple[Pseudo, ...],
        combinator: str,
    ) -> None: ...

class Complex:
    """A complex selector: compounds from right to left, and what follows from them."""

    compounds: tuple[Compound, ...]
    specificity: int
    keys: frozenset[Key]
    """What must occur in the page."""
    references: frozenset[str]
    """All names but tags that decide a match, those inside `:not()` and the like too; '[name' where an attribute only
    has to be there, '[name=' where a pseudo-class reads its value."""
    key: Key
    """What the element itself needs."""
    static: bool
    """Decided by the tags and attributes of the element and its ancestors alone: no siblings, no counting."""
    simple: bool
    """One compound that tags and attributes alone decide."""
    leading: str
    """The combinator before a relative selector, as in `:has(> img)`."""
    tests: frozenset[Attribute]
    """What values of attributes are compared with, anywhere in the selector."""
    def __init__(
        self,
        compounds: tuple[Compound, ...],
        specificity: int,
        keys: frozenset[Key],
        references: frozenset[str],
        key: Key,
        static: bool,
        simple: bool,
        leading: str = "",
        tests: frozenset[Attribute] = ...,
    ) -> None: ...

class Shape:
    """What selectors ask of an element itself."""

    tag: str
    id: str
    classes: frozenset[str]
    attributes: dict[str, str]
    def __init__(self, tag: str, id: str, classes: frozenset[str], attributes: dict[str, str]) -> None: ...

def parse_plain(text: str) -> Complex | None:
    """Parse a selector of tags, ids and classes with descendant and child combinators; None when it is another one."""

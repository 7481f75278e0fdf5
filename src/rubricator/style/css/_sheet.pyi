"""Stylesheets as text: where rules, strings and brackets end, and the index of selectors."""

from __future__ import annotations

from rubricator.limits import Budget, Limits
from rubricator.style.css._selectors import Complex
from rubricator.style.css.compounds import Key

class Rule:
    """A style rule: selectors and declarations as written, and the cascade layer it stands in ('' for none)."""

    selectors: str
    body: str
    layer: str
    def __init__(self, selectors: str, body: str, layer: str) -> None: ...

def flat_rules(text: str, at: int, left: int, layer: str, rules: list[Rule]) -> tuple[int, int]:
    """Read rules up to the first that is not flat; return where that begins, and how many may still be read."""

def find_mark(text: str, at: int, marks: str) -> int:
    """Return where the next of some marks stands outside of strings and brackets; the length of the text without one.

    A bracket that is never closed reaches to the end, as it does in browsers.
    """

class IndexedSelector:
    """A selector of a sheet with its rule, the number of that, and what it was parsed into when a page first asked."""

    number: int
    rule: Rule
    text: str
    selector: Complex | None

class SelectorIndex:
    """The selectors of a sheet: by a name that each surely needs, or by the value of an attribute that it asks for."""

    named: dict[Key, list[IndexedSelector]]
    valued: dict[tuple[str, str], dict[str, list[IndexedSelector]]]
    """By the attribute and the operator, then by the value."""
    count: int
    is_full: bool
    """The sheet has more selectors than the limits allow, or deeper ones."""

def index_selectors(rules: list[Rule], quirks: bool, limits: Limits, budget: Budget) -> SelectorIndex:
    """Index the selectors of rules; those beyond the limits are left out."""

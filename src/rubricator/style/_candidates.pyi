"""The names that a page holds, and the selectors that could match in it."""

from __future__ import annotations

from collections.abc import Sequence

from rubricator.limits import Budget
from rubricator.style.candidates import AttributeValues
from rubricator.style.css._sheet import Rule
from rubricator.style.css.compounds import Complex, Key
from rubricator.style.document import Document
from rubricator.style.sheets import PlacedSheet

class Candidate:
    """A selector that could match something, with its place in the cascade: layer, specificity, appearance."""

    order: tuple[int, int, int]
    selector: Complex
    of_agent: bool
    """It is one of the rules that every page starts from."""
    def __init__(self, order: tuple[int, int, int], selector: Complex, rule: Rule) -> None: ...

class PageNames:
    """The names that occur in a page, as keys of selectors; `classes` are those of each text of `class`."""

    keys: set[Key]
    classes: list[list[str]]
    def __init__(self, document: Document) -> None: ...

def select_candidates(
    names: PageNames,
    agent: dict[Key, list[Candidate]],
    sheets: Sequence[PlacedSheet],
    ranks: dict[str, int],
    values: AttributeValues,
    budget: Budget,
) -> dict[Key, list[Candidate]]:
    """Pick the selectors whose every name occurs in the page, by key; `values` knows the values of attributes."""

"""Compiled; see `_candidates.pyx`."""

from __future__ import annotations

from collections.abc import Sequence

from rubricator.limits import Budget
from rubricator.style.css.compounds import Complex, Key
from rubricator.style.css.declarations import Declarations
from rubricator.style.document import Document
from rubricator.style.sheets import PlacedSheet

class Candidate:
    """A selector that could match something in this page, with its place in the cascade."""

    order: tuple[int, int, int]
    selector: Complex
    declarations: Declarations
    def __init__(self, order: tuple[int, int, int], selector: Complex, declarations: Declarations) -> None: ...

class Names:
    """The names that occur in a page: distinct elements as written, their keys, and the values of attributes."""

    def __init__(self, document: Document) -> None: ...
    def _collect(self, quirks: bool) -> None: ...
    def may_match(self, selector: str) -> bool:
        """Return False when a selector asks for a name or an attribute value that does not occur in the page.

        So the most part of large sheets is never parsed."""

def select_candidates(
    names: Names,
    agent: dict[Key, list[Candidate]],
    sheets: Sequence[PlacedSheet],
    ranks: dict[str, int],
    quirks: bool,
    budget: Budget,
) -> dict[Key, list[Candidate]]:
    """Pick the selectors whose every name occurs in the page, by key."""

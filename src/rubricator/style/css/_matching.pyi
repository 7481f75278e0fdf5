"""Does an element match a selector? Read from right to left over the flat document, without backtracking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rubricator.limits import Budget
from rubricator.style.css._selectors import Complex, Compound, Pseudo, Shape
from rubricator.style.document import Document

class MatchBudgetError(Exception):
    """The selectors of a page were tried as often as its limits allow; the cascade goes on with fewer of them."""

class MatchBudget:
    """How often selectors may still be tried on elements."""

    def __init__(self, left: int, budget: Budget) -> None: ...
    def charge(self, tried: int) -> None:
        """Count selectors that were tried; look at the time budget now and then."""

class _Uncommon(Protocol):
    """What knows siblings, and decides the less frequent pseudo-classes."""

    def previous(self, node: int) -> int: ...
    def siblings(self, parent: int) -> list[int]: ...
    def matches(self, pseudo: Pseudo, node: int, shape: Shape, matcher: Matcher) -> bool: ...

class Matcher:
    """Matches selectors against the elements of one document; `uncommon` answers for the rarer pseudo-classes."""

    shapes: list[Shape]
    kind_of: Sequence[int]
    def __init__(
        self,
        document: Document,
        shapes: Sequence[Shape],
        kind_of: Sequence[int],
        match_budget: MatchBudget,
        uncommon: _Uncommon,
    ) -> None: ...
    def match(self, compounds: tuple[Compound, ...], node: int) -> int:
        """Return the element that the leftmost compound matched, or -1."""
    def match_segment(self, compounds: tuple[Compound, ...], node: int) -> int:
        """Match up to the first descendant combinator; return the leftmost element, or -1."""
    def argument(self, argument: Complex, node: int) -> bool:
        """Match an argument of a pseudo-class; answers are remembered."""

"""Compiled; see `_sheet.pyx`."""

from __future__ import annotations

from rubricator.limits import Budget, Limits
from rubricator.style.css.compounds import Key
from rubricator.style.css.syntax import Rule

def index_selectors(
    rules: list[Rule], quirks: bool, limits: Limits, budget: Budget
) -> tuple[dict[Key, list[tuple[int, str]]], bool]:
    """Return the selectors of rules by key, and whether there were more than the limits allow."""

def flat_rules(text: str, at: int, left: int, layer: str, rules: list[Rule]) -> tuple[int, int]:
    """Read rules up to the first that is not flat; return where that begins, and how many may still be read.

    What is left to the reader are `&` and all that is nested or not closed."""

"""Kinds of elements: those that no selector, inline style or presentational attribute of a page tells apart."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from rubricator.page.model import Attributes
from rubricator.style._candidates import Candidate, PageNames
from rubricator.style.css._matching import MatchBudget
from rubricator.style.css._selectors import Shape
from rubricator.style.css.compounds import Key
from rubricator.style.css.declarations import Declarations, Deferred
from rubricator.style.css.properties import Value

class Kind(Shape):
    """Elements that nothing in a page tells apart, and the candidates that fit them."""

    inline: Declarations
    hints: Mapping[str, Value | Deferred]
    always: list[Candidate]
    """Those that match all of them; of the others only the rightmost compound fits."""
    static: list[Candidate]
    """Those that ancestors decide."""
    dynamic: list[Candidate]
    """Those that siblings decide, too."""
    is_text: bool

def distinct_kinds(
    names: PageNames,
    attributes: Sequence[Attributes],
    candidates: dict[Key, list[Candidate]],
    quirks: bool,
    match_budget: MatchBudget,
) -> tuple[list[Kind], array[int]]:
    """Return the kinds of elements of a page, and the number of its kind for each node."""

"""Compiled; see `_kinds.pyx`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rubricator.limits import Trials
from rubricator.style._candidates import Candidate, Names
from rubricator.style.css.compounds import Key
from rubricator.style.css.declarations import Declarations, Deferred
from rubricator.style.css.matching import Shape
from rubricator.style.css.properties import Value
from rubricator.style.document import Document

class Kind:
    """Elements that no selector, inline style or presentational attribute of the page tells apart."""

    shape: Shape
    keys: tuple[Key, ...]
    hints: Mapping[str, Value | Deferred]
    inline: Declarations
    sure: Sequence[Candidate]
    static: Sequence[Candidate]
    dynamic: Sequence[Candidate]
    def __init__(
        self,
        shape: Shape,
        keys: tuple[Key, ...],
        hints: Mapping[str, Value | Deferred],
        inline: Declarations,
        sure: Sequence[Candidate],
        static: Sequence[Candidate],
        dynamic: Sequence[Candidate],
    ) -> None: ...

def distinct_kinds(
    document: Document, names: Names, candidates: dict[Key, list[Candidate]], trials: Trials
) -> tuple[list[Kind], Sequence[int]]:
    """Number the kinds of elements that candidates, inline styles and presentational attributes can tell apart."""

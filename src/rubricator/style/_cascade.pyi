"""Compiled; see `_cascade.pyx`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from rubricator.limits import Trials
from rubricator.style._computed import Resolver
from rubricator.style.computed import Computed
from rubricator.style.css.matching import Matcher
from rubricator.style.document import Document
from rubricator.style.kinds import Kind

def walk(
    document: Document,
    kinds: Sequence[Kind],
    kind_of: Sequence[int],
    matcher: Matcher,
    resolver: Resolver,
    trials: Trials,
    link_color: int | None,
) -> tuple[array[int], list[Computed]]:
    """Compute the style of each element after that of its parent, once per distinct case."""

"""The cascade: elements take their styles from rules and parents, each distinct case computed once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from rubricator.style._computed import Resolver
from rubricator.style._kinds import Kind
from rubricator.style.computed import Computed
from rubricator.style.css._matching import Matcher

def walk(
    parents: array[int],
    kinds: Sequence[Kind],
    kind_of: array[int],
    matcher: Matcher,
    resolver: Resolver,
    link_color: int | None,
) -> tuple[array[int], list[Computed]]:
    """Return the number of the style of each node, and the distinct styles."""

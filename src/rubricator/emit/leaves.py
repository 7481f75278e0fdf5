"""The leaves of a page, found in one pass: its text nodes, images, breaks and rules, each with what it stands in.

A passage of the page is then a slice of the leaves, so that emitting many blocks costs no more than emitting the page
once, however deep the elements nest. They are found once a page: all outputs read the same leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from rubricator.emit._leaves import Leaf, Opening, find, passage_leaves
from rubricator.emit.affixes import find_affixes
from rubricator.emit.elements import attribute, inert_elements, is_for_noscript
from rubricator.emit.links import resolve
from rubricator.emit.nodes import InlineKind
from rubricator.page.model import Page

__all__ = ["Leaf", "Leaves", "Mark", "Opening", "Shown", "find_leaves", "passage_leaves"]

Shown = Literal["keep", "unfold", "drop"]
"""Which hidden text is shown: all of it, what a reader may unfold, or none."""
Mark = tuple[InlineKind, int]
"""An inline element around a leaf. Equal marks side by side are one mark, but for links, code and quotations, which
have the number of their element; for others it is 0."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """All leaves of a page in document order, their ends for searching, and the containers by node."""

    page: Page
    leaves: list[Leaf]
    ends: list[int]
    containers: dict[int, Opening]
    has_affixes: bool
    raw_places: dict[int, tuple[int, ...]]
    """For preformatted text nodes that a passage has cut: where each character of the span is in the node's data."""
    addresses: dict[str, str | None]
    """Resolved addresses, by what is written in the page."""

    def address(self, node: int, name: str) -> str | None:
        """Return the address that an attribute of an element gives, if any."""
        value = attribute(self.page, node, name)
        if not value:
            return None
        if value not in self.addresses:
            self.addresses[value] = resolve(value, self.page.base)
        return self.addresses[value]


_Found = tuple[list[Leaf], list[int], dict[int, Opening], bool, dict[int, tuple[int, ...]], dict[str, str | None]]


def find_leaves(page: Page) -> Leaves:
    """Return the leaves of a page, which keeps what is found; it does not keep the page alive."""
    if page.leaves is None:
        object.__setattr__(page, "leaves", _find(page))
    return Leaves(page, *cast(_Found, page.leaves))


def _find(page: Page) -> _Found:
    affixes = find_affixes(page)
    leaves, containers = find(page, affixes, inert_elements(page), not is_for_noscript(page))
    return leaves, [leaf.end for leaf in leaves], containers, bool(affixes), {}, {}

"""The leaves of a page, found in one pass, and those of a passage."""

from typing import Literal

from rubricator.emit.affixes import Affixes
from rubricator.emit.leaves import Leaves, Mark, Shown
from rubricator.emit.nodes import ContainerKind
from rubricator.page.model import Page

class Opening:
    """A container element: what it becomes in the content tree."""

    kind: ContainerKind | Literal["code"]
    number: int | None
    colspan: int
    rowspan: int
    language: str | None

class Leaf:
    """A text, image, line break or rule, white space that is kept, or what marks an empty cell of a table.

    One without text stands right after the text before it: there `start == end`. Leaves of one line or paragraph have
    the same number of it. `inert` says that no reader can unfold it where it is hidden. Affixes of raised text are left
    to outputs that cannot raise it.
    """

    kind: Literal["text", "image", "break", "rule", "space", "cell"]
    node: int
    start: int
    end: int
    visible: bool
    paragraph: int
    containers: tuple[int, ...]
    marks: tuple[Mark, ...]
    inert: bool
    affixes: Affixes

    def is_shown(self, hidden: Shown) -> bool: ...

def find(
    page: Page, affixes: dict[int, Affixes], inert: frozenset[int], noscript_is_inert: bool
) -> tuple[list[Leaf], dict[int, Opening]]:
    """Return the leaves of a page without its permalinks, and its containers by node."""

def passage_leaves(leaves: Leaves, start: int, end: int, lead: bool = False, tail: bool = True) -> list[Leaf]:
    """Return the leaves that have characters in a passage, and those without text that belong to it.

    `lead` takes in those without text that stand right before `start`, `tail` those that stand right after `end`.
    """

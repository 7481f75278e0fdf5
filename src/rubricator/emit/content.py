"""The content of a passage: paragraphs, lists, tables and what stands in them, as a small tree.

A thing without text (an image without alternative text, a rule, an empty cell) belongs to the text before it.
"""

from __future__ import annotations

from rubricator.emit._passages import build_tree
from rubricator.emit.leaves import Leaves, Shown
from rubricator.emit.nodes import Node


def content(
    leaves: Leaves,
    start: int,
    end: int,
    *,
    hidden: Shown = "keep",
    lead: bool = False,
    tail: bool = True,
    targets: dict[int, tuple[str, ...]] | None = None,
) -> list[Node]:
    """Return the content of a span of the page's text; every character that is not a space comes out once.

    `lead` takes in what has no text and stands right before `start`, `tail` what stands right after `end`. Ids that
    stand at its leaves are taken out of `targets` and put into the tree.
    """
    return build_tree(leaves, start, end, hidden, lead, tail, targets)

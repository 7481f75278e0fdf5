"""Content structure construction (section 4.3), round after round until every leaf is coherent enough."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from rubricator.limits import Budget
from rubricator.segment.vips.extraction import Coherences, VisualBlock, divide_dom_tree
from rubricator.segment.vips.parts import Part, can_be_divided
from rubricator.segment.vips.separators import Separator, detect
from rubricator.segment.vips.view import PageView


@dataclass(slots=True)
class LayoutBlock:
    """A node of the content structure: one block of a pool, or several that were merged to a virtual block."""

    members: list[VisualBlock]
    doc: float
    depth: int
    separators: list[Separator] = field(default_factory=list)
    """Those between its children; of a leaf, those between its members."""
    children: list[LayoutBlock] = field(default_factory=list)


def construct(
    view: PageView, docs: Coherences, root: Part, pdoc: float, budget: Budget, max_depth: int
) -> tuple[LayoutBlock, int]:
    """Build the content structure under a part; return it, and how many blocks were too deep to be divided."""
    top = LayoutBlock([VisualBlock(root, 0.0)], 0.0, 0)
    pending, too_deep = [top], 0
    while pending:
        block = pending.pop()
        if block.doc > pdoc:
            continue
        budget.check()
        children = divide_block(view, docs, block)
        if block.depth >= max_depth:
            too_deep += len(children) > 1
        elif len(children) > 1:
            block.children = children
            pending.extend(children)
    return top, too_deep


def divide_block(view: PageView, docs: Coherences, block: LayoutBlock) -> list[LayoutBlock]:
    """Do one round: a virtual block falls into what it was merged from, a node goes to block extraction again."""
    pool = block.members
    if len(pool) == 1:
        pool = divide_dom_tree(view, docs, pool[0].part) if can_be_divided(view, pool[0].part) else []
        block.separators = detect(view, [one.part for one in pool]) if pool else []
    return merge(view, block, pool)


def merge(view: PageView, block: LayoutBlock, pool: Sequence[VisualBlock]) -> list[LayoutBlock]:
    """Merge the blocks beside each separator, from the lowest weight up, until those with the maximum weight are met.

    Blocks that overlap so that no separator is between any two of them stay single.
    """
    if not block.separators:
        return [virtual_block(view, [one], block) for one in pool]
    most = max(one.weight for one in block.separators)
    block.separators = [one for one in block.separators if one.weight == most]
    rows = [one.end for one in block.separators if one.horizontal]
    columns = [one.end for one in block.separators if not one.horizontal]
    groups: dict[tuple[int, int], list[VisualBlock]] = {}
    for one in pool:
        place = bisect_right(rows, one.part.rectangle.top), bisect_right(columns, one.part.rectangle.left)
        groups.setdefault(place, []).append(one)
    return [virtual_block(view, members, block) for members in groups.values()]


def virtual_block(view: PageView, members: list[VisualBlock], parent: LayoutBlock) -> LayoutBlock:
    """Make a block of what was merged.

    As for a node, its degree of coherence goes by the heaviest separator in it; it is never below that of the parent.
    """
    separators = detect(view, [one.part for one in members]) if len(members) > 1 else []
    inside = 1 - max([one.weight for one in separators], default=0.0)
    doc = round(min(inside, *(one.doc for one in members)), 2)
    return LayoutBlock(members, max(parent.doc, doc), parent.depth + 1, separators)

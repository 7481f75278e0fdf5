"""Relations between blocks (HEPS paper, sections 5.4.5 and 5.4.6)."""

from __future__ import annotations

from collections.abc import Sequence

from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.ranges import PageScore, RangedBlock, match_blocks, match_headings

RELATIONS = ("ancestor", "parent", "sibling", "child", "descendant")


def related(blocks: Sequence[RangedBlock], number: int, relation: str) -> set[int]:
    """Return the blocks that stand in a relation to one of them."""
    parents = [block.parent for block in blocks]
    if relation == "parent":
        return {parent} if (parent := parents[number]) is not None else set()
    if relation == "child":
        return {other for other, parent in enumerate(parents) if parent == number}
    if relation == "sibling":
        return {other for other, parent in enumerate(parents) if parent == parents[number] and other != number}
    if relation == "ancestor":
        return set(_ancestors(parents, number))
    if relation == "descendant":
        return {other for other in range(len(blocks)) if number in _ancestors(parents, other)}
    raise ValueError(f"unknown relation {relation!r}; known are: {', '.join(RELATIONS)}")


def _ancestors(parents: Sequence[int | None], number: int) -> list[int]:
    found = []
    above = parents[number]
    while above is not None:
        found.append(above)
        above = parents[above]
    return found


def score_relation(found: Sequence[RangedBlock], wanted: Sequence[RangedBlock], relation: str) -> PageScore:
    """Count right relatives of right headings, and of right blocks (section 5.4.6, Table 7)."""
    headings, blocks = match_headings(found, wanted), match_blocks(found, wanted)
    return PageScore(
        _relation_counts(found, wanted, relation, headings), _relation_counts(found, wanted, relation, blocks)
    )


def _relation_counts(
    found: Sequence[RangedBlock], wanted: Sequence[RangedBlock], relation: str, matches: Sequence[int | None]
) -> Counts:
    right = ours_all = gold_all = 0
    for number, match in enumerate(matches):
        if match is not None:
            ours, gold = related(found, number, relation), related(wanted, match, relation)
            right += sum(matches[other] in gold for other in ours)
            ours_all += len(ours)
            gold_all += len(gold)
    return Counts(right, ours_all, gold_all)

"""The outline measures: headings, parents and blocks compared by text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rubricator.evaluate.gold.align import fold
from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.headings import fold_heading, match_in_order, similar

_TAIL = 80
"""How much of a block's end is compared; gold ends hold at most so many characters."""


class Entry(NamedTuple):
    """A heading, the number of its parent heading (None at the top), and the text that its block ends with."""

    text: str
    parent: int | None
    ends: str


class OutlineCounts(NamedTuple):
    """Right headings; headings with the right parent; headings with the right block end."""

    heading: Counts
    parent: Counts
    block: Counts


def compare_outlines(found: Sequence[Entry], wanted: Sequence[Entry], titles: Sequence[str] = ()) -> OutlineCounts:
    """Compare outlines. The document's title is not counted as a heading when it is found as one."""
    found = without_titles(found, titles)
    pairs = match_in_order([fold_heading(e.text) for e in found], [fold_heading(e.text) for e in wanted], similar)
    partner = dict(pairs)
    parents = blocks = 0
    for ours, gold in pairs:
        above = found[ours].parent
        parents += (None if above is None else partner.get(above, -1)) == wanted[gold].parent
        blocks += same_end(found[ours].ends, wanted[gold].ends)
    sizes = len(found), len(wanted)
    return OutlineCounts(Counts(len(pairs), *sizes), Counts(parents, *sizes), Counts(blocks, *sizes))


def title_place(entries: Sequence[Entry], titles: Sequence[str]) -> int | None:
    """Return the number of the first heading that repeats a title."""
    folded = [fold_heading(title) for title in titles if title]
    return next(
        (n for n, entry in enumerate(entries) if any(similar(fold_heading(entry.text), title) for title in folded)),
        None,
    )


def without_titles(entries: Sequence[Entry], titles: Sequence[str]) -> list[Entry]:
    """Leave out the first heading that repeats a title; what stands under it moves up."""
    dropped = title_place(entries, titles)
    if dropped is None:
        return list(entries)
    above = entries[dropped].parent

    def moved(parent: int | None) -> int | None:
        parent = above if parent == dropped else parent
        return parent - 1 if parent is not None and parent > dropped else parent

    return [entry._replace(parent=moved(entry.parent)) for n, entry in enumerate(entries) if n != dropped]


def same_end(found: str, wanted: str) -> bool:
    """Return whether two texts have the same end, as far as the shorter of them goes."""
    left, right = fold(found[-2 * _TAIL :]).text, fold(wanted[-2 * _TAIL :]).text
    size = min(len(left), len(right), _TAIL)
    if not size:
        return left == right
    return similar(left[-size:], right[-size:]) and (size >= _TAIL // 4 or len(left) >= len(right))

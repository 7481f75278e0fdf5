"""Titles (Y. Hu et al., SIGIR 2005): a found title is right when edit distance / longer length is below .3."""

from __future__ import annotations

from collections.abc import Sequence

from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.headings import distance

LIMIT = 3, 10
"""Three tenths, as whole numbers: .3 has no exact form, and titles at the limit are not right."""
MOST = 2
"""A page has up to two titles."""


def same_title(found: str, wanted: str) -> bool:
    """Return whether two titles are close enough, white space folded."""
    left, right = " ".join(found.split()), " ".join(wanted.split())
    longer = max(len(left), len(right))
    most, of = LIMIT
    return bool(longer) and of * distance(left, right, most * longer // of) < most * longer


def compare_titles(found: Sequence[str], wanted: Sequence[str]) -> Counts:
    """Count the right ones of up to two titles, each gold title found once."""
    left = list(wanted)
    right = 0
    for title in found[:MOST]:
        match = next((other for other in left if same_title(title, other)), None)
        if match is not None:
            left.remove(match)
            right += 1
    return Counts(right, min(len(found), MOST), len(wanted))


def is_accurate(found: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return whether a page is wholly right: all titles found and no other; none when there is none."""
    counts = compare_titles(found, wanted)
    return counts.right == counts.found == counts.wanted

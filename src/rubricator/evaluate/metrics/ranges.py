"""The measures of the HEPS paper (sections 5.3 and 5.4): headings and blocks as sets of ranges, matched exactly.

T. Manabe and K. Tajima, Proceedings of the VLDB Endowment 8(12), 2015.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rubricator.evaluate.metrics.counts import Counts, harmonic, mean

Ranges = tuple[tuple[int, int], ...]


class RangedBlock(NamedTuple):
    """A block: its ranges, its heading (gold may have several, any of which will do), and its parent's number."""

    ranges: Ranges
    headings: tuple[Ranges, ...]
    parent: int | None = None
    transitions: Ranges = ()
    """Ranges that may or may not be part of heading and block (gold only)."""


class PageScore(NamedTuple):
    """Counts of headings and of blocks on one page."""

    heading: Counts
    block: Counts


class SetScore(NamedTuple):
    """Means over pages: precision, recall and F of headings and of blocks."""

    p_h: float
    r_h: float
    f_h: float
    p_b: float
    r_b: float
    f_b: float


def same_ranges(found: Ranges, wanted: Ranges, transitions: Ranges = ()) -> bool:
    """Return whether two sets of ranges are the same but for transitions.

    Where nothing is left to compare (images without text have empty ranges), the ranges themselves must be the same.
    """
    ours, theirs = _without(found, transitions), _without(wanted, transitions)
    return ours == theirs if ours or theirs else set(found) == set(wanted)


@lru_cache(maxsize=1 << 14)
def _without(ranges: Ranges, transitions: Ranges) -> Ranges:
    """Return the ranges in order, joined where they touch, with transitions cut out."""
    steps: dict[int, tuple[int, int]] = {}
    for spans, step in ((ranges, (1, 0)), (transitions, (0, 1))):
        for start, end in spans:
            for place, sign in ((start, 1), (end, -1)):
                inside, cut = steps.get(place, (0, 0))
                steps[place] = inside + sign * step[0], cut + sign * step[1]
    left: list[tuple[int, int]] = []
    inside = cut = 0
    begun: int | None = None
    for place in sorted(steps):
        inside, cut = inside + steps[place][0], cut + steps[place][1]
        if inside > 0 and not cut:
            begun = place if begun is None else begun
        elif begun is not None:
            left.append((begun, place))
            begun = None
    return tuple(left)


def score_page(found: Sequence[RangedBlock], wanted: Sequence[RangedBlock]) -> PageScore:
    """Count right headings and blocks. Each gold block has one heading to be found, whichever of its headings it is."""
    heading = sum(match is not None for match in match_headings(found, wanted))
    block = sum(match is not None for match in match_blocks(found, wanted))
    headed = sum(bool(one.headings) for one in found), sum(bool(one.headings) for one in wanted)
    return PageScore(Counts(heading, *headed), Counts(block, len(found), len(wanted)))


def match_headings(found: Sequence[RangedBlock], wanted: Sequence[RangedBlock]) -> list[int | None]:
    """Return for each found block the number of the gold block whose heading it has found."""
    taken: set[int] = set()
    matches: list[int | None] = []
    for block in found:
        match = next(
            (
                number
                for number, gold in enumerate(wanted)
                if number not in taken
                and any(
                    same_ranges(ours, theirs, gold.transitions) for ours in block.headings for theirs in gold.headings
                )
            ),
            None,
        )
        matches.append(match)
        if match is not None:
            taken.add(match)
    return matches


def match_blocks(found: Sequence[RangedBlock], wanted: Sequence[RangedBlock]) -> list[int | None]:
    """Return for each found block the number of the gold block with the same ranges."""
    taken: set[int] = set()
    matches: list[int | None] = []
    for block in found:
        match = next(
            (
                number
                for number, gold in enumerate(wanted)
                if number not in taken and same_ranges(block.ranges, gold.ranges, gold.transitions)
            ),
            None,
        )
        matches.append(match)
        if match is not None:
            taken.add(match)
    return matches


def right_parents(found: Sequence[RangedBlock], wanted: Sequence[RangedBlock]) -> Counts:
    """Count right headings under the right parent."""
    matches = match_headings(found, wanted)
    right = sum(
        (None if above is None else matches[above]) == wanted[match].parent
        for match, above in zip(matches, (block.parent for block in found), strict=True)
        if match is not None and (above is None or matches[above] is not None)
    )
    return Counts(right, len(found), len(wanted))


def macro(scores: Iterable[PageScore]) -> SetScore:
    """Average over pages: precision over those with something found, recall over those with something to find."""
    pages = list(scores)
    p_h = mean(page.heading.precision for page in pages if page.heading.found)
    r_h = mean(page.heading.recall for page in pages if page.heading.wanted)
    p_b = mean(page.block.precision for page in pages if page.block.found)
    r_b = mean(page.block.recall for page in pages if page.block.wanted)
    return SetScore(p_h, r_h, harmonic(p_h, r_h), p_b, r_b, harmonic(p_b, r_b))


def block_precision_given_headings(found: Sequence[RangedBlock], wanted: Sequence[RangedBlock]) -> Counts:
    """Count right blocks among those whose heading is right (section 5.4.5)."""
    headings, blocks = match_headings(found, wanted), match_blocks(found, wanted)
    right = [number for number, match in enumerate(headings) if match is not None]
    return Counts(sum(blocks[number] is not None for number in right), len(right), len(wanted))


def fleiss_kappa(judgements: Sequence[Sequence[object]]) -> float:
    """Return Fleiss' kappa: one row per candidate, one judgement per annotator. 1 when all agree on everything."""
    if not judgements:
        return 1.0
    raters = len(judgements[0])
    if raters < 2 or any(len(row) != raters for row in judgements):
        raise ValueError("every candidate needs the same number of at least two judgements")
    shares: Counter[object] = Counter()
    agreement = 0.0
    for row in judgements:
        counts = Counter(row)
        shares.update(counts)
        agreement += (sum(n * n for n in counts.values()) - raters) / (raters * (raters - 1))
    observed = agreement / len(judgements)
    chance = sum((n / (raters * len(judgements))) ** 2 for n in shares.values())
    return 1.0 if chance == 1 else (observed - chance) / (1 - chance)

"""Agreement of two annotators: kappa over the lines of pages, and F of headings and blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, repeat

from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.counts import Counts, total
from rubricator.evaluate.metrics.ranged_structure import NonspaceOffsets, gold_blocks
from rubricator.evaluate.metrics.ranges import fleiss_kappa, score_page
from rubricator.page.model import Page
from rubricator.page.units import units
from rubricator.structure.model import JsonValue

NONE = 0
"""The judgement of a line that is no heading; that of a heading is its level."""


@dataclass(frozen=True, slots=True)
class PageAgreement:
    """How two annotators judged the lines of a page, and how many headings and blocks they share."""

    judgements: Counter[tuple[int, int]]
    headings: Counts
    blocks: Counts

    def to_dict(self) -> dict[str, JsonValue]:
        return {
            "judgements": [[one, other, count] for (one, other), count in sorted(self.judgements.items())],
            "headings": list(self.headings),
            "blocks": list(self.blocks),
        }


def compare_page(page: Page, left: Gold, right: Gold) -> PageAgreement:
    """Compare two annotations of a page. The candidates are the lines that a reader sees."""
    levels = _levels(left), _levels(right)
    judged = Counter(
        (_judgement(unit.start, unit.end, levels[0]), _judgement(unit.start, unit.end, levels[1]))
        for unit in units(page)
        if unit.visible
    )
    nonspace = NonspaceOffsets(page.text)
    scores = score_page(gold_blocks(left, nonspace), gold_blocks(right, nonspace))
    return PageAgreement(judged, scores.heading, scores.block)


def _levels(gold: Gold) -> list[tuple[int, int, int]]:
    found = [
        (start, end, one.level or 1) for one in gold.headings for start, end in (one.spans[0] if one.spans else ())
    ]
    return sorted(found)


def _judgement(start: int, end: int, headings: list[tuple[int, int, int]]) -> int:
    return next((level for begin, stop, level in headings if begin < end and stop > start), NONE)


def summary(pages: Iterable[PageAgreement]) -> dict[str, JsonValue]:
    """Return kappa and F over pages."""
    listed = list(pages)
    judged: Counter[tuple[int, int]] = Counter()
    for page in listed:
        judged.update(page.judgements)
    rows = list(chain.from_iterable(repeat(pair, count) for pair, count in judged.items()))
    headings, blocks = total(page.headings for page in listed), total(page.blocks for page in listed)
    return {
        "pages": len(listed),
        "lines": len(rows),
        "kappa": _rounded(fleiss_kappa([[bool(one), bool(other)] for one, other in rows])),
        "kappa_levels": _rounded(fleiss_kappa(rows)),
        "heading_f": _rounded(headings.f1) if headings.found or headings.wanted else 1.0,
        "block_f": _rounded(blocks.f1) if blocks.found or blocks.wanted else 1.0,
        "headings": [headings.found, headings.wanted, headings.right],
    }


def _rounded(value: float) -> float:
    return round(value, 4)


def read_agreement(given: dict[str, list[list[int]]]) -> PageAgreement:
    """Read back what `to_dict` wrote."""
    judged = Counter({(one, other): count for one, other, count in given["judgements"]})
    headings, blocks = given["headings"], given["blocks"]
    return PageAgreement(judged, Counts(*headings), Counts(*blocks))  # type: ignore[arg-type]  # plain numbers here

"""Which pages a report draws and shows, by the main measure of their corpus."""

from __future__ import annotations

from typing import NamedTuple

from rubricator.evaluate.details import MAIN, PageDetail
from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.scores import PageScores

WORST = 20
"""How many pages are shown for each corpus and contender."""


class RankedPage(NamedTuple):
    """A page with something to find: its name, what stands behind it, and all scores of one contender."""

    name: str
    detail: PageDetail
    main: Counts
    scores: PageScores


def ranked_pages(scores: dict[str, list[PageScores]], details: dict[str, PageDetail], number: int) -> list[RankedPage]:
    """List the pages of a corpus for one contender, the worst first.

    Among pages of one F1 that with the most errors comes first. Pages without anything to find have no F1 and are left
    out, as in the macro averages.
    """
    pages = [
        RankedPage(name, details[name], of_all[number][MAIN[details[name].kind]], of_all[number])
        for name, of_all in scores.items()
        if name in details
    ]
    return sorted((page for page in pages if page.main.wanted), key=_badness)


def _badness(page: RankedPage) -> tuple[float, float, str]:
    return page.main.f1, 2 * page.main.right - page.main.found - page.main.wanted, page.name

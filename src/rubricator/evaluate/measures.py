"""Measures: how the scores of pages become figures, and which ones fit a kind of gold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from rubricator.evaluate.metrics.counts import Counts, harmonic, mean, total


class Measure(NamedTuple):
    """A measure: what it is called, and how pages become one figure."""

    name: str
    figure: Callable[[Sequence[Counts]], float]
    average: str
    by_part: bool = False
    """Whether it is also given for each part of a corpus, such as a page type."""


def micro_f1(pages: Sequence[Counts]) -> float:
    return total(pages).f1


def micro_precision(pages: Sequence[Counts]) -> float:
    return total(pages).precision


def micro_recall(pages: Sequence[Counts]) -> float:
    return total(pages).recall


def macro_f1(pages: Sequence[Counts]) -> float:
    """The mean over pages with something to find."""
    return mean(page.f1 for page in pages if page.wanted)


def macro_precision(pages: Sequence[Counts]) -> float:
    """The mean over pages where something was found."""
    return mean(page.precision for page in pages if page.found)


def f_of_means(pages: Sequence[Counts]) -> float:
    """F of mean precision and mean recall, as the HEPS paper has it (section 5.3)."""
    return harmonic(macro_precision(pages), macro_recall(pages))


def median_f1(pages: Sequence[Counts]) -> float:
    """The median over pages with something to find."""
    values = [page.f1 for page in pages if page.wanted]
    return median(values) if values else 0.0


def macro_recall(pages: Sequence[Counts]) -> float:
    return mean(page.recall for page in pages if page.wanted)


def share_without(pages: Sequence[Counts]) -> float:
    """The share of pages with nothing to find where nothing was found."""
    return mean(float(not page.found) for page in pages if not page.wanted)


def false_ones(pages: Sequence[Counts]) -> float:
    """The mean number found on pages with nothing to find."""
    return mean(page.found for page in pages if not page.wanted)


_F, _P, _R = (micro_f1, "F1, micro"), (micro_precision, "P, micro"), (micro_recall, "R, micro")
_MACRO, _MEDIAN = (macro_f1, "F1, macro"), (median_f1, "F1, median")
_MEANS = (macro_precision, "P, macro"), (macro_recall, "R, macro"), (f_of_means, "F of macro P and R")
_WHERE = ("whole page", "body told", "body given", "body given by text")
MEASURES: dict[str, tuple[Measure, ...]] = {
    "sections": (
        *(Measure("titles", *average) for average in (_P, _R, _F, _MACRO, _MEDIAN)),
        *(Measure("titles, body given", *average) for average in (_P, _R, _F)),
        *(Measure("sections at .75", *average) for average in (_P, _R, _F)),
        Measure("sections at .5", *_F),
        Measure("prose covered", macro_recall, "share, macro"),
        *(Measure("titles, authors' count", *average) for average in (_P, _R, _F)),
    ),
    "lines": tuple(Measure("headings", *average) for average in (_P, _R, _F, _MACRO, _MEDIAN)),
    "outline": (
        *(Measure(f"{what}, {where}", *_MACRO) for where in _WHERE for what in ("heading", "parent", "block")),
        Measure("heading, whole page", share_without, "share of pages without headings where none is found"),
        Measure("heading, whole page", false_ones, "false headings on such a page"),
        Measure("title", *_F),
    ),
    "title": (
        *(Measure("title", *average) for average in (_P, _R, _F)),
        Measure("pages with all titles right", macro_recall, "accuracy"),
        *(Measure("content words", *average) for average in (*_MEANS[:2], _MACRO)),
    ),
    "content": (
        *(Measure("content words", *average, by_part=True) for average in (*_MEANS[:2], _MACRO)),
        Measure("snippets kept", macro_recall, "share, macro"),
        Measure("foreign snippets kept out", macro_recall, "share, macro"),
        Measure("title", *_F),
    ),
    "blocks": tuple(
        Measure(f"B-cubed {what}, level {level}", macro_recall, "macro") for level in (1, 2) for what in ("P", "R", "F")
    ),
    "annotation": (
        *(Measure(f"{what} by range, body given", *means) for what in ("heading", "block") for means in _MEANS),
        *(Measure(f"{what} by range, body given", *_MACRO) for what in ("heading", "parent", "block")),
        *(Measure(f"{what} by range, whole page", *_MACRO) for what in ("heading", "parent", "block")),
        Measure("block under a right heading", macro_precision, "P, macro"),
        Measure("title", *_F),
    ),
}
"""By kind of gold."""

"""Tuning HEPS: the paper's greedy search for thresholds over a training set, cross-validated by site.

The search goes from threshold to threshold, keeps the value that is best on the training pages while the others stay,
and starts over until nothing improves. What is reported was never tuned on: each page is scored with thresholds that
were found without its fold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.counts import Counts, mean
from rubricator.evaluate.metrics.headings import compare_headings, fold_heading, similar
from rubricator.limits import Budget, Limits
from rubricator.page.model import Page
from rubricator.segment.heps import Parameters, Prepared, prepare, segment

_SHARES = tuple(step / 10 for step in range(11))
GRID: dict[str, tuple[float, ...]] = {
    "including_upper": _SHARES,
    "empty": _SHARES,
    "no_sibling": _SHARES,
    "non_unique": _SHARES,
    "too_long": _SHARES,
    "t": (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0),
}
"""The values that are tried for each threshold."""
_ROUNDS = 10

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Tuned:
    """The thresholds tuned on all pages, and what tuning gives on pages it has not seen."""

    parameters: Parameters
    seen: float
    """Mean F1 of `parameters` on the pages they were tuned on; too good to be reported."""
    unseen: float
    """Mean F1 over pages, each with thresholds tuned without its fold."""
    start: float
    """Mean F1 of the thresholds that the search started from."""
    by_fold: tuple[tuple[Parameters, float, int], ...]
    """For each fold: thresholds, mean F1 on it, and its number of pages."""


class Trainer:
    """Scores parameters on pages. Everything that thresholds do not change is done once per page."""

    def __init__(self, pages: Sequence[Page], golds: Sequence[Gold], start: Parameters) -> None:
        self._prepared = [prepare(page, page.body, start) for page in pages]
        self._golds = golds
        self._scores: dict[Parameters, list[float]] = {}

    def scores(self, parameters: Parameters) -> list[float]:
        """Return the F1 of the headings on each page."""
        known = self._scores.get(parameters)
        if known is None:
            known = [_score(one, gold, parameters) for one, gold in zip(self._prepared, self._golds, strict=True)]
            self._scores[parameters] = known
        return known

    def mean(self, parameters: Parameters, chosen: Sequence[int]) -> float:
        scores = self.scores(parameters)
        return mean(scores[number] for number in chosen)


def _score(prepared: Prepared, gold: Gold, parameters: Parameters) -> float:
    tree = segment(prepared, parameters, Budget(), Limits().block_depth)
    found = [tree.leaves[number].content for number in sorted(block.heading for block in tree.blocks[1:])]
    titles = [fold_heading(title) for title in gold.titles]
    dropped = next((n for n, text in enumerate(found) if any(similar(fold_heading(text), t) for t in titles)), None)
    if dropped is not None:
        del found[dropped]
    counts: Counts = compare_headings(found, [heading.text for heading in gold.headings])
    return counts.f1


def greedy(
    trainer: Trainer, chosen: Sequence[int], start: Parameters, progress: Progress = lambda _: None
) -> Parameters:
    """Search for the best thresholds on some pages; of equal ones the first is kept, so nothing changes in vain."""
    best, best_score = start, trainer.mean(start, chosen)
    for _ in range(_ROUNDS):
        before = best
        for name, values in GRID.items():
            for value in values:
                candidate = replace(best, **{name: value})  # type: ignore[arg-type]
                score = trainer.mean(candidate, chosen)
                progress(1)
                if score > best_score + 1e-9:
                    best, best_score = candidate, score
        if best == before:
            break
    return best


def tune(
    pages: Sequence[Page],
    golds: Sequence[Gold],
    folds: Sequence[int],
    start: Parameters,
    progress: Progress = lambda _: None,
) -> Tuned:
    """Tune on all pages, and measure what tuning gives by leaving one fold out at a time."""
    trainer = Trainer(pages, golds, start)
    everything = range(len(pages))
    by_fold = []
    unseen = [0.0] * len(pages)
    for fold in sorted(set(folds)):
        inside = [number for number in everything if folds[number] == fold]
        outside = [number for number in everything if folds[number] != fold]
        parameters = greedy(trainer, outside, start, progress)
        for number in inside:
            unseen[number] = trainer.scores(parameters)[number]
        by_fold.append((parameters, trainer.mean(parameters, inside), len(inside)))
    final = greedy(trainer, everything, start, progress)
    return Tuned(final, trainer.mean(final, everything), mean(unseen), trainer.mean(start, everything), tuple(by_fold))

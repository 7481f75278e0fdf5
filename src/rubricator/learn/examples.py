"""Examples: what gold says of a page's units and candidates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rubricator.evaluate.gold.align import fold, place
from rubricator.evaluate.gold.body import body_span
from rubricator.evaluate.gold.gold import Gold, Span
from rubricator.evaluate.metrics.headings import fold_heading, similar
from rubricator.learn.crop import crop, prune
from rubricator.page.model import Page
from rubricator.segment.rubric.candidates import Candidates, find_candidates
from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.texts import Texts, read_texts
from rubricator.segment.rubric.view import PageView, build_view

_SURE = 15
"""Characters from which on a text that occurs in the content is taken to be part of it."""
NO_HEADING = -1
_SECTIONS = 3
_SMALL = 3000
"""Characters of the largest page that is cropped out of another."""
_SMALL_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Example:
    """A page with the labels that one gold file gives it; None where it says nothing."""

    corpus: str
    fold: int
    view: PageView
    candidates: Candidates
    texts: Texts
    in_body: Floats | None
    """Per unit: 1 when it is part of the content body."""
    heading: Ints | None
    """Per candidate: the number of the gold heading that it is, or -1."""
    parents: tuple[int | None, ...] | None
    """Per gold heading: its parent."""
    counts: Floats
    """Per candidate: 0 when whether it is a heading is left open (the title, where gold keeps it apart)."""
    title: Floats | None
    """Per candidate: 1 when it is the title. None where that is not marked, or no candidate is it."""
    cropped: bool = False
    """Whether it is part of a page."""


def make_example(page: Page, gold: Gold, corpus: str, fold_number: int) -> Example | None:
    """Place gold on a page; None when the page has no text."""
    view = build_view(page)
    if not len(view.units):
        return None
    candidates = find_candidates(view)
    texts = read_texts(view, candidates)
    folded = [fold_heading(page.text[one.start : one.end]) for one in candidates]
    is_title = _titles(gold, folded)
    heading = _headings(page, gold, candidates, folded)
    counts = np.ones(len(candidates))
    if heading is not None and gold.kind == "outline" and is_title is not None:
        counts[(is_title > 0) & (heading < 0)] = 0
    parents = tuple(one.parent for one in gold.headings) if gold.kind in {"outline", "annotation"} else None
    return Example(
        corpus, fold_number, view, candidates, texts, _in_body(view, gold), heading, parents, counts, is_title
    )


def small_examples(example: Example) -> list[Example]:
    """Crop small pages out of an example: three sections each, from its start and from its middle.

    And its first and last sections with all that stands before and after: small pages have menus and footers, too.
    """
    if example.heading is None:
        return []
    page = example.view.page
    starts = sorted({one.start for one, label in zip(example.candidates, example.heading, strict=True) if label >= 0})
    if len(starts) <= _SECTIONS:
        return []
    firsts = sorted({0, len(starts) // 2})
    spans = [(starts[first], starts[first + _SECTIONS]) for first in firsts if first + _SECTIONS < len(starts)]
    parts = [(crop(page, *span), span[0]) for span in spans if span[1] - span[0] <= _SMALL]
    if example.in_body is not None:
        spans = [(0, starts[_SECTIONS]), (starts[-_SECTIONS], len(page.text))]
        parts += [(prune(page, *span), span[0]) for span in spans if span[1] - span[0] <= _SMALL]
    return [_cropped(example, part, start) for part, start in parts if part]


def _cropped(example: Example, page: Page, start: int) -> Example:
    """Make an example of a part of a page that begins at `start`, with the labels that the page has."""
    assert example.heading is not None
    labels, open_ = {}, set()
    for one, label, counts in zip(example.candidates, example.heading.tolist(), example.counts.tolist(), strict=True):
        labels[one.start - start, one.end - start] = label
        if not counts:
            open_.add((one.start - start, one.end - start))
    view = build_view(page)
    candidates = find_candidates(view)
    heading = np.array([labels.get((one.start, one.end), NO_HEADING) for one in candidates])
    counts = np.array([0.0 if (one.start, one.end) in open_ else _SMALL_WEIGHT for one in candidates])
    in_body = None
    if example.in_body is not None:
        inside = dict(zip((example.view.units["start"] - start).tolist(), example.in_body.tolist(), strict=True))
        in_body = np.array([inside.get(place, 1.0) for place in view.units["start"].tolist()])
    return Example(
        example.corpus, example.fold, view, candidates, read_texts(view, candidates), in_body, heading,
        example.parents, counts, None, cropped=True,
    )  # fmt: skip


def _titles(gold: Gold, folded: list[str]) -> Floats | None:
    """Return which candidates are the title; `outline` also marks pages without one."""
    titles = [fold_heading(title) for title in gold.titles if title]
    found = np.array([float(any(similar(text, title) for title in titles)) for text in folded])
    return found if found.any() or (gold.kind == "outline" and not titles) else None


def _headings(page: Page, gold: Gold, candidates: Candidates, folded: list[str]) -> Ints | None:
    """Find the candidate that each gold heading is."""
    if gold.kind not in {"sections", "lines", "outline", "annotation"}:
        return None
    wanted, spans = placed_headings(page, gold)
    labels = np.full(len(candidates), NO_HEADING)
    starts = np.array([one.start for one in candidates])
    ends = np.array([one.end for one in candidates])
    for number, (text, span) in enumerate(zip(wanted, spans, strict=True)):
        if span is None:
            continue
        fitting = [
            (folded[one] == text, -abs(int(starts[one]) - span[0]) - abs(int(ends[one]) - span[1]), one)
            for one in np.flatnonzero((ends > span[0]) & (starts < span[1])).tolist()
            if similar(folded[one], text)
        ]
        if fitting:
            labels[max(fitting)[2]] = number
    return labels


def placed_headings(page: Page, gold: Gold) -> tuple[list[str], list[Span | None]]:
    """Return the folded texts of the gold headings and their places, which the texts between them help to find."""
    wanted = [fold_heading(one.text) for one in gold.headings]
    if gold.kind == "annotation" or any(one.spans for one in gold.headings):
        return wanted, [one.spans[0][0] if one.spans and one.spans[0] else None for one in gold.headings]
    texts: list[str] = []
    places: list[int] = []
    if gold.kind == "sections":
        for section in gold.sections:
            if section.title:
                places.append(len(texts))
                texts.append(section.title)
            texts.extend(section.prose)
    elif gold.kind == "lines":
        places = [number for number, line in enumerate(gold.lines) if line.kind == "h"]
        texts = [line.text for line in gold.lines]
    else:
        for heading in gold.headings:
            places.append(len(texts))
            texts += [heading.text, heading.then] if heading.then else [heading.text]
    spans = place(texts, page.text).spans
    return wanted, [spans[number] for number in places]


def _in_body(view: PageView, gold: Gold) -> Floats | None:
    """Say which units are part of the content body: inside of its span, or found in its text."""
    if gold.content is None:
        span = body_span(view.page.text, gold)
        if span:
            return ((view.units["start"] >= span[0]) & (view.units["start"] < span[1])).astype(np.float64)
        nothing = gold.kind == "outline" and gold.body is None
        return np.zeros(len(view.units)) if nothing else None
    content = fold(gold.content).text
    spans = zip(view.units["start"].tolist(), view.units["end"].tolist(), strict=True)
    texts = [fold(view.page.text[start:end]).text for start, end in spans]
    inside = np.array([float(bool(text) and text in content) for text in texts])
    sure = np.flatnonzero([len(text) >= _SURE for text in texts])
    if not len(sure):
        return inside
    # A short text may occur anywhere: it counts beside a long one that does.
    after = np.searchsorted(sure, np.arange(len(texts)), side="right")
    near = np.maximum(inside[sure[np.maximum(after - 1, 0)]], inside[sure[np.minimum(after, len(sure) - 1)]])
    short = np.array([len(text) < _SURE for text in texts])
    return np.where(short, inside * near, inside)

"""The headings of a page that `rubric` missed, found falsely or cut wrongly, with what is known of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from causes import EXTENT, FALSE, MISSED, Facts, cause_of

from rubricator.evaluate.gold.gold import Gold, Span
from rubricator.evaluate.metrics.headings import fold_heading, match_in_order, similar
from rubricator.evaluate.metrics.outline import Entry, title_place
from rubricator.learn.examples import make_example, placed_headings
from rubricator.page.model import Page
from rubricator.segment.rubric.candidates import INNER, JOINED, LABEL, NUMBERED, OPENING, WHOLE, Candidate
from rubricator.segment.rubric.choice import best_threshold, without_overlaps
from rubricator.segment.rubric.columns import Floats, probabilities
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.explain import find_reasons
from rubricator.segment.rubric.learned_model import Model
from rubricator.segment.rubric.page_reading import Reading, read_page
from rubricator.segment.rubric.view import BOLD

KINDS = {
    WHOLE: "a unit",
    OPENING: "opening of a unit",
    NUMBERED: "what follows a number",
    INNER: "inside of a unit",
    LABEL: "opening up to a colon",
    JOINED: "several units",
}
_LISTED = BITS["item"] | BITS["cell"] | BITS["headcell"]
_WIDTH, _TAIL, _REASONS = 70, 5, 3


@dataclass(frozen=True, slots=True)
class Mistake:
    """One error: its facts, its cause, and where it stands; nowhere when gold has what the page has not."""

    facts: Facts
    cause: str
    span: Span | None
    candidate: int | None


class Marked(NamedTuple):
    """A page as read and as marked: gold headings by number, placed on the text and on candidates."""

    page: Page
    gold: Gold
    model: Model
    reading: Reading
    spans: list[Span | None]
    candidate_of: dict[int, int]
    """By gold heading."""
    own: Floats
    """Per candidate: its probability before it is blended with that of its group."""
    threshold: float


class Matched(NamedTuple):
    """Gold headings that were missed, candidates that were falsely chosen, and how many are right."""

    missed: list[int]
    false: list[int]
    right: int


def mark(page: Page, gold: Gold, model: Model) -> Marked:
    """Read a page and place its gold on it."""
    reading = read_page(page, model, every_feature=True)
    example = make_example(page, gold, gold.kind, 0)
    candidate_of: dict[int, int] = {}
    own = np.zeros(0)
    threshold = model.thresholds["floor"]
    if example and example.heading is not None and reading.seen:
        places = {candidate: number for number, candidate in enumerate(reading.candidates)}
        for candidate, label in zip(example.candidates, example.heading.tolist(), strict=True):
            if label >= 0 and candidate in places:
                candidate_of[label] = places[candidate]
        own = probabilities(model.judge(reading.seen)[0])
        kept = without_overlaps(reading.candidates, reading.is_heading)
        if kept:
            threshold = best_threshold(reading.is_heading[kept], model.thresholds["share"], threshold)
    return Marked(page, gold, model, reading, placed_headings(page, gold)[1], candidate_of, own, threshold)


def match(marked: Marked) -> Matched:
    """Match what was found with gold as the measures do."""
    page, gold, chosen = marked.page, marked.gold, marked.reading.chosen
    found = [page.text[slice(*marked.reading.candidates[number][:2])] for number in chosen]
    title = title_place([Entry(text, None, "") for text in found], gold.titles) if gold.kind == "outline" else None
    # The document's title, found as a heading, does not count.
    counted = [place for place in range(len(found)) if place != title]
    pairs = match_in_order(
        [fold_heading(found[place]) for place in counted], [fold_heading(one.text) for one in gold.headings], similar
    )
    false = {chosen[place] for place in counted} - {chosen[counted[place]] for place, _ in pairs}
    missed = set(range(len(gold.headings))) - {number for _, number in pairs}
    return Matched(sorted(missed), [number for number in chosen if number in false], len(pairs))


def find_mistakes(marked: Marked, matched: Matched) -> list[Mistake]:
    """List the errors of a page in document order; what was missed and a false one that overlaps it are one error."""
    candidates = marked.reading.candidates
    cut = {
        number: [one for one in matched.false if _overlap(marked.spans[number], candidates[one])]
        for number in matched.missed
    }
    found = []
    for number, overlapping in cut.items():
        one = overlapping[0] if overlapping else marked.candidate_of.get(number)
        found.append(_mistake(marked, EXTENT if overlapping else MISSED, one, number))
    paired = {one for overlapping in cut.values() for one in overlapping}
    found += [_mistake(marked, FALSE, one, None) for one in matched.false if one not in paired]
    return sorted(found, key=lambda one: one.span or (len(marked.page.text), 0))


def _overlap(span: Span | None, candidate: Candidate) -> bool:
    return span is not None and span[0] < candidate.end and candidate.start < span[1]


def _mistake(marked: Marked, kind: str, number: int | None, heading: int | None) -> Mistake:
    wanted = marked.gold.headings[heading].text if heading is not None else ""
    span = marked.spans[heading] if heading is not None else None
    if number is None:
        facts = Facts(kind, wanted, placed=span is not None, candidate=False)
        return Mistake(facts, cause_of(facts), span, None)
    candidate = marked.reading.candidates[number]
    facts = _facts(marked, kind, number, wanted)
    return Mistake(facts, cause_of(facts), (candidate.start, candidate.end), number)


def _facts(marked: Marked, kind: str, number: int, wanted: str) -> Facts:
    reading, view = marked.reading, marked.reading.view
    assert reading.seen
    candidate = reading.candidates[number]
    text = marked.page.text[candidate.start : candidate.end]
    looks = reading.seen.looks["path"]
    alike = set(np.flatnonzero(looks == looks[number]).tolist()) - {number}
    return Facts(
        kind,
        wanted if kind == MISSED else text,
        wanted if kind == EXTENT else "",
        own=float(marked.own[number]),
        blended=float(reading.is_heading[number]),
        threshold=marked.threshold,
        in_body=reading.body[0] <= candidate.start < reading.body[1],
        visible=bool(view.units["visible"][candidate.unit]),
        title=_is_title(marked, kind, number),
        run_in=candidate.kind not in {WHOLE, JOINED, NUMBERED},
        listed=bool(view.runs["bits"][_first_run(reading, candidate.start)] & _LISTED),
        alike=len(alike),
        alike_gold=len(alike & set(marked.candidate_of.values())),
        found_on_page=len(reading.chosen),
        gold_on_page=len(marked.gold.headings),
    )


def _is_title(marked: Marked, kind: str, number: int) -> bool:
    reading, candidates = marked.reading, marked.reading.candidates
    if kind == MISSED:
        return reading.title is not None and _overlap(candidates[number][:2], candidates[reading.title])
    text = fold_heading(marked.page.text[candidates[number].start : candidates[number].end])
    titles = [fold_heading(title) for title in marked.gold.titles if title]
    return float(reading.is_title[number]) >= marked.model.thresholds["title"] or any(
        similar(text, title) for title in titles
    )


def _first_run(reading: Reading, start: int) -> int:
    return int(np.searchsorted(reading.view.runs["start"], start, side="right")) - 1


def describe(marked: Marked, mistake: Mistake) -> list[str]:
    """Write an error down for people, in a few lines."""
    facts = mistake.facts
    wanted = f", gold has {_quoted(facts.other_text)}" if facts.other_text else ""
    lines = [f"{facts.kind}: {_quoted(facts.text)}{wanted}; cause: {mistake.cause}"]
    if mistake.span is None:
        return lines
    if mistake.candidate is None:
        lines.append("no candidate")
    else:
        kind = marked.reading.candidates[mistake.candidate].kind
        lines.append(
            f"confidence {facts.blended:.2f} (own {facts.own:.2f}, threshold {facts.threshold:.2f}), "
            f"candidate: {KINDS.get(kind, kind)}; of {facts.alike} others of its look {facts.alike_gold} are gold"
        )
    return [*lines, _look(marked, mistake.span), *_beside(marked, mistake.span), *_reasons(marked, mistake)]


def _quoted(text: str) -> str:
    return f'"{text[:_WIDTH].rstrip()}…"' if len(text) > _WIDTH else f'"{text}"'


def _look(marked: Marked, span: Span) -> str:
    """Name the elements around and how the text looks."""
    page, view = marked.page, marked.reading.view
    run = _first_run(marked.reading, span[0])
    node = int(view.runs["node"][run])
    tags: list[str] = []
    while node > 0 and len(tags) < _TAIL:
        tags.append(page.tag[node])
        node = page.parent[node]
    style, base = page.styles[int(view.runs["style"][run])], page.styles[view.body_style]
    looks = [f"{style.font_size:g} px in text of {base.font_size:g} px"]
    looks += [
        name
        for name, has in (
            ("bold", style.weight >= BOLD),
            ("bold text around", base.weight >= BOLD),
            ("italic", style.italic),
            ("underlined", "underline" in style.decoration),
            ("other colour", style.color != base.color),
        )
        if has
    ]
    return f"{' > '.join(reversed([tag for tag in tags if tag != '#text']))}; {', '.join(looks)}"


def _beside(marked: Marked, span: Span) -> list[str]:
    """Quote what stands in units before and after, or in the rest of its own."""
    text, units = marked.page.text, marked.reading.view.units
    spans = units[["start", "end"]].tolist()
    unit = int(np.searchsorted(units["start"], span[0], side="right")) - 1
    start, end = spans[unit]
    before = text[start : span[0]] or (text[slice(*spans[unit - 1])] if unit else "")
    after = text[span[1] : end].strip()
    if not after:
        following = int(np.searchsorted(units["start"], span[1]))
        after = text[slice(*spans[following])] if following < len(spans) else ""
    return [f"before: {_quoted(before.strip())}", f"after: {_quoted(after)}"]


def _reasons(marked: Marked, mistake: Mistake) -> list[str]:
    seen = marked.reading.seen
    if mistake.candidate is None or seen is None:
        return []
    (reasons,) = find_reasons(seen, [mistake.candidate], marked.model, _REASONS)
    return ["reasons: " + "; ".join(f"{name} {value:.2f} ({weight:+.2f})" for name, value, weight in reasons)]


def most_common(names: Sequence[str]) -> tuple[str, int]:
    """Return the most frequent of some names, of equals the first, and how often it occurs."""
    best = max(dict.fromkeys(names), key=names.count)
    return best, names.count(best)

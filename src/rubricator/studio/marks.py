"""Marks: what an annotator has set on a page, from the browser and back, and as gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rubricator.errors import UsageError
from rubricator.evaluate.gold.model import Gold, GoldHeading, Span
from rubricator.evaluate.gold.title_place import place_title
from rubricator.page.model import Page
from rubricator.structure.model import Block, JsonValue, Structure

MOST = 5_000
LEVELS = 6


@dataclass(frozen=True, slots=True)
class Mark:
    """A heading: its ranges, its level, where its block ends if before the next heading, and others that will do."""

    parts: tuple[Span, ...]
    level: int
    run_in: bool = False
    end: int | None = None
    alternatives: tuple[tuple[Span, ...], ...] = ()

    @property
    def start(self) -> int:
        return self.parts[0][0]

    @property
    def stop(self) -> int:
        return self.parts[-1][1]


@dataclass(frozen=True, slots=True)
class Marks:
    """All marks of a page. No titles at all is a statement, None is none."""

    headings: tuple[Mark, ...] = ()
    titles: tuple[Span, ...] | None = None
    body: Span | None = None
    transitions: tuple[Span, ...] = ()


def read_marks(given: object, size: int) -> Marks:
    """Read marks as the browser sends them, for a page whose text has `size` characters."""
    if not isinstance(given, dict):
        raise UsageError("marks are a JSON object")
    headings = given.get("headings", [])
    if not isinstance(headings, list) or len(headings) > MOST:
        raise UsageError(f"headings are a list of at most {MOST}")
    titles, body = given.get("titles"), given.get("body")
    return Marks(
        tuple(sorted((_mark(one, size) for one in headings), key=lambda mark: (mark.start, mark.stop))),
        None if titles is None else _spans(titles, size, "titles"),
        None if body is None else _span(body, size, "body"),
        _spans(given.get("transitions", []), size, "transitions"),
    )


def _mark(given: object, size: int) -> Mark:
    if not isinstance(given, dict):
        raise UsageError("a heading is a JSON object")
    level, end = given.get("level"), given.get("end")
    if isinstance(level, bool) or not isinstance(level, int) or not 1 <= level <= LEVELS:
        raise UsageError(f"the level of a heading is from 1 to {LEVELS}")
    if end is not None and (isinstance(end, bool) or not isinstance(end, int) or not 0 <= end <= size):
        raise UsageError("the end of a block is a place in the page's text")
    parts = _spans(given.get("parts"), size, "parts")
    if not parts:
        raise UsageError("a heading has at least one range")
    others = given.get("alternatives", [])
    if not isinstance(others, list):
        raise UsageError("alternatives are a list")
    alternatives = tuple(_spans(one, size, "alternatives") for one in others)
    return Mark(parts, level, bool(given.get("run_in")), end, tuple(one for one in alternatives if one))


def _spans(given: object, size: int, name: str) -> tuple[Span, ...]:
    if not isinstance(given, list) or len(given) > MOST:
        raise UsageError(f"{name} are a list of ranges")
    return tuple(sorted(_span(one, size, name) for one in given))


def _span(given: object, size: int, name: str) -> Span:
    if isinstance(given, list) and len(given) == 2 and all(type(one) is int for one in given):
        start, end = given
        if 0 <= start < end <= size:
            return start, end
    raise UsageError(f"{name}: {given!r} is not a range of the page's text")


def marks_json(marks: Marks) -> dict[str, JsonValue]:
    """Return marks as the browser takes them."""

    def listed(spans: Sequence[Span]) -> JsonValue:
        return [list(span) for span in spans]

    return {
        "headings": [
            {
                "parts": listed(mark.parts),
                "level": mark.level,
                "run_in": mark.run_in,
                "end": mark.end,
                "alternatives": [listed(one) for one in mark.alternatives],
            }
            for mark in marks.headings
        ],
        "titles": None if marks.titles is None else listed(marks.titles),
        "body": list(marks.body) if marks.body else None,
        "transitions": listed(marks.transitions),
    }


def marks_of_structure(structure: Structure) -> Marks:
    """Return what a method found as marks to start from."""
    found: list[Mark] = []
    waiting: list[tuple[Block, int]] = [(child, 1) for child in reversed(structure.root.children)]
    while waiting:
        block, level = waiting.pop()
        heading = block.heading
        if heading and heading.start < heading.end:
            found.append(Mark(((heading.start, heading.end),), min(level, LEVELS)))
        waiting.extend((child, level + (heading is not None)) for child in reversed(block.children))
    titles = tuple(
        (one.start, one.end)
        for one in structure.titles
        if one.start is not None and one.end is not None and one.start < one.end
    )
    root = structure.root.heading
    if not titles and root and root.start < root.end:
        titles = ((root.start, root.end),)
    return Marks(tuple(found), titles or None, structure.body)


def marks_of_gold(gold: Gold, text: str) -> Marks:
    """Return an annotation as marks."""
    headings = tuple(
        Mark(
            heading.spans[0],
            min(heading.level or 1, LEVELS),
            heading.run_in,
            alternatives=heading.spans[1:],
        )
        for heading in gold.headings
        if heading.spans
    )
    plain = Marks(headings, None, gold.body_span)
    ends = [end for _, end, _ in _hierarchy(plain, text)] if not _outside(plain, text) else []
    wanted = [heading.block[-1][1] for heading in gold.headings if heading.spans]
    if ends:
        headings = tuple(
            mark if at == end else replace(mark, end=at) for mark, end, at in zip(headings, ends, wanted, strict=True)
        )
    transitions = {span for heading in gold.headings for span in heading.transitions if span[0] < span[1]}
    titles = (
        None if gold.has_title is None else tuple(place_title(title, text, gold.body_span) for title in gold.titles)
    )
    return Marks(
        headings,
        None if titles is None else tuple(span for span in titles if span),
        gold.body_span,
        tuple(sorted(transitions)),
    )


def _outside(marks: Marks, text: str) -> list[Mark]:
    start, end = marks.body or (0, len(text))
    return [mark for mark in marks.headings if mark.start < start or mark.stop > end]


def _hierarchy(marks: Marks, text: str) -> list[tuple[int | None, int, int]]:
    """Return for each heading its parent, where its block ends, and its depth."""
    last = (marks.body or (0, len(text)))[1]
    found: list[tuple[int | None, int, int]] = []
    for number, mark in enumerate(marks.headings):
        parent = next(
            (
                above
                for above in range(number - 1, -1, -1)
                if marks.headings[above].level < mark.level and found[above][1] > mark.start
            ),
            None,
        )
        natural = next(
            (later.start for later in marks.headings[number + 1 :] if later.level <= mark.level),
            last,
        )
        most = last if parent is None else found[parent][1]
        end = min(natural, most, max(mark.end, mark.stop) if mark.end is not None else last)
        while end > mark.stop and text[end - 1].isspace():
            end -= 1
        found.append((parent, end, 1 if parent is None else found[parent][2] + 1))
    return found


def _belongs(transition: Span, block: Span, text: str) -> bool:
    """Say whether a transition is in a block, or right after it."""
    inside = block[0] <= transition[0] and transition[1] <= block[1]
    return inside or (transition[0] >= block[1] and not text[block[1] : transition[0]].strip())


def gold_of_marks(marks: Marks, page: Page, *, name: str, place: Path, annotator: str) -> tuple[Gold, list[str]]:
    """Return marks as gold of a page, and what of them cannot be in it."""
    text = page.text
    outside = set(_outside(marks, text))
    kept = replace(marks, headings=tuple(mark for mark in marks.headings if mark not in outside))
    told = []
    if outside:
        told.append(f"{len(outside)} headings lie outside of the content body and are left out")
    headings = []
    for mark, (parent, end, depth) in zip(kept.headings, _hierarchy(kept, text), strict=True):
        block = (mark.start, end)
        headings.append(
            GoldHeading(
                " ".join(text[start:stop] for start, stop in mark.parts),
                depth,
                parent,
                run_in=mark.run_in,
                spans=(mark.parts, *mark.alternatives),
                block=(block,),
                transitions=tuple(span for span in marks.transitions if _belongs(span, block, text)),
            )
        )
    placed = {span for one in headings for span in one.transitions}
    if lost := len(set(marks.transitions) - placed):
        told.append(f"{lost} transitions are in no block and after none, and are left out")
    titles = marks.titles
    gold = Gold(
        name,
        "annotation",
        place,
        page.url,
        titles=tuple(text[start:end] for start, end in titles or ()),
        has_title=None if titles is None else bool(titles),
        headings=tuple(headings),
        body_span=marks.body,
        annotator=annotator,
        sha256=page.sha256,
    )
    return gold, told

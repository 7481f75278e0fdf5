"""Marks: what an annotator has set on a page, from the browser and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rubricator.errors import UsageError
from rubricator.evaluate.gold.gold import Span
from rubricator.structure.model import JsonValue

MOST = 5_000
"""Titles, transitions, parts and gaps."""
MOST_HEADINGS = 20_000
LEVELS = 100
"""As deep as blocks may be nested; keys set the first nine."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A heading: its ranges, its level, where its block ends if before the next heading, and others that will do.

    `gaps` are ranges that stand in the middle of its block and are not part of it.
    """

    parts: tuple[Span, ...]
    level: int
    run_in: bool = False
    end: int | None = None
    alternatives: tuple[tuple[Span, ...], ...] = ()
    gaps: tuple[Span, ...] = ()

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
    if not isinstance(headings, list) or len(headings) > MOST_HEADINGS:
        raise UsageError(f"headings are a list of at most {MOST_HEADINGS}")
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
    gaps = _spans(given.get("gaps", []), size, "gaps")
    return Mark(parts, level, bool(given.get("run_in")), end, tuple(one for one in alternatives if one), gaps)


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
                "gaps": listed(mark.gaps),
            }
            for mark in marks.headings
        ],
        "titles": None if marks.titles is None else listed(marks.titles),
        "body": list(marks.body) if marks.body else None,
        "transitions": listed(marks.transitions),
    }

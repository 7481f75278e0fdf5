"""Marks: what an annotator has set on a page, from the browser and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rubricator.emit.json_fields import Fields
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
    fields = Fields(given, failure=UsageError, lenient=True, limit=size)
    headings = fields.objects("headings") if fields.has("headings") else []
    if len(headings) > MOST_HEADINGS:
        raise UsageError(f"there are more than {MOST_HEADINGS} headings")
    body = fields.optional_range("body")
    return Marks(
        tuple(sorted(map(_mark, headings), key=lambda mark: (mark.start, mark.stop))),
        _ranges(fields, "titles") if fields.has("titles") else None,
        _checked(fields, "body", (body,))[0] if body else None,
        _ranges(fields, "transitions"),
    )


def _mark(fields: Fields) -> Mark:
    level, end = fields.integer("level"), fields.optional_integer("end")
    if not 1 <= level <= LEVELS:
        raise fields.error("level", f"is not from 1 to {LEVELS}")
    if end is not None and not 0 <= end <= (fields.limit or 0):
        raise fields.error("end", "is not a place in the page's text")
    parts = _ranges(fields, "parts")
    if not parts:
        raise fields.error("parts", "has no range")
    others = fields.range_lists("alternatives") if fields.has("alternatives") else ()
    alternatives = tuple([_checked(fields, "alternatives", one) for one in others if one])
    return Mark(parts, level, bool(fields.values.get("run_in")), end, alternatives, _ranges(fields, "gaps"))


def _ranges(fields: Fields, key: str) -> tuple[Span, ...]:
    return _checked(fields, key, fields.ranges(key)) if fields.has(key) else ()


def _checked(fields: Fields, key: str, ranges: tuple[Span, ...]) -> tuple[Span, ...]:
    if len(ranges) > MOST or any(start == end for start, end in ranges):
        raise fields.error(key, f"has an empty range, or more than {MOST}")
    return tuple(sorted(ranges))


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

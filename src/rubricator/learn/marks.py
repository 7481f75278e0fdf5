"""Marks of further pages of the corpora: where title, content body and headings stand, without a word of the pages.

A text is identified by its start and by a checksum of its folded form, so it is found again where another version of
the renderer counts characters otherwise.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from rubricator.evaluate.gold.gold import Gold, GoldHeading, Span
from rubricator.evaluate.metrics.headings import fold_heading
from rubricator.page.model import Page
from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.view import build_view


class Place(NamedTuple):
    """A text of a page."""

    start: int
    checksum: int


@dataclass(frozen=True, slots=True)
class Marks(Gold):
    """Gold whose texts are only known once the page is read."""

    title: Place | None = None
    ends: tuple[Place, Place] | None = None
    """The first and the last line of the content body, if there is one."""
    places: tuple[tuple[Place, int], ...] = ()
    """The headings, with their levels."""

    def on(self, page: Page) -> Gold:
        """Find the marked texts on the page; what is not there any more is left out."""
        spans = _spans(page)
        title = _found(spans, self.title) if self.title else None
        body = None
        if self.ends:
            first, last = (_found(spans, one) or (one.start, one.start) for one in self.ends)
            body = first[0], last[1]
        placed = [(span, level) for place, level in self.places if (span := _found(spans, place))]
        return Gold(
            self.id,
            "outline",
            self.page,
            titles=(page.text[title[0] : title[1]],) if title else (),
            has_title=self.title is not None,
            headings=_nested(page, placed),
            body_span=body,
        )


def read_marks(corpora: Path, marks: Path | None = None) -> list[Gold]:
    """Read a file of marks on pages of the corpora, as far as they are there: by default the one of the package."""
    text = (marks or files("rubricator.learn").joinpath("marks.jsonl")).read_text("utf-8")
    found = [_read(corpora, json.loads(line)) for line in text.splitlines()]
    return [one for one in found if one.page.is_file()]


def _read(corpora: Path, line: dict[str, Any]) -> Marks:
    return Marks(
        line["page"],
        "marks",
        corpora / line["page"],
        title=Place(*line["title"]) if line["title"] else None,
        ends=(Place(*line["body"][0]), Place(*line["body"][1])) if line["body"] else None,
        places=tuple((Place(start, checksum), level) for start, checksum, level in line["headings"]),
    )


def _checksum(text: str) -> int:
    return zlib.crc32(fold_heading(text).encode("utf-8", "replace"))


def _spans(page: Page) -> dict[int, list[Span]]:
    """Return the lines of a page, and all that could be a heading, by their checksums."""
    view = build_view(page)
    lines = list(zip(view.units["start"].tolist(), view.units["end"].tolist(), strict=True))
    found: dict[int, list[Span]] = {}
    for start, end in dict.fromkeys([*lines, *((one.start, one.end) for one in find_candidates(view))]):
        found.setdefault(_checksum(page.text[start:end]), []).append((start, end))
    return found


def _found(spans: dict[int, list[Span]], place: Place) -> Span | None:
    """Return the text that is meant: of those with its checksum the nearest."""
    return min(spans.get(place.checksum, []), key=lambda span: abs(span[0] - place.start), default=None)


def _nested(page: Page, found: list[tuple[Span, int]]) -> tuple[GoldHeading, ...]:
    """Make headings; the parent of each is the last one before it on a higher level."""
    headings: list[GoldHeading] = []
    above: list[tuple[int, int]] = []
    for number, (span, level) in enumerate(found):
        while above and above[-1][0] >= level:
            above.pop()
        parent = above[-1][1] if above else None
        headings.append(GoldHeading(page.text[span[0] : span[1]], level, parent, spans=((span,),)))
        above.append((level, number))
    return tuple(headings)

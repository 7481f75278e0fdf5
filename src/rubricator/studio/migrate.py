"""Older versions: drafts and annotations of a page as it was before it was changed, and bringing them over."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from rubricator.errors import UsageError
from rubricator.evaluate.gold.gold import Span
from rubricator.page.model import Page
from rubricator.page.units import units
from rubricator.structure.model import JsonValue
from rubricator.studio.annotations import DRAFTS
from rubricator.studio.blocks import Start, quoted_list
from rubricator.studio.marks import LEVELS, MOST_HEADINGS, Mark, Marks

_FIRST_WORD = re.compile(r"\S+")


class OldHeading(NamedTuple):
    """A heading by its words: its place is one in another text."""

    text: str
    level: int
    run_in: bool


@dataclass(frozen=True, slots=True)
class PreviousVersion:
    """What a draft or an annotation has, as far as it does not depend on the text that it was of."""

    file: Path
    kind: str
    digest: str
    headings: tuple[OldHeading, ...]
    titles: tuple[str, ...]
    more: int
    """Ends, gaps, other headings, transitions and the body, which cannot be brought over."""

    def to_dict(self) -> dict[str, JsonValue]:
        return {
            "name": self.file.name,
            "kind": self.kind,
            "path": str(self.file),
            "when": self.file.stat().st_mtime,
            "headings": [[one.level, one.text] for one in self.headings],
        }


def read_previous(file: Path) -> PreviousVersion | None:
    """Read a draft or an annotation of any version of its page; None for a file that is none."""
    try:
        given = json.loads(file.read_text("utf-8"))
        return _draft(file, given) if file.parent.name == DRAFTS else _annotation(file, given)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _draft(file: Path, given: Any) -> PreviousVersion:
    texts = given.get("texts", {})

    def words(spans: Sequence[Span]) -> str:
        return " ".join(str(texts.get(f"{start}-{end}", "")) for start, end in spans).strip()

    heads = [(words(one["parts"]), one) for one in given["headings"]]
    headings = tuple(OldHeading(text, _level(one["level"]), bool(one.get("run_in"))) for text, one in heads)
    more = sum(bool(one.get("end")) + len(one.get("gaps", ())) + len(one.get("alternatives", ())) for _, one in heads)
    more += len(given.get("transitions") or ()) + bool(given.get("body"))
    titles = tuple(words([span]) for span in given.get("titles") or ())
    return PreviousVersion(file, "draft", str(given["page"]), headings, titles, more)


def _annotation(file: Path, given: Any) -> PreviousVersion:
    blocks = given["blocks"]
    headings = tuple(OldHeading(str(one["text"]), _level(one["level"]), bool(one["run_in"])) for one in blocks)
    more = sum(len(one["transitions"]) + len(one["headings"]) - 1 + len(one["ranges"]) - 1 for one in blocks)
    titles = tuple(map(str, given["titles"] or ()))
    return PreviousVersion(
        file, "annotation", str(given["page"]["sha256"]), headings, titles, more + bool(given["body"])
    )


def _level(given: object) -> int:
    return min(max(int(given), 1), LEVELS) if isinstance(given, int) else 1


def migrate_headings(older: PreviousVersion, page: Page, start: Marks) -> Start:
    """Return the headings of an older version where the page has them now; the rest is as in `start`."""
    if not any(one.text for one in older.headings):
        raise UsageError(f"{older.file} has no headings that could be looked for")
    lines = _Lines(page)
    placed = [(title, lines.find(title, 0)) for title in older.titles]
    titles = tuple(span for _, span in placed if span)
    found: list[Mark] = []
    lost = [title for title, span in placed if span is None]
    for one in older.headings[:MOST_HEADINGS]:
        span = lines.find(one.text, found[-1].stop if found else 0)
        if span is None:
            lost.append(one.text)
        else:
            found.append(Mark((span,), one.level, one.run_in))
    found.sort(key=lambda one: one.parts)
    marks = replace(start, headings=tuple(found), titles=titles or start.titles)
    messages = [f"{len(found)} of {len(older.headings)} headings were found in the page as it is now."]
    if lost:
        messages.append(f"Not found: {quoted_list(lost)}.")
    if older.more:
        messages.append("Its body, ends of blocks, gaps and transitions could not be brought over.")
    return Start(marks, messages)


class _Lines:
    """The lines of a page by their first words; each beginning of one is found once."""

    def __init__(self, page: Page) -> None:
        self.text = page.text
        self.ends: set[int] = set()
        self.starts: dict[str, list[int]] = defaultdict(list)
        for unit in units(page):
            self.ends.add(unit.end)
            if word := _FIRST_WORD.match(page.text, unit.start):
                self.starts[word[0]].append(unit.start)

    def find(self, text: str, after: int) -> Span | None:
        """Return where lines have a text, or else begin with it: from a place on, or else before it."""
        word = _FIRST_WORD.match(text)
        known = self.starts[word[0]] if word else []
        first = bisect_left(known, after)
        spans = [(at, at + len(text)) for at in (*known[first:], *known[:first]) if self.text.startswith(text, at)]
        found = next((span for span in spans if span[1] in self.ends), spans[0] if spans else None)
        if found:
            known.remove(found[0])
        return found

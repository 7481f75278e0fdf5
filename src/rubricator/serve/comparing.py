"""Two structures of one page, heading by heading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rubricator.structure.model import JsonValue, Structure


class Entry(NamedTuple):
    """A heading with its place and level; the title has level 0."""

    text: str
    level: int
    start: int
    end: int
    confidence: float | None = None
    xpath: str | None = None

    def to_dict(self) -> dict[str, JsonValue]:
        return dict(self._asdict())


def entries(structure: Structure) -> list[Entry]:
    """List the title and the headings in document order."""
    found = []
    for block in structure.root.walk():
        heading = block.heading
        if heading:
            place = heading.start, heading.end
            found.append(Entry(heading.text, block.level, *place, heading.confidence, heading.xpath))
    return sorted(found, key=lambda one: (one.start, one.end))


def compare_structures(left: Structure, right: Structure) -> dict[str, JsonValue]:
    """Return both, side by side."""
    return compare_entries(entries(left), entries(right), left.method, right.method)


def compare_entries(left: Sequence[Entry], right: Sequence[Entry], names: str, other: str) -> dict[str, JsonValue]:
    """Pair headings that share characters, in document order. Each row says how the two sides differ."""
    left, right = _below_title(left, right), _below_title(right, left)
    rows: list[JsonValue] = []
    counts = dict.fromkeys(("same", "level", "extent", "left", "right"), 0)
    for one, two in paired(left, right):
        kind = _kind(one, two)
        counts[kind] += 1
        rows.append({"kind": kind, "left": one and one.to_dict(), "right": two and two.to_dict()})
    both = len(rows) - counts["left"] - counts["right"]
    return {
        "left": {"name": names, "headings": len(left)},
        "right": {"name": other, "headings": len(right)},
        "counts": dict(counts),
        "f1": round(2 * both / (len(left) + len(right)), 4) if left or right else 1.0,
        "rows": rows,
    }


def _below_title(side: Sequence[Entry], other: Sequence[Entry]) -> Sequence[Entry]:
    """Return a side with levels counted from the title, where it has as its topmost heading what is the other's title.

    Whether a method calls it title or heading, the levels of all below it would differ otherwise.
    """
    title = next((one for one in other if one.level == 0), None)
    if title is None or not side or side[0].level == 0 or not _overlap(side[0], title):
        return side
    top = side[0].level
    if any(one.level <= top for one in side[1:]):
        return side
    return [one._replace(level=one.level - top) for one in side]


def paired(left: Sequence[Entry], right: Sequence[Entry]) -> list[tuple[Entry | None, Entry | None]]:
    """Merge two lists of headings that are each in order."""
    rows: list[tuple[Entry | None, Entry | None]] = []
    at = by = 0
    while at < len(left) or by < len(right):
        one = left[at] if at < len(left) else None
        two = right[by] if by < len(right) else None
        if one and two and _overlap(one, two):
            rows.append((one, two))
            at, by = at + 1, by + 1
        elif two is None or (one and (one.start, one.end) < (two.start, two.end)):
            rows.append((one, None))
            at += 1
        else:
            rows.append((None, two))
            by += 1
    return rows


def _overlap(one: Entry, two: Entry) -> bool:
    if (one.start, one.end) == (two.start, two.end):
        return True
    return max(one.start, two.start) < min(one.end, two.end)


def _kind(one: Entry | None, two: Entry | None) -> str:
    if one is None:
        return "right"
    if two is None:
        return "left"
    if one.level != two.level:
        return "level"
    return "same" if (one.start, one.end) == (two.start, two.end) else "extent"

"""Tally: what came out of a shard, or of a run; and the summary of it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from numpy.typing import NDArray

from rubricator.batch.rows import NOT_HTML, error_kind
from rubricator.structure.model import JsonValue

_STEPS = 20
"""Times are counted in steps of 5 %, so that tallies of any length stay small and can be added."""


@dataclass(slots=True)
class Tally:
    """Counts of pages, rows and errors by kind; times of pages, counted by their step; seconds taken.

    `unread` are the inputs that could not be read, or not to their end.
    """

    pages: int = 0
    rows: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    times: Counter[int] = field(default_factory=Counter)
    seconds: float = 0.0
    unread: set[str] = field(default_factory=set)

    def add(self, rows: int, errors: Sequence[str], ms: NDArray[np.float64]) -> None:
        """Count so many rows, and the errors and times of the pages that begin with them."""
        self.rows += rows
        self.pages += len(ms)
        self.errors.update(map(error_kind, errors))
        steps, counts = np.unique((_STEPS * np.log1p(np.maximum(ms, 0.0))).astype(np.int64), return_counts=True)
        self.times.update(dict(zip(steps.tolist(), counts.tolist(), strict=True)))

    def merge(self, other: Tally) -> None:
        self.pages += other.pages
        self.rows += other.rows
        self.errors.update(other.errors)
        self.times.update(other.times)
        self.seconds += other.seconds
        self.unread |= other.unread

    def quantile(self, share: float) -> float:
        """Return the milliseconds that this share of the pages took at most."""
        left = share * self.pages
        for step in sorted(self.times):
            left -= self.times[step]
            if left <= 0:
                return math.expm1((step + 0.5) / _STEPS)
        return 0.0

    @property
    def failed(self) -> int:
        """Pages that could not be read; records of something else than pages do not count."""
        return sum(count for kind, count in self.errors.items() if kind != NOT_HTML)

    @property
    def error_rate(self) -> float:
        """The share of pages that failed, of all records that should hold one."""
        asked = self.pages - self.errors[NOT_HTML]
        return self.failed / asked if asked else 0.0

    def to_dict(self) -> dict[str, JsonValue]:
        return {
            "pages": self.pages,
            "rows": self.rows,
            "errors": dict(self.errors),
            "times": {str(step): count for step, count in self.times.items()},
            "seconds": self.seconds,
            "unread": cast("list[JsonValue]", sorted(self.unread)),
        }

    @staticmethod
    def from_dict(fields: dict[str, JsonValue]) -> Tally:
        times = cast("dict[str, int]", fields["times"])
        return Tally(
            cast(int, fields["pages"]),
            cast(int, fields["rows"]),
            Counter(cast("dict[str, int]", fields["errors"])),
            Counter({int(step): count for step, count in times.items()}),
            cast(float, fields["seconds"]),
            set(cast("list[str]", fields.get("unread", []))),
        )


def total(tallies: Iterable[Tally]) -> Tally:
    whole = Tally()
    for tally in tallies:
        whole.merge(tally)
    return whole


def summary(tally: Tally, cores: int) -> str:
    """Return what a run came to, in lines for a person."""
    speed = tally.pages / tally.seconds if tally.seconds else 0.0
    lines = [
        f"pages   {tally.pages} ({tally.rows} row{'s' * (tally.rows != 1)})",
        f"errors  {tally.failed} ({tally.error_rate:.2%} of pages)",
        *(f"        {count} {kind}" for kind, count in tally.errors.most_common()),
        f"ms      p50 {tally.quantile(0.5):.0f}, p95 {tally.quantile(0.95):.0f}",
        f"speed   {speed:.1f} pages/s, {speed / max(cores, 1):.1f} pages/s/core, {tally.seconds:.0f} s",
    ]
    return "\n".join(lines)

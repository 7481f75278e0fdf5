"""Postings: which windows have a term and how often, and the columns of the windows, as bytes that are checked.

A segment is a run of windows that was written at once. Postings name a window by its number in the segment.
"""

from __future__ import annotations

import zlib
from array import array
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import IndexFileError
from rubricator.search.ranking import PARTS

POSTING = np.dtype([("window", "<u4"), ("text", "<u2"), ("heading", "u1"), ("path", "u1")])
COLUMNS = np.dtype(
    [("block", "<i8"), ("page", "<i8"), ("text", "<u4"), ("heading", "<u4"), ("path", "<u4"), ("alive", "?")]
)

Rows = NDArray[np.void]
_WINDOW = 0xFFFFFFFF


@dataclass(slots=True)
class Segment:
    """Windows in memory: their columns, and the terms of each part, one after the other, as numbers."""

    columns: list[tuple[int, int, int, int, int, bool]] = field(default_factory=list)
    numbers: defaultdict[str, int] = field(default_factory=lambda: defaultdict(count().__next__))
    """Of the terms, in the order in which they come."""
    terms: dict[str, array[int]] = field(default_factory=lambda: {part: array("I") for part in PARTS})

    def add(self, block: int, page: int, parts: dict[str, list[str]]) -> None:
        """Add a window with the terms of its parts."""
        lengths = [len(parts[part]) for part in PARTS]
        self.columns.append((block, page, lengths[0], lengths[1], lengths[2], True))
        for part in PARTS:
            self.terms[part].extend(map(self.numbers.__getitem__, parts[part]))

    def postings(self) -> Iterator[tuple[str, Rows]]:
        """Yield the terms in order, each with the windows that have it."""
        columns = np.array(self.columns, COLUMNS)
        # Term, window and part of each word as one number: sorting is all that is to be done.
        words = np.concatenate(
            [
                np.frombuffer(self.terms[part], np.uintc).astype(np.int64) << 34
                | np.repeat(np.arange(len(columns)) << 2 | number, columns[part])
                for number, part in enumerate(PARTS)
            ]
        )
        words.sort()
        first = _changes(words)
        times = np.diff(np.append(first, len(words)))
        words = words[first]
        first = _changes(words >> 2)
        rows = np.zeros(len(first), POSTING)
        rows["window"] = words[first] >> 2 & _WINDOW
        place = np.repeat(np.arange(len(first)), np.diff(np.append(first, len(words))))
        for number, part in enumerate(PARTS):
            chosen = words & 3 == number
            rows[part][place[chosen]] = np.minimum(times[chosen], np.iinfo(POSTING[part]).max)
        ends = np.searchsorted(words[first] >> 34, np.arange(len(self.numbers) + 1))
        for term, number in sorted(self.numbers.items()):
            yield term, rows[ends[number] : ends[number + 1]]


def _changes(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places of sorted values that differ from the one before."""
    return np.flatnonzero(np.diff(values, prepend=-1))


def pack(rows: Rows) -> bytes:
    """Return rows as bytes with a checksum: a damaged file must not become a wrong answer."""
    data = rows.tobytes()
    return zlib.crc32(data).to_bytes(4, "little") + data


def unpack(data: bytes, kind: np.dtype[np.void]) -> Rows:
    """Return the rows that `pack` wrote; damaged ones are an error."""
    body = memoryview(data)[4:] if isinstance(data, bytes) else memoryview(b"")
    if len(body) % kind.itemsize or zlib.crc32(body).to_bytes(4, "little") != bytes(memoryview(data)[:4]):
        raise IndexFileError("the index is damaged: a checksum is wrong; build it again")
    return np.frombuffer(body, kind)


def merged(parts: list[tuple[Rows, NDArray[np.int64]]]) -> Rows:
    """Return postings of several segments as those of one; each comes with the new numbers of its windows, -1 for none.

    Segments come in the order of their windows' new numbers.
    """
    found = []
    for rows, numbers in parts:
        # As whole numbers, of which the window is the lower half: numpy is slow with fields.
        whole = rows.view("<i8")
        new = numbers[whole & _WINDOW]
        found.append((whole & ~_WINDOW | new)[new >= 0])
    joined: Rows = np.concatenate(found).view(POSTING)
    return joined

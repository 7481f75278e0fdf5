"""Postings: which windows have a term and how often, and the columns of the windows, as bytes that are checked.

A segment is a run of windows that was written at once. Postings name a window by its number in the segment.
"""

from __future__ import annotations

import zlib
from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import IndexFileError
from rubricator.search.ranking import PARTS

POSTING = np.dtype([("window", "<u4"), ("text", "<u2"), ("heading", "u1"), ("path", "u1")])
COLUMNS = np.dtype(
    [("block", "<i8"), ("page", "<i8"), ("text", "<u4"), ("heading", "<u4"), ("path", "<u4"), ("alive", "?")]
)

Rows = NDArray[np.void]


@dataclass(slots=True)
class Segment:
    """Windows in memory: their columns, and for each term the windows that have it."""

    columns: list[tuple[int, int, int, int, int, bool]] = field(default_factory=list)
    postings: defaultdict[str, array[int]] = field(default_factory=lambda: defaultdict(partial(array, "Q")))
    """Rows of POSTING, each as one number: an eighth of the memory of tuples."""

    def add(self, block: int, page: int, parts: dict[str, list[str]]) -> None:
        """Add a window with the terms of its parts."""
        number = len(self.columns)
        lengths = [len(parts[part]) for part in PARTS]
        self.columns.append((block, page, lengths[0], lengths[1], lengths[2], True))
        text, heading, path = (Counter(parts[part]) for part in PARTS)
        postings = self.postings
        for term, times in text.items():
            if term not in heading and term not in path:
                postings[term].append(number | min(times, 0xFFFF) << 32)
        for term in heading.keys() | path.keys():
            times = min(text[term], 0xFFFF) << 32 | min(heading[term], 0xFF) << 48 | min(path[term], 0xFF) << 56
            postings[term].append(number | times)

    def rows(self, term: str) -> Rows:
        """Return the postings of a term."""
        found: Rows = np.array(self.postings[term], "<u8").view(POSTING)
        return found


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
        new = numbers[rows["window"]]
        kept = rows[new >= 0].copy()
        kept["window"] = new[new >= 0]
        found.append(kept)
    return np.concatenate(found)

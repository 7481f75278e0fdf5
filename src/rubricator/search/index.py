"""Index: what a query reads. Frequencies and lengths count only living windows, at query time, so
scores after any history of changes are those of a fresh build.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.search.entries import Span
from rubricator.search.postings import COLUMNS, POSTING, Rows, unpack
from rubricator.search.ranking import PARTS, Floats, Part, Ranking, bm25, ceiling, idf, query_weight
from rubricator.search.store import as_damage, as_index_errors, open_store

Ints = NDArray[np.int64]
_NEARLY_ALL = 0.9
_KEPT = 4_000_000
"""Postings that are kept in memory: 48 MB."""


@contextmanager
def open_index(path: str | Path) -> Iterator[BlockIndex]:
    """Open an index for queries."""
    path = Path(path)
    connection = open_store(path)
    try:
        yield BlockIndex(connection, path)
    finally:
        connection.close()


class Found(NamedTuple):
    """A page's row of the index."""

    key: str
    url: str | None
    title: str | None
    language: str


class FoundBlock(NamedTuple):
    """A block's row of the index."""

    page: int
    heading: str
    path: tuple[str, ...]
    level: int
    start: int
    end: int
    xpath: str | None
    anchor: str | None


class Postings(NamedTuple):
    """The living windows that have a term, numbered over all segments, and how often each part of them has it."""

    window: Ints
    counts: dict[Part, NDArray[np.unsignedinteger]]

    def frequency(self, parts: tuple[Part, ...]) -> tuple[Ints, Floats]:
        """Return the windows that have the term in these parts, and how often."""
        times = sum((self.counts[part] for part in parts[1:]), self.counts[parts[0]].astype(np.uint32))
        hit = np.flatnonzero(times)
        if len(hit) == len(times):
            return self.window, times.astype(np.float64)
        return self.window[hit], times[hit].astype(np.float64)


class _Columns:
    """The windows of all segments, one after the other, and what was read of one state of the index."""

    def __init__(self, segments: list[tuple[int, Rows]]) -> None:
        self.first: dict[int, int] = {}
        total = 0
        for number, rows in segments:
            self.first[number] = total
            total += len(rows)
        self.rows: Rows = np.concatenate([rows for _, rows in segments]) if segments else np.empty(0, COLUMNS)
        self.alive: NDArray[np.bool_] = np.ascontiguousarray(self.rows["alive"])
        self.count = int(self.alive.sum())
        self.lengths: dict[tuple[str, ...], tuple[Floats, float]] = {}
        self.postings: dict[str, Postings] = {}
        self.kept = 0
        self.languages: list[str] | None = None
        self.pages: dict[int, Found] = {}
        self.blocks: dict[int, FoundBlock] = {}
        self.shown: dict[tuple[int, float], int] = {}
        self.terms: dict[int, frozenset[str]] = {}

    def length(self, parts: tuple[str, ...]) -> tuple[Floats, float]:
        """Return the lengths of a field and their average over the living windows."""
        if parts not in self.lengths:
            whole: Floats = sum((self.rows[part].astype(np.float64) for part in parts), np.zeros(len(self.rows)))
            self.lengths[parts] = whole, float(whole[self.alive].sum()) / max(self.count, 1)
        return self.lengths[parts]

    def keep(self, term: str, found: Postings) -> None:
        """Keep postings for the next query that has the term, as long as they do not fill the memory."""
        if self.kept + len(found.window) > _KEPT:
            self.postings, self.kept = {}, 0
        self.postings[term] = found
        self.kept += len(found.window)


class BlockIndex:
    """An open index. A change by another process is seen by the next query."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection, self.path = connection, path
        self._version = -1
        self._columns: _Columns | None = None
        self._inside = False
        """Whether what was read of the index is known to be its present state."""

    @contextmanager
    def reading(self) -> Iterator[None]:
        """See one state of the index until the end of the block."""
        with as_damage(self.path):
            if self.connection.in_transaction:
                yield
                return
            self.connection.execute("BEGIN")
            try:
                _ = self.columns
                self._inside = True
                yield
            finally:
                self._inside = False
                self.connection.execute("COMMIT")

    @property
    def columns(self) -> _Columns:
        if self._columns is not None and self._inside:
            return self._columns
        with self.reading():
            version = self.connection.execute("PRAGMA data_version").fetchone()[0]
            if self._columns is None or version != self._version:
                rows = self.connection.execute("SELECT id, columns FROM segments ORDER BY id").fetchall()
                self._columns = _Columns([(number, unpack(data, COLUMNS)) for number, data in rows])
                self._version = version
            return self._columns

    def __len__(self) -> int:
        """Return how many windows there are."""
        return self.columns.count

    def settings(self) -> dict[str, str]:
        """Return how the pages were read."""
        with as_index_errors(self.path):
            return dict(self.connection.execute("SELECT name, value FROM settings").fetchall())

    def keys(self) -> list[str]:
        """Return the keys of all pages."""
        with as_index_errors(self.path):
            return [key for (key,) in self.connection.execute("SELECT key FROM pages ORDER BY key")]

    def languages(self) -> list[str]:
        """Return the languages of the pages, that of the most first."""
        with self.reading():
            columns = self.columns
            if columns.languages is None:
                rows = self.connection.execute("SELECT language FROM pages GROUP BY 1 ORDER BY COUNT(*) DESC, 1")
                columns.languages = [language for (language,) in rows]
            return columns.languages

    def postings(self, term: str) -> Postings:
        """Return the living windows that have a term."""
        columns = self.columns
        if term in columns.postings:
            return columns.postings[term]
        found = []
        for segment, first in columns.first.items():
            row = self.connection.execute(
                "SELECT rows FROM postings WHERE segment = ? AND term = ?", (segment, term)
            ).fetchone()
            if row is not None:
                found.append((first, unpack(row[0], POSTING)))
        window = np.concatenate([np.empty(0, np.int64), *(rows["window"] + np.int64(first) for first, rows in found)])
        empty = np.empty(0, POSTING)
        counts = {part: np.concatenate([empty[part], *(rows[part] for _, rows in found)]) for part in PARTS}
        if columns.count < len(columns.alive):
            living = columns.alive[window]
            window, counts = window[living], {part: times[living] for part, times in counts.items()}
        columns.keep(term, Postings(window, counts))
        return columns.postings[term]

    def scores(self, query: Mapping[str, float], ranking: Ranking) -> Floats:
        """Return the score of every window, 0 where no term of the query is."""
        columns = self.columns
        total = np.zeros(len(columns.rows))
        postings = {term: self.postings(term) for term in query}
        for field in ranking.fields:
            length, average = columns.length(field.parts)
            hits = [(times, *postings[term].frequency(field.parts)) for term, times in query.items()]
            weights = [query_weight(times) * idf(columns.count, len(at)) for times, at, _ in hits]
            most = ceiling(weights, field.k1) if ranking.normalised else 1.0
            for (_, at, frequency), weight in zip(hits, weights, strict=True):
                share = field.weight * weight / most if most else 0.0
                total[at] += bm25(frequency, length[at], average, share, field.k1, field.b)
        return total

    def page(self, number: int) -> Found:
        pages = self.columns.pages
        if number not in pages:
            row = self.connection.execute("SELECT key, url, title, language FROM pages WHERE id = ?", (number,))
            pages[number] = Found(*_required(row.fetchone()))
        return pages[number]

    def block(self, number: int) -> FoundBlock:
        blocks = self.columns.blocks
        if number not in blocks:
            blocks[number] = self._block(number)
        return blocks[number]

    def _block(self, number: int) -> FoundBlock:
        row = _required(
            self.connection.execute(
                "SELECT page, heading, path, level, start, stop, xpath, anchor FROM blocks WHERE id = ?", (number,)
            ).fetchone()
        )
        page, heading, path, level, start, end, xpath, anchor = row
        return FoundBlock(page, heading, tuple(json.loads(path)), level, start, end, xpath, anchor)

    def below(self, number: int) -> list[int]:
        """Return the blocks below a block, in document order: those that follow, as long as they are deeper."""
        block = self.block(number)
        rows = self.connection.execute(
            "SELECT id, level FROM blocks WHERE page = ? AND id > ? ORDER BY id", (block.page, number)
        )
        return [one for one, level in takewhile(lambda row: row[1] > block.level, rows)]

    def shown(self, block: int, share: float) -> int:
        """Return the block that stands for a block: the one above while it is less than a share of that one.

        What is nearly all of a page is the page, and stands for nothing in it.
        """
        shown = self.columns.shown
        if (block, share) not in shown:
            shown[block, share] = self._shown(block, share)
        return shown[block, share]

    def _shown(self, block: int, share: float) -> int:
        chain = [self._size(block)]
        while chain[-1][2] is not None:
            chain.append(self._size(chain[-1][2]))
        number = 0
        most = _NEARLY_ALL * chain[-1][1]
        while number + 1 < len(chain) and chain[number][1] < share * chain[number + 1][1] < share * most:
            number += 1
        return chain[number][0]

    def _size(self, block: int) -> tuple[int, int, int | None]:
        row = self.connection.execute("SELECT id, size, parent FROM blocks WHERE id = ?", (block,)).fetchone()
        number, size, parent = _required(row)
        return number, size, parent

    def window(self, number: int) -> tuple[tuple[Span, ...], str]:
        """Return the spans of a window and its text."""
        first = self.columns.first
        segment = max((known for known in first if first[known] <= number), key=lambda known: first[known])
        row = self.connection.execute(
            "SELECT spans, text FROM windows WHERE segment = ? AND number = ?", (segment, number - first[segment])
        ).fetchone()
        spans, text = _required(row)
        return tuple([(start, end) for start, end in json.loads(spans)]), text

    def windows_of(self, column: str, numbers: Iterable[int]) -> Ints:
        """Return the living windows of blocks or pages."""
        columns = self.columns
        wanted = np.fromiter(numbers, np.int64)
        found = np.flatnonzero(np.isin(columns.rows[column], wanted))
        living: Ints = found[columns.alive[found]]
        return living


def _required(row: tuple[object, ...] | None) -> tuple:  # type: ignore[type-arg]
    if row is None:
        raise ValueError("a row is missing")
    return row

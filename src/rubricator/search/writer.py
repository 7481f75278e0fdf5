"""Writer: pages go in and out of an index; all that one writer does is one transaction."""

from __future__ import annotations

import heapq
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rubricator.errors import UsageError
from rubricator.load.encoding import without_surrogates
from rubricator.search.analysis import terms
from rubricator.search.entries import BlockEntry, PageEntry, Window
from rubricator.search.postings import COLUMNS, POSTING, Rows, Segment, merged, pack, unpack
from rubricator.search.store import as_damage, as_index_errors, create_store, lay_out

SEGMENT_WINDOWS = 20_000
"""Windows that are held in memory before they are written."""
MERGE_FACTOR = 8
"""Segments of a like size that may stand beside each other; then they become one."""


@contextmanager
def write_index(path: str | Path, settings: dict[str, str] | None = None) -> Iterator[IndexWriter]:
    """Open an index for changes, made if there is none; when the block ends they are there, all or, on an error, none.

    `settings` say how pages were read. An index keeps those it was made with; others are an error.
    """
    path = Path(path)
    connection = create_store(path)
    try:
        with as_index_errors(path):
            connection.execute("BEGIN IMMEDIATE")
            lay_out(connection)
        writer = IndexWriter(connection, path)
        writer.check(settings or {})
        yield writer
        writer.flush()
        with as_index_errors(path):
            connection.execute("COMMIT")
    finally:
        # Closing undoes a transaction that was not committed.
        connection.close()


@dataclass(slots=True)
class IndexWriter:
    """Changes of one index that become visible together."""

    connection: sqlite3.Connection
    path: Path
    segment: Segment = field(default_factory=Segment)
    texts: list[Window] = field(default_factory=list)
    deleted: set[int] = field(default_factory=set)

    def settings(self) -> dict[str, str]:
        with as_index_errors(self.path):
            return dict(self.connection.execute("SELECT name, value FROM settings").fetchall())

    def check(self, settings: dict[str, str]) -> None:
        """Store the settings of a new index; check that those of an old one are the same."""
        present = self.settings()
        for name, value in settings.items():
            if present.get(name, value) != value:
                raise UsageError(
                    f"{self.path}: the index was made with {name} {present[name]!r}, not {value!r}; "
                    "leave the option out, or make another index"
                )
        with as_index_errors(self.path):
            rows = [(name, value) for name, value in settings.items() if name not in present]
            self.connection.executemany("INSERT INTO settings VALUES (?, ?)", rows)

    def add(self, page: PageEntry) -> None:
        """Add a page; one of the same key is replaced."""
        self.delete(page.key)
        with as_index_errors(self.path):
            row = (_key(page.key), _clean(page.url), _clean(page.title), page.language, page.sha256)
            number = self._insert("INSERT INTO pages (key, url, title, language, sha256) VALUES (?, ?, ?, ?, ?)", row)
            blocks: list[int] = []
            for block in page.blocks:
                parent = None if block.parent is None else blocks[block.parent]
                blocks.append(self._add_block(number, parent, block, page.language))
        if len(self.segment.columns) >= SEGMENT_WINDOWS:
            self.flush()

    def delete(self, key: str) -> bool:
        """Take a page out; say whether it was there."""
        with as_index_errors(self.path):
            found = self.connection.execute("SELECT id FROM pages WHERE key = ?", (_key(key),)).fetchone()
            if found is None:
                return False
            self.connection.execute("DELETE FROM pages WHERE id = ?", found)
            self.connection.execute("DELETE FROM blocks WHERE page = ?", found)
        self.deleted.add(found[0])
        return True

    def keys_of(self, name: str) -> list[str]:
        """Return the name of a page if it is there, else those of the pages in a folder of that name."""
        key, folder = _key(name), _key(name).rstrip("/") + "/"
        statement = "SELECT key FROM pages WHERE key = ? OR substr(key, 1, ?) = ?"
        with as_index_errors(self.path):
            found = [row[0] for row in self.connection.execute(statement, (key, len(folder), folder))]
        return [key] if key in found else found if name else []

    def flush(self) -> None:
        """Write what is in memory, take out what was deleted, and merge segments that have become many."""
        with as_damage(self.path):
            if self.segment.columns:
                self._write_segment()
            if self.deleted:
                self._mark_deleted()
            self._merge()

    def _insert(self, statement: str, row: tuple[object, ...]) -> int:
        number = self.connection.execute(statement, row).lastrowid
        assert number is not None
        return number

    def _add_block(self, page: int, parent: int | None, block: BlockEntry, language: str) -> int:
        path = json.dumps([_clean(text) for text in block.path])
        where = (block.level, block.start, block.end, _clean(block.xpath), _clean(block.anchor))
        number = self._insert(
            "INSERT INTO blocks (page, parent, size, heading, path, level, start, stop, xpath, anchor)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (page, parent, block.size, _clean(block.heading), path, *where),
        )
        heading = terms(block.heading, language)
        above = [term for text in block.path for term in terms(text, language)]
        for window in block.windows:
            parts = {"text": terms(window.text, language), "heading": heading, "path": above}
            self.segment.add(number, page, parts)
            self.texts.append(window)
        return number

    def _write_segment(self) -> None:
        columns = np.array(self.segment.columns, COLUMNS)
        number = self._insert("INSERT INTO segments (columns) VALUES (?)", (pack(columns),))
        self.connection.executemany(
            "INSERT INTO windows VALUES (?, ?, ?, ?)",
            (
                (number, place, json.dumps(window.spans, separators=(",", ":")), _clean(window.text))
                for place, window in enumerate(self.texts)
            ),
        )
        self.connection.executemany(
            "INSERT INTO postings VALUES (?, ?, ?)",
            ((number, term, pack(rows)) for term, rows in self.segment.postings()),
        )
        self.segment, self.texts = Segment(), []

    def _segments(self) -> list[tuple[int, Rows]]:
        rows = self.connection.execute("SELECT id, columns FROM segments ORDER BY id").fetchall()
        return [(number, unpack(data, COLUMNS)) for number, data in rows]

    def _mark_deleted(self) -> None:
        """Mark the windows of deleted pages. A segment with more dead than living windows is written anew."""
        deleted = np.array(sorted(self.deleted), np.int64)
        for number, columns in self._segments():
            hit = np.isin(columns["page"], deleted) & columns["alive"]
            if not hit.any():
                continue
            gone = ((number, int(place)) for place in np.flatnonzero(hit))
            self.connection.executemany("DELETE FROM windows WHERE segment = ? AND number = ?", gone)
            changed = columns.copy()
            changed["alive"] &= ~hit
            self.connection.execute("UPDATE segments SET columns = ? WHERE id = ?", (pack(changed), number))
            if 2 * changed["alive"].sum() < len(changed):
                self._rewrite([(number, changed)])
        self.deleted = set()

    def _merge(self) -> None:
        """Merge the last MERGE_FACTOR segments while the first of them is not larger than the rest.

        So a window is written anew when the index has doubled, and segments stay few: fewer merges make more of them.
        """
        while True:
            segments = self._segments()
            tail = segments[-MERGE_FACTOR:]
            if len(tail) < MERGE_FACTOR or len(tail[0][1]) > sum(len(columns) for _, columns in tail[1:]):
                return
            self._rewrite(tail)

    def _rewrite(self, old: list[tuple[int, Rows]]) -> None:
        """Write the living windows of segments as one segment, in their order."""
        numbers: dict[int, NDArray[np.int64]] = {}
        count = 0
        for number, columns in old:
            alive = columns["alive"]
            numbers[number] = np.where(alive, np.cumsum(alive) - 1 + count, -1)
            count += int(alive.sum())
        kept = np.concatenate([columns[columns["alive"]] for _, columns in old])
        new = self._insert("INSERT INTO segments (columns) VALUES (?)", (pack(kept),))
        for number, places in numbers.items():
            for first, stop in _runs(places >= 0):
                self.connection.execute(
                    "UPDATE windows SET segment = ?, number = number + ? WHERE segment = ? AND number BETWEEN ? AND ?",
                    (new, int(places[first]) - first, number, first, stop - 1),
                )
        self._merge_postings(numbers, new)
        for number in (*numbers, *([] if count else [new])):
            self._drop(number)

    def _merge_postings(self, numbers: dict[int, NDArray[np.int64]], new: int) -> None:
        """Merge the sorted terms of segments; what is written is of another segment, so no query here reads it."""
        rows = "SELECT term, segment, rows FROM postings WHERE segment = ? ORDER BY term"
        streams = [self.connection.execute(rows, (number,)) for number in numbers]
        for term, group in groupby(heapq.merge(*streams, key=itemgetter(0)), key=itemgetter(0)):
            whole = merged([(unpack(data, POSTING), numbers[segment]) for _, segment, data in group])
            if len(whole):
                self.connection.execute("INSERT INTO postings VALUES (?, ?, ?)", (new, term, pack(whole)))

    def _drop(self, number: int) -> None:
        for table, column in (("segments", "id"), ("windows", "segment"), ("postings", "segment")):
            self.connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (number,))


def _runs(kept: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield where each run of true values begins and ends."""
    edges = np.flatnonzero(np.diff(kept, prepend=False, append=False)).tolist()
    yield from zip(edges[0::2], edges[1::2], strict=True)


def _clean(text: str | None) -> str | None:
    """Replace lone surrogates, which no file can hold, each by one character."""
    return None if text is None else without_surrogates(text)


def _key(name: str) -> str:
    """Write out the bytes of a file's name that are no text: names that differ in them alone stay apart."""
    return name.encode("utf-8", "backslashreplace").decode()

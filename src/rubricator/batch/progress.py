"""Progress: a bar on a terminal with pages, pages/s, errors and the time left; nothing where no person looks."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rubricator.batch.inputs import Slice
from rubricator.batch.rows import NOT_HTML, Row, error_kind

_INTERVAL = 0.25
_WIDTH = 24


class Meter:
    """Counts the pages that this process has read of the shard under way, and how far into its slices they were."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.begin(())

    def begin(self, slices: Sequence[Slice]) -> None:
        with self._lock:
            self.pages = self.errors = 0
            self._slices = list(slices)
            self._reached: dict[tuple[str, int], int] = {}
            self._files = 0

    def add(self, found: Sequence[Sequence[Row]]) -> None:
        with self._lock:
            for rows in found:
                error = rows[0]["error"]
                self.pages += 1
                self.errors += error is not None and error_kind(error) != NOT_HTML
                self._reach(rows[0])

    def _reach(self, row: Row) -> None:
        offset = row["position"].partition("+")[0]
        if not offset.isdigit():
            return
        at = int(offset)
        for one in self._slices:
            if one.kind in ("warc", "jsonl") and one.paths[0] == row["source"] and _holds(one, at):
                key = (row["source"], one.start)
                self._reached[key] = max(self._reached.get(key, 0), at - one.start)
                return
        self._files += 1

    def bytes_done(self) -> float:
        """Return how much of the shard's input was read, as far as that is known."""
        with self._lock:
            pages = [one for one in self._slices if one.kind == "page"]
            count = sum(len(one.paths) for one in pages)
            size = sum(one.size for one in pages)
            return sum(self._reached.values()) + (size * min(self._files, count) / count if count else 0.0)


def _holds(one: Slice, at: int) -> bool:
    return one.start <= at and (one.stop is None or at < one.stop)


METER = Meter()
"""Of this process: on a cluster, the workers' own meters count, and the driver's stands still until a shard is done."""


class Progress:
    """What was done before, and what of the whole run there is."""

    def __init__(self, total_bytes: int) -> None:
        self.total_bytes = max(total_bytes, 1)
        self.bytes = 0
        self.pages = 0
        self.errors = 0
        self._began_bytes = 0
        self._began_pages = 0
        self._started = time.monotonic()

    def begin(self) -> None:
        """What was done until now was done by an earlier run."""
        self._began_bytes, self._began_pages, self._started = self.bytes, self.pages, time.monotonic()

    def line(self) -> str:
        """Return the line of the bar."""
        done = self.bytes + METER.bytes_done()
        pages, errors = self.pages + METER.pages, self.errors + METER.errors
        seconds = max(time.monotonic() - self._started, 1e-3)
        filled = int(_WIDTH * min(done / self.total_bytes, 1.0))
        speed = (pages - self._began_pages) / seconds
        moved = done - self._began_bytes
        left = _clock(seconds * max(self.total_bytes - done, 0) / moved) if moved > 0 else "?"
        bar = "#" * filled + "." * (_WIDTH - filled)
        return f"[{bar}] {pages} pages, {speed:.1f} pages/s, {errors} errors, {left} left"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def shown(progress: Progress) -> Iterator[None]:
    """Draw the bar on a terminal while something is done, and take it away afterwards."""
    if not sys.stderr.isatty():
        yield
        return
    over = threading.Event()

    def draw() -> None:
        while not over.wait(_INTERVAL):
            print(f"\r\x1b[K{progress.line()}", end="", file=sys.stderr, flush=True)

    thread = threading.Thread(target=draw, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)

"""The worker process: takes one record after the other from its standard input, until that ends.

The system itself holds it to the limits of a page: a timer ends it when a page takes too long, also in native code and
when there is no parent any more; the limit on its address space makes a page that asks for more memory fail.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import BinaryIO

from rubricator.batch.framing import Answer, read_task, settings_of, write_answer
from rubricator.batch.page import PageReader, error_row, out_of_memory
from rubricator.batch.record import Record
from rubricator.batch.settings import Settings

GRACE = 1.0
"""Seconds beyond its budget that a page has before the system ends the process."""
_STATM = Path("/proc/self/statm")
_WARM = b"<!doctype html><title>t</title><style>p{color:red}</style><h1>t</h1><p>t<p><b>t</b><p>t"


def main() -> None:
    """Work until the parent has gone."""
    try:
        _work()
    except BrokenPipeError:
        # It has gone in the middle of an answer. Nothing may be flushed to it any more.
        os._exit(0)


def _work() -> None:
    with os.fdopen(os.dup(1), "wb") as out:
        # What is printed by accident must not end up in the answers.
        os.dup2(2, 1)
        # Ctrl-C is for the parent.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        settings, folder = settings_of(json.loads(sys.argv[1]))
        reader = PageReader(settings, folder)
        reader.rows(Record("", "", "bytes", _WARM))
        baseline = _limit_memory(settings)
        write_answer(out, Answer([], spent=False))
        while (record := read_task(sys.stdin.buffer)) is not None:
            _answer(out, reader, record, baseline)


def _answer(out: BinaryIO, reader: PageReader, record: Record, baseline: int) -> None:
    signal.setitimer(signal.ITIMER_REAL, reader.settings.seconds + GRACE)
    rows = reader.rows(record)
    signal.setitimer(signal.ITIMER_REAL, 0)
    # Memory that a costly page leaves behind is not the next page's.
    spent = _resident() > baseline + (reader.settings.megabytes << 20) // 4
    try:
        write_answer(out, Answer(rows, spent))
    except MemoryError:
        error = f"memory: {out_of_memory(reader.settings)}"
        write_answer(out, Answer([error_row(record, reader.settings, error)], spent=True))


def _limit_memory(settings: Settings) -> int:
    """Let the process take so much more than it has now; return what it has."""
    if sys.platform == "linux":
        import resource

        size = int(_STATM.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        most = size + (settings.megabytes << 20)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return _resident()


def _resident() -> int:
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    main()

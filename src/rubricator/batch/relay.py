"""Reading slices from elsewhere, in a process of its own.

The engine's files and the engine's readers share threads: readers that wait for files of theirs would wait for ever.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import IO

from rubricator.batch.framing import SIZES, packed_task
from rubricator.batch.inputs import Slice
from rubricator.batch.opening import is_remote
from rubricator.batch.reading import records_of
from rubricator.batch.record import Record
from rubricator.batch.settings import Settings


def tasks_of(one: Slice, settings: Settings) -> Iterator[bytes]:
    """Yield the records of a slice as tasks for workers."""
    if any(map(is_remote, one.paths)):
        yield from _relayed(one, settings)
    else:
        yield from map(packed_task, records_of(one, settings))


def _relayed(one: Slice, settings: Settings) -> Iterator[bytes]:
    given = json.dumps((asdict(one), settings.to_json()))
    command = [sys.executable, "-m", "rubricator.batch.relay", given]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        assert process.stdout
        try:
            while task := _frame(process.stdout):
                yield task
            process.wait()
        finally:
            process.kill()
    if process.returncode:
        why = f"input: the process that reads it ended with {process.returncode}"
        yield packed_task(Record(one.paths[0], f"{one.start}/reader", "bytes", error=why))


def _frame(stream: IO[bytes]) -> bytes:
    """Read a packed task; nothing when there is none any more, or only a part of one."""
    sizes = stream.read(SIZES.size)
    if len(sizes) < SIZES.size:
        return b""
    length = sum(SIZES.unpack(sizes))
    rest = stream.read(length)
    return sizes + rest if len(rest) == length else b""


def main() -> None:
    fields, settings = json.loads(sys.argv[1])
    one = Slice(**fields | {"paths": tuple(fields["paths"]), "stamps": tuple(fields["stamps"])})
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        for record in records_of(one, Settings.from_json(settings)):
            out.write(packed_task(record))


if __name__ == "__main__":
    main()

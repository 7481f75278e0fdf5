"""Reading slices from elsewhere, in a process of its own.

The engine's files and the engine's readers share threads: readers that wait for files of theirs would wait for ever.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict

from rubricator.batch.inputs import Slice
from rubricator.batch.opening import is_remote
from rubricator.batch.reading import records_of
from rubricator.batch.record import Record
from rubricator.batch.settings import Settings
from rubricator.workers.child import take_output
from rubricator.workers.framing import Frame, read_frame, write_frame


def packed_records(one: Slice, settings: Settings) -> Iterator[bytes]:
    """Yield the records of a slice, packed for workers."""
    if any(map(is_remote, one.paths)):
        yield from _relayed(one, settings)
    else:
        yield from map(Record.packed, records_of(one, settings))


def _relayed(one: Slice, settings: Settings) -> Iterator[bytes]:
    given = json.dumps((asdict(one), settings.to_json()))
    command = [sys.executable, "-m", "rubricator.batch.relay", given]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        assert process.stdout
        try:
            while frame := read_frame(process.stdout):
                yield frame.payload
            process.wait()
        finally:
            process.kill()
    if process.returncode:
        why = f"input: the process that reads it ended with {process.returncode}"
        yield Record(one.paths[0], f"{one.start}/reader", "bytes", error=why).packed()


def main() -> None:
    fields, settings = json.loads(sys.argv[1])
    one = Slice(**fields | {"paths": tuple(fields["paths"]), "stamps": tuple(fields["stamps"])})
    with take_output() as out:
        for record in records_of(one, Settings.from_json(settings)):
            write_frame(out, Frame({}, record.packed()))


if __name__ == "__main__":
    main()

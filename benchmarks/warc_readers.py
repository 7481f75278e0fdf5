"""Readers of WARC side by side: `python benchmarks/warc_readers.py [--records 2000]`.

How many of the records of an archive each reader gives when it is sound, packed by Zstandard, or damaged in one record
(bytes overwritten; a length that is wrong), and the CPU time for a sound record.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import archives
from fastwarc.warc import ArchiveIterator

from rubricator.batch.warc import read_records

os.environ.setdefault("DAFT_PROGRESS_BAR", "0")


def ours(path: Path) -> int:
    with path.open("rb") as file:
        return sum(not record.broken for record in read_records(file, 64 << 20))


def fastwarc(path: Path) -> int:
    return sum(bool(record.reader.read()) for record in ArchiveIterator(str(path), parse_http=False, fsspec_args=False))


def engine(path: Path) -> int:
    import daft

    return int(daft.read_warc(str(path)).select("warc_content").count_rows())


READERS: dict[str, Callable[[Path], int]] = {"rubricator": ours, "FastWARC": fastwarc, "Daft read_warc": engine}


def damaged(member: bytes) -> bytes:
    middle = len(member) // 2
    return member[:middle] + bytes(40) + member[middle + 40 :]


def longer(record: bytes) -> bytes:
    return record.replace(b"Content-Length: ", b"Content-Length: 9", 1)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=2000)
    given = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    parts = list(archives.records(given.records))[: given.records]
    members = [archives.gzipped(part) for part in parts]
    half = len(parts) // 2
    contents = {
        "sound.warc.gz": b"".join(members),
        "sound.warc.zst": b"".join(map(archives.zstandard_frame, parts)),
        "bytes.warc.gz": b"".join([*members[:half], damaged(members[half]), *members[half + 1 :]]),
        "length.warc.gz": b"".join([*members[:half], archives.gzipped(longer(parts[half])), *members[half + 1 :]]),
    }
    print(f"records of {given.records}\n\n| reader | {' | '.join(contents)} | µs/record |")
    print("|---" * (len(contents) + 2) + "|")
    with tempfile.TemporaryDirectory() as place:
        for name, data in contents.items():
            (Path(place) / name).write_bytes(data)
        for reader, read in READERS.items():
            cells = []
            for name in contents:
                try:
                    cells.append(str(read(Path(place) / name)))
                except Exception as error:
                    cells.append(f"{type(error).__name__}")
            started = time.process_time()
            read(Path(place) / "sound.warc.gz")
            cells.append(f"{1e6 * (time.process_time() - started) / given.records:.0f}")
            print(f"| {reader} | {' | '.join(cells)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())

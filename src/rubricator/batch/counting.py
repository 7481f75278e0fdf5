"""Counting the rows that were written: how many, what came of them, and that no record is there twice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from rubricator.batch.summary import Tally
from rubricator.errors import BatchError

_COLUMNS = {
    "source": pa.string(),
    "position": pa.string(),
    "part": pa.int32(),
    "error": pa.string(),
    "ms": pa.float64(),
}
_LINES = 1024
_ENDED = "/(end|reader)$"
"""How the position of a row ends that says why an input could not be read further."""
# Odd numbers with well spread bits, as hash functions use them: 2^64 divided by the golden ratio, and others like it.
_PLACE, _PART, _MIX = (np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93))
_BITS = (1 << 64) - 1


def count(files: Sequence[Path]) -> Tally:
    """Read written rows back and count them; raise BatchError when a record is there twice."""
    tally = Tally()
    # 8 bytes a row: shards of a large cluster have tens of millions.
    seen = [np.zeros(0, dtype=np.uint64)]
    for file in files:
        for rows in _batches(file):
            seen.append(row_keys(rows))
            _tally(tally, rows)
    keys = np.concatenate(seen)
    keys.sort()
    if (keys[1:] == keys[:-1]).any():
        raise BatchError("the engine wrote a record twice; run the same command again")
    return tally


def row_keys(rows: pa.RecordBatch) -> NDArray[np.uint64]:
    """Return a number for each row, the same for the same record and part in this process, else different."""
    sources = rows.column("source").dictionary_encode()
    names = np.array([hash(name) & _BITS for name in sources.dictionary.to_pylist()], dtype=np.uint64)
    positions = rows.column("position")
    plain = pc.ascii_is_decimal(positions)
    places = np.zeros(len(rows), dtype=np.uint64)
    plainly = plain.to_numpy(zero_copy_only=False)
    places[plainly] = pc.cast(positions.filter(plain), pa.uint64()).to_numpy(zero_copy_only=False)
    odd = positions.filter(pc.invert(plain)).to_pylist()
    places[~plainly] = np.array([hash(place) & _BITS for place in odd], dtype=np.uint64)
    keys = names[sources.indices.to_numpy(zero_copy_only=False)] ^ (places * _PLACE)
    keys = (keys ^ (keys >> np.uint64(31))) * _MIX
    mixed: NDArray[np.uint64] = keys + rows.column("part").to_numpy().astype(np.uint64) * _PART
    return mixed


def _tally(tally: Tally, rows: pa.RecordBatch) -> None:
    first = pc.equal(rows.column("part"), 0)
    errors = rows.column("error").filter(first).drop_null().to_pylist()
    ended = pc.match_substring_regex(rows.column("position"), _ENDED)
    tally.unread.update(rows.column("source").filter(ended).to_pylist())
    tally.add(len(rows), errors, rows.column("ms").filter(first).to_numpy(zero_copy_only=False))


def _batches(file: Path) -> Iterator[pa.RecordBatch]:
    if file.suffix == ".parquet":
        yield from pq.ParquetFile(file).iter_batches(columns=list(_COLUMNS))
        return
    with file.open(encoding="utf-8") as lines:
        while some := list(islice(lines, _LINES)):
            rows = [json.loads(line) for line in some]
            columns = [pa.array([row[name] for row in rows], kind) for name, kind in _COLUMNS.items()]
            yield pa.record_batch(columns, names=list(_COLUMNS))

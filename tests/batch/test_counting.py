"""Written rows are counted, and none is there twice."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rubricator.batch.counting import count, row_keys
from rubricator.errors import BatchError

ROW = {"source": "a", "position": "1", "part": 0, "error": None, "ms": 1.0}


def lines(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def table(path: Path, *rows: dict[str, object]) -> Path:
    kinds = {
        "source": pa.string(),
        "position": pa.string(),
        "part": pa.int32(),
        "error": pa.string(),
        "ms": pa.float64(),
    }
    pq.write_table(pa.Table.from_pylist(list(rows), schema=pa.schema(kinds)), path)
    return path


def test_pages_rows_and_errors_are_counted(tmp_path: Path) -> None:
    failed = ROW | {"position": "2+7", "error": "timeout: x"}
    rows = [ROW, ROW | {"part": 1}, failed, ROW | {"position": "3/end", "error": "input: x"}]
    for file in (lines(tmp_path / "a.json", *rows), table(tmp_path / "a.parquet", *rows)):
        tally = count([file])
        assert (tally.pages, tally.rows, dict(tally.errors)) == (3, 4, {"timeout": 1, "input": 1})
    assert count([]).rows == 0


@pytest.mark.parametrize("position", ["1", "20+7", "3/end", ""])
def test_rows_that_are_there_twice_are_noticed(tmp_path: Path, position: str) -> None:
    row = ROW | {"position": position}
    others = [ROW | {"position": str(number)} for number in range(100, 120)]
    once = lines(tmp_path / "a.json", *others, row)
    assert count([once]).rows == 21
    with pytest.raises(BatchError, match="twice"):
        count([once, table(tmp_path / "b.parquet", row)])


def test_different_rows_have_different_keys() -> None:
    rows = [
        {"source": source, "position": position, "part": part}
        for source in ("a", "b", "c")
        for position in [str(place) for place in range(3000)] + [f"{place}+{place}" for place in range(300)]
        for part in range(5)
    ]
    batch = pa.RecordBatch.from_pylist(
        rows, schema=pa.schema({"source": pa.string(), "position": pa.string(), "part": pa.int32()})
    )
    assert len(np.unique(row_keys(batch))) == len(rows)

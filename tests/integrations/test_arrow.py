"""Structures as Arrow tables, and from there to Parquet, pandas and Polars."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa
import pyarrow.parquet as pq

import rubricator
from rubricator.errors import MissingExtraError, UsageError

from .pages import BREAD


def bread() -> rubricator.Structure:
    return rubricator.read(BREAD, method="tags", url="https://example.org/b")


def test_blocks_with_their_parents() -> None:
    table = rubricator.to_arrow(bread())
    rows = table.select(["block", "parent", "level", "heading", "anchor"]).to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        (0, None, 0, None, None),
        (1, 0, 1, "Bread", "top"),
        (2, 1, 2, "Flour", "flour"),
        (3, 2, 3, "Rye", "rye"),
        (4, 1, 2, "Water", "water"),
    ]
    assert table["headings"][3].as_py() == ["Bread", "Flour", "Rye"]
    assert table["text"][4].as_py() == "Water As warm as a hand."
    assert set(table["page"].to_pylist()) == {"https://example.org/b"}


def test_chunks_of_many_pages() -> None:
    table = rubricator.to_arrow((bread() for _ in range(3)), rows="chunks", max_chars=40)
    assert table.num_rows % 3 == 0 and max(map(len, table["text"].to_pylist())) <= 40
    assert "https://example.org/b#rye" in table["link"].to_pylist()


def test_no_pages_have_the_same_columns() -> None:
    assert rubricator.to_arrow([]).schema == rubricator.to_arrow(bread()).schema
    assert rubricator.to_arrow([], rows="chunks").schema == rubricator.to_arrow(bread(), rows="chunks").schema


def test_tables_go_through_parquet(tmp_path: Path) -> None:
    table = rubricator.to_arrow(bread())
    pq.write_table(table, tmp_path / "blocks.parquet")
    assert pq.read_table(tmp_path / "blocks.parquet") == table


def test_to_pandas() -> None:
    pytest.importorskip("pandas")
    frame = rubricator.to_arrow(bread()).to_pandas()
    assert frame[frame.level == 2].heading.tolist() == ["Flour", "Water"]


def test_to_polars() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.from_arrow(rubricator.to_arrow(bread()))
    assert frame.filter(pl.col("level") == 2)["heading"].to_list() == ["Flour", "Water"]


def test_wrong_rows() -> None:
    with pytest.raises(UsageError, match="rows is 'lines'"):
        rubricator.to_arrow(bread(), rows="lines")  # type: ignore[arg-type]
    assert isinstance(rubricator.to_arrow(bread()), pa.Table)


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"rubricator\[arrow\]"):
        rubricator.to_arrow(bread())

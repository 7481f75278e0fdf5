"""Compiled code and Python give the same numbers to the rows of tables."""

from __future__ import annotations

import re
from operator import attrgetter
from pathlib import Path

from rubricator.segment import rubric
from rubricator.segment.rubric.candidates import Candidate
from rubricator.segment.rubric.sight import look

from ...page.pages import render


def test_rows_of_tables() -> None:
    sight = look(render("<h1>Some</h1><p>text"))
    enums = re.findall(r"cdef enum:  # (.+)\n +(.+)", Path(rubric.__file__).with_name("_tables.pxd").read_text())
    rows = {table: names.lower().split(", ") for table, names in enums}
    assert rows.pop("columns of Candidates.table") == [f"candidate_{field}" for field in Candidate._fields]
    assert len(rows) == 6
    for table, names in rows.items():
        for row, name in zip(attrgetter(table)(sight), names, strict=True):
            column = attrgetter(name.replace("node_", "context."))(sight)
            assert column.ctypes.data == row.ctypes.data, name

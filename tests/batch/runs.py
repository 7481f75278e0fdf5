"""Running `rubricator batch` as users do, in a process of its own, and reading what it wrote."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import pyarrow.parquet as pq

from rubricator.structure.model import JsonValue

FAULTY = Path(__file__).parent / "faulty"

JsonRow = dict[str, JsonValue]


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "rubricator", "batch", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    return os.environ | {"OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "default"} | more


def batch(*arguments: object, code: int = 0, **more: str) -> subprocess.CompletedProcess[str]:
    """Run to the end and see that the exit code is right."""
    done = subprocess.run(command(*arguments), capture_output=True, text=True, env=environment(**more), check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done


def rows(output: Path) -> list[JsonRow]:
    """Return all rows of a run, in the order of their records; hidden files are no output."""
    found: list[JsonRow] = []
    for file in sorted(output.iterdir()):
        if file.suffix == ".parquet":
            found += pq.read_table(file).to_pylist()
        elif file.suffix == ".jsonl":
            found += [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return sorted(found, key=lambda row: (cast(str, row["source"]), _number(row), cast(int, row["part"])))


def _number(row: JsonRow) -> tuple[int, str]:
    position = cast(str, row["position"])
    return int(position.partition("+")[0].partition("/")[0]), position


def same(output: Path) -> list[JsonRow]:
    """Return the rows without their times, which differ from run to run."""
    return [{name: value for name, value in row.items() if name != "ms"} for row in rows(output)]

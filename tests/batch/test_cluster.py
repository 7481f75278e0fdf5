"""A run on a real Ray cluster that loses a node, in its small form; `make verify` runs 20,000 records."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.skipped import CLUSTER

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "cluster.py"


def test_all_records_come_out_once_although_a_node_is_killed() -> None:
    if importlib.util.find_spec("ray") is None:
        pytest.skip(f"{CLUSTER}: Ray is not installed (extra `cluster`)")
    command = [sys.executable, "-W", "ignore", str(SCRIPT), "--records", "120"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("128 rows of 128 records, 0 twice, the same as without a cluster; one of two nodes")


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path) -> None:
    if importlib.util.find_spec("ray") is None:
        pytest.skip(f"{CLUSTER}: Ray is not installed (extra `cluster`)")
    (tmp_path / "a.html").write_text("<p>x", "utf-8")
    command = [sys.executable, "-m", "rubricator", "batch", str(tmp_path / "a.html"), "-o", str(tmp_path / "out")]
    done = subprocess.run([*command, "--cluster", "127.0.0.1:1"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "the Ray cluster '127.0.0.1:1' cannot be reached" in done.stderr

"""A run on a Ray cluster that loses a machine: `python benchmarks/cluster.py [--records 20000]`.

Starts a cluster of two nodes on this machine (each with processes of its own), runs `rubricator batch --cluster` over
generated archives, and kills one node in the middle. All records must come out, each one once, with the rows of a run
without a cluster. What was started is stopped.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import archives
import pyarrow.parquet as pq
from progress import tell

ARCHIVES = 8
SECONDS = 3600.0
KEYS = ["source", "position", "part"]


@contextlib.contextmanager
def cluster() -> Iterator[tuple[str, Any, Any]]:
    """Start two nodes; yield the address, the cluster and the second node."""
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")
    from ray.cluster_utils import Cluster

    logging.getLogger("ray").setLevel(logging.CRITICAL)
    options = {"num_cpus": 1, "object_store_memory": 100 << 20}
    # A lost node is noticed after seconds instead of half a minute.
    soon = {"health_check_initial_delay_ms": 1000, "health_check_period_ms": 500}
    head = options | {"include_dashboard": False, "_system_config": soon}
    made: Any = Cluster(initialize_head=True, head_node_args=head)
    try:
        second = made.add_node(**options)
        made.wait_for_nodes()
        yield made.address, made, second
    finally:
        made.shutdown()


def command(inputs: list[Path], output: Path, *more: str) -> list[str]:
    given = ["-o", str(output), "--method", "tags", "--emit", "outline", "--workers", "1", *more]
    return [sys.executable, "-m", "rubricator", "batch", *map(str, inputs), *given]


def rows(output: Path) -> list[tuple[object, ...]]:
    """Return what is to be the same in all runs."""
    found: list[tuple[object, ...]] = []
    for file in sorted(output.glob("part-*.parquet")):
        columns = pq.read_table(file, columns=[*KEYS, "url", "text", "error"]).to_pydict()
        found += zip(*columns.values(), strict=True)
    return sorted(found, key=repr)


def wait_for_shards(process: subprocess.Popen[str], output: Path, count: int) -> bool:
    """Wait until so many shards are done; False when the run ended before."""
    marks = output / ".rubricator" / "done"
    until = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < until:
        done = len(list(marks.glob("*.json")))
        tell(f"{done} shards done")
        if done >= count:
            return True
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
    return False


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=20_000, help="pages in all archives (default: 20000)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        inputs = [
            archives.write(folder / f"{number}.warc.gz", archives.records(given.records // ARCHIVES, number))
            for number in range(ARCHIVES)
        ]
        size = sum(path.stat().st_size for path in inputs)
        # Four shards of two archives each: the node is lost while the second one is done.
        shard = str(size / (1 << 20) / 4 * 1.1)
        started = time.monotonic()
        with cluster() as (address, nodes, second):
            output = folder / "out"
            run = subprocess.Popen(
                command(inputs, output, "--cluster", address, "--shard-size", shard),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            in_time = wait_for_shards(run, output, 1)
            nodes.remove_node(second, allow_graceful=False)
            told, _ = run.communicate(timeout=SECONDS)
        tell("")
        seconds = time.monotonic() - started
        if run.returncode or not in_time:
            print(f"the run ended with {run.returncode}, before the node was lost: {not in_time}\n{told}")
            return 1
        found = rows(output)
        alone = folder / "alone"
        subprocess.run(command(inputs, alone, "--shard-size", shard), check=True, stdout=subprocess.DEVNULL)
        keys = {row[: len(KEYS)] for row in found}
        expected = given.records // ARCHIVES * ARCHIVES + ARCHIVES
        print(
            f"{len(found)} rows of {expected} records, {len(found) - len(keys)} twice, "
            f"{'the same' if found == rows(alone) else 'NOT the same'} as without a cluster; "
            f"one of two nodes killed after the first shard; {seconds:.0f} s"
        )
        return 0 if len(found) == len(keys) == expected and found == rows(alone) else 1


if __name__ == "__main__":
    sys.exit(main())

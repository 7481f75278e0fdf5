"""How long Rubricator takes to start: `python benchmarks/startup.py [--runs 15] [--check]`.

Prints the median and the least wall and CPU time of importing the package, of `rubricator --help`, and of Python alone,
each in new processes. With `--check` it fails when the least CPU time of an import is 150 ms, or of `--help` 300 ms,
Python's own start included; the least, as whatever else runs on a machine only adds to it.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from statistics import median

IMPORT_MS, HELP_MS = 150, 300
COMMANDS = {
    "python alone": ["-c", "pass"],
    "import rubricator": ["-c", "import rubricator"],
    "rubricator --help": ["-m", "rubricator", "--help"],
}


def measure(arguments: list[str]) -> tuple[float, float]:
    """Return wall and CPU time of one process, in ms."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall * 1000, cpu * 1000


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15, help="processes each (default: 15)")
    parser.add_argument("--check", action="store_true", help="fail when a limit is not kept")
    given = parser.parse_args(arguments)
    found = {}
    for name, command in COMMANDS.items():
        runs = [measure(command) for _ in range(given.runs + 1)][1:]
        found[name] = min(run[1] for run in runs)
        shown = [f"{median(values):6.0f} ({min(values):.0f})" for values in zip(*runs, strict=True)]
        print(f"{name:20} wall {shown[0]} ms, CPU {shown[1]} ms: median (least)")
    kept = found["import rubricator"] < IMPORT_MS and found["rubricator --help"] < HELP_MS
    return 0 if kept or not given.check else 1


if __name__ == "__main__":
    sys.exit(main())

"""Memory and speed of `rubricator batch`: `python benchmarks/batch.py [--records 500] [--times 10]`.

Runs over an archive of generated pages, then over one ten times as long, and prints the memory of the run over time: of
the process itself, and of its workers. Memory is flat when the second half of the longer run's reading needs no
more than the first.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import archives
from progress import tell

POINTS = 12
ALLOWED = 1.5
"""How much more memory the second half may have at its highest point, and still count as flat. Allocators swing by a
third; were pages kept, the longer run would have a gigabyte."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Resident megabytes at a moment."""

    seconds: float
    driver: float
    workers: float


def resident(pid: int) -> float:
    """Return the memory of a process that it does not share with others, in MB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(kilobytes) for kilobytes in re.findall(r"^Private_\w+:\s+(\d+)", text, re.MULTILINE)) / 1024


def children(pid: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            name, _, fields = status.read_text().rpartition(") ")
            if int(fields.split()[1]) == pid:
                found.append(int(name.partition(" ")[0]))
    return found


def measure(inputs: list[Path], output: Path, more: list[str]) -> tuple[list[Sample], str]:
    """Run to the end; return the memory over time and the summary."""
    command = [sys.executable, "-m", "rubricator", "batch", *map(str, inputs), "-o", str(output), *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    samples: list[Sample] = []
    started = time.monotonic()
    while process.poll() is None:
        with contextlib.suppress(OSError):
            workers = sum(map(resident, children(process.pid)))
            samples.append(Sample(time.monotonic() - started, resident(process.pid), workers))
            tell(f"{samples[-1].seconds:.0f} s, {samples[-1].driver:.0f} MB")
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.2)
    tell("")
    told, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"the run ended with {process.returncode}\n{told}")
    return samples, told


def table(samples: list[Sample]) -> str:
    """Return the samples at evenly spread moments, and the highest values."""
    step = max(1, len(samples) // POINTS)
    lines = ["|  s | driver MB | workers MB |", "|---|---|---|"]
    lines += [f"| {one.seconds:.0f} | {one.driver:.0f} | {one.workers:.0f} |" for one in samples[::step]]
    most = (max(one.driver for one in samples), max(one.workers for one in samples))
    return "\n".join([*lines, f"| most | {most[0]:.0f} | {most[1]:.0f} |"])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=500, help="pages of the shorter archive (default: 500)")
    parser.add_argument("--times", type=int, default=10, help="how many times longer the other one is (default: 10)")
    parser.add_argument("--bytes", type=int, default=200_000, help="of filling in each page (default: 200000)")
    given, more = parser.parse_known_args(arguments)
    tops, halves = [], (0.0, 0.0)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for times in (1, given.times):
            path = folder / f"{times}.warc.gz"
            archives.write(path, archives.records(given.records * times, filling=given.bytes))
            samples, told = measure([path], folder / str(times), more)
            print(f"{given.records * times} pages, {path.stat().st_size / 1e6:.1f} MB packed\n")
            print(table(samples), told, sep="\n\n")
            # The driver's own memory is what an archive could fill; its workers are replaced when they grow.
            tops.append(max(one.driver for one in samples))
            reading = [one.driver for one in samples if one.workers]
            halves = max(reading[: len(reading) // 2]), max(reading[len(reading) // 2 :])
            path.unlink()
    grown = halves[1] / halves[0]
    print(f"driver, {given.times} times the input: {tops[1] / tops[0]:.2f} times the memory at most, ", end="")
    print(f"in its second half {grown:.2f} times that of the first")
    return 0 if grown <= ALLOWED else 1


if __name__ == "__main__":
    sys.exit(main())

"""What a snapshot of Common Crawl would cost: `python benchmarks/scale.py --corpora DIR [--pages 2.5e9]`.

Packs the pages of asdus into archives, without their stylesheets (Common Crawl has none), and has `rubricator batch`
read them with one worker. CPU time of all processes per page is the slope between a run and one three times as long, so
that starting up does not count. Core-hours and bytes of a snapshot follow from it by multiplication.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import archives
import pyarrow.parquet as pq
from corpora import add_option, find_corpus, pages_of
from progress import tell

PROGRAM = """
import resource, sys
from rubricator.cli import main
code = main(sys.argv[1:])
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(*(one.ru_utime + one.ru_stime for one in used))
sys.exit(code)
"""
EMITS = ("tree", "chunks", "markdown", "outline")


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one run: CPU seconds of all processes, and of the process that reads and writes; bytes written, pages."""

    cpu: float
    driver: float
    written: int
    pages: int


def records(pages: list[Path], times: int) -> Iterator[bytes]:
    for turn in range(times):
        for number, page in enumerate(pages):
            url = f"https://{number}.example/{turn}"
            yield archives.record(url, archives.response(page.read_bytes(), "text/html"), number=turn * 10_000 + number)


def run(archive: Path, output: Path, emit: str, method: str) -> Cost:
    given = ["-o", str(output), "--emit", emit, "--method", method, "--workers", "1", "--no-stylesheets"]
    program = [sys.executable, "-c", PROGRAM, "batch", str(archive), *given]
    done = subprocess.run(program, check=True, stdout=subprocess.PIPE, text=True)
    driver, workers = map(float, done.stdout.splitlines()[-1].split())
    files = list(output.glob("part-*"))
    parts = [part for file in files for part in pq.read_table(file, columns=["part"])["part"].to_pylist()]
    return Cost(driver + workers, driver, sum(file.stat().st_size for file in files), parts.count(0))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("--method", default="rubric", help="how headings are found (default: rubric)")
    parser.add_argument("--pages", type=float, default=2.5e9, help="of a snapshot (default: 2.5e9)")
    given = parser.parse_args(arguments)
    pages = [folder / "page.html" for folder in pages_of(find_corpus(given.corpora, "asdus"))]
    print(f"{len(pages)} pages, method {given.method}; a snapshot of {given.pages:.3g} pages\n")
    print("| emit | CPU ms/page | of it the driver | KB in | KB out | core-hours | TB in | TB out |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        short, long = (archives.write(folder / f"{times}.warc.gz", records(pages, times)) for times in (1, 3))
        packed = (long.stat().st_size - short.stat().st_size) / (2 * len(pages))
        for emit in EMITS:
            tell(emit)
            one, three = (run(path, folder / f"{emit}-{path.stem}", emit, given.method) for path in (short, long))
            tell("")
            count = three.pages - one.pages
            cpu, driver = (three.cpu - one.cpu) / count, (three.driver - one.driver) / count
            # Of the shorter run: repeated pages would pack too well.
            written = one.written / one.pages
            whole = [cpu * given.pages / 3600, packed * given.pages / 1e12, written * given.pages / 1e12]
            page = f"{1e3 * cpu:.1f} | {1e3 * driver:.1f} | {packed / 1e3:.1f} | {written / 1e3:.1f}"
            print(f"| {emit} | {page} | {whole[0]:,.0f} | {whole[1]:.0f} | {whole[2]:.0f} |")
    print(f"\nlargest process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

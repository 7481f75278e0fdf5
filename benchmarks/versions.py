"""CPU time of two versions in turns on the same pages: `python benchmarks/versions.py --before OTHER/src`.

One process runs this checkout, another the package in a folder; each page goes to both, one after the other, and the
least time of some rounds counts. Measured apart are pages alone, pages with linked sheets that are met for the first
time, and all outputs of one page (JSON, Markdown, HTML, chunks).
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from corpora import add_option, find_corpus, pages_of
from progress import tell

from rubricator.pipeline import read
from rubricator.style.css import declarations, selectors
from rubricator.style.css.sheet import forget_sheets

ROOT = Path(__file__).parents[1]
MEASURES = ("html only", "linked sheets, cold", "all outputs")


def forget() -> None:
    """Bring back the state of a process that has seen other pages, but none of this page's sheets."""
    forget_sheets()
    selectors.parse_selector.cache_clear()
    declarations.parse_property.cache_clear()
    declarations.remembered_declarations.cache_clear()


def clocked(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return 1e3 * (time.process_time() - started)


def measure(path: Path, method: str) -> list[float]:
    """Return the milliseconds of each measure for one page."""

    html = path.read_bytes()
    alone = clocked(lambda: read(html, method=method).to_json())
    forget()
    cold = clocked(lambda: read(path, method=method).to_json())
    found = read(html, method=method)
    outputs = (found.to_json, found.to_markdown, found.to_html, lambda: list(found.chunks()))
    return [alone, cold, clocked(lambda: [write() for write in outputs])]


def answer(method: str) -> None:
    """Measure each page that is named on standard input."""
    for line in sys.stdin:
        gc.collect()
        print(*measure(Path(line.rstrip("\n")), method), flush=True)


@contextmanager
def version(source: Path, method: str) -> Iterator[Callable[[Path], list[float]]]:
    """Start a process that runs the package in a folder; yield what asks it for the times of a page."""
    command = [sys.executable, __file__, "--answer", "--method", method]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdin and process.stdout
        asked, answers = process.stdin, process.stdout

        def ask(page: Path) -> list[float]:
            asked.write(f"{page}\n")
            asked.flush()
            return [float(word) for word in answers.readline().split()]

        yield ask
        asked.close()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("--before", type=Path, metavar="SRC", help="folder with the package of the other version")
    parser.add_argument("--method", default="rubric", help="default: rubric")
    parser.add_argument("--rounds", type=int, default=3, help="of which the least counts (default: 3)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth page (default: 1)")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.answer:
        answer(given.method)
        return
    if given.before is None or not (given.before / "rubricator").is_dir():
        parser.error("--before is a folder that holds the package `rubricator` of the other version, built")
    pages = [folder / "page.html" for folder in pages_of(find_corpus(given.corpora, "asdus"))][:: given.every]
    before: list[list[float]] = []
    after: list[list[float]] = []
    with version(given.before.resolve(), given.method) as old, version(ROOT / "src", given.method) as new:
        for number, page in enumerate(pages, 1):
            times = [(old(page), new(page)) for _ in range(given.rounds)]
            before.append([min(column) for column in zip(*[one for one, _ in times], strict=True)])
            after.append([min(column) for column in zip(*[other for _, other in times], strict=True)])
            tell(f"{number} of {len(pages)} pages")
    tell("")
    print(f"{len(pages)} pages, CPU milliseconds, before and after: median, p95, mean")
    for place, name in enumerate(MEASURES):
        rows = [sorted(row[place] for row in rows) for rows in (before, after)]
        figures = [(statistics.median(row), row[int(0.95 * len(row))], statistics.fmean(row)) for row in rows]
        told = "   ".join(f"{one:6.2f} {other:6.2f} ({other / one:.2f})" for one, other in zip(*figures, strict=True))
        print(f"  {name:20} {told}")


if __name__ == "__main__":
    main()

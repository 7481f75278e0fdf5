"""CPU time per page: `python benchmarks/speed.py --corpora DIR [--method NAME]`, or `--growth` for generated pages.

The first table is over the asdus corpus: with linked stylesheets ignored, each page new to a process that works through
the corpus (what it keeps of sheets is forgotten before each of three passes), and with linked stylesheets cold (all
forgotten before each page). Each figure is the least of three. A bare parse stands beside it, as these ratios mean more
than milliseconds; below it stand the other outputs, each instead of JSON. The second shows how time and memory grow
with the size of generated pages.
"""

from __future__ import annotations

import argparse
import gc
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import turbohtml
from corpora import add_option, find_corpus, pages_of

from rubricator.emit import to_json
from rubricator.load import Source, load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.structure.model import Structure
from rubricator.style.css import declarations, selectors
from rubricator.style.css.sheet import forget_sheets

STEPS = ("load", "style", "method", "json", "total")
OUTPUTS: dict[str, Callable[[Structure], object]] = {
    "chunks": lambda structure: list(structure.chunks()),
    "markdown": Structure.to_markdown,
    "html": Structure.to_html,
}
RUNS = 3


def forget() -> None:
    """Bring back the state of a process that has seen other pages, but none of this page's sheets."""
    forget_sheets()
    selectors.parse_selector.cache_clear()
    declarations.parse_property.cache_clear()
    declarations.remembered_declarations.cache_clear()


def time_page(path: Path, linked: bool, method: str) -> dict[str, float]:
    """Return the CPU milliseconds of each step."""
    clock = time.process_time
    marks = [clock()]
    source = load(path)
    marks.append(clock())
    page = render_static(source, linked=linked)
    marks.append(clock())
    structure = structure_of(page, Options(method))
    marks.append(clock())
    to_json(structure)
    marks.append(clock())
    steps = [1e3 * (after - before) for before, after in pairwise(marks)]
    row = dict(zip(STEPS, [*steps, sum(steps)], strict=True))
    others = {"bare": lambda _: turbohtml.parse(source.html), **OUTPUTS}
    for name, work in others.items():
        started = clock()
        work(structure)
        row[name] = 1e3 * (clock() - started)
    return row


def time_pages(pages: list[Path], linked: bool, method: str) -> list[dict[str, float]]:
    """Work through the pages once; with linked sheets each page starts cold."""
    rows = []
    gc.collect()
    for number, path in enumerate(pages):
        if linked or not number:
            forget()
        rows.append(time_page(path, linked, method))
    return rows


def table(corpus: Path, method: str) -> None:
    pages = [folder / "page.html" for folder in pages_of(corpus)]
    for linked in (False, True):
        passes = [time_pages(pages, linked, method) for _ in range(RUNS)]
        rows = [{step: min(run[step] for run in runs) for step in runs[0]} for runs in zip(*passes, strict=True)]
        medians = {step: statistics.median(row[step] for row in rows) for step in rows[0]}
        tail = sorted(row["total"] for row in rows)[int(0.95 * len(rows))]
        print(f"\n{len(rows)} pages, {'linked stylesheets, cold' if linked else 'without linked stylesheets'}")
        for step in STEPS:
            share, ratio = medians[step] / medians["total"], medians[step] / medians["bare"]
            print(f"  {step:7} median {medians[step]:7.2f} ms  {share:5.0%}  {ratio:6.1f} x bare parse")
        print(f"  p95 of the total {tail:.1f} ms; bare parse {medians['bare']:.2f} ms")
        print("  " + "; ".join(f"{name} {medians[name]:.2f} ms" for name in OUTPUTS))


def flat(size: int) -> str:
    return "<body>" + "<div><b>Heading words</b><p>Some text of a paragraph.</p></div>" * (size // 68)


def deep(size: int) -> str:
    return "<body>" + "<div>word " * (size // 10)


def arms(size: int) -> str:
    return "<body>" + ("<div>" + "<div>word " * (size // 100)) * 10


def wide(size: int) -> str:
    return "<body><h2>Heading</h2><p>" + "word " * (size // 5)


def rules(size: int) -> str:
    count = size // 60
    sheet = "".join(f".c{n} > p, .d{n} b {{ color: #{n % 4096:03x}; font-size: {n % 30}px }}\n" for n in range(count))
    return f"<style>{sheet}</style><body>" + "".join(
        f"<div class='c{n} d{n}'><p><b>Text</b></p></div>" for n in range(min(count, 2000))
    )


SHAPES: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "flat": (flat, (10_000, 100_000, 1_000_000, 5_000_000, 20_000_000)),
    "deep": (deep, (10_000, 100_000, 1_000_000)),
    "arms": (arms, (10_000, 100_000, 1_000_000)),
    "wide": (wide, (10_000, 100_000, 1_000_000, 5_000_000)),
    "rules": (rules, (30_000, 300_000, 3_000_000)),
}
"""deep: 100,000 nested elements at 1 MB; wide: one paragraph; rules: 50,000 CSS rules at 3 MB."""


def measure(shape: str, size: int, method: str) -> None:
    """Time one generated page in this process, print seconds and peak memory."""
    import resource

    html = SHAPES[shape][0](size)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    source = Source(html, "utf-8", "")
    page = render_static(source)
    structure = structure_of(page, Options(method))
    to_json(structure)
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(seconds, peak / 1024, (peak - before) / 1024)


MOST_MEMORY = 400
"""MB that a page of 5 MB may take."""


def growth(method: str) -> None:
    """Print how time and memory grow; too much memory ends in an error."""
    fat = []
    print("\nshape     bytes        CPU s   us/byte   x n log n   peak MB   notices none or as the limits say")
    for shape, (_, sizes) in SHAPES.items():
        first = None
        for size in sizes:
            command = [sys.executable, __file__, "--method", method, "--one", shape, str(size)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            seconds, peak, _ = map(float, done.stdout.split())
            unit = seconds / (size * math.log(size))
            first = first or unit
            print(f"{shape:6} {size:10,} {seconds:10.3f} {1e6 * seconds / size:9.2f} {unit / first:11.2f} {peak:9.0f}")
            if size == 5_000_000 and peak > MOST_MEMORY:
                fat.append(f"{shape} takes {peak:.0f} MB")
    if fat:
        sys.exit(f"a page of 5 MB may take {MOST_MEMORY} MB: {', '.join(fat)}")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("--method", default="heps", help="default: heps")
    parser.add_argument("--growth", action="store_true", help="generated pages from 10 KB to 20 MB")
    parser.add_argument("--one", nargs=2, metavar=("SHAPE", "BYTES"), help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.one:
        measure(given.one[0], int(given.one[1]), given.method)
    elif given.growth:
        growth(given.method)
    else:
        table(find_corpus(given.corpora, "asdus"), given.method)


if __name__ == "__main__":
    main()

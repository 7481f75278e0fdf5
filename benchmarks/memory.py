"""Many pages in one process: `python benchmarks/memory.py [--pages 10000] [--corpora DIR] [--plot FILE.svg]`.

Reads pages in rounds (those of all corpora, or without them our own and broken ones of the fuzzer), each as JSON,
Markdown, HTML and chunks, and measures the memory of the process. Fails when it still grows in the second half: by more
than 5 MB per 1,000 pages, from the median of its third quarter to that of its last.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from corpora import add_option, page_files
from progress import tell

from rubricator.emit import to_jsonl
from rubricator.errors import RubricatorError
from rubricator.evaluate.gold.corpora import VARIABLE
from rubricator.options import DEFAULT_METHOD
from rubricator.pipeline import read

ROOT = Path(__file__).parents[1]
STEP = 100
MOST = 5.0
"""MB per 1,000 pages that memory may still grow by."""
_WIDTH, _HEIGHT, _LEFT, _BOTTOM = 720, 260, 60, 40


def resident() -> float:
    """Return the memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def own_pages() -> Iterator[bytes]:
    """Yield our pages, and broken ones that differ in each round."""
    sys.path.insert(0, str(ROOT / "fuzz"))
    from mutate import make_page  # type: ignore[import-not-found]  # a script, not a package

    files = sorted(
        path for folder in ("examples", "fuzz/seeds", "tests/pages") for path in (ROOT / folder).rglob("*.html")
    )
    number = 0
    while True:
        for path in files:
            yield path.read_bytes()
            yield make_page(5, number)
            number += 1


def run(pages: Iterator[Path | bytes], count: int, method: str) -> tuple[list[tuple[int, float]], int]:
    """Read pages and return (pages read, MB) every so often, and how many were no pages."""
    seen = [(0, resident())]
    unread = 0
    for number, page in enumerate(islice(pages, count), 1):
        try:
            structure = read(page, method=method, timeout=60)
            for write in (structure.to_json, structure.to_markdown, structure.to_html):
                write()
            to_jsonl(structure.chunks(max_chars=500))
        except RubricatorError:
            unread += 1
        if number % STEP == 0:
            seen.append((number, resident()))
            tell(f"{number} of {count} pages, {seen[-1][1]:.0f} MB")
    return seen, unread


def growth(seen: list[tuple[int, float]]) -> float:
    """Return by how many MB per 1,000 pages memory grows in the second half, from its third to its fourth quarter."""
    half = seen[len(seen) // 2 :]
    middle = len(half) // 2
    before, after = half[:middle] or half, half[middle:]
    pages = median(one[0] for one in after) - median(one[0] for one in before)
    return 0.0 if not pages else (median(one[1] for one in after) - median(one[1] for one in before)) / pages * 1000


def plot(seen: list[tuple[int, float]]) -> str:
    """Draw memory over pages as SVG."""
    most = max(seen[-1][0], 1), max(mb for _, mb in seen) * 1.1
    across, up = (_WIDTH - _LEFT - 20) / most[0], (_HEIGHT - _BOTTOM - 20) / most[1]
    points = " ".join(f"{_LEFT + n * across:.1f},{_HEIGHT - _BOTTOM - mb * up:.1f}" for n, mb in seen)
    base = _HEIGHT - _BOTTOM
    labels = []
    for part in (0, 0.25, 0.5, 0.75, 1):
        x, y = _LEFT + part * most[0] * across, base - part * most[1] * up + 4
        labels.append(f'<text x="{x:.0f}" y="{base + 18}" text-anchor="middle">{most[0] * part:.0f}</text>')
        labels.append(f'<text x="{_LEFT - 8}" y="{y:.0f}" text-anchor="end">{most[1] * part:.0f}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" '
        'font-size="12">\n'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>\n'
        f'<path d="M{_LEFT},20V{base}H{_WIDTH - 20}" fill="none" stroke="#888"/>\n'
        f'<polyline points="{points}" fill="none" stroke="#7a2d1e" stroke-width="2"/>\n{chr(10).join(labels)}\n'
        f'<text x="{_WIDTH / 2}" y="{_HEIGHT - 4}" text-anchor="middle">pages read</text>\n'
        f'<text x="14" y="14">MB</text>\n</svg>\n'
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000, help="(default: 10000)")
    parser.add_argument("--method", default=DEFAULT_METHOD, help="(default: %(default)s)")
    parser.add_argument("--plot", type=Path, help="draw memory over pages into this SVG file")
    add_option(parser)
    given = parser.parse_args(arguments)
    started = time.process_time()
    pages: Iterator[Path | bytes] = own_pages()
    if given.corpora or os.environ.get(VARIABLE):
        pages = cycle(page_files(given.corpora))
    seen, unread = run(pages, given.pages, given.method)
    tell("")
    grows = growth(seen)
    seconds, sizes = time.process_time() - started, [size for _, size in seen]
    print(f"{given.pages} pages ({unread} could not be read), method {given.method}, {seconds:.0f} s of CPU time")
    print(f"memory: {sizes[0]:.0f} MB at the start, {max(sizes):.0f} MB at most, {sizes[-1]:.0f} MB at the end")
    print(f"second half: {grows:+.1f} MB per 1,000 pages")
    if given.plot:
        given.plot.write_text(plot(seen), "utf-8")
    return 0 if grows <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())

"""Digests of all outputs, to show that a rewrite changes none: `python benchmarks/same.py -o FILE [--against FILE]`.

Every static method reads the pages of the corpora and seeded random ones, malformed ones among them; of each result the
digests of JSON, Markdown, HTML and chunks are written, a line for each page and method. `--against` compares them with
those of an earlier run, tells the first page and output that differ, and ends with status 1. A sample takes less time:
`--every 20 --random 500`. An earlier version is measured by its own checkout: `PYTHONPATH=OTHER/src`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path

from corpora import add_option, page_files
from progress import tell

from rubricator.emit import chunks, to_html, to_json, to_jsonl, to_markdown
from rubricator.pipeline import read
from rubricator.segment import static_methods
from rubricator.structure.model import Origin, Structure

OUTPUTS: dict[str, Callable[[Structure], str]] = {
    "json": to_json,
    "markdown": to_markdown,
    "html": to_html,
    "chunks": lambda structure: to_jsonl(chunks(structure, max_chars=400)),
}
Work = tuple[str, str, int]
"""The name of a page, and its file or the seed and number of a random one."""


def digests(work: Work) -> list[dict[str, str]]:
    """Return a row for each method: the digests of its outputs, or of the error that there was instead."""
    name, place, number = work
    page, url = page_of(place, number)
    rows = []
    for method in static_methods():
        found = attempt(partial(read, page, url=url, method=method))
        if not isinstance(found, Structure):
            rows.append({"page": name, "method": method, "error": str(found)})
            continue
        structure = replace(found, source=Origin())
        written = {output: attempt(partial(write, structure)) for output, write in OUTPUTS.items()}
        rows.append({"page": name, "method": method, **{output: digest(text) for output, text in written.items()}})
    return rows


def page_of(place: str, number: int) -> tuple[Path | bytes, str | None]:
    """Return what is to be read, and its address."""
    if number < 0:
        return Path(place), None
    sys.path.insert(0, str(Path(__file__).parents[1] / "fuzz"))
    from mutate import make_page  # type: ignore[import-not-found]  # a script, not a package

    return make_page(int(place), number), "http://example.org/page"


def attempt(work: Callable[[], object]) -> object:
    """Return what some work gives, or the name of its error: errors are outputs, too."""
    try:
        return work()
    except Exception as error:
        return type(error).__name__


def digest(text: object) -> str:
    return sha256(str(text).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def all_work(given: argparse.Namespace) -> Iterator[Work]:
    for path in page_files(given.corpora)[:: given.every]:
        yield "/".join(path.parts[-3:]), str(path), -1
    for number in range(given.random):
        yield f"random {given.seed} {number}", str(given.seed), number


def compare(rows: list[dict[str, str]], earlier: Path) -> int:
    """Print what differs from an earlier run; return how many outputs do."""
    with earlier.open(encoding="utf-8") as lines:
        known = {(row["page"], row["method"]): row for row in map(json.loads, lines)}
    differing: Counter[str] = Counter()
    missing = 0
    for row in rows:
        before = known.get((row["page"], row["method"]))
        if before is None:
            missing += 1
            continue
        for output in sorted((before.keys() | row.keys()) - {"page", "method"}):
            if before.get(output) != row.get(output):
                if not differing:
                    print(f"first difference: {output} of {row['method']} on {row['page']}")
                differing[f"{row['method']} {output}"] += 1
    print(f"{len(rows)} results compared, {missing} of them without an earlier one, {differing.total()} outputs differ")
    for kind, count in differing.most_common():
        print(f"  {kind:24} {count}")
    return differing.total() + missing


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("-o", "--out", type=Path, help="where the digests are written")
    parser.add_argument("--against", type=Path, metavar="FILE", help="digests of an earlier run")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth page of the corpora (default: 1)")
    parser.add_argument("--random", type=int, default=20_000, metavar="COUNT", help="random pages (default: 20000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random pages (default: 1)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default: 2)")
    given = parser.parse_args(arguments)
    work, rows = list(all_work(given)), []
    with ProcessPoolExecutor(given.workers) as pool:
        found = pool.map(digests, work, chunksize=8)
        for number, one in enumerate(found, 1):
            rows.extend(one)
            tell(f"{number} of {len(work)} pages")
    tell("")
    if given.out:
        given.out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return 1 if given.against and compare(rows, given.against) else 0


if __name__ == "__main__":
    sys.exit(main())

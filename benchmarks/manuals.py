"""Tagged headings of documentation that are found: `python benchmarks/manuals.py FOLDER...`, a folder for each manual.

Manuals are tagged well, so their tags are taken for the truth, as far as they stand in the element for the main content
and not in menus, asides, headers or footers. Prints for each folder, of at most 40 pages drawn with a fixed seed: how
many such headings there are, the share that is found, the share that is found with all of its text (but for the sign
to cite it by), and what else is found, such as terms and labels.

The folders of docs/methods/rubric.md are what `apt-get download PACKAGE` and `dpkg-deb -x` give.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from progress import tell

import rubricator
from rubricator.evaluate.metrics.headings import fold_heading
from rubricator.page.model import Page

PAGES = 40
LEAST_BYTES = 3000
"""Smaller files are redirects and title pages."""
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_ASIDE = frozenset("nav aside header footer".split())
_MAIN = (("role", "main"), ("class", "body"), ("id", "main-content"), ("id", "content"))


class Counts(NamedTuple):
    """Headings that are tagged, found, found with all their text, and others."""

    tagged: int = 0
    found: int = 0
    whole: int = 0
    others: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--method", default="rubric")
    given = parser.parse_args()
    print(f"{'manual':32} pages  tagged   found   whole  others")
    for folder in given.folders:
        files = [path for path in sorted(folder.rglob("*.html")) if path.is_file()]
        files = [path for path in files if path.stat().st_size > LEAST_BYTES]
        files = random.Random(1).sample(files, min(PAGES, len(files)))
        total = Counts()
        for number, path in enumerate(files):
            tell(f"{folder.name}: {number} of {len(files)} pages")
            total = Counts(*map(sum, zip(total, count(path, given.method), strict=True)))
        tell("")
        shares = [f"{one / max(total.tagged, 1):7.3f}" for one in (total.found, total.whole)]
        print(f"{folder.name:32} {len(files):5} {total.tagged:7} {' '.join(shares)} {total.others:7}")


def count(path: Path, method: str) -> Counts:
    """Read one page."""
    structure = rubricator.read(path, method=method)
    page = structure.page
    assert page is not None
    headings = {block.heading.start: block.heading.text for block in structure.root.walk() if block.heading}
    headings |= {title.start: title.text for title in structure.titles if title.start is not None}
    found = whole = 0
    tagged = list(spans(page))
    for start, end in tagged:
        inside = [place for place in headings if start <= place < end]
        found += bool(inside)
        whole += any(fold_heading(headings[place]) == fold_heading(page.text[start:end]) for place in inside)
    others = sum(not any(start <= place < end for start, end in tagged) for place in headings)
    return Counts(len(tagged), found, whole, others)


def spans(page: Page) -> Iterator[tuple[int, int]]:
    """Yield where the tagged headings of the main content stand."""
    content = main_of(page)
    for node in range(content, page.stop[content]):
        if page.tag[node] in _HEADINGS and page.start[node] < page.end[node]:
            above = page.parent[node]
            while above > content and page.tag[above] not in _ASIDE:
                above = page.parent[above]
            if above <= content:
                yield page.start[node], page.end[node]


def main_of(page: Page) -> int:
    """Return the element for the main content, or the page."""
    for name, value in _MAIN:
        for node, attributes in enumerate(page.attributes):
            if (name, value) in attributes:
                return node
    return next((node for node, tag in enumerate(page.tag) if tag in {"main", "article"}), 0)


if __name__ == "__main__":
    main()

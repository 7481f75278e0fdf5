"""How close is the static renderer to Chromium? `python benchmarks/fidelity.py --corpora DIR [--causes]`.

For each asdus page, both renderers' pages are laid side by side, node by node. Counted are texts that a reader sees
with at least one of them: do size (within .5 px), boldness, italics, colour, decoration and visibility all agree? Then
the grouping by style, as pairs of texts that look the same; the headings that HEPS finds; and the CPU time of load and
rendering, for the browser with all its processes and Playwright's driver.
`--causes` lists the disagreements by property and page.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from corpora import add_option, find_corpus, pages_of

from rubricator.errors import RubricatorError
from rubricator.evaluate.metrics.counts import Counts, total
from rubricator.evaluate.metrics.headings import match_in_order
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.model import TEXT, VISIBLE, Page
from rubricator.page.render import render_browser, render_static
from rubricator.pipeline import structure_of
from rubricator.style.browser import Chromium

BOLD = 600
GOALS = {"texts": 0.985, "grouping": 0.995, "grouping, mean of pages": 0.985, "heps headings": 0.98}
Pairs = list[tuple[int, int]]


@dataclass(slots=True)
class Compared:
    """What one page gives."""

    name: str
    same_text: bool = False
    texts: int = 0
    agree: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    grouping: Counts = field(default_factory=lambda: Counts(0, 0, 0))
    headings: Counts = field(default_factory=lambda: Counts(0, 0, 0))
    static_ms: float = 0.0
    browser_ms: float = 0.0


def beside(static: Page, browser: Page) -> Pairs:
    """Return which nodes of the two pages are the same, in order."""
    if static.tag == browser.tag and static.data == browser.data:
        return [(node, node) for node in range(len(static.tag))]
    one, other = (list(zip(page.tag, page.data, strict=True)) for page in (static, browser))
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return [(block.a + step, block.b + step) for block in blocks for step in range(block.size)]


def look(page: Page, node: int) -> dict[str, object]:
    """Return what is compared of a text."""
    style = page.styles[page.style[node]]
    return {
        "visibility": bool(page.flags[node] & VISIBLE),
        "size": style.font_size,
        "weight": style.weight >= BOLD,
        "italics": style.italic,
        "decoration": style.decoration,
        "colour": style.color,
    }


def differences(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """Return the properties that differ; of a text that only one renderer shows, nothing else counts."""
    if one["visibility"] != other["visibility"]:
        return ["visibility"]
    sizes = abs(float(str(one["size"])) - float(str(other["size"])))
    return [name for name in one if (sizes > 0.5 if name == "size" else one[name] != other[name])]


def compare_texts(static: Page, browser: Page, pairs: Pairs, found: Compared) -> None:
    for one, other in pairs:
        if static.tag[one] != TEXT or not static.data[one].strip():
            continue
        if not (static.flags[one] | browser.flags[other]) & VISIBLE:
            continue
        found.texts += 1
        ours, theirs = look(static, one), look(browser, other)
        wrong = differences(ours, theirs)
        found.agree += not wrong
        found.causes.update(wrong)
        if wrong:
            shown = ", ".join(f"{name} {ours[name]!r} for {theirs[name]!r}" for name in wrong)
            found.examples.append(f"{shown}: {' '.join(static.data[one].split())[:60]!r} in {path_of(static, one)}")


def path_of(page: Page, node: int) -> str:
    steps: list[str] = []
    while (node := page.parent[node]) > 0 and len(steps) < 6:
        attributes = dict(page.attributes[node])
        steps.append(page.tag[node] + "".join(f".{name}" for name in (attributes.get("class") or "").split()[:3]))
    return " < ".join(steps)


def compare_groups(static: Page, browser: Page, pairs: Pairs) -> Counts:
    """Count pairs of texts that both, or only one of the renderers, show in the same style."""
    seen = [
        (one, other)
        for one, other in pairs
        if static.tag[one] == TEXT and static.data[one].strip() and static.flags[one] & browser.flags[other] & VISIBLE
    ]
    ours = [group_of(static, one) for one, _ in seen]
    theirs = [group_of(browser, other) for _, other in seen]
    same = couples(zip(ours, theirs, strict=True))
    return Counts(same, couples(ours), couples(theirs))


def group_of(page: Page, node: int) -> tuple[object, ...]:
    style = page.styles[page.style[node]]
    return (style.font_size, style.weight, style.italic, style.decoration, style.color)


def couples(groups: Iterable[object]) -> int:
    """Count the pairs within groups."""
    return sum(size * (size - 1) // 2 for size in Counter(groups).values())


def compare_headings(static: Page, browser: Page) -> Counts:
    ours, theirs = heps_headings(static), heps_headings(browser)
    return Counts(len(match_in_order(ours, theirs, str.__eq__)), len(ours), len(theirs))


def heps_headings(page: Page) -> list[str]:
    return [block.heading.text for block in structure_of(page, Options("heps")).root.walk() if block.heading]


def descendants_ms() -> float:
    """Return the CPU milliseconds of all processes that this one, or one of its processes, started.

    Those that have ended count with their parents, which have waited for them.
    """
    above, spent = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        # A process may end while we look.
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            above[int(folder.name)] = int(fields[1])
            spent[int(folder.name)] = 1e3 * sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    found, ours = 0.0, {os.getpid()}
    while ours:
        ours = {process for process, parent in above.items() if parent in ours}
        found += sum(spent[process] for process in ours)
    return found


def compare(path: Path, chromium: Chromium, linked: bool) -> Compared:
    """Render a page both ways."""
    found = Compared(path.parent.name)
    clock = time.process_time()
    source = load(path)
    static = render_static(source, linked=linked)
    found.static_ms = 1e3 * (time.process_time() - clock)
    before, clock = descendants_ms(), time.process_time()
    browser = render_browser(load(path), browser=chromium)
    found.browser_ms = 1e3 * (time.process_time() - clock) + descendants_ms() - before
    pairs = beside(static, browser)
    found.same_text = static.text == browser.text
    compare_texts(static, browser, pairs, found)
    found.grouping = compare_groups(static, browser, pairs)
    found.headings = compare_headings(static, browser)
    return found


def f1(counts: Counts) -> float:
    """Where there was nothing to find and nothing was found, all is right."""
    return counts.f1 if counts.found or counts.wanted else 1.0


def report(pages: list[Compared]) -> None:
    grouping, headings = total(page.grouping for page in pages), total(page.headings for page in pages)
    texts = sum(page.texts for page in pages)
    figures = {
        "texts": sum(page.agree for page in pages) / texts,
        "grouping": f1(grouping),
        "grouping, mean of pages": statistics.mean(f1(page.grouping) for page in pages),
        "heps headings": f1(headings),
    }
    same = sum(page.same_text for page in pages)
    print(f"{len(pages)} pages, {texts} texts; page text the same on {same} pages")
    for name, figure in figures.items():
        print(f"  {name:24} {figure:.5f}  goal {GOALS[name]:.3f}  {'met' if figure >= GOALS[name] else 'NOT MET'}")
    for name, spent in (
        ("static", [page.static_ms for page in pages]),
        ("browser", [page.browser_ms for page in pages]),
    ):
        print(f"  {name:8} load and render, median CPU ms per page {statistics.median(spent):8.1f}")


def report_causes(pages: list[Compared]) -> None:
    print("texts that differ, by property:", dict(sum((page.causes for page in pages), Counter[str]())))
    for page in pages:
        for example in page.examples[:3]:
            print(f"  {page.name}: {example}")
        missed = page.headings.found + page.headings.wanted - 2 * page.headings.right
        if missed:
            print(f"  {page.name}: {missed:.0f} headings of heps that only one of them leads to")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("--causes", action="store_true", help="list the disagreements")
    parser.add_argument("--unlinked", action="store_true", help="let the static renderer ignore linked stylesheets")
    parser.add_argument("--pages", type=int, metavar="N", help="the first N pages only")
    given = parser.parse_args(arguments)
    folders = pages_of(find_corpus(given.corpora, "asdus"))[: given.pages]
    found = []
    with Chromium() as chromium:
        render_browser(load("<p>start"), browser=chromium)
        for folder in folders:
            try:
                found.append(compare(folder / "page.html", chromium, not given.unlinked))
            except RubricatorError as error:
                print(f"{folder.name}: {error}", file=sys.stderr)
    report(found)
    if given.causes:
        report_causes(found)


if __name__ == "__main__":
    main()

"""How close is `heps --preset reference` to the authors' program? `python benchmarks/conformance.py --corpora DIR`.

For each asdus page, the headings of the tree in the order in which the authors' program lists them (children in order
of discovery), and the pairs of heading and parent heading, are compared with what that program gave in Chromium.
That was done under file://, where Chromium ignores linked stylesheets whose name does not end in .css; `--css-only`
does the same here, to tell how much of the difference comes from that.

`--outline` measures both on the asdus pages that `outline` marks. The program's output has no positions, so with the
body given its headings can be read by their words only; ours are read in both ways, which parts what the way of reading
does from what the program does.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from corpora import add_option, find_corpus, pages_of

from rubricator.evaluate.gold.body import body_span
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.metrics.counts import Counts, total
from rubricator.evaluate.metrics.headings import match_in_order
from rubricator.evaluate.metrics.outline import Entry, OutlineCounts, compare_outlines
from rubricator.evaluate.scores import entries, named_in, within
from rubricator.limits import Budget, Limits
from rubricator.load import Resource, Resources, load
from rubricator.page.render import render_static
from rubricator.pipeline import read
from rubricator.segment.heps import PRESETS, extract
from rubricator.segment.leaf_blocks import Tree

Pair = tuple[str, str]


class Reference(TypedDict):
    heading: list[str]
    ends: str
    children: list[Reference]


def reference_pairs(root: Reference) -> list[Pair]:
    """List (heading, parent heading) of the authors' tree in its own order."""
    pairs: list[Pair] = []
    pending = [(child, "") for child in reversed(root["children"])]
    while pending:
        block, above = pending.pop()
        heading = " ".join(block["heading"])
        pairs.append((heading, above))
        pending.extend((child, heading) for child in reversed(block["children"]))
    return pairs


def our_pairs(tree: Tree) -> list[Pair]:
    """List (heading, parent heading) of our tree, children in order of discovery."""
    children: dict[int, list[int]] = {}
    for number, block in enumerate(tree.blocks[1:], 1):
        children.setdefault(block.parent, []).append(number)
    pairs: list[Pair] = []
    pending = [(child, "") for child in reversed(children.get(0, []))]
    while pending:
        number, above = pending.pop()
        heading = tree.leaves[tree.blocks[number].heading].content
        pairs.append((heading, above))
        pending.extend((child, heading) for child in reversed(children.get(number, [])))
    return pairs


@dataclass(frozen=True, slots=True)
class CssOnly:
    """Resources as Chromium takes them under file://."""

    resources: Resources

    def get(self, url: str) -> Resource | None:
        return self.resources.get(url) if url.partition("?")[0].lower().endswith(".css") else None


def compare(folder: Path, css_only: bool) -> tuple[Counts, Counts]:
    """Return the scores of headings and of pairs for one page."""
    source = load(folder / "page.html")
    if css_only:
        source = replace(source, resources=CssOnly(source.resources))
    page = render_static(source)
    ours = our_pairs(extract(page, page.body, PRESETS["reference"], Budget(), Limits().block_depth))
    theirs = reference_pairs(json.loads((folder / "heps_reference.json").read_text("utf-8")))
    sizes = len(ours), len(theirs)
    headings = len(match_in_order([pair[0] for pair in ours], [pair[0] for pair in theirs], str.__eq__))
    pairs = len(match_in_order(ours, theirs, tuple.__eq__))
    return Counts(headings, *sizes), Counts(pairs, *sizes)


def reference_entries(root: Reference) -> list[tuple[Entry, int]]:
    """List the authors' headings as entries of an outline; they have no position."""
    found: list[tuple[Entry, int]] = []
    pending: list[tuple[Reference, int | None]] = [(child, None) for child in reversed(root["children"])]
    while pending:
        block, above = pending.pop()
        number = len(found)
        found.append((Entry(" ".join(block["heading"]), above, block["ends"]), -1))
        pending.extend((child, number) for child in reversed(block["children"]))
    return found


def outline_readings(corpora: Path) -> None:
    """Print F of both programs on `outline`, by each reading."""
    rows: dict[str, list[OutlineCounts]] = {}
    for gold in read_corpus(corpora, "outline"):
        reference = gold.page.parent / "heps_reference.json"
        if not gold.headings or not reference.exists():
            continue
        structure = read(gold.page, method="heps", params={"preset": "reference"})
        wanted = [Entry(heading.text, heading.parent, heading.ends) for heading in gold.headings]
        ours, theirs = entries(structure), reference_entries(json.loads(reference.read_text("utf-8")))
        body = body_span(structure.text, gold)
        text = structure.text[slice(*body)] if body else ""
        found = {
            "whole page, the program": [entry for entry, _ in theirs],
            "whole page, ours": [entry for entry, _ in ours],
            "body given by text, the program": named_in(theirs, text),
            "body given by text, ours": named_in(ours, text),
            "body given, ours": within(ours, body),
        }
        for name, some in found.items():
            rows.setdefault(name, []).append(compare_outlines(some, wanted, gold.titles))
    for name, counts in rows.items():
        means = [sum(one[part].f1 for one in counts) / len(counts) for part in range(3)]
        print(f"{name:33} {len(counts)} pages  heading {means[0]:.3f}  parent {means[1]:.3f}  block {means[2]:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("--worst", type=int, default=12, help="pages to list (default: 12)")
    parser.add_argument("--css-only", action="store_true", help="ignore linked sheets whose name does not end in .css")
    parser.add_argument("--outline", action="store_true", help="measure both on the pages that outline marks")
    given = parser.parse_args()
    corpus = find_corpus(given.corpora, "asdus")
    if given.outline:
        outline_readings(corpus.parent)
        return
    folders = pages_of(corpus)
    rows = [(folder.name, *compare(folder, given.css_only)) for folder in folders]
    totals = {
        "headings": total(headings for _, headings, _ in rows),
        "(heading, parent) pairs": total(pairs for _, _, pairs in rows),
    }
    for name, counts in totals.items():
        print(
            f"{name:24} P {counts.precision:.3f}  R {counts.recall:.3f}  F1 {counts.f1:.3f}"
            f"  ({counts.right:g} of {counts.wanted:g})"
        )
    same = sum(row[2].right == row[2].found == row[2].wanted for row in rows)
    print(f"{same} of {len(rows)} pages agree in every heading and parent")
    print("\npages that differ most: headings ours / theirs / in common")
    for name, score, _ in sorted(rows, key=lambda row: 2 * row[1].right - row[1].found - row[1].wanted)[: given.worst]:
        if not score.right == score.found == score.wanted:
            print(f"  {name:28} {score.found:4} {score.wanted:4} {score.right:4}")


if __name__ == "__main__":
    main()

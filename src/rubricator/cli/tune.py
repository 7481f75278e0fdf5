"""`rubricator tune`: thresholds of HEPS by the paper's greedy search, cross-validated by site."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from rubricator.errors import LoadError


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("tune", help="tune the thresholds of heps on gold", description=__doc__)
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE", help="parameter file, for --params")
    parser.add_argument("--corpus", default="outline", metavar="NAME", help="gold with headings (default: outline)")
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="the folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--folds", required=True, type=Path, metavar="FILE", help="fold table, from `rubricator folds`")
    parser.add_argument("--preset", default="paper", metavar="NAME", help="where the search starts (default: paper)")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="tell more")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.evaluate.folds import page_key, read_table
    from rubricator.evaluate.gold.corpora import corpora_folder, read_corpus
    from rubricator.evaluate.tune import GRID, tune
    from rubricator.limits import Budget, Limits
    from rubricator.load import load
    from rubricator.segment.heps import read_parameters
    from rubricator.style.static import render_static

    corpora = corpora_folder(given.corpora)
    table = read_table(given.folds)
    golds = [gold for gold in read_corpus(corpora, given.corpus) if gold.headings]
    folds = [table[page_key(gold.page, corpora)] for gold in golds]
    start = read_parameters({"preset": given.preset})
    pages = [render_static(load(gold.page), limits=Limits(), budget=Budget()) for gold in golds]
    tuned = tune(pages, golds, folds, start, _counter())
    changed = {name: getattr(tuned.parameters, name) for name in GRID}
    values = {"preset": given.preset} | changed
    try:
        given.output.write_text(json.dumps(values, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise LoadError(f"cannot write {str(given.output)!r}: {error.strerror or error}") from error
    print(f"{len(pages)} pages of {given.corpus}; mean F1 of headings, whole page")
    print(f"  preset {given.preset:18} {tuned.start:.3f}")
    print(f"  tuned, on unseen sites    {tuned.unseen:.3f}")
    print(f"  tuned, on the same pages  {tuned.seen:.3f}  (in sample)")
    for number, (parameters, score, count) in enumerate(tuned.by_fold):
        shown = " ".join(
            f"{item.name}={getattr(parameters, item.name):g}" for item in fields(parameters) if item.name in GRID
        )
        print(f"  fold {number}: {score:.3f} on {count} pages, with {shown}")
    print(f"written to {given.output}: {json.dumps(changed)}")
    return 0


def _counter() -> Callable[[int], None]:
    """Return a function that counts tried parameters on a terminal's stderr."""
    tried = 0

    def count(step: int) -> None:
        nonlocal tried
        tried += step
        if sys.stderr.isatty():
            print(f"\r{tried} parameter sets tried", end="", file=sys.stderr)

    return count

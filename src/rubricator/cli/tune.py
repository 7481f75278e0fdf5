"""`rubricator tune`: thresholds of HEPS by the paper's greedy search, cross-validated by site."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from rubricator.cli.output import show_progress, write_text
from rubricator.errors import UsageError
from rubricator.wording import counted

if TYPE_CHECKING:
    from rubricator.evaluate.gold.gold import Gold

_FOLDS = 5


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("tune", help="tune the thresholds of heps on gold", description=__doc__)
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE", help="parameter file, for --params")
    parser.add_argument("--corpus", default="outline", metavar="NAME", help="gold with headings (default: outline)")
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="the folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--folds", type=Path, metavar="FILE", help="fold table of the corpora, from `rubricator folds`")
    parser.add_argument(
        "--gold",
        nargs="+",
        type=Path,
        default=[],
        metavar="PATH",
        help="annotation files, or folders of them: tune to these pages instead of a corpus",
    )
    parser.add_argument("--preset", default="paper", metavar="NAME", help="where the search starts (default: paper)")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.evaluate.tune import GRID, tune
    from rubricator.load import load
    from rubricator.page.render import render_static
    from rubricator.segment.heps import read_parameters

    golds, folds = _own_gold(args.gold) if args.gold else _corpus_gold(args)
    start = read_parameters({"preset": args.preset})
    pages = [render_static(load(gold.page)) for gold in golds]
    tuned = tune(pages, golds, folds, start, _counter())
    changed = {name: getattr(tuned.parameters, name) for name in GRID}
    values = {"preset": args.preset} | changed
    write_text(json.dumps(values, indent=1) + "\n", str(args.output))
    whose = "your own" if args.gold else args.corpus
    print(f"{counted(len(pages), 'page')} of {whose}; mean F1 of headings, whole page")
    print(f"  preset {args.preset:18} {tuned.start:.3f}")
    print(f"  tuned, on unseen sites    {tuned.unseen:.3f}")
    print(f"  tuned, on the same pages  {tuned.seen:.3f}  (in sample)")
    for number, (parameters, score, count) in enumerate(tuned.by_fold):
        shown = " ".join(
            f"{item.name}={getattr(parameters, item.name):g}" for item in fields(parameters) if item.name in GRID
        )
        print(f"  fold {number}: {score:.3f} on {counted(count, 'page')}, with {shown}")
    print(f"written to {args.output}: {json.dumps(changed)}")
    return 0


def _corpus_gold(args: argparse.Namespace) -> tuple[list[Gold], list[int]]:
    """Return the gold of a corpus, and the folds of its pages by site."""
    from rubricator.evaluate.folds import page_key, read_table
    from rubricator.evaluate.gold.corpora import corpora_folder, read_corpus

    if args.folds is None:
        raise UsageError("a corpus needs its fold table: give --folds FILE, or pages of your own with --gold")
    corpora = corpora_folder(args.corpora)
    table = read_table(args.folds)
    golds = [gold for gold in read_corpus(corpora, args.corpus) if gold.headings]
    return golds, [table[page_key(gold.page, corpora)] for gold in golds]


def _own_gold(places: list[Path]) -> tuple[list[Gold], list[int]]:
    """Return the user's gold; two annotations of a page are in one fold."""
    from rubricator.evaluate.gold.files import read_files

    golds = [gold for kind in read_files(places).by_kind.values() for gold in kind if gold.headings]
    pages = list(dict.fromkeys(gold.page.resolve() for gold in golds))
    if len(pages) < 2:
        raise UsageError(f"--gold: {counted(len(pages), 'page')} with headings; annotate at least 2 to tune on")
    return golds, [pages.index(gold.page.resolve()) % _FOLDS for gold in golds]


def _counter() -> Callable[[int], None]:
    """Return a function that shows how many parameter sets were tried."""
    tried = 0

    def count(step: int) -> None:
        nonlocal tried
        tried += step
        show_progress(f"{tried} parameter sets tried")

    return count

"""`rubricator folds`: the fold table of all corpora, for cross-validation by site."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("folds", help="create the fold table of all corpora", description=__doc__)
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="FILE", help="where to write the table (JSON)"
    )
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="the folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--folds", type=int, default=5, metavar="N", help="number of folds (default: 5)")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.evaluate.fold_table import make_table
    from rubricator.evaluate.gold.corpora import corpora_folder

    print(make_table(corpora_folder(args.corpora), args.output, args.folds))
    return 0

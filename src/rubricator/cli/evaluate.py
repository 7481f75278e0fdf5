"""`rubricator evaluate`: one method measured on gold, with confidence intervals."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rubricator.cli import evaluate_retrieval
from rubricator.cli.output import write_text
from rubricator.errors import UsageError
from rubricator.options import DEFAULT_METHOD


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("evaluate", help="measure one method on gold", description=__doc__)
    gold = parser.add_mutually_exclusive_group()
    gold.add_argument("--corpus", metavar="NAME,...", help="corpora to measure on, such as asdus,outline")
    gold.add_argument(
        "--gold",
        nargs="+",
        type=Path,
        metavar="PATH",
        help="gold files or folders of them: annotations, files of the HEPS data set with their pages beside them",
    )
    parser.add_argument(
        "--method",
        default=DEFAULT_METHOD,
        metavar="NAME",
        help=f"parameters as in heps:preset=reference or heps:params=FILE (default: {DEFAULT_METHOD})",
    )
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--models", type=Path, metavar="DIR", help="out-of-fold models of a learned method")
    parser.add_argument("--pages", action="store_true", help="list the pages with their scores, the worst first")
    parser.add_argument("--json", metavar="FILE", help="write all figures and all scores of every page")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="number of processes")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log progress")
    parser.set_defaults(run=run)
    # Other things than headings are measured by forms of their own: `rubricator evaluate FORM ...`.
    forms = parser.add_subparsers(dest="form", metavar="FORM", required=False)
    evaluate_retrieval.add_form(forms)


def run(args: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.evaluate.compare import compare, measure, out_of_fold, parse_contender
    from rubricator.evaluate.gold.corpora import VARIABLE, corpora_folder
    from rubricator.evaluate.gold.files import read_files
    from rubricator.evaluate.tables import page_table, result_json, result_table

    if not (args.corpus or args.gold):
        raise UsageError("name the gold: --corpus NAME,... or --gold PATH...")
    contender = parse_contender(args.method)
    if args.models:
        contender = out_of_fold(contender, args.models)
    if args.corpus:
        names = args.corpus.split(",")
        result = compare([contender], corpora_folder(args.corpora), names, processes=args.processes)
    else:
        files = read_files(args.gold)
        for note in files.notes:
            print(f"rubricator: warning: {note}", file=sys.stderr)
        corpora = corpora_folder(args.corpora) if args.corpora or os.environ.get(VARIABLE) else None
        result = measure([contender], files.by_kind, corpora=corpora, processes=args.processes)
    print(result_table(result))
    if args.pages:
        print(f"\n{page_table(result)}")
    if args.json:
        write_text(result_json(result) + "\n", args.json)
    return 1 if result.failures else 0

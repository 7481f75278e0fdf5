"""`rubricator compare`: methods measured against gold, side by side, with confidence intervals."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rubricator.cli.output import write_text


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("compare", help="measure methods against gold, side by side", description=__doc__)
    parser.add_argument(
        "--methods",
        default="tags,heps",
        metavar="NAME,...",
        help="methods; parameters as in heps:preset=reference or heps:params=FILE (default: tags,heps)",
    )
    parser.add_argument(
        "--corpus", required=True, metavar="NAME,...", help="corpora to measure on, such as asdus,outline"
    )
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="their folder (or RUBRICATOR_CORPORA)")
    parser.add_argument("--models", type=Path, metavar="DIR", help="out-of-fold models of the learned methods")
    parser.add_argument("--json", metavar="FILE", help="write all figures and the scores of every page")
    parser.add_argument("--report", metavar="FILE", help="write an HTML report with plots and the worst pages")
    parser.add_argument("--pages", type=int, metavar="N", help="the first N pages of each corpus only")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="number of processes")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.evaluate.compare import compare, out_of_fold, parse_contender
    from rubricator.evaluate.gold.corpora import corpora_folder
    from rubricator.evaluate.report import report
    from rubricator.evaluate.tables import result_json, result_table

    contenders = [parse_contender(name) for name in args.methods.split(",")]
    if args.models:
        contenders = [out_of_fold(contender, args.models) for contender in contenders]
    names = args.corpus.split(",")
    result = compare(
        contenders,
        corpora_folder(args.corpora),
        names,
        processes=args.processes,
        limit=args.pages,
        detailed=args.report is not None,
    )
    print(result_table(result))
    if args.json:
        write_text(result_json(result) + "\n", args.json)
    if args.report:
        write_text(report(result, result.details), args.report)
    return 1 if result.failures else 0

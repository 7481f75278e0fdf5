"""`rubricator evaluate retrieval`: block search measured on queries whose answers are known.

Parameters are chosen on half of the queries, and the table shows the other half.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rubricator.cli.output import show_progress, write_text
from rubricator.options import DEFAULT_METHOD


def add_form(forms: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = forms.add_parser("retrieval", help="measure block search on queries", description=__doc__)
    parser.add_argument("pages", type=Path, metavar="PAGES", help="the folder of the pages")
    parser.add_argument("queries", type=Path, metavar="QUERIES", help="a file of lines `query TAB page.html#anchor`")
    parser.add_argument(
        "--leave-out",
        nargs="+",
        default=[],
        metavar="PATTERN",
        help="names of pages that do not belong: '*_index.html'",
    )
    parser.add_argument(
        "--methods",
        default=DEFAULT_METHOD,
        metavar="NAME,...",
        help=f"methods; parameters as in vips:pdoc=0.8 (default: {DEFAULT_METHOD})",
    )
    parser.add_argument("--render", choices=("static", "browser"), default="static", help="vips needs browser")
    parser.add_argument("--titles", action="store_true", help="also measure whole pages with title fields")
    parser.add_argument("--alphas", action="store_true", help="also measure blocks with each alpha")
    parser.add_argument(
        "--feedback", action="store_true", help="also measure terms added to the queries, for pages and blocks"
    )
    parser.add_argument("--json", metavar="FILE", help="write all figures with their parameters")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.evaluate import retrieval_report as report
    from rubricator.evaluate.compare import parse_contender
    from rubricator.evaluate.gold.queries import read_queries
    from rubricator.evaluate.retrieval import read_collection

    methods = [parse_contender(text) for text in args.methods.split(",")]
    queries = read_queries(args.queries)
    collection = read_collection(args.pages, queries, args.leave_out, show_progress, args.render)
    reported = sum(query.held_out for query in queries)
    print(f"{len(collection.pages)} pages; {len(queries)} queries, {reported} of them reported")
    tables = {"": report.main_rows(collection, methods, show_progress)}
    if args.titles:
        tables["whole pages with title fields"] = report.title_rows(collection, methods[0], show_progress)
    if args.alphas:
        tables["alpha times all text, the rest headings"] = report.alpha_rows(collection, methods[0], show_progress)
    if args.feedback:
        tables["feedback"] = report.feedback_rows(collection, methods, show_progress)
    every = []
    for name, rows in tables.items():
        found = list(rows)
        every += found
        print(f"\n{name}\n{report.table(found)}" if name else report.table(found), flush=True)
    if args.json:
        write_text(json.dumps(report.as_json(every), indent=1) + "\n", args.json)
    return 0

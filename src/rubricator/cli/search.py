"""`rubricator search`: the blocks of an index that answer a query."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rubricator.cli.page import print_warnings
from rubricator.errors import IndexFileError, UsageError
from rubricator.load.encoding import without_surrogates

if TYPE_CHECKING:
    from rubricator.search.query import Result, Results


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("search", help="search an index of blocks", description=__doc__)
    parser.add_argument("index", type=Path, metavar="INDEX", help="the index that `rubricator index` made")
    parser.add_argument("query", nargs="+", metavar="QUERY", help="words to look for")
    parser.add_argument("-n", "--limit", type=int, default=10, metavar="N", help="how many results (default: 10)")
    parser.add_argument(
        "--level", choices=["block", "page"], default="block", help="each block, or each page by its best block"
    )
    parser.add_argument(
        "--language", metavar="CODE", help="the language of the query (default: those of the index's pages)"
    )
    parser.add_argument(
        "--feedback", type=int, default=0, metavar="N", help="add N terms of the best blocks to the query (default: 0)"
    )
    parser.add_argument(
        "--share",
        type=float,
        metavar="PART",
        help="show a block that is less than this part of the block above as that block (default: .1)",
    )
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.share is not None and not 0 <= args.share <= 1:
        raise UsageError("--share: give a part between 0 and 1")
    query = " ".join(args.query)
    try:
        found = _found(args, query)
    except IndexFileError as error:
        # Else its exit code would be that of a query without results.
        raise UsageError(str(error)) from error
    if args.json:
        answer = {
            "query": without_surrogates(query),
            "terms": list(found.terms),
            "results": [result.to_dict() for result in found.results],
            "warnings": [{"code": notice.code, "message": notice.message} for notice in found.warnings],
        }
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print_warnings(*found.warnings)
        for number, result in enumerate(found.results, 1):
            print(_shown(number, result))
        if not found.results and not found.warnings:
            print("rubricator: nothing found", file=sys.stderr)
    return 0 if found.results else 1


def _found(args: argparse.Namespace, query: str) -> Results:
    # Imported here: only this command needs what it imports.
    from rubricator.search.index import open_index
    from rubricator.search.query import search
    from rubricator.search.ranking import DEFAULT

    with open_index(args.index) as index:
        return search(
            index,
            query,
            limit=args.limit,
            level=args.level,
            language=args.language,
            ranking=DEFAULT if args.share is None else replace(DEFAULT, share=args.share),
            feedback=args.feedback,
        )


def _shown(number: int, result: Result) -> str:
    """Return a result as lines for a person: where it is, its headings, a snippet with the hits marked."""
    marks = ("\x1b[1m", "\x1b[0m") if sys.stdout.isatty() else ("*", "*")
    place = f"{result.page}{'#' + result.anchor if result.anchor else ''}"
    lines = [f"{number}. {' > '.join(result.headings) or result.title or result.page}"]
    if result.snippet is not None:
        lines.append(f"   {result.snippet.marked(*marks)}")
    lines.append(f"   {place}  {result.start}-{result.end}  {result.xpath or ''}  {result.score:.3f}".rstrip())
    return "\n".join(lines)

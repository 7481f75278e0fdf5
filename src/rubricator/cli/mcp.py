"""`rubricator mcp PAGE...`: an MCP server over standard input and output, for language models.

It serves the pages that are named, fetches nothing, and reads nothing else.
"""

from __future__ import annotations

import argparse
from math import inf
from pathlib import Path

from rubricator.errors import UsageError
from rubricator.options import DEFAULT_METHOD


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("mcp", help="serve pages to language models (MCP)", description=__doc__)
    parser.add_argument("pages", nargs="+", metavar="PAGE", help="files, or folders of them")
    parser.add_argument(
        "--index", type=Path, metavar="INDEX", help="search this index instead of one made from the pages"
    )
    parser.add_argument(
        "--method", default=DEFAULT_METHOD, metavar="NAME", help=f"how headings are found (default: {DEFAULT_METHOD})"
    )
    parser.add_argument(
        "--timeout", type=float, default=30.0, metavar="SECONDS", help="give up on a page after this time (default: 30)"
    )
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log the steps; twice for more")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.integrations.library import open_library
    from rubricator.integrations.mcp import build_server
    from rubricator.segment import find_method, static_methods

    find_method(args.method)
    if args.method not in static_methods():
        known = ", ".join(static_methods())
        raise UsageError(
            f"--method {args.method} needs a browser, which this command does not start; choose from: {known}"
        )
    if not 0 < args.timeout < inf:
        raise UsageError(f"--timeout {args.timeout:g}: give a time above 0")
    with open_library(args.pages, method=args.method, timeout=args.timeout) as library:
        build_server(library, args.index).run("stdio")
    return 0

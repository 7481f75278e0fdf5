"""`rubricator outline PAGE`: the title and headings as a tree."""

from __future__ import annotations

import argparse
import os
import shutil
import sys

from rubricator.cli.page import add_page_options, at_least, print_warnings, read_page

_NARROWEST = 20


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("outline", help="show a page's headings as a tree", description=__doc__)
    add_page_options(parser)
    parser.add_argument(
        "--width",
        type=at_least(_NARROWEST),
        metavar="N",
        help="cut longer lines (default: the terminal's width, or 100)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    structure = read_page(args)
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    width = args.width or max(shutil.get_terminal_size().columns if sys.stdout.isatty() else 100, _NARROWEST)
    print(structure.outline(width=width, color=color))
    print_warnings(*structure.warnings)
    return 0 if structure.text else 1

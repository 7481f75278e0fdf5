"""`rubricator COMMAND ...`: reads the arguments, calls the library, writes data to stdout and messages to stderr."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence

from rubricator.cli import (
    batch,
    check,
    compare,
    evaluate,
    explain,
    extract,
    folds,
    index,
    mcp,
    outline,
    search,
    serve,
    train,
    tune,
    view,
)
from rubricator.errors import RubricatorError, UsageError
from rubricator.version import __version__

DONE, NOTHING, WRONG_USE = 0, 1, 2

_EPILOG = (
    "PAGE is a file, a URL (http or https), or - for standard input. "
    "Exit codes: 0 done, 1 nothing could be extracted, 2 wrong use."
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="rubricator",
        description="Reads a web page as a person does and gives back its logical hierarchy.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"rubricator {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    measuring = (evaluate, compare, folds, tune, train)
    for module in (outline, extract, view, explain, check, index, search, batch, *measuring, serve, mcp):
        module.add_command(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    parser = build_parser()
    try:
        given = parser.parse_args(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    logging.basicConfig(
        level=[logging.WARNING, logging.INFO, logging.DEBUG][min(given.verbose, 2)],
        format="%(message)s",
        stream=sys.stderr,
    )
    try:
        code: int = given.run(given)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader of our output has enough; Python must not complain when it closes stdout at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        print("rubricator: interrupted", file=sys.stderr)
        return 130
    except UsageError as error:
        print(f"rubricator: {error}", file=sys.stderr)
        return WRONG_USE
    except RubricatorError as error:
        print(f"rubricator: {error}", file=sys.stderr)
        return NOTHING

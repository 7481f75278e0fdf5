"""`rubricator COMMAND ...`: reads the arguments, calls the library, writes data to stdout and messages to stderr."""

from __future__ import annotations

import argparse
import atexit
import logging
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import NoReturn

from rubricator.errors import RubricatorError, UsageError
from rubricator.version import __version__

DONE, NOTHING, WRONG_USE = 0, 1, 2

_EPILOG = (
    "PAGE is a file, a URL (http or https), or - for standard input. "
    "Exit codes: 0 done, 1 nothing could be extracted, 2 wrong use."
)


COMMANDS = {
    "outline": "show a page's headings as a tree",
    "extract": "write a page as JSON, Markdown, HTML or chunks",
    "view": "draw a page's blocks on it, as an HTML file",
    "explain": "say why headings are headings",
    "check": "check the headings of one's own pages",
    "index": "make or change a search index of blocks",
    "search": "search an index of blocks",
    "batch": "read many pages: WARC, Parquet, JSONL, folders; resumable",
    "evaluate": "measure one method on gold",
    "compare": "measure methods against gold, side by side",
    "folds": "make the fold table of all corpora",
    "tune": "tune the thresholds of heps on gold",
    "train": "train the model of a learned method",
    "serve": "serve the HTTP API and the studio",
    "mcp": "serve pages to language models (MCP)",
    "completion": "write a completion script for a shell",
}
"""All commands and what they are for. Each is a module of its name, imported when it is asked for."""


def build_parser(names: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of all commands; only those in `names` know their options."""
    parser = argparse.ArgumentParser(
        prog="rubricator",
        description="Reads a web page as a person does and gives back its logical hierarchy.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"rubricator {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    wanted = set(names)
    for name, purpose in COMMANDS.items():
        if name in wanted:
            import_module(f"rubricator.cli.{name}").add_command(commands)
        else:
            commands.add_parser(name, help=purpose)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    # Read when numpy is first imported. Pages are small: threads of its BLAS would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    words = sys.argv[1:] if arguments is None else list(arguments)
    parser = build_parser(words[:1])
    try:
        given = parser.parse_args(words)
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


def command() -> NoReturn:
    """Run the command that the process was started with, and end the process with its exit code."""
    code = main()
    if "daft" in sys.modules:
        # Its threads may call Python while the interpreter is being taken down, which then crashes.
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)

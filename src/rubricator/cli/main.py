"""`rubricator COMMAND ...`: reads the arguments, calls the library, writes data to stdout and messages to stderr."""

from __future__ import annotations

import argparse
import atexit
import logging
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from rubricator.cli.completion import parsers
from rubricator.cli.output import prepare_streams
from rubricator.errors import RubricatorError, UsageError
from rubricator.version import __version__

DONE, NOTHING, WRONG_USE, INTERRUPTED = 0, 1, 2, 130

_EPILOG = (
    "PAGE is a file, a URL (http or https), or - for standard input. "
    "Exit codes: 0 done, 1 nothing could be extracted, 2 wrong use."
)


COMMANDS = {
    "outline": "show a page's headings as a tree",
    "extract": "write a page as JSON, Markdown, HTML or chunks",
    "view": "draw a page's blocks on it, as an HTML file",
    "explain": "explain why headings are headings",
    "check": "check how headings are tagged",
    "index": "create or change a search index of blocks",
    "search": "search an index of blocks",
    "batch": "read many pages: WARC, Parquet, JSONL, folders; resumable",
    "evaluate": "measure one method on gold",
    "compare": "measure methods against gold, side by side",
    "folds": "create the fold table of all corpora",
    "tune": "tune the thresholds of heps on gold",
    "train": "train the model of a learned method",
    "serve": "serve the HTTP API and the studio",
    "mcp": "serve pages to language models (MCP)",
    "completion": "write a completion script for a shell",
}
"""All commands and their purpose. Each is a module of that name, imported when the command runs."""


def build_parser(names: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of all commands; only those in `names` know their options."""
    parser = argparse.ArgumentParser(
        prog="rubricator",
        description="Reads a web page as a person does and returns its logical hierarchy.",
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
    try:
        return _run(sys.argv[1:] if arguments is None else list(arguments))
    except BrokenPipeError:
        # The reader of our output has enough.
        _drop_output()
        return DONE
    except KeyboardInterrupt:
        print("rubricator: interrupted", file=sys.stderr)
        return INTERRUPTED
    except UsageError as error:
        print(f"rubricator: {error}", file=sys.stderr)
        return WRONG_USE
    except RubricatorError as error:
        print(f"rubricator: {error}", file=sys.stderr)
        return NOTHING
    except OSError as error:
        if error.filename is not None:
            raise
        # What has no name is standard output: commands tell themselves which file they could not write.
        _drop_output()
        print(f"rubricator: cannot write the output: {error.strerror or error}", file=sys.stderr)
        return NOTHING


def _run(words: list[str]) -> int:
    parser = build_parser(words[:1])
    try:
        args = _parse(parser, words)
    except SystemExit as stop:
        sys.stdout.flush()
        return int(stop.code or 0)
    logging.basicConfig(
        level=[logging.WARNING, logging.INFO, logging.DEBUG][min(args.verbose, 2)],
        format="%(message)s",
        stream=sys.stderr,
    )
    code: int = args.run(args)
    sys.stdout.flush()
    return code


def _parse(parser: argparse.ArgumentParser, words: list[str]) -> argparse.Namespace:
    """Parse the arguments; the command in question reports those that are too many."""
    args, more = parser.parse_known_args(words)
    if more:
        named = parsers(parser)[args.command]
        takes_one = any(action.dest == "page" and action.nargs is None for action in named._actions)
        if takes_one and not more[0].startswith("-"):
            named.error(f"{args.command} takes one PAGE; also given: {' '.join(more)}")
        named.error(f"unrecognized arguments: {' '.join(more)}")
    return args


def _drop_output() -> None:
    """Keep Python from writing what is left when it closes standard output at the end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def command() -> NoReturn:
    """Run the command that the process was started with, and end the process with its exit code."""
    prepare_streams()
    code = main()
    if "daft" in sys.modules:
        # Its threads may call Python while the interpreter is being taken down, which then crashes.
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)

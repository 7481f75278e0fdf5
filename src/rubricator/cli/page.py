"""What all commands on one page share: its options, reading it, and telling what was noticed."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from rubricator.errors import UsageError
from rubricator.limits import Notice
from rubricator.load.loader import page_named
from rubricator.options import DEFAULT_METHOD, RENDERERS, Options
from rubricator.pipeline import open_page, render_page, structure_of
from rubricator.segment import METHODS
from rubricator.segment.parameters import parse_method, parse_pair, read_file
from rubricator.structure.model import JsonValue, Structure

_ARCHIVES = (".warc", ".warc.gz")
_TOLD = 2
"""Warnings printed of each kind: saved pages miss dozens of stylesheets."""


def add_page_options(parser: argparse.ArgumentParser, *, many: bool = False) -> None:
    """Add PAGE, or several of them, and the common options."""
    if many:
        parser.add_argument(
            "page", nargs="+", metavar="PAGE", help="files, folders of them, URLs, or - for standard input"
        )
    else:
        parser.add_argument("page", metavar="PAGE", help="a file, a URL, or - for standard input")
    parser.add_argument(
        "--method",
        default=DEFAULT_METHOD,
        metavar="NAME",
        help=f"{', '.join(sorted(METHODS))} (default: {DEFAULT_METHOD}); with parameters as in heps:preset=reference",
    )
    parser.add_argument(
        "--render", default="static", choices=RENDERERS, help="how the page is styled (default: static)"
    )
    parser.add_argument("--scripts", action="store_true", help="browser: let the page's scripts run")
    parser.add_argument(
        "--settle",
        type=seconds,
        metavar="SECONDS",
        help="browser: how long scripts may go on after the page has loaded (default: 1)",
    )
    parser.add_argument(
        "--body",
        default="auto",
        metavar="XPATH",
        help="the content body: an XPath, auto, or page for the whole page (default: auto)",
    )
    parser.add_argument("--preset", metavar="NAME", help="parameters of the method by name, such as reference of heps")
    parser.add_argument(
        "--param",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="one parameter of the method, its value as JSON; may be repeated",
    )
    parser.add_argument("--params", metavar="FILE", help="parameters of the method from a JSON file")
    parser.add_argument("--url", help="the address of the page, for links and citations")
    parser.add_argument("--timeout", type=seconds, metavar="SECONDS", help="give up on the page after this time")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log the steps; twice for more")


def read_page(args: argparse.Namespace) -> Structure:
    """Read the page that the arguments name."""
    if args.page.lower().endswith(_ARCHIVES):
        raise UsageError(f"{args.page} holds many pages; read them with rubricator batch {args.page} -o OUT")
    options = options_of(args)
    return structure_of(render_page(open_page(page_named(args.page), args.url, options), options), options)


def options_of(args: argparse.Namespace) -> Options:
    """Return how the arguments ask for a page to be read; its time begins to run."""
    method, params = method_name(args), parameters(args)
    return Options(method, params, args.body, args.render, args.scripts, args.settle).within(args.timeout)


def print_warnings(*warnings: Notice | None, page: str | None = None) -> None:
    """Write warnings to stderr, the first few of each kind, with the page's name where there are several."""
    begin = "rubricator: warning: " + (f"{page}: " if page else "")
    told: Counter[str] = Counter()
    for notice in filter(None, warnings):
        told[notice.code] += 1
        if told[notice.code] <= _TOLD:
            print(f"{begin}{notice.message} [{notice.code}]", file=sys.stderr)
    for code in (code for code, count in told.items() if count > _TOLD):
        print(f"{begin}more of these; the JSON output names them [{code}]", file=sys.stderr)


def method_name(args: argparse.Namespace) -> str:
    """Return the method that the arguments name, without the parameters that may follow it."""
    return str(args.method).partition(":")[0]


def parameters(args: argparse.Namespace) -> dict[str, JsonValue]:
    """Return the parameters of the method that the arguments name, in `--method NAME:PARAM=VALUE:...` or apart."""
    _, found = parse_method(args.method)
    if args.params:
        found.update(read_file(Path(args.params)))
    if args.preset:
        found["preset"] = args.preset
    for pair in args.param:
        name, value = parse_pair(pair, f"--param {pair!r}: write NAME=VALUE, such as --param t=1.5")
        found[name] = value
    return found


def at_least(least: int) -> Callable[[str], int]:
    """Return what reads a whole number from the command line and refuses those that are too small."""

    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"give {least} or more, not {value}")
        return value

    return number


def seconds(text: str) -> float:
    """Read a time from the command line."""
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError("give a time above 0")
    return value

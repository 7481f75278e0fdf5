"""`rubricator view PAGE`: the page with its blocks drawn on it, as one self-contained HTML file."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from urllib.parse import urlsplit

from rubricator.cli.output import STDOUT, write_bytes
from rubricator.cli.page import add_page_options, method_name, options_of, print_warnings
from rubricator.errors import UsageError
from rubricator.load.loader import page_named
from rubricator.pipeline import open_page, render_page, structure_of
from rubricator.segment import METHODS, static_methods


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("view", help="draw a page's blocks on it, as an HTML file", description=__doc__)
    add_page_options(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write to this file, - for standard output (default: NAME.view.html here)",
    )
    parser.add_argument(
        "--methods", metavar="A,B", help="methods to switch between (default: --method, then all that the page allows)"
    )
    parser.add_argument(
        "--png", metavar="FILE", help="browser: also write a picture of the whole page with what is drawn on it"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: only this command needs it.
    from rubricator.emit.view import to_picture, to_view

    methods = _methods(args)
    if args.png and args.render != "browser":
        raise UsageError("a picture is taken by a browser; add --render browser to --png")
    options = options_of(args)
    source = open_page(page_named(args.page), args.url, options)
    page = render_page(source, options)
    structures = [
        structure_of(page, options if method == options.method else options.with_method(method)) for method in methods
    ]
    view = to_view(source, structures, options)
    warnings = [*structures[0].warnings, *view.warnings]
    _write(view.html.encode("utf-8", "replace"), args.output or f"{_stem(args.page)}.view.html")
    if args.png:
        picture = to_picture(view, options)
        _write(picture.png, args.png)
        warnings += picture.warnings
    print_warnings(*warnings)
    return 0 if page.text else 1


def _methods(args: argparse.Namespace) -> list[str]:
    """Return the methods to show, the chosen one first. Those that need boxes are offered when there are some."""
    offered = sorted(METHODS) if args.render == "browser" else static_methods()
    others = args.methods.split(",") if args.methods else offered
    names = list(dict.fromkeys([method_name(args), *(name.strip() for name in others)]))
    unknown = [name for name in names if name not in METHODS]
    if unknown:
        raise UsageError(f"unknown method {unknown[0]!r}; choose from: {', '.join(sorted(METHODS))}")
    return names


def _stem(page: str) -> str:
    """Return a name for the view of a page."""
    if page == "-":
        return "page"
    if re.match(r"https?://", page, re.IGNORECASE):
        parts = urlsplit(page)
        return re.sub(r"[^\w.-]+", "-", f"{parts.netloc}{parts.path}").strip("-.")[:100] or "page"
    return Path(page).stem or "page"


def _write(data: bytes, output: str) -> None:
    write_bytes(data, output)
    if output != STDOUT:
        print(output)

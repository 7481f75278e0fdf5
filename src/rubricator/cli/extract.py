"""`rubricator extract PAGE --to FORMAT`: the page's structure and content for other programs."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from rubricator.cli.output import write_text
from rubricator.cli.page import add_page_options, at_least, print_warnings, read_page
from rubricator.emit import hidden_notice, to_jsonl
from rubricator.errors import UsageError
from rubricator.structure.model import Structure

FORMATS = ("json", "markdown", "html", "chunks", "outline")
_WITH_HIDDEN = ("markdown", "html", "chunks")
_ONLY_FOR: dict[str, tuple[tuple[str, ...], object]] = {
    "indent": (("json",), None),
    "hidden": (_WITH_HIDDEN, "auto"),
    "max_chars": (("chunks",), None),
    "max_tokens": (("chunks",), None),
    "tokenizer": (("chunks",), None),
    "overlap": (("chunks",), 0),
}
"""Options that only some formats know, with their defaults."""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("extract", help="write a page as JSON, Markdown, HTML or chunks", description=__doc__)
    add_page_options(parser)
    parser.add_argument("--to", choices=FORMATS, default="json", help="what to write (default: json)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file, - for standard output (default: -)")
    parser.add_argument("--indent", type=at_least(0), metavar="N", help="json: indent by N spaces")
    parser.add_argument(
        "--hidden",
        choices=["auto", "keep", "drop"],
        default="auto",
        help="hidden text: auto keeps it in blocks with a heading",
    )
    parser.add_argument("--max-chars", type=int, metavar="N", help="chunks: at most N characters")
    parser.add_argument(
        "--max-tokens", type=int, metavar="N", help="chunks: at most N tokens; words without --tokenizer"
    )
    parser.add_argument("--tokenizer", metavar="NAME", help="chunks: count tokens as this tiktoken encoding does")
    parser.add_argument(
        "--overlap", type=int, default=0, metavar="N", help="chunks: repeat so much of the previous chunk"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    _refuse_unused(args)
    structure = read_page(args)
    text = _write(structure, args)
    write_text(text, args.output)
    left_out = hidden_notice(structure, args.hidden) if args.to in _WITH_HIDDEN else None
    print_warnings(*structure.warnings, left_out)
    return 0 if structure.text else 1


def _refuse_unused(args: argparse.Namespace) -> None:
    """Refuse options that the format does not know: an ignored limit would be noticed too late."""
    for name, (formats, unset) in _ONLY_FOR.items():
        if args.to not in formats and getattr(args, name) != unset:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(f"{option} is for --to {' or '.join(formats)}; --to {args.to} does not know it")


def _write(structure: Structure, args: argparse.Namespace) -> str:
    writers: dict[str, Callable[[], str]] = {
        "json": lambda: structure.to_json(indent=args.indent) + "\n",
        "outline": lambda: structure.outline() + "\n",
        "markdown": lambda: structure.to_markdown(hidden=args.hidden),
        "html": lambda: structure.to_html(hidden=args.hidden),
        "chunks": lambda: to_jsonl(
            structure.chunks(
                max_chars=args.max_chars,
                max_tokens=args.max_tokens,
                tokenizer=args.tokenizer,
                overlap=args.overlap,
                hidden=args.hidden,
            )
        ),
    }
    return writers[args.to]()

"""`rubricator extract PAGE --to FORMAT`: the page's structure and content for other programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from rubricator.cli.page import add_page_options, read_page, tell
from rubricator.emit import hidden_notice, to_jsonl
from rubricator.errors import LoadError
from rubricator.structure.model import Structure

FORMATS = ("json", "markdown", "html", "chunks", "outline")


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("extract", help="write a page as JSON, Markdown, HTML or chunks", description=__doc__)
    add_page_options(parser)
    parser.add_argument("--to", choices=FORMATS, default="json", help="what to write (default: json)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file instead of standard output")
    parser.add_argument("--indent", type=int, metavar="N", help="json: indent by N spaces")
    parser.add_argument(
        "--hidden",
        choices=["auto", "keep", "drop"],
        default="auto",
        help="text that readers do not see: auto keeps it in blocks with a heading",
    )
    parser.add_argument("--max-chars", type=int, metavar="N", help="chunks: at most N characters")
    parser.add_argument(
        "--max-tokens", type=int, metavar="N", help="chunks: at most N tokens; words without --tokenizer"
    )
    parser.add_argument("--tokenizer", metavar="NAME", help="chunks: count tokens as this tiktoken encoding does")
    parser.add_argument(
        "--overlap", type=int, default=0, metavar="N", help="chunks: repeat so much of the chunk before"
    )
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    structure = read_page(given)
    text = _write(structure, given)
    if given.output:
        try:
            Path(given.output).write_text(text, "utf-8")
        except OSError as error:
            raise LoadError(f"cannot write {given.output!r}: {error.strerror or error}") from error
    else:
        sys.stdout.write(text)
    left_out = hidden_notice(structure, given.hidden) if given.to in {"markdown", "html", "chunks"} else None
    tell(*structure.notices, left_out)
    return 0 if structure.text else 1


def _write(structure: Structure, given: argparse.Namespace) -> str:
    writers: dict[str, Callable[[], str]] = {
        "json": lambda: structure.to_json(indent=given.indent) + "\n",
        "outline": lambda: structure.outline() + "\n",
        "markdown": lambda: structure.to_markdown(hidden=given.hidden),
        "html": lambda: structure.to_html(hidden=given.hidden),
        "chunks": lambda: to_jsonl(
            structure.chunks(
                max_chars=given.max_chars,
                max_tokens=given.max_tokens,
                tokenizer=given.tokenizer,
                overlap=given.overlap,
                hidden=given.hidden,
            )
        ),
    }
    return writers[given.to]()

"""`rubricator batch INPUT... -o OUT`: the structure of many pages as Parquet or JSON lines; resumable."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rubricator.cli.page import method_name, parameters
from rubricator.errors import UsageError
from rubricator.options import DEFAULT_METHOD
from rubricator.segment import METHODS

TOO_MANY_ERRORS = 1
_NAMED = 20
"""Inputs that are named when they could not be read."""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "batch", help="read many pages: WARC, Parquet, JSONL, folders; resumable", description=__doc__
    )
    parser.add_argument(
        "inputs",
        nargs="+",
        metavar="INPUT",
        help="files, folders, globs, object-store URLs: WARC, Parquet, JSONL, HTML",
    )
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="OUT", help="a folder; a run in it is resumed"
    )
    parser.add_argument(
        "--emit",
        choices=["tree", "chunks", "markdown", "outline"],
        default="tree",
        help="what the rows hold (default: tree)",
    )
    parser.add_argument("--format", choices=["parquet", "jsonl"], default="parquet", help="default: parquet")
    parser.add_argument(
        "--method",
        default=DEFAULT_METHOD,
        metavar="NAME",
        help=f"{', '.join(sorted(METHODS))} (default: {DEFAULT_METHOD})",
    )
    parser.add_argument("--body", default="auto", metavar="XPATH", help="the content body: an XPath, auto or page")
    parser.add_argument("--preset", metavar="NAME", help="parameters of the method by name")
    parser.add_argument("--param", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the method")
    parser.add_argument("--params", metavar="FILE", help="parameters of the method from a JSON file")
    parser.add_argument(
        "--hidden",
        choices=["auto", "keep", "drop"],
        default="auto",
        help="hidden text (default: auto)",
    )
    parser.add_argument("--max-chars", type=int, metavar="N", help="chunks: at most N characters")
    parser.add_argument("--max-tokens", type=int, metavar="N", help="chunks: at most N tokens")
    parser.add_argument("--tokenizer", metavar="NAME", help="chunks: count tokens as this tiktoken encoding does")
    parser.add_argument(
        "--overlap", type=int, default=0, metavar="N", help="chunks: repeat so much of the previous chunk"
    )
    parser.add_argument(
        "--no-stylesheets",
        action="store_true",
        help="ignore stylesheets in archives, which saves a pass over them",
    )
    parser.add_argument("--html-column", default="html", metavar="NAME", help="Parquet and JSONL (default: html)")
    parser.add_argument("--url-column", default="url", metavar="NAME", help="Parquet and JSONL (default: url)")
    parser.add_argument("--timeout", type=float, default=30.0, metavar="SECONDS", help="of a page (default: 30)")
    parser.add_argument("--memory", type=int, default=2048, metavar="MB", help="of a page (default: 2048)")
    parser.add_argument(
        "--workers", type=int, default=None, metavar="N", help="processes on a machine (default: its cores)"
    )
    parser.add_argument(
        "--shard-size",
        type=float,
        default=256,
        metavar="MB",
        help="input of a shard, the unit of resuming (default: 256)",
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="run on this Ray cluster (extra `cluster`)")
    parser.add_argument(
        "--max-error-rate", type=_share, default=1.0, metavar="SHARE", help="exit with 1 when more pages fail (0 .. 1)"
    )
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: the engine is an extra, and takes longer to load than a page to read.
    from rubricator.batch.run import run_batch
    from rubricator.batch.settings import Settings
    from rubricator.batch.summary import summary

    _check(args)
    settings = Settings(
        emit=args.emit,
        format=args.format,
        method=method_name(args),
        params=parameters(args),
        body=args.body,
        hidden=args.hidden,
        max_chars=args.max_chars,
        max_tokens=args.max_tokens,
        tokenizer=args.tokenizer,
        overlap=args.overlap,
        seconds=args.timeout,
        megabytes=args.memory,
        stylesheets=not args.no_stylesheets,
        html_column=args.html_column,
        url_column=args.url_column,
        shard_megabytes=args.shard_size,
    )
    outcome = run_batch(args.inputs, args.output, settings, workers=args.workers or 0, cluster=args.cluster)
    print(summary(outcome.tally, outcome.cores))
    for source in sorted(outcome.tally.unread)[:_NAMED]:
        print(f"rubricator: {source} could not be read, or not to its end; its row says why", file=sys.stderr)
    if len(outcome.tally.unread) > _NAMED:
        print(f"rubricator: and {len(outcome.tally.unread) - _NAMED} more inputs", file=sys.stderr)
    if outcome.tally.error_rate > args.max_error_rate:
        print(
            f"rubricator: {outcome.tally.error_rate:.2%} of the pages failed, more than --max-error-rate allows",
            file=sys.stderr,
        )
        return TOO_MANY_ERRORS
    return TOO_MANY_ERRORS if outcome.tally.unread else 0


def _check(args: argparse.Namespace) -> None:
    """Refuse options that would be ignored, or do nothing."""
    if args.workers is not None and args.workers < 1:
        raise UsageError("--workers: give at least 1")
    if args.emit != "chunks":
        for name in ("max_chars", "max_tokens", "tokenizer", "overlap"):
            if getattr(args, name):
                raise UsageError(f"--{name.replace('_', '-')} is for chunks: give --emit chunks, too, or leave it out")


def _share(text: str) -> float:
    share = float(text)
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError("give a share from 0 to 1")
    return share

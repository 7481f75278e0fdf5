"""`rubricator serve`: the HTTP API and the studio, on this machine by default."""

from __future__ import annotations

import argparse
import getpass
import os
from pathlib import Path

from rubricator.errors import MissingExtraError, UsageError
from rubricator.workers.limits import usable_cores

VARIABLE = "RUBRICATOR_TOKEN"


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("serve", help="serve the HTTP API and the studio", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8484, metavar="N", help="0 for any free port (default: 8484)")
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"a file with the token that clients must send (or the environment variable {VARIABLE})",
    )
    parser.add_argument("--pages", type=Path, metavar="DIR", help="a folder of pages to view and annotate")
    parser.add_argument(
        "--annotations",
        type=Path,
        metavar="DIR",
        help="where annotations are saved (default: DIR of --pages/annotations)",
    )
    parser.add_argument(
        "--annotator", metavar="NAME", help="annotator, unless changed in the studio (default: your login name)"
    )
    parser.add_argument("--index", type=Path, metavar="INDEX", help="a search index, made by `rubricator index`")
    parser.add_argument("--allow-index", action="store_true", help="let clients put pages into the index")
    parser.add_argument(
        "--allow-fetch",
        nargs="?",
        const="public",
        default="no",
        choices=["public", "any"],
        help="let clients name pages by their address: public ones, or any, also of private networks",
    )
    parser.add_argument("--allow-scripts", action="store_true", help="let clients run scripts of pages in the browser")
    parser.add_argument("--workers", type=int, default=usable_cores(), metavar="N", help="number of worker processes")
    parser.add_argument("--waiting", type=int, default=64, metavar="N", help="requests that may wait (default: 64)")
    parser.add_argument(
        "--max-body", type=float, default=32, metavar="MB", help="largest body of a request in MB (default: 32)"
    )
    parser.add_argument(
        "--timeout", type=float, default=30, metavar="SECONDS", help="longest time for a page (default: 30)"
    )
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log each request")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: it needs an extra.
    try:
        from rubricator.serve.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "h11"):
            raise
        raise MissingExtraError("serving", "serve") from error
    from rubricator.serve.settings import Settings

    if not args.timeout > 0:
        raise UsageError(f"--timeout {args.timeout}: give a time above 0")
    annotations = args.annotations or (args.pages / "annotations" if args.pages else None)
    serve(
        Settings(
            host=args.host,
            port=args.port,
            token=_token(args),
            allow_fetch=args.allow_fetch,
            allow_scripts=args.allow_scripts,
            index=args.index,
            allow_index=args.allow_index,
            pages=args.pages,
            annotations=annotations,
            annotator=args.annotator or _user(),
            workers=args.workers,
            waiting=args.waiting,
            body_bytes=int(args.max_body * (1 << 20)),
            work_seconds=args.timeout,
        )
    )
    return 0


def _token(args: argparse.Namespace) -> str | None:
    if args.token_file is None:
        return os.environ.get(VARIABLE) or None
    try:
        token = str(args.token_file.read_text("utf-8")).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--token-file {args.token_file}: {error}") from error
    if not token:
        raise UsageError(f"--token-file {args.token_file}: the file is empty")
    return token


def _user() -> str:
    """Return the login name, if it can be that of an annotator."""
    from rubricator.studio.files import checked_annotator

    try:
        return checked_annotator(getpass.getuser())
    except (OSError, KeyError, UsageError):
        return "me"

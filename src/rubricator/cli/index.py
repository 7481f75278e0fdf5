"""`rubricator index`: put pages into a search index, or take them out."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rubricator.cli.files import page_files
from rubricator.cli.output import show_progress
from rubricator.errors import LoadError, RubricatorError, UsageError
from rubricator.load.loader import page_named
from rubricator.options import DEFAULT_METHOD, RENDERERS
from rubricator.pipeline import read
from rubricator.segment import find_method
from rubricator.segment.parameters import parse_method

if TYPE_CHECKING:
    from rubricator.search.writer import IndexWriter


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("index", help="create or change a search index of blocks", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="files, folders of them, or URLs")
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="INDEX", help="the index file; created if missing"
    )
    parser.add_argument(
        "--delete",
        nargs="+",
        default=[],
        metavar="PAGE",
        help="remove pages, or all of a folder, by the names they were added with",
    )
    parser.add_argument(
        "--method",
        metavar="NAME",
        help=f"how headings are found, with parameters as in rubric:like=asdus (default: {DEFAULT_METHOD})",
    )
    parser.add_argument("--render", choices=RENDERERS, help="how pages are styled (default: static)")
    parser.add_argument(
        "--language", metavar="CODE", help="stemming and stop words; none for neither (default: as each page says)"
    )
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="give up on a page after this time")
    parser.add_argument(
        "--bulk", nargs=2, metavar=("NAME", "FILE"), help="export as a bulk request of Elasticsearch or OpenSearch"
    )
    parser.add_argument("--mapping", type=Path, metavar="FILE", help="write the mapping that goes with --bulk")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log the steps; twice for more")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.search.languages import check_language, stem
    from rubricator.search.writer import write_index

    if not (args.pages or args.delete or args.bulk or args.mapping):
        raise UsageError("name pages to put in, --delete pages to take out, or --bulk NAME FILE")
    if args.timeout is not None and not args.timeout > 0:
        raise UsageError("--timeout: give a time above 0")
    if args.method:
        find_method(parse_method(args.method)[0])  # a wrong one is told before a file is made
    language = check_language(args.language) if args.language else None
    stem("words", language or "en")  # when the extra is missing, that is told before a file is made
    code = 0
    if args.pages or args.delete:
        pages = list(page_files(args.pages))
        if args.pages and not pages:
            raise UsageError("no pages in what was named; give files, folders with .html files in them, or URLs")
        options = {"method": args.method, "render": args.render}
        settings = {name: value for name, value in options.items() if value}
        with write_index(args.output, settings) as writer:
            defaults = {"method": DEFAULT_METHOD, "render": "static"}
            settings = defaults | writer.settings()
            writer.check(settings)
            removed, unknown = _delete(writer, args.delete)
            added = _add(writer, pages, settings, language, args.timeout)
        print(f"{args.output}: {added} page{'s' * (added != 1)} put in, {removed} taken out")
        code = 0 if added == len(pages) and not unknown else 1
    _export(args)
    return code


def _delete(writer: IndexWriter, named: list[str]) -> tuple[int, int]:
    """Take pages out; return how many, and how many of the names are of none."""
    removed = unknown = 0
    for name in named:
        keys = writer.keys_of(name) or writer.keys_of(str(Path(name)))
        removed += sum(map(writer.delete, keys))
        if not keys:
            unknown += 1
            print(f"rubricator: warning: {name} is not in the index", file=sys.stderr)
    return removed, unknown


def _add(
    writer: IndexWriter, pages: list[str], settings: dict[str, str], language: str | None, timeout: float | None
) -> int:
    from rubricator.search.entries import page_entry

    added, (method, params) = 0, parse_method(settings["method"])
    for number, page in enumerate(pages):
        _progress(number, len(pages), page)
        try:
            structure = read(page_named(page), method=method, params=params, render=settings["render"], timeout=timeout)
        except UsageError:
            raise
        except RubricatorError as error:
            _progress(0, 0, "")
            print(f"rubricator: warning: {page} was left out: {error}", file=sys.stderr)
            continue
        if not structure.text:
            _progress(0, 0, "")
            print(f"rubricator: warning: {page} was left out: it has no text", file=sys.stderr)
            writer.delete(page)
            continue
        writer.add(page_entry(structure, page, language=language))
        added += 1
    _progress(0, 0, "")
    return added


def _progress(done: int, total: int, page: str) -> None:
    """Draw a bar on a terminal; without a total, take it away."""
    filled = 24 * done // total if total else 0
    bar = f"[{'#' * filled}{'.' * (24 - filled)}] {done} of {total} {page[-60:]}" if total else ""
    show_progress(bar)


def _export(args: argparse.Namespace) -> None:
    if not (args.bulk or args.mapping):
        return
    from rubricator.search.export import bulk_lines, mapping
    from rubricator.search.index import open_index

    try:
        if args.mapping:
            args.mapping.write_text(json.dumps(mapping(), indent=2) + "\n", "utf-8")
        if args.bulk:
            name, file = args.bulk
            with open_index(args.output) as index, Path(file).open("w", encoding="utf-8") as out:
                out.writelines(f"{line}\n" for line in bulk_lines(index, name))
    except OSError as error:
        raise LoadError(f"cannot write {error.filename!r}: {error.strerror or error}") from error

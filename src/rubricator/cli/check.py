"""`rubricator check PAGE...`: headings that are not tagged, and tags that are no headings.

Exit codes: 0 nothing to fix, 1 something to fix or a page that could not be read, 2 wrong use.
"""

from __future__ import annotations

import argparse
import os
import sys

from rubricator.check.findings import RULES, SEVERITIES, Report
from rubricator.cli.files import page_files
from rubricator.cli.output import STDOUT, write_text
from rubricator.cli.page import add_page_options, options_of, print_warnings
from rubricator.errors import RubricatorError, UsageError

_FORMATS = ("text", "json", "sarif")


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("check", help="check how headings are tagged", description=__doc__)
    add_page_options(parser, many=True)
    parser.add_argument("--format", choices=_FORMATS, default="text", help="what to write (default: text)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file, - for standard output (default: -)")
    parser.add_argument(
        "--fail-on",
        choices=[*SEVERITIES, "never"],
        default="warning",
        help="the least severity that gives exit code 1 (default: warning)",
    )
    parser.add_argument(
        "--ignore",
        action="append",
        default=[],
        choices=sorted(RULES),
        metavar="RULE",
        help=f"leave a rule out; may be repeated: {', '.join(RULES)}",
    )
    parser.add_argument(
        "--confidence",
        type=float,
        default=0.5,
        metavar="P",
        help="how sure the method must be that something looks like a heading (default: .5)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.check.rules import check_together
    from rubricator.check.write import to_json, to_sarif, to_text

    if not 0 <= args.confidence <= 1:
        raise UsageError(f"--confidence {args.confidence:g}: give a number between 0 and 1")
    pages = list(page_files(args.page))
    if not pages:
        raise UsageError("no pages in what was named")
    reports = check_together(_check_all(args, pages), ignore=args.ignore)
    if args.format == "text":
        color = args.output in (None, STDOUT) and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        text = to_text(reports, color=color)
    else:
        text = to_json(reports) if args.format == "json" else to_sarif(reports)
    write_text(text, args.output)
    fails = () if args.fail_on == "never" else SEVERITIES[: SEVERITIES.index(args.fail_on) + 1]
    failed = any(finding.severity in fails for report in reports for finding in report.findings)
    return 1 if failed or any(report.error is not None for report in reports) else 0


def _check_all(args: argparse.Namespace, pages: list[str]) -> list[Report]:
    found: list[Report] = []
    for page in pages:
        try:
            found.append(_check(args, page))
        except UsageError:
            raise
        except RubricatorError as error:
            found.append(Report(_name(page), "", (), error=str(error)))
            print(f"rubricator: warning: {page} was not checked: {error}", file=sys.stderr)
            continue
        print_warnings(*found[-1].warnings, page=page if len(pages) > 1 else None)
    return found


def _check(args: argparse.Namespace, page: str) -> Report:
    from rubricator.check.rules import check_page
    from rubricator.load.loader import page_named
    from rubricator.pipeline import open_page, render_page, structure_of

    options = options_of(args)
    source = open_page(page_named(page), args.url, options)
    structure = structure_of(render_page(source, options), options)
    return check_page(
        structure,
        _name(page),
        html=source.html,
        confidence=args.confidence,
        ignore=args.ignore,
    )


def _name(page: str) -> str:
    return page if page != "-" else "stdin"

"""`rubricator explain PAGE`: why each heading is one, and why near misses are not (method rubric)."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from rubricator.cli.page import print_warnings, seconds
from rubricator.errors import UsageError
from rubricator.load.loader import page_named
from rubricator.options import RENDERERS, Options
from rubricator.pipeline import find_body, open_page, render_page, structure_of

if TYPE_CHECKING:
    from rubricator.segment.rubric.explain import Explained
    from rubricator.structure.model import Structure

_SHOWN = 100
"""Characters of a heading."""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("explain", help="explain why headings are headings", description=__doc__)
    parser.add_argument("page", metavar="PAGE", help="a file, a URL, or - for standard input")
    parser.add_argument("--model", metavar="FILE", help="a model file (default: the one that comes with the package)")
    parser.add_argument("--like", metavar="CORPUS", help="follow the marks of one corpus, such as asdus")
    parser.add_argument(
        "--body", default="auto", metavar="XPATH", help="the content body: an XPath, auto or page (default: auto)"
    )
    parser.add_argument(
        "--render", default="static", choices=RENDERERS, help="how the page is styled (default: static)"
    )
    parser.add_argument("--url", help="the address of the page")
    parser.add_argument("--timeout", type=seconds, metavar="SECONDS", help="give up on the page after this time")
    parser.add_argument("--reasons", type=int, default=4, metavar="N", help="how many features to name (default: 4)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log the steps; twice for more")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.reasons < 1:
        raise UsageError(f"--reasons {args.reasons}: name at least one")
    structure, found = _explain(args)
    if args.json:
        for one in [*_titles(structure), *({**each._asdict(), "reasons": _reasons(each)} for each in found)]:
            print(json.dumps(one, ensure_ascii=False))
    else:
        _show(structure, found)
    print_warnings(*structure.warnings)
    return 0 if structure.text else 1


def _explain(args: argparse.Namespace) -> tuple[Structure, list[Explained]]:
    # Imported here: only this command needs what it imports.
    from rubricator.segment.rubric.explain import explain
    from rubricator.segment.rubric.page_reading import find_model

    params = {name: value for name in ("model", "like") if (value := getattr(args, name)) is not None}
    options = Options("rubric", params, args.body, args.render).within(args.timeout)
    page = render_page(open_page(page_named(args.page), args.url, options), options)
    found = find_body(page, args.body)
    whole = (page.start[page.body], page.end[page.body]) if args.body == "page" else None
    structure = structure_of(page, options)
    return structure, explain(page, find_model(params), found.span or whole, args.reasons, options.budget)


def _show(structure: Structure, found: list[Explained]) -> None:
    """Print the title, which has no reasons, as it is chosen apart, and the headings with theirs."""
    for one in structure.titles[:1]:
        print(f"{one.score or 0:4.0%}  title       {one.text[:_SHOWN]}")
    for each in found:
        mark = f"level {each.level}" if each.level else "no heading"
        print(f"{each.confidence:4.0%}  {mark:10}  {each.text[:_SHOWN]}")
        for reason in each.reasons:
            print(f"                  {reason.weight:+6.2f}  {reason.feature} = {reason.value:.4g}")


def _titles(structure: Structure) -> list[dict[str, object]]:
    """Return the title that stands in the page in the form of a heading, with level 0."""
    return [
        {"text": one.text, "start": one.start, "end": one.end, "level": 0, "confidence": one.score, "reasons": []}
        for one in structure.titles[:1]
    ]


def _reasons(one: Explained) -> list[dict[str, object]]:
    return [reason._asdict() for reason in one.reasons]

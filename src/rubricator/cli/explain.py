"""`rubricator explain PAGE`: why each heading is one, and why near misses are not (method rubric)."""

from __future__ import annotations

import argparse
import json

from rubricator.errors import UsageError


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("explain", help="say why headings are headings", description=__doc__)
    parser.add_argument("page", metavar="PAGE", help="a file, a URL, or - for standard input")
    parser.add_argument("--model", metavar="FILE", help="a model file (default: the one that comes with the package)")
    parser.add_argument(
        "--like", metavar="CORPUS", help="headings as the people of one corpus mark them, such as asdus"
    )
    parser.add_argument(
        "--body", default="auto", metavar="XPATH", help="the content body: an XPath, auto or none (default: auto)"
    )
    parser.add_argument("--reasons", type=int, default=4, metavar="N", help="how many features to name (default: 4)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="tell the steps; twice for more")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.limits import Budget, Limits
    from rubricator.load import load
    from rubricator.pipeline import find_body, render_page
    from rubricator.segment.rubric.explain import explain
    from rubricator.segment.rubric.reading import find_model

    if given.reasons < 1:
        raise UsageError(f"--reasons {given.reasons}: name at least one")
    limits = Limits()
    page = render_page(load(given.page, limits=limits), "static", limits, Budget())
    node, named = find_body(page, given.body)
    body = node if named or given.body == "none" else None
    asked = {name: value for name in ("model", "like") if (value := getattr(given, name)) is not None}
    for one in explain(page, find_model(asked), body, given.reasons):
        if given.json:
            print(
                json.dumps(
                    {**one._asdict(), "reasons": [reason._asdict() for reason in one.reasons]}, ensure_ascii=False
                )
            )
            continue
        mark = f"level {one.level}" if one.level else "no heading"
        print(f"{one.confidence:4.0%}  {mark:10}  {one.text[:100]}")
        for reason in one.reasons:
            print(f"                  {reason.weight:+6.2f}  {reason.feature} = {reason.value:.4g}")
    return 0

"""Quality over the corpora, held against recorded floors: `python benchmarks/quality.py --corpora DIR --models DIR`.

Learned methods are measured with out-of-fold models (`rubricator train rubric --out-of-fold`); without them they are
left out. Prints the tables of `rubricator compare` for all methods and their variants. A figure below its floor in
`benchmarks/floors.json` ends the run with an error; `--record` writes the figures of this run as the new floors, so
that a lower one is a change that somebody sees.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from corpora import add_option, find_corpora

from rubricator.evaluate.compare import Result, compare, out_of_fold, parse_contender
from rubricator.evaluate.tables import result_table

FLOORS = Path(__file__).parent / "floors.json"
CORPORA = ("asdus", "cleaneval", "outline", "wcxb")
LEARNED = ("rubric",)
METHODS = (
    "tags",
    "heps",
    "heps:hidden=true",
    "heps:preset=reference",
    "heps:preset=reference:hidden=false",
)
HELD = ("F1, micro", "F1, macro")
_TOLERANCE = 0.0005
"""Figures are recorded with three decimals."""


def figures(result: Result) -> dict[str, float]:
    """Return the figures that have floors, by corpus, measure and method."""
    return {
        f"{row.corpus} | {row.measure.name} | {row.measure.average} | {contender.name}": round(figure.value, 3)
        for row in result.rows
        if row.measure.average in HELD
        for contender, figure in zip(result.contenders, row.figures, strict=True)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("--corpus", default=",".join(CORPORA), help=f"default: {','.join(CORPORA)}")
    parser.add_argument("--models", type=Path, metavar="DIR", help="out-of-fold models of the learned methods")
    parser.add_argument("--record", action="store_true", help="write the figures of this run as floors")
    given = parser.parse_args()
    contenders = [parse_contender(name) for name in METHODS]
    if given.models:
        contenders += [out_of_fold(parse_contender(name), given.models) for name in LEARNED]
    else:
        print(f"left out, as --models names no out-of-fold models: {', '.join(LEARNED)}", file=sys.stderr)
    result = compare(contenders, find_corpora(given.corpora), given.corpus.split(","))
    print(result_table(result))
    found = figures(result)
    floors: dict[str, float] = json.loads(FLOORS.read_text("utf-8")) if FLOORS.is_file() else {}
    if given.record:
        FLOORS.write_text(json.dumps(floors | found, indent=1, sort_keys=True) + "\n", "utf-8")
        print(f"\nrecorded {len(found)} floors")
        return
    lower = [name for name, value in found.items() if value < floors.get(name, 0.0) - _TOLERANCE]
    for name in lower:
        print(f"below its floor: {name}: {found[name]:.3f}, recorded {floors[name]:.3f}", file=sys.stderr)
    if lower:
        sys.exit(1)
    print(f"\nno figure is below its floor ({len(floors)} recorded)")


if __name__ == "__main__":
    main()

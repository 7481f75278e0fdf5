"""The tables of the title paper on our gold: `python benchmarks/papers/title.py --folds FOLDS.json --corpora DIR`.

`--tables methods` (the default) prints Tables 3 to 5, `transfer` Table 10, `features` Figure 8, cross-validated by site
and beside the published figures. `--models DIR` has out-of-fold models of `rubric` by the same folds (`rubricator train
rubric --out-of-fold`): the network with what `rubric` says, as it is used, is measured too.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from paper_table import show
from title_tables import contribution_table, method_tables, transfer_table

from rubricator.errors import GoldError, RubricatorError, UsageError
from rubricator.evaluate.folds import read_table
from rubricator.evaluate.gold.corpora import corpora_folder
from rubricator.evaluate.models import fold_models
from rubricator.learn.corpora import corpus_jobs
from rubricator.learn.title import make_examples
from rubricator.segment.rubric.learned_model import load_model

TABLES = ("methods", "transfer", "features")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--corpus", default="l3s,outline", metavar="NAME,...", help="corpora (default: l3s,outline)")
    parser.add_argument("--folds", required=True, type=Path, metavar="FILE", help="fold table, from `rubricator folds`")
    parser.add_argument("--models", type=Path, metavar="DIR", help="out-of-fold models of rubric by the same folds")
    parser.add_argument("--tables", default="methods", metavar="NAME,...", help=f"of {', '.join(TABLES)}")
    given = parser.parse_args()
    wanted = given.tables.split(",")
    unknown = sorted(set(wanted) - set(TABLES))
    if unknown:
        parser.error(f"--tables: there is no {unknown[0]!r}; choose of: {', '.join(TABLES)}")
    try:
        print_tables(given, wanted)
    except GoldError as error:
        sys.exit(f"This benchmark needs the corpora. {error}")
    except RubricatorError as error:
        sys.exit(str(error))


def print_tables(given: argparse.Namespace, wanted: list[str]) -> None:
    """Print the tables that were asked for as they come."""
    folds = read_table(given.folds)
    known = fold_models(given.models) if given.models else None
    if known and known.folds != folds:
        raise UsageError(f"{given.models}: its models were trained by other folds than those of {given.folds}")
    rubric = [load_model(str(path)) for path in known.models] if known else []
    jobs = corpus_jobs(corpora_folder(given.corpora), folds, given.corpus.split(","))
    examples = make_examples(jobs, lambda done: progress(f"{done} of {len(jobs)} pages"))
    if "methods" in wanted:
        for table in method_tables(examples, progress, rubric):
            print(f"{show(table)}\n", flush=True)
    if "transfer" in wanted:
        print(f"{show(transfer_table(examples, progress))}\n", flush=True)
    if "features" in wanted:
        print(show(contribution_table(examples, progress)), flush=True)


def progress(step: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{step}", end="", file=sys.stderr)


if __name__ == "__main__":
    main()

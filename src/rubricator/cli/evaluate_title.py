"""`rubricator evaluate title`: the experiments of the title paper on our gold, beside its figures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rubricator.errors import UsageError

TABLES = ("methods", "transfer", "features")
"""Tables 3 to 5; Table 10; Figure 8."""


def add_form(forms: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = forms.add_parser("title", help="measure title extraction", description=__doc__)
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--corpus", default="l3s,outline", metavar="NAME,...", help="corpora (default: l3s,outline)")
    parser.add_argument("--folds", required=True, type=Path, metavar="FILE", help="fold table, from `rubricator folds`")
    parser.add_argument(
        "--models",
        type=Path,
        metavar="DIR",
        help="out-of-fold models of rubric by the same folds: the network with what rubric says, as it is used, too",
    )
    parser.add_argument(
        "--tables",
        default="methods",
        metavar="NAME,...",
        help="methods (Tables 3 to 5, the default), transfer (Table 10), features (Figure 8)",
    )
    parser.add_argument("-v", "--verbose", action="count", default=0, help="tell more")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    # Imported here: only this command needs what it imports.
    from rubricator.evaluate.folds import read_table
    from rubricator.evaluate.gold.corpora import corpora_folder
    from rubricator.evaluate.models import fold_models
    from rubricator.evaluate.papers.tables import show
    from rubricator.evaluate.papers.title_tables import contribution_table, method_tables, transfer_table
    from rubricator.learn.corpora import corpus_jobs
    from rubricator.learn.title import make_examples
    from rubricator.segment.rubric.model import load_model

    wanted = given.tables.split(",")
    unknown = sorted(set(wanted) - set(TABLES))
    if unknown:
        raise UsageError(f"--tables: there is no {unknown[0]!r}; choose of: {', '.join(TABLES)}")
    folds = read_table(given.folds)
    known = fold_models(given.models) if given.models else None
    if known and known.folds != folds:
        raise UsageError(f"{given.models}: its models were trained by other folds than those of {given.folds}")
    rubric = [load_model(str(path)) for path in known.models] if known else []
    jobs = corpus_jobs(corpora_folder(given.corpora), folds, given.corpus.split(","))
    examples = make_examples(jobs, lambda done: _tell(f"{done} of {len(jobs)} pages"))
    if "methods" in wanted:
        for table in method_tables(examples, _tell, rubric):
            print(f"{show(table)}\n", flush=True)
    if "transfer" in wanted:
        print(f"{show(transfer_table(examples, _tell))}\n", flush=True)
    if "features" in wanted:
        print(show(contribution_table(examples, _tell)), flush=True)
    return 0


def _tell(step: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{step}", end="", file=sys.stderr)

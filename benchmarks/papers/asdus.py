"""The tables of the ASDUS paper on our pages: `python benchmarks/papers/asdus.py --table 2 --corpora DIR`.

Tables 2 to 4 on the corpus `asdus`, printed beside the published figures; the values of the preset `improved` chosen by
cross-validation (`--table tuned`); and titles nested by style on `outline` (`--table nest`). Tables 4 and tuned need
out-of-fold models, `--models DIR`, made by `rubricator train asdus-dd --folds FOLDS.json --out-of-fold -o DIR`, tuned
also `--folds FOLDS.json`. `--rubric DIR` sets `rubric` beside Table 2. Without `--table` all are printed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from asdus_tables import PRESETS, nested, table_2, table_3, table_4, tuned
from paper_table import Table, show

from rubricator.errors import GoldError, RubricatorError
from rubricator.evaluate.folds import read_table
from rubricator.evaluate.gold.corpora import corpora_folder, read_corpus

TABLES = ("2", "3", "4", "tuned", "nest")


def make_tables(name: str, corpora: Path, given: argparse.Namespace) -> Iterator[Table]:
    """Run one table."""
    if name == "nest":
        yield nested(read_corpus(corpora, "outline"), corpora)
        return
    golds = read_corpus(corpora, "asdus")
    policies = [gold for gold in golds if gold.domain == "PP"]
    if name == "2":
        yield table_2(golds, corpora, given.rubric)
    elif name == "3":
        yield table_3(golds, corpora, given.preset)
    elif name == "4":
        yield table_4(policies, corpora, given.models)
    else:
        folds = read_table(given.folds)
        yield tuned("asdus-di", golds, corpora, folds, None)
        yield tuned("asdus-dd", policies, corpora, folds, given.models)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", choices=TABLES, action="append", help="default: all; may be given several times")
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--models", type=Path, metavar="DIR", help="out-of-fold models of asdus-dd")
    parser.add_argument("--folds", type=Path, metavar="FILE", help="fold table, by `rubricator folds -o FILE`")
    parser.add_argument("--rubric", type=Path, metavar="DIR", help="out-of-fold models of rubric")
    parser.add_argument("--preset", choices=PRESETS, default="paper", help="of the ablation (default: paper)")
    given = parser.parse_args()
    names = given.table or TABLES
    if given.models is None and {"4", "tuned"} & {*names}:
        parser.error("this needs --models DIR; `rubricator train asdus-dd --folds FILE --out-of-fold -o DIR` makes it")
    if given.folds is None and "tuned" in names:
        parser.error("table tuned needs --folds FILE; `rubricator folds -o FILE` makes it")
    try:
        corpora = corpora_folder(given.corpora)
        for name in names:
            for table in make_tables(name, corpora, given):
                print(show(table), end="\n\n", flush=True)
    except GoldError as error:
        sys.exit(f"This benchmark needs the corpora. {error}")
    except RubricatorError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()

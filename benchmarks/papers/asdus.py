"""The tables of the ASDUS paper on our pages: `python benchmarks/papers/asdus.py --table 2 --corpora DIR`.

Tables 2 to 4 on the corpus `asdus`, printed beside the published figures, and titles nested by style on `outline`
(`--table nest`). Table 4 needs out-of-fold models, `--models DIR`, made by
`rubricator train asdus-dd --folds FOLDS.json --out-of-fold -o DIR`. Without `--table` all are printed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rubricator.errors import GoldError, RubricatorError
from rubricator.evaluate.gold.corpora import corpora_folder, read_corpus
from rubricator.evaluate.papers.asdus_tables import PRESETS, nested, table_2, table_3, table_4
from rubricator.evaluate.papers.tables import Table, show

TABLES = ("2", "3", "4", "nest")


def make_table(name: str, corpora: Path, models: Path, preset: str) -> Table:
    """Run one table."""
    if name == "nest":
        return nested(read_corpus(corpora, "outline"), corpora)
    golds = read_corpus(corpora, "asdus")
    if name == "4":
        return table_4([gold for gold in golds if gold.domain == "PP"], corpora, models)
    return table_2(golds, corpora) if name == "2" else table_3(golds, corpora, preset)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", choices=TABLES, action="append", help="default: all; may be given several times")
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--models", type=Path, metavar="DIR", help="out-of-fold models of asdus-dd")
    parser.add_argument("--preset", choices=PRESETS, default="paper", help="of the ablation (default: paper)")
    given = parser.parse_args()
    names = given.table or TABLES
    if given.models is None and "4" in names:
        parser.error(
            "table 4 needs --models DIR; `rubricator train asdus-dd --folds FILE --out-of-fold -o DIR` makes it"
        )
    try:
        corpora = corpora_folder(given.corpora)
        for name in names:
            print(show(make_table(name, corpora, given.models, given.preset)), end="\n\n", flush=True)
    except GoldError as error:
        sys.exit(f"This benchmark needs the corpora. {error}")
    except RubricatorError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()

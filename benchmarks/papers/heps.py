"""The tables of the HEPS paper on our pages: `python benchmarks/papers/heps.py --table 6 --corpora DIR`.

Tables 3 to 7 and the checks of section 5.4.5 (`--table assumptions`), run on the corpus `outline` and printed beside
the published figures. Tables 3 and 5 learn something and need `--folds FOLDS.json`, made by
`rubricator folds -o FOLDS.json`. Without `--table` all are printed. The row of VIPS in Table 5 needs
`--render browser`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from heps_tables import (
    assumptions,
    data_notes,
    table_3,
    table_4,
    table_5,
    table_6,
    table_7,
)
from judged import JudgedPage, judge
from paper_table import Table, notes_text, show

from rubricator.errors import GoldError, RubricatorError
from rubricator.evaluate.folds import page_key, read_table
from rubricator.evaluate.gold.corpora import corpora_folder, read_corpus
from rubricator.load import load
from rubricator.options import RENDERERS, Options
from rubricator.pipeline import render_page

TABLES = ("3", "4", "5", "6", "7", "assumptions")
WITH_FOLDS = ("3", "5")


def read_pages(corpora: Path, render: str) -> list[JudgedPage | None]:
    """Render the pages of outline and place their gold; None for those without a body."""
    return [
        judge(gold, render_page(load(gold.page), Options(render=render))) for gold in read_corpus(corpora, "outline")
    ]


def make_table(name: str, pages: list[JudgedPage], parts: list[str], folds: list[int], attempts: int) -> Table:
    """Run one table."""
    if name == "3":
        return table_3(pages, folds)
    if name == "4":
        return table_4(pages, parts)
    if name == "5":
        return table_5(pages, folds, attempts, lambda text: print(text, file=sys.stderr))
    if name == "6":
        return table_6(pages)
    return table_7(pages) if name == "7" else assumptions(pages)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", choices=TABLES, action="append", help="default: all; may be given several times")
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--folds", type=Path, metavar="FILE", help="fold table, from `rubricator folds`")
    parser.add_argument("--attempts", type=int, default=10, metavar="N", help="samples for the tree (default: 10)")
    parser.add_argument("--render", choices=RENDERERS, default="static", help="how pages are styled (default: static)")
    given = parser.parse_args()
    names = given.table or TABLES
    if given.attempts < 1:
        parser.error("--attempts must be at least 1")
    if given.folds is None and set(names) & set(WITH_FOLDS):
        parser.error("tables 3 and 5 need --folds FILE; make it with: rubricator folds -o FILE")
    try:
        corpora = corpora_folder(given.corpora)
        table = read_table(given.folds) if given.folds else {}
        every = read_pages(corpora, given.render)
    except GoldError as error:
        sys.exit(f"This benchmark needs the corpora. {error}")
    except RubricatorError as error:
        sys.exit(str(error))
    pages = [page for page in every if page]
    keys = [page_key(page.gold.page, corpora) for page in pages]
    if given.folds and not table.keys() >= set(keys):
        sys.exit(f"{given.folds} does not have all pages of outline; make it again with: rubricator folds -o FILE")
    parts, folds = [key.partition("/")[0] for key in keys], [table.get(key, 0) for key in keys]
    for name in names:
        print(show(make_table(name, pages, parts, folds, given.attempts)), end="\n\n", flush=True)
    print(notes_text(data_notes(pages, len(every) - len(pages))))


if __name__ == "__main__":
    main()

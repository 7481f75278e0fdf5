"""Lists of parallel subdocuments, as in Table 1 of the paper of `bayes`: `python benchmarks/papers/bayes.py`.

`--table own` is on the pages of our own beside this file (half of them were only for choosing what the paper leaves
open, `--half train`), `--table outline` on the corpus `outline`, where each set of at least two sibling headings is a
gold list: all pages and those without a `<table>`, whole pages and with the body given. `--table sweep` prints the CPU
time of a sweep. Without `--table` all are printed; `outline` needs `--corpora DIR`; it reads one fold of sites with
`--folds FILE --fold N` (a table of `rubricator folds`), and only some pages, evenly spread, with `--pages N`.

Columns: purity, inverse purity and F, of the pages with lists counted together, of all pages counted together, and the
means of the pages with lists. `bayes` is run with `--seeds` seeds, of which the mean is printed, as in the paper.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

from bayes_tables import counted, list_table, read_marked, score, seeded
from paper_table import show

from rubricator.errors import GoldError, RubricatorError
from rubricator.evaluate.folds import page_key, read_table
from rubricator.evaluate.gold.corpora import corpora_folder, read_corpus
from rubricator.evaluate.gold.gold import Gold
from rubricator.segment.bayes.bases_file import bases_for, load_model
from rubricator.segment.bayes.document import encode
from rubricator.segment.bayes.parameters import Parameters
from rubricator.segment.bayes.sampler import sweep
from rubricator.segment.bayes.state import State, first_structure

TABLES = ("own", "outline", "sweep")
PAGES = Path(__file__).parent / "bayes_pages"
METHODS = ("rows", "bayes", "bayes:start=contents", "bayes:start=contents:final_sweeps=500", "tags")


def own(half: str, methods: list[str], seeds: int) -> None:
    """Print the table of our own pages."""
    contenders = [one for name in methods for one in seeded(name, seeds)]
    pages = [page.whole for page in score(contenders, read_marked(PAGES / half))]
    print(show(list_table(f"Our pages, {half} half: {counted(pages)}", contenders, pages)), end="\n\n", flush=True)


def outline_pages(corpora: Path, folds: Path | None, fold: int, most: int | None) -> list[Gold]:
    """Read the gold of `outline`, or of the sites of one fold; of them some pages, evenly spread."""
    golds = read_corpus(corpora, "outline")
    if folds:
        table = read_table(folds)
        golds = [gold for gold in golds if table.get(page_key(gold.page, corpora)) == fold]
    return golds if most is None else golds[:: max(1, len(golds) // most)][:most]


def outline(golds: list[Gold], methods: list[str], seeds: int) -> None:
    """Print the tables of the corpus `outline`."""
    contenders = [one for name in methods for one in seeded(name, seeds)]
    readings = score(contenders, golds)
    for what, pages in (
        ("whole pages", [page.whole for page in readings]),
        ("body given", [page.body for page in readings]),
    ):
        plain = [page for page in pages if not page.table]
        for name, some in (("all pages", pages), ("pages without a table", plain)):
            title = f"outline, {what}, {name}: {counted(some)}"
            print(show(list_table(title, contenders, some)), end="\n\n", flush=True)


def sweep_time(rows: int = 200, turns: int = 50) -> None:
    """Print the CPU time of a sweep over a page of many labels."""
    chance = Random(1)
    ends = ("<br>", "</li>", "</p>", "</h2>")
    blocks = [
        [(f"w{chance.randrange(300)}", [":"]), (f"v{chance.randrange(300)}", [chance.choice(ends)])]
        if chance.random() < 0.5
        else [(f"v{chance.randrange(300)}", ["<b>", "</b>", chance.choice(ends)])]
        for _ in range(rows)
    ]
    document = encode(blocks, [False] * rows)
    state = State(document, first_structure(document, chance.random), bases_for(load_model(), document), Parameters())
    for _ in range(10):
        sweep(state, chance.random)
    times = []
    for _ in range(turns):
        started = time.process_time()
        sweep(state, chance.random)
        times.append(1e3 * (time.process_time() - started))
    print(f"one sweep over {rows} rows: median {sorted(times)[turns // 2]:.1f} ms, worst {max(times):.1f} ms CPU")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", choices=TABLES, action="append", help="default: all; may be given several times")
    parser.add_argument("--half", choices=["test", "train"], default="test", help="of our pages (default: test)")
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument(
        "--method", action="append", metavar="NAME", help=f"with parameters; default: {', '.join(METHODS)}"
    )
    parser.add_argument(
        "--seeds", type=int, default=5, help="runs of bayes that are averaged (default: 5, as the paper)"
    )
    parser.add_argument("--folds", type=Path, metavar="FILE", help="of outline: a table of sites, for --fold")
    parser.add_argument("--fold", type=int, default=1, metavar="N", help="of outline: with --folds (default: 1)")
    parser.add_argument("--pages", type=int, metavar="N", help="of outline: so many pages (default: all)")
    given = parser.parse_args()
    methods = given.method or list(METHODS)
    try:
        for table in given.table or TABLES:
            if table == "own":
                own(given.half, methods, given.seeds)
            elif table == "outline":
                folder = corpora_folder(given.corpora)
                outline(outline_pages(folder, given.folds, given.fold, given.pages), methods, given.seeds)
            else:
                sweep_time()
    except GoldError as error:
        sys.exit(f"This benchmark needs its pages. {error}")
    except RubricatorError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()

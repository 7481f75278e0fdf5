"""Examples from the corpora or from the user's annotation files, made on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from rubricator.errors import GoldError, RubricatorError
from rubricator.evaluate.folds import page_key
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.gold.gold import Gold
from rubricator.learn.examples import Example, make_example
from rubricator.learn.marks import Marks, read_marks
from rubricator.learn.parallel import on_all_cores
from rubricator.load import load
from rubricator.page.model import Page
from rubricator.page.render import render_static

T = TypeVar("T")

FURTHER = "further"
"""The name of the marks on further pages, beside the names of the corpora."""
CORPORA = ("outline", "asdus", "cleaneval", "wcxb", "l3s", FURTHER)
"""What the shipped model is trained on: outline first, as its marks are the most consistent."""
Job = tuple[Gold, str, int]


def corpus_jobs(folder: Path, table: Mapping[str, int], names: Iterable[str] = CORPORA) -> list[Job]:
    """List the gold of the corpora with its fold."""
    jobs = []
    for name in names:
        for gold in read_marks(folder) if name == FURTHER else read_corpus(folder, name):
            key = page_key(gold.page, folder)
            if key not in table:
                raise GoldError(f"the fold table has no page {key}; make it anew with `rubricator folds -o FILE`")
            jobs.append((gold, name, table[key]))
    return jobs


def make_examples(jobs: list[Job], count: Callable[[int], None]) -> list[Example]:
    """Render the pages and place the gold on them, in the order of the jobs; a page that cannot be read is left out."""
    found = read_jobs(jobs, make_example, count)
    if not any(example.heading is not None for example in found):
        raise GoldError("there is no page with marked headings to learn from")
    return found


def read_jobs(
    jobs: Sequence[Job], make: Callable[[Page, Gold, str, int], T | None], count: Callable[[int], None]
) -> list[T]:
    """Render pages on all cores and make examples of them; a page that cannot be read or gives none is left out."""
    return on_all_cores(partial(_read, make), jobs, count)


def _read(make: Callable[[Page, Gold, str, int], T | None], job: Job) -> T | None:
    gold, corpus, fold = job
    try:
        page = render_static(load(gold.page))
    except RubricatorError:
        return None
    return make(page, gold.on(page) if isinstance(gold, Marks) else gold, corpus, fold)

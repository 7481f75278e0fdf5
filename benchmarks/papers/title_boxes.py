"""What title extraction loses without boxes: the same models on pages as the static renderer and the browser give them.

Models are trained on static pages without the page's fold, as they are shipped. Pages are taken evenly from the corpus.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from title_tables import VARIANTS, Answer, by_specification, figures, found_titles

from rubricator.errors import RubricatorError
from rubricator.evaluate.folds import read_table
from rubricator.evaluate.gold.corpora import corpora_folder
from rubricator.learn.corpora import Job, corpus_jobs
from rubricator.learn.title import CORPORA, TitleExample, make_examples, title_example, train
from rubricator.limits import Limits
from rubricator.load import load
from rubricator.options import Options
from rubricator.pipeline import render_page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--folds", required=True, type=Path, metavar="FILE", help="fold table, from `rubricator folds`")
    parser.add_argument("--corpus", default="l3s", metavar="NAME", help="(default: l3s)")
    parser.add_argument("--pages", type=int, default=60, metavar="N", help="how many pages (default: 60)")
    given = parser.parse_args()
    jobs = corpus_jobs(corpora_folder(given.corpora), read_table(given.folds), CORPORA)
    examples = make_examples(jobs, lambda _: None)
    static = [one for one in examples if one.corpus == given.corpus]
    static = static[:: max(len(static) // given.pages, 1)][: given.pages]
    by_id = {job[0].id: job for job in jobs}
    pairs = [(one, shown) for one in static if (shown := in_browser(one, by_id[one.id]))]
    print(f"{len(pairs)} pages of {given.corpus}: P, R, F1, accuracy by the specification")
    for variant in VARIANTS:
        ways: dict[str, list[Answer]] = {"static": [], "browser": [], "browser, boxes not used": []}
        for fold in sorted({one.fold for one, _ in pairs}):
            model = train([one for one in examples if one.fold != fold], variant)
            for one, shown in pairs:
                if one.fold == fold:
                    blind = title_example(replace(shown.page, boxes=None), one.wanted, one.corpus, one.id, one.fold)
                    for name, seen in zip(ways, (one, shown, blind), strict=True):
                        ways[name].append(Answer(one, found_titles(seen, model)))
        for name, answers in ways.items():
            print(
                f"{variant}, {name}:",
                *(f"{value:.3f}" for value in figures(answers, by_specification) if value is not None),
            )


def in_browser(example: TitleExample, job: Job) -> TitleExample | None:
    """Return the example as the browser shows its page; None when it cannot."""
    try:
        limits = Limits()
        page = render_page(load(job[0].page), Options(render="browser", limits=limits))
    except RubricatorError as error:
        print(f"{example.id}: {error}")
        return None
    return title_example(page, example.wanted, example.corpus, example.id, example.fold)


if __name__ == "__main__":
    main()

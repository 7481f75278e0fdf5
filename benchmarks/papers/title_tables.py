"""Title extraction measured again on our gold: Tables 3, 4, 5, 10 and Figure 8 of Y. Hu et al. (SIGIR 2005)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from paper_table import Figures, Row, Table
from title_baselines import BASELINES, title_field

from rubricator.evaluate.metrics.counts import total
from rubricator.evaluate.metrics.titles import compare_titles, is_accurate, same_title
from rubricator.learn.title import TitleExample, train
from rubricator.segment.rubric.learned_model import Model as RubricModel
from rubricator.segment.title.candidates import run_text
from rubricator.segment.title.extraction import candidate_runs, unit_runs
from rubricator.segment.title.stacked_score import stacked_scores
from rubricator.segment.title.table import FAMILIES, FEATURES, PARTS, Feature
from rubricator.segment.title.title_model import Model

COLUMNS = ("P", "R", "F1", "acc.")
TREC: dict[str, Figures] = {
    "largest font": (0.528, 0.643, 0.580, 0.523),
    "first unit": (0.327, 0.402, 0.360, 0.327),
    "title field": (0.270, 0.324, 0.295, 0.261),
    "perceptron": (0.698, 0.703, 0.701, 0.698),
}
MS: dict[str, Figures] = {
    "largest font": (0.584, 0.840, 0.689, 0.582),
    "first unit": (0.606, 0.875, 0.716, 0.606),
    "title field": (0.656, 0.834, 0.735, 0.673),
    "perceptron": (0.910, 0.919, 0.914, 0.909),
}
PUBLISHED = {"l3s": ("Table 3 (TREC)", TREC), "outline": ("Table 4 (MS)", MS)}
TABLE_5: dict[str, Figures] = {"l3s": (0.672, 0.737), "outline": (0.855, 0.952)}
TABLE_10: dict[tuple[str, str], Figures] = {
    ("l3s", "outline"): (0.698, 0.615, 0.654, 0.642),
    ("outline", "l3s"): (0.852, 0.883, 0.867, 0.871),
}
VARIANTS = ("perceptron", "network")
JOINED = "with rubric"
"""The network with what `rubric` says, as it is used."""
Titles = Sequence[str]
Wanted = Callable[[TitleExample], Titles]


def as_marked(example: TitleExample) -> Titles:
    return example.wanted


def by_specification(example: TitleExample) -> Titles:
    return example.specified


class Answer(NamedTuple):
    """What a way to find titles says of a page."""

    example: TitleExample
    found: Titles


def _folded(titles: Titles) -> list[str]:
    """Fold case: `outline` is marked as rendered, where CSS may write capitals."""
    return [title.casefold() for title in titles]


def figures(answers: Sequence[Answer], wanted: Wanted) -> Figures:
    """Return precision, recall, F1 and accuracy (section 6.2)."""
    pairs = [(_folded(found), _folded(wanted(example))) for example, found in answers]
    counts = total([compare_titles(*pair) for pair in pairs])
    accurate = sum(is_accurate(*pair) for pair in pairs) / max(len(pairs), 1)
    return counts.precision, counts.recall, counts.f1, accurate


def found_titles(example: TitleExample, model: Model, rubric: RubricModel | None = None) -> list[str]:
    """Return the titles that a model finds, from the features that the example has already."""
    if model.weights is not None:
        runs = unit_runs(example.units, example.bits, model)
    else:
        second = stacked_scores(example.units, example.candidates, rubric) if rubric and example.candidates else None
        runs = candidate_runs(example.candidates, example.columns, example.groups, model, second)
    return [run_text(example.units, run.first, run.stop) for run in runs]


def cross_validated(
    tested: Sequence[TitleExample],
    trained: Sequence[TitleExample],
    variant: str,
    table: Sequence[Feature] = FEATURES,
) -> list[Answer]:
    """Find the titles of each page with a model that has seen neither its site nor its twins."""
    return answered(tested, models_by_fold(tested, trained, variant, table))


def models_by_fold(
    tested: Sequence[TitleExample], trained: Sequence[TitleExample], variant: str, table: Sequence[Feature] = FEATURES
) -> dict[int, Model]:
    """Train a model for each fold without its pages."""
    folds = sorted({one.fold for one in tested})
    return {fold: train([one for one in trained if one.fold != fold], variant, table) for fold in folds}


def answered(
    tested: Sequence[TitleExample], models: Mapping[int, Model], rubric: Sequence[RubricModel] = ()
) -> list[Answer]:
    """Find the titles of each page with the model of its fold, and with that of `rubric`, if there are such."""
    return [
        Answer(one, found_titles(one, models[one.fold], rubric[one.fold] if rubric else None))
        for one in sorted(tested, key=lambda one: one.fold)
    ]


def of_corpus(examples: Sequence[TitleExample], corpus: str) -> list[TitleExample]:
    return [one for one in examples if one.corpus == corpus]


def method_tables(
    examples: Sequence[TitleExample], progress: Callable[[str], None], rubric: Sequence[RubricModel] = ()
) -> list[Table]:
    """Tables 3 and 4, with gold as it is marked and by the specification; and Table 5.

    `rubric` are its models, one a fold, that have not seen the pages of the fold.
    """
    corpora = sorted({one.corpus for one in examples})
    learned = {}
    for variant in VARIANTS:
        progress(variant)
        models = models_by_fold(examples, examples, variant)
        learned[variant] = answered(examples, models)
        if rubric and variant == "network":
            learned[JOINED] = answered(examples, models, rubric)
    tables = []
    for corpus in corpora:
        inside = of_corpus(examples, corpus)
        ways = {name: [Answer(one, find(one.page)) for one in inside] for name, find in BASELINES.items()}
        ways |= {name: [one for one in learned[name] if one.example.corpus == corpus] for name in learned}
        tables += [_methods(corpus, ways, as_marked), _methods(corpus, ways, by_specification)]
    tables.append(_table_5(learned, corpora))
    return tables


def _methods(corpus: str, ways: dict[str, list[Answer]], wanted: Wanted) -> Table:
    name, published = PUBLISHED.get(corpus, ("no table", {}))
    rows = tuple(Row(way, figures(answers, wanted), published.get(way)) for way, answers in ways.items())
    examples = [one.example for one in next(iter(ways.values()))]
    marked = wanted is as_marked
    notes = [
        f"{len(examples)} pages, {sum(bool(one.wanted) for one in examples)} with a title; models never saw the page's "
        "site; published figures are of other pages."
    ]
    if not marked:
        cut = sum(
            not same_title(whole.casefold(), part.casefold())
            for one in examples
            for whole, part in zip(one.wanted, one.specified, strict=True)
        )
        notes.append(
            f"{cut} marked titles hold lines of several font sizes; those in the largest count (section 3, 4a)."
        )
    bare = [one for one in examples if not one.wanted]
    if bare and marked:
        wrong = {way: sum(bool(found) for one, found in answers if not one.wanted) for way, answers in ways.items()}
        shown = ", ".join(f"{way} {count}" for way, count in wrong.items())
        notes.append(f"A title where there is none, of {len(bare)} pages: {shown}.")
    title = f"{corpus}, titles {'as marked' if marked else 'by the specification'}, beside {name}"
    return Table(title, COLUMNS, rows, tuple(notes))


def _table_5(learned: dict[str, list[Answer]], corpora: Sequence[str]) -> Table:
    rows = []
    for variant, answers in learned.items():
        for corpus in corpora:
            inside = [one for one in answers if one.example.corpus == corpus and one.example.wanted]
            right = [one for one in inside if _field_is_right(one.example)]
            wrong = [one for one in inside if not _field_is_right(one.example)]
            shares = [figures(some, by_specification)[3] for some in (wrong, right)]
            rows.append(Row(f"{variant}, {corpus}", shares, TABLE_5.get(corpus) if variant == "perceptron" else None))
    return Table("Table 5: accuracy where the title field is wrong, and right", ("wrong", "right"), tuple(rows))


def _field_is_right(example: TitleExample) -> bool:
    fields = _folded(title_field(example.page))
    return any(same_title(field, title) for field in fields for title in _folded(example.specified))


def transfer_table(examples: Sequence[TitleExample], progress: Callable[[str], None]) -> Table:
    """Table 10: trained on one corpus, tested on another; beside it within the corpus. Twins are kept apart."""
    rows = []
    corpora = sorted({one.corpus for one in examples})
    for variant in VARIANTS:
        for tested in corpora:
            for trained in corpora:
                progress(f"{variant}: {trained} to {tested}")
                answers = cross_validated(of_corpus(examples, tested), of_corpus(examples, trained), variant)
                published = TABLE_10.get((tested, trained)) if variant == "perceptron" else None
                name = f"{variant}: {tested}, trained on {trained}"
                rows.append(Row(name, figures(answers, by_specification), published))
    return Table("Table 10: domain adaptation, by the specification", COLUMNS, tuple(rows))


def contribution_table(examples: Sequence[TitleExample], progress: Callable[[str], None]) -> Table:
    """Figure 8: the perceptron with features of one kind only."""
    kinds = {"All": FEATURES}
    kinds |= {family: tuple(one for one in FEATURES if one.family == family) for family in FAMILIES}
    kinds |= {f"App, {part}": tuple(one for one in FEATURES if one[:2] == ("App", part)) for part in PARTS}
    corpora = sorted({one.corpus for one in examples})
    rows = []
    for name, table in kinds.items():
        progress(name)
        answers = cross_validated(examples, examples, "perceptron", table)
        f1 = [
            figures([one for one in answers if one.example.corpus == corpus], by_specification)[2] for corpus in corpora
        ]
        rows.append(Row(f"{name} ({len(table)})", f1))
    return Table(
        "Figure 8: F1 with features of one kind", tuple(corpora), tuple(rows), ("The paper prints no figures.",)
    )

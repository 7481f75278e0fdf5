"""Tables 2 to 4 of the ASDUS paper (EMNLP 2018), run again on the pages of `asdus`, and its future work on `outline`.

The paper's figures are titles as its authors' program counts them, and the share of the prose that is in the output. We
add titles one-to-one in document order, and sections whose prose agrees too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from paper_table import Figures, Row, Table

from rubricator.errors import UsageError
from rubricator.evaluate.compare import Contender, measure, parse_contender
from rubricator.evaluate.folds import page_key
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.counts import Counts, total
from rubricator.evaluate.metrics.headings import compare_headings
from rubricator.evaluate.metrics.words import Section, authors_count, compare_sections, coverage
from rubricator.evaluate.models import fitted, with_models
from rubricator.evaluate.scores import PageScores, own_sections
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.segment.asdus.parameters import FEATURES
from rubricator.structure.model import JsonValue, Structure

DOMAINS = ("PP", "TOS", "Misc")
COLUMNS = (
    "P", "R", "F1", "cover", "tit P", "tit R", "tit F1", ".75 P", ".75 R", ".75 F1", ".5 P", ".5 R", ".5 F1"
)  # fmt: skip
"""Titles by the authors' count, prose covered, titles one-to-one, sections whose prose agrees at .75 and at .5."""
_NONE = (None,) * 9
TABLE_2: dict[str, Figures] = {
    "PP": (0.75, 0.97, 0.85, 0.9692, *_NONE),
    "TOS": (0.92, 0.99, 0.95, 0.9885, *_NONE),
    "Misc": (0.89, 0.98, 0.93, 0.9586, *_NONE),
    "all": (0.82, 0.98, 0.89, 0.9721, *_NONE),
}
TABLE_3: dict[str, Figures] = {
    "length": (0.69, 0.73, 0.71),
    "stop_words": (0.75, 0.75, 0.75),
    "punctuation": (0.76, 0.79, 0.77),
    "sentences": (0.76, 0.79, 0.77),
    "next": (0.76, 0.81, 0.78),
    "capitals": (0.78, 0.80, 0.79),
    "discourse": (0.79, 0.85, 0.81),
    "entities": (0.79, 0.85, 0.81),
    "none": (0.82, 0.98, 0.85),
}
TABLE_4: Figures = (0.99, 0.75, 0.86, 0.9310, *_NONE)
PRESETS = ("paper", "improved")
_AUTHORS = "titles, authors' count"


@dataclass(frozen=True, slots=True)
class _Work:
    """Scores one page; sent to the worker processes. `ablation` asks for the authors' count only."""

    contenders: tuple[Contender, ...]
    corpora: Path
    ablation: bool = False

    def __call__(self, gold: Gold) -> tuple[str, list[PageScores]]:
        page = render_static(load(gold.page))
        found = []
        for one in self.contenders:
            fit = fitted(one.method, one.params, page.sha256, gold.page, self.corpora)
            if fit.in_sample:
                raise UsageError(f"the model of {one.name} was trained on {gold.id}; it needs out-of-fold models")
            structure = structure_of(page, Options(one.method, fit.params))
            found.append(_authors(structure, gold) if self.ablation else _all(structure, gold))
        return gold.domain or "", found


def _authors(structure: Structure, gold: Gold) -> PageScores:
    headings = [block.heading.text for block in structure.root.walk() if block.heading and block.level]
    return {_AUTHORS: authors_count(headings, [heading.text for heading in gold.headings])}


def _all(structure: Structure, gold: Gold) -> PageScores:
    """Score as `evaluate.scores` does, without placing the body, which takes longest and is not asked for here."""
    found = own_sections(structure)
    wanted = [Section(section.title, " ".join(section.prose)) for section in gold.sections]
    titles = [section.title for section in found if section.title], [heading.text for heading in gold.headings]
    return _authors(structure, gold) | {
        "titles": compare_headings(*titles),
        "sections at .75": compare_sections(found, wanted),
        "sections at .5": compare_sections(found, wanted, 0.5),
        "prose covered": coverage(found, wanted),
    }


def _score(
    contenders: Sequence[Contender], golds: Sequence[Gold], corpora: Path, *, ablation: bool = False
) -> list[list[tuple[str, PageScores]]]:
    """Return for each contender the domain and scores of each page."""
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        pages = list(workers.map(_Work(tuple(contenders), corpora, ablation), golds, chunksize=4))
    return [[(domain, scores[number]) for domain, scores in pages] for number in range(len(contenders))]


def _figures(pages: Iterable[PageScores]) -> Figures:
    """Return the figures of COLUMNS, all pages counted together."""
    listed = list(pages)

    def of(name: str) -> Counts:
        return total(page[name] for page in listed)

    return (
        *_three(of(_AUTHORS)), of("prose covered").recall, *_three(of("titles")),
        *_three(of("sections at .75")), *_three(of("sections at .5")),
    )  # fmt: skip


def _three(counts: Counts) -> tuple[float, float, float]:
    return counts.precision, counts.recall, counts.f1


def table_2(golds: Sequence[Gold], corpora: Path, rubric: Path | None = None) -> Table:
    """The domain-independent approach by domain, and other methods on the same pages."""
    names = [*(f"asdus-di:preset={preset}" for preset in PRESETS), "tags", "heps"]
    contenders = [parse_contender(name) for name in names]
    if rubric:
        contenders.append(Contender("rubric, sites unseen", "rubric", with_models({}, rubric)))
    rows: list[Row] = []
    for one, pages in zip(contenders, _score(contenders, golds, corpora), strict=True):
        published: Mapping[str, Figures] = TABLE_2 if one.name == "asdus-di:preset=paper" else {}
        rows.append(Row(one.name))
        for domain in DOMAINS:
            inside = [scores for part, scores in pages if part == domain]
            rows.append(Row(f"  {domain}, {len(inside)} pages", _figures(inside), published.get(domain)))
        rows.append(Row(f"  all, {len(pages)} pages", _figures(scores for _, scores in pages), published.get("all")))
    return Table("Table 2: results of the DI model", COLUMNS, tuple(rows))


def table_3(golds: Sequence[Gold], corpora: Path, preset: str = "paper") -> Table:
    """The ablation: one feature left out at a time. Titles, authors' count."""
    names = [*FEATURES, "none"]
    contenders = [
        Contender(name, "asdus-di", {"preset": preset, "drop": "" if name == "none" else name}) for name in names
    ]
    rows = {
        name: Row(name, _three(total(scores[_AUTHORS] for _, scores in pages)), TABLE_3[name])
        for name, pages in zip(names, _score(contenders, golds, corpora, ablation=True), strict=True)
    }
    return Table(
        f"Table 3: ablation of the DI model, preset {preset}", COLUMNS[:3], tuple(rows[name] for name in TABLE_3)
    )


def table_4(golds: Sequence[Gold], corpora: Path, models: Path) -> Table:
    """The domain-dependent approach on privacy policies, by models that have not seen the site."""
    contenders = [
        Contender(f"asdus-dd:preset={preset}", "asdus-dd", with_models({"preset": preset}, models))
        for preset in PRESETS
    ]
    rows = [
        Row(f"{one.name}, {len(pages)} pages", _figures(scores for _, scores in pages), TABLE_4 if not number else None)
        for number, (one, pages) in enumerate(zip(contenders, _score(contenders, golds, corpora), strict=True))
    ]
    return Table("Table 4: results of the DD model on privacy policies", COLUMNS, tuple(rows))


TUNED: dict[str, dict[str, tuple[JsonValue, ...]]] = {
    "asdus-di": {"share": (0.0, 0.02, 0.05, 0.1), "longest": (100.0, 150.0, 200.0, 300.0)},
    "asdus-dd": {"share": (0.0, 0.05, 0.1), "longest": (100.0, 150.0), "sure": (0.1, 0.2, 0.3, 0.5)},
}
"""The values of `improved` that were chosen on these pages, and others."""


def tuned(method: str, golds: Sequence[Gold], corpora: Path, folds: Mapping[str, int], models: Path | None) -> Table:
    """Choose the values of `improved` anew for each fold, by the F1 of titles (authors' count) on all other folds."""
    grid = [dict(zip(TUNED[method], values, strict=True)) for values in product(*TUNED[method].values())]
    given: dict[str, JsonValue] = {"preset": "improved"}
    contenders = [
        Contender(method, method, with_models(given | values, models) if models else given | values) for values in grid
    ]
    scores = _score(contenders, golds, corpora)
    fold_of = [folds[page_key(gold.page, corpora)] for gold in golds]
    held_out: list[PageScores] = []
    rows = []
    for fold in sorted(set(fold_of)):
        others = [number for number, other in enumerate(fold_of) if other != fold]
        best = max(range(len(grid)), key=lambda number: total(scores[number][page][1][_AUTHORS] for page in others).f1)
        inside = [scores[best][page][1] for page, other in enumerate(fold_of) if other == fold]
        held_out += inside
        values = ", ".join(f"{name} {value}" for name, value in grid[best].items())
        rows.append(Row(f"fold {fold}, {len(inside)} pages: {values}", _figures(inside)))
    rows.append(Row(f"all {len(held_out)} pages, values of the other folds", _figures(held_out)))
    return Table(f"{method}: improved, values by cross-validation over sites", COLUMNS, tuple(rows))


def nested(golds: Sequence[Gold], corpora: Path) -> Table:
    """Sub-headings (section 5): flat sections and titles nested by style, on `outline`, body given, F of all pages."""
    names = [f"asdus-di:preset={preset}:nest={nest}" for preset in PRESETS for nest in ("false", "true")]
    result = measure([parse_contender(name) for name in names], {"outline": golds}, corpora=corpora)
    rows = []
    for number, name in enumerate(names):
        pages = [scores[number] for scores in result.scores["outline"].values()]
        counts = [total(page[f"{what}, body given"] for page in pages) for what in ("heading", "parent", "block")]
        rows.append(Row(name, [one.f1 for one in counts]))
    return Table("Section 5: sub-headings, on outline", ("headings", "parents", "blocks"), tuple(rows))

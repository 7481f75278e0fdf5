"""Results as tables for people and as JSON for programs."""

from __future__ import annotations

import json
from itertools import groupby

from rubricator.evaluate.bootstrap import Interval
from rubricator.evaluate.compare import Result, Row, labels
from rubricator.evaluate.details import MAIN
from rubricator.evaluate.metrics.counts import Counts
from rubricator.wording import counted


def result_table(result: Result) -> str:
    """Return a table per corpus: a row for each measure, a column for each contender."""
    lines: list[str] = []
    for corpus, rows in groupby(result.rows, key=lambda row: row.corpus):
        listed, names = list(rows), labels(result, corpus)
        lines.append(f"{corpus}: {counted(listed[0].pages, 'page')} (95 % confidence intervals over pages)")
        head = ["", "", *names, *(["difference"] if len(names) > 1 else [])]
        lines += _aligned([head, *(_cells(row) for row in listed)], len(names))
        for name, pages in result.in_sample.get(corpus, {}).items():
            lines.append(f"in sample: the model of {name} was trained on {len(pages)} of these pages")
        lines.append("")
    lines += [f"failed: {page}: {why}" for page, why in result.failures]
    return "\n".join(lines).rstrip()


def _cells(row: Row) -> list[str]:
    figures = [figure_text(figure) for figure in row.figures]
    changes = [difference_text(*row.difference)] if row.difference else []
    return [row.measure.name, row.measure.average, *figures, *changes]


def _aligned(table: list[list[str]], figures: int) -> list[str]:
    """Return the lines of a table, figures aligned at the right, everything else at the left."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            f"{cell:>{width}}" if 2 <= number < 2 + figures else f"{cell:<{width}}"
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def figure_text(figure: Interval) -> str:
    """Return a figure with its confidence interval."""
    return f"{figure.value:.3f} ({figure.low:.3f}-{figure.high:.3f})"


def difference_text(change: Interval, against: float) -> str:
    """Return a difference with its confidence interval and the share of samples against it."""
    return f"{change.value:+.3f} ({change.low:+.3f} to {change.high:+.3f}; {against:.1%} against)"


def page_table(result: Result) -> str:
    """Return for each corpus and contender the pages by the main measure of their kind, the lowest F1 first."""
    lines: list[str] = []
    for corpus, pages in result.scores.items():
        for number, name in enumerate(labels(result, corpus)):
            main = MAIN[result.kinds[corpus]]
            listed = sorted(((title, page[number][main]) for title, page in pages.items()), key=_badness)
            cells = [
                [title, "", *(f"{value:g}" for value in counts), *(f"{value:.3f}" for value in _rates(counts))]
                for title, counts in listed
            ]
            lines.append(f"{corpus}: {main}, {name}")
            lines += [*_aligned([["", "", "right", "found", "wanted", "P", "R", "F1"], *cells], 6), ""]
    return "\n".join(lines).rstrip()


def _badness(page: tuple[str, Counts]) -> tuple[bool, float, str]:
    """Sort by F1; pages with nothing to find have none and come last."""
    title, counts = page
    return not counts.wanted, counts.f1, title


def _rates(counts: Counts) -> tuple[float, float, float]:
    return counts.precision, counts.recall, counts.f1


def result_json(result: Result) -> str:
    """Return all figures and the scores of every page."""
    rows = [
        {
            "corpus": row.corpus,
            "pages": row.pages,
            "measure": row.measure.name,
            "average": row.measure.average,
            "figures": {
                contender.name: figure._asdict()
                for contender, figure in zip(result.contenders, row.figures, strict=True)
            },
        }
        for row in result.rows
    ]
    names = [contender.name for contender in result.contenders]
    pages = {
        corpus: {
            page: {
                name: {measure: counts._asdict() for measure, counts in one.items()}
                for name, one in zip(names, scores, strict=True)
            }
            for page, scores in scored.items()
        }
        for corpus, scored in result.scores.items()
    }
    seen = {
        corpus: {name: list(pages) for name, pages in by_name.items()} for corpus, by_name in result.in_sample.items()
    }
    failures = [{"page": page, "error": why} for page, why in result.failures]
    return json.dumps(
        {"schema": "rubricator-comparison/1", "rows": rows, "pages": pages, "in_sample": seen, "failures": failures},
        indent=1,
    )

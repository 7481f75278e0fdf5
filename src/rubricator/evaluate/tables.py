"""Results as tables for people and as JSON for programs."""

from __future__ import annotations

import json
from itertools import groupby

from rubricator.evaluate.bootstrap import Interval
from rubricator.evaluate.compare import Result, Row

_NAME, _AVERAGE = 26, 12


def result_table(result: Result) -> str:
    """Return a table per corpus: a row for each measure, a column for each contender."""
    names = [contender.name for contender in result.contenders]
    written = [*names, *(figure_text(figure) for row in result.rows for figure in row.figures)]
    width = max((len(text) + 2 for text in written), default=0)
    lines: list[str] = []
    for corpus, rows in groupby(result.rows, key=lambda row: row.corpus):
        listed = list(rows)
        head = "".join(f"{name:>{width}}" for name in names)
        lines.append(f"{corpus}: {listed[0].pages} pages (95 % confidence intervals over pages)")
        lines.append(f"{'':{_NAME}} {'':{_AVERAGE}}{head}" + ("   difference" if len(names) > 1 else ""))
        lines += [_line(row, width) for row in listed]
        lines.append("")
    lines += [f"failed: {page}: {why}" for page, why in result.failures]
    return "\n".join(lines).rstrip()


def _line(row: Row, width: int) -> str:
    figures = "".join(f"{figure_text(figure):>{width}}" for figure in row.figures)
    line = f"{row.measure.name:{_NAME}} {row.measure.average[:_AVERAGE]:{_AVERAGE}}{figures}"
    return f"{line}   {difference_text(*row.difference)}" if row.difference else line


def figure_text(figure: Interval) -> str:
    """Return a figure with its confidence interval."""
    return f"{figure.value:.3f} ({figure.low:.3f}-{figure.high:.3f})"


def difference_text(change: Interval, against: float) -> str:
    """Return a difference with its confidence interval and the share of samples against it."""
    return f"{change.value:+.3f} ({change.low:+.3f} to {change.high:+.3f}; {against:.1%} against)"


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
    failures = [{"page": page, "error": why} for page, why in result.failures]
    return json.dumps(
        {"schema": "rubricator-comparison/1", "rows": rows, "pages": pages, "failures": failures}, indent=1
    )

"""The document: what was compared, then for each corpus its figures, plots and worst pages."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from rubricator.evaluate.compare import Details, Result, Row, labels
from rubricator.evaluate.details import MAIN, WITH_HEADINGS
from rubricator.evaluate.report.markup import safe
from rubricator.evaluate.report.plots import corpus_plots
from rubricator.evaluate.report.ranking import WORST, RankedPage, ranked_pages
from rubricator.evaluate.report.side_by_side import opened_page
from rubricator.evaluate.tables import difference_text, figure_text
from rubricator.version import __version__
from rubricator.wording import counted

_MARKS = (
    "Gold is on the left, what was found on the right, headings that match (✓) in one row. "
    '<b class="missed">✗ missed</b> is in gold only, <b class="wrong">+ wrong</b> was found only. '
    "The number before a heading is its level."
)


def report(result: Result, details: Details) -> str:
    """Return a comparison as an HTML document."""
    names = [contender.name for contender in result.contenders]
    corpora = list(result.scores)
    sections = [_corpus(result, details, corpus, f"corpus-{n}") for n, corpus in enumerate(corpora, 1)]
    title = f"Comparison of {' and '.join(names)}" if len(names) < 3 else f"Comparison of {len(names)} contenders"
    style = (files(__package__) / "report.css").read_text("utf-8")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{safe(title)}</title>
<style>
{style}</style>
</head>
<body>
<header>
<h1>{safe(title)}</h1>
<p>Contenders: {safe(", ".join(names)) or "none"}. Made by rubricator {safe(__version__)}.</p>
</header>
{_contents(corpora, bool(result.failures))}
<main>
{"".join(sections)}{_failures(result.failures)}</main>
</body>
</html>
"""


def _contents(corpora: Sequence[str], failures: bool) -> str:
    links = [f'<li><a href="#corpus-{number}">{safe(name)}</a></li>' for number, name in enumerate(corpora, 1)]
    if failures:
        links.append('<li><a href="#failures">Pages that failed</a></li>')
    return f'<nav aria-label="Contents"><ul>{"".join(links)}</ul></nav>' if links else "<p>Nothing was compared.</p>"


def _corpus(result: Result, details: Details, corpus: str, anchor: str) -> str:
    names = labels(result, corpus)
    rows = [row for row in result.rows if row.corpus == corpus]
    scores, behind = result.scores[corpus], details.get(corpus, {})
    parts = [
        f'<section id="{anchor}" aria-labelledby="{anchor}-name">',
        f'<h2 id="{anchor}-name">{safe(corpus)}</h2>',
        f"<p>{counted(len(scores), 'page')}.</p>",
        "<h3>Figures</h3>",
        _figures(corpus, names, rows),
    ]
    ranked = [ranked_pages(scores, behind, number) for number in range(len(names))]
    if any(ranked):
        parts += [_plots(names, ranked), _worst(names, ranked)]
    else:
        parts.append("<p>No page of which details are at hand has anything to find.</p>")
    return "\n".join([*parts, "</section>\n"])


def _figures(corpus: str, names: Sequence[str], rows: Sequence[Row]) -> str:
    columns = ["Measure", "Average", *names]
    if len(names) > 1:
        columns.append(f"Difference: {names[1]} − {names[0]}")
    head = "".join(f'<th scope="col">{safe(column)}</th>' for column in columns)
    body = "\n".join(_figures_row(row) for row in rows)
    note = "95 % confidence intervals over pages in brackets"
    if len(names) > 1:
        note += "; “against” is the share of resamplings in which the difference turns its sign"
    return (
        f'<p class="note">{note}.</p>\n'
        f'<div class="wide" role="region" tabindex="0" aria-label="Figures of {safe(corpus)}"><table class="figures">\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


def _figures_row(row: Row) -> str:
    cells = [figure_text(figure) for figure in row.figures]
    if row.difference:
        cells.append(difference_text(*row.difference))
    written = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr><th scope="row">{safe(row.measure.name)}</th><td>{safe(row.measure.average)}</td>{written}</tr>'


def _plots(names: Sequence[str], ranked: Sequence[Sequence[RankedPage]]) -> str:
    measure = MAIN[ranked[0][0].detail.kind]
    pages = counted(len(ranked[0]), "page")
    return (
        f"<h3>Plots</h3>\n<p>By the measure “{safe(measure)}” on {pages} with something to find.</p>\n"
        f"{corpus_plots(names, ranked)}"
    )


def _worst(names: Sequence[str], ranked: Sequence[Sequence[RankedPage]]) -> str:
    kind = ranked[0][0].detail.kind
    parts = ["<h3>Worst pages</h3>", f"<p>By F1 of “{safe(MAIN[kind])}”. {_MARKS if kind in WITH_HEADINGS else ''}</p>"]
    if kind == "outline":
        parts.append("<p>The document’s title is not counted as a heading and not shown in outlines.</p>")
    if kind == "annotation":
        parts.append(
            "<p>Scores compare ranges, the outlines texts: a heading of the right words can be counted wrong.</p>"
        )
    for number, (name, pages) in enumerate(zip(names, ranked, strict=True)):
        shown = [f"<li>{opened_page(page, number)}</li>" for page in pages[:WORST] if page.main.f1 < 1]
        parts.append(f"<h4>{safe(name)}: {len(shown)} of {counted(len(pages), 'page')}</h4>")
        parts += ['<ol class="worst">', *shown, "</ol>"] if shown else ["<p>Nothing was missed or wrong.</p>"]
    return "\n".join(parts)


def _failures(failures: Sequence[tuple[str, str]]) -> str:
    if not failures:
        return ""
    entries = "\n".join(f"<li><b>{safe(page)}</b>: {safe(why)}</li>" for page, why in failures)
    return f'<section id="failures"><h2>Pages that failed</h2>\n<ul>\n{entries}\n</ul></section>\n'

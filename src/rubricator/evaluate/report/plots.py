"""The plots of one corpus: a series for each contender, with its own colour, form of points and dashes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean, median

from rubricator.evaluate.details import WITH_HEADINGS
from rubricator.evaluate.report.axes import Axis, drawing, place, rank_axis, share_axis, size_axis
from rubricator.evaluate.report.markup import safe
from rubricator.evaluate.report.ranking import RankedPage

_LOOKS = 6
"""So many contenders look different; the style sheet has colours and dashes for them."""
_FORMS: tuple[Callable[[float], str], ...] = (
    lambda r: f"m-{r} 0a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0z",
    lambda r: f"m-{r}-{r}h{2 * r}v{2 * r}h-{2 * r}z",
    lambda r: f"m0-{r}l{r} {2 * r}h-{2 * r}z",
    lambda r: f"m0-{r}l{r} {r}l-{r} {r}l-{r}-{r}z",
    lambda r: f"m0 {r}l{r}-{2 * r}h-{2 * r}z",
    lambda r: f"m-{r}-{r / 2}h{2 * r}v{r}h-{2 * r}z",
)
_RADIUS, _LARGEST, _NAMED, _MARKED, _BINS, _FEWEST = 3.5, 10.0, 3, 25, 5, 3

Point = tuple[float, float, str]
"""Its values and the name of its page."""


def corpus_plots(names: Sequence[str], ranked: Sequence[Sequence[RankedPage]]) -> str:
    """Draw the scores of all contenders' pages; empty when no page has anything to find."""
    if not ranked or not ranked[0]:
        return ""
    figures = [_sorted_scores(names, ranked)]
    kind = ranked[0][0].detail.kind
    if kind in WITH_HEADINGS or kind == "content":
        figures.append(_precision_and_recall(ranked))
    figures.append(_by_size(ranked))
    if kind in WITH_HEADINGS:
        figures.append(_by_tagged_share(ranked))
    return f'{_legend(names)}\n<div class="plots">\n{"".join(figures)}\n</div>'


def _sorted_scores(names: Sequence[str], ranked: Sequence[Sequence[RankedPage]]) -> str:
    x, y = rank_axis("pages, worst first", len(ranked[0])), share_axis("F1")
    drawn = []
    for number, pages in enumerate(ranked):
        points = [(rank, page.main.f1, page.name) for rank, page in enumerate(pages, 1)]
        drawn.append(_line(x, y, points, number) + (_points(x, y, points, number) if len(points) <= _MARKED else ""))
    medians = ", ".join(
        f"{name} {median(page.main.f1 for page in pages):.3f}" for name, pages in zip(names, ranked, strict=True)
    )
    return _figure(
        "Scores per page", f"Each contender's pages in the order of their F1. Medians: {medians}.", x, y, drawn
    )


def _precision_and_recall(ranked: Sequence[Sequence[RankedPage]]) -> str:
    x, y = share_axis("recall"), share_axis("precision")
    points = [[(page.main.recall, page.main.precision, page.name) for page in pages] for pages in ranked]
    drawn = [_points(x, y, series, number) for number, series in enumerate(points)]
    return _figure("Precision and recall", "A point for each page; larger where pages coincide.", x, y, drawn)


def _by_size(ranked: Sequence[Sequence[RankedPage]]) -> str:
    points = [[(float(max(page.detail.size, 1)), page.main.f1, page.name) for page in pages] for pages in ranked]
    x = size_axis("characters of text", [page.detail.size for page in ranked[0]])
    explained = "A point for each page; the lines join the means of fifths of the axis that hold at least three pages."
    return _figure("Score by page size", explained, x, share_axis("F1"), _trends(x, share_axis("F1"), points))


def _by_tagged_share(ranked: Sequence[Sequence[RankedPage]]) -> str:
    points = [[(page.detail.tagged or 0.0, page.main.f1, page.name) for page in pages] for pages in ranked]
    x, y = share_axis("share of tagged headings"), share_axis("F1")
    explained = (
        "The share of the page's gold headings that the method tags finds, that is, that are h1 to h6 or dt. "
        "Lines as in the plot by size."
    )
    return _figure("Score by share of tagged headings", explained, x, y, _trends(x, y, points))


def _trends(x: Axis, y: Axis, series: Sequence[Sequence[Point]]) -> list[str]:
    points = [_points(x, y, one, number) for number, one in enumerate(series)]
    return points + [_line(x, y, _means(x, one), number) for number, one in enumerate(series)]


def _means(x: Axis, points: Sequence[Point]) -> list[Point]:
    """Return the mean point of each fifth of the axis, where enough points lie."""
    bins: list[list[Point]] = [[] for _ in range(_BINS)]
    for point in points:
        bins[min(int(x.share(point[0]) * _BINS), _BINS - 1)].append(point)
    return [(fmean(p[0] for p in bin), fmean(p[1] for p in bin), "") for bin in bins if len(bin) >= _FEWEST]


def _line(x: Axis, y: Axis, points: Sequence[Point], number: int) -> str:
    if len(points) < 2:
        return ""
    path = " ".join(f"{across},{up}" for across, up in (place(x, y, point[:2]) for point in points))
    return f'<polyline class="line look-{number % _LOOKS}" points="{path}"/>'


def _points(x: Axis, y: Axis, points: Sequence[Point], number: int) -> str:
    """Draw points that say on hovering which page they are; one larger point where several coincide."""
    places: dict[tuple[float, float], list[Point]] = {}
    for point in points:
        places.setdefault(place(x, y, point[:2]), []).append(point)
    drawn = []
    for (across, up), pages in places.items():
        named = ", ".join(name for _, _, name in pages[:_NAMED])
        more = f" and {len(pages) - _NAMED} more" if len(pages) > _NAMED else ""
        form = _FORMS[number % _LOOKS](round(min(_RADIUS * len(pages) ** 0.5, _LARGEST), 1))
        drawn.append(f'<path d="M{across} {up}{form}"><title>{safe(named + more)}</title></path>')
    return f'<g class="points look-{number % _LOOKS}">{"".join(drawn)}</g>'


def _figure(title: str, explained: str, x: Axis, y: Axis, drawn: Sequence[str]) -> str:
    description = f"{title}: {y.label} against {x.label}"
    caption = f"<figcaption><strong>{title}.</strong> {safe(explained)}</figcaption>"
    return f"<figure>\n{drawing(description, x, y, ''.join(drawn))}\n{caption}\n</figure>\n"


def _legend(names: Sequence[str]) -> str:
    entries = []
    for number, name in enumerate(names):
        look = number % _LOOKS
        key = (
            f'<svg class="key" viewBox="0 0 36 12" aria-hidden="true"><path class="line look-{look}" d="M0 6H36"/>'
            f'<g class="points look-{look}"><path d="M18 6{_FORMS[look](4)}"/></g></svg>'
        )
        entries.append(f"<li>{key} {safe(name)}</li>")
    return f'<ul class="legend">{"".join(entries)}</ul>'

"""One page opened: gold and found outline beside each other, with what was missed and what was wrong marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from urllib.parse import urlsplit

from rubricator.evaluate.details import WITH_HEADINGS, FoundOutline, Line, PageDetail
from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.report.markup import safe
from rubricator.evaluate.report.ranking import RankedPage

HEADINGS = 400
"""Rows of an outline that are shown; reports should stay small."""
_TEXT, _DEEPEST = 300, 12
_RIGHT = '<span class="mark" role="img" aria-label="right">✓</span>'
_MISSED = '<b class="mark">✗ missed</b>'
_WRONG = '<b class="mark">+ wrong</b>'
_ABSENT = '<td class="absent">–</td>'


def opened_page(page: RankedPage, number: int) -> str:
    """Return a page as an element that opens on demand; `number` is that of the contender."""
    detail, main = page.detail, page.main
    scores = f"F1 {main.f1:.3f}, precision {main.precision:.3f}, recall {main.recall:.3f}"
    if detail.kind in WITH_HEADINGS:
        scores += f"; {main.wanted - main.right:.0f} missed, {main.found - main.right:.0f} wrong"
    summary = f'<summary><span class="name">{safe(page.name)}</span> <span class="brief">{scores}</span></summary>'
    found = detail.found[number]
    inside = _outlines(detail, found) if detail.kind in WITH_HEADINGS else _scores(page.scores)
    return f"<details>{summary}\n{_about(detail, found)}\n{inside}\n</details>"


def _about(detail: PageDetail, found: FoundOutline) -> str:
    parts = [f"{detail.size:,} characters of text"]
    if detail.tagged is not None:
        parts.append(f"{detail.tagged:.0%} of the gold headings are tagged as headings")
    if detail.titles:
        titles = " or ".join(f"<q>{safe(title, _TEXT)}</q>" for title in detail.titles)
        answer = f"<q>{safe(found.title, _TEXT)}</q>" if found.title else "none"
        parts.append(f"title in gold: {titles}, found: {answer}")
    if detail.url and urlsplit(detail.url).scheme in {"http", "https"}:
        parts.append(f'<a href="{safe(detail.url)}" rel="noreferrer">the page on the web</a>')
    return f"<p>{'; '.join(parts)}.</p>"


def _outlines(detail: PageDetail, found: FoundOutline) -> str:
    rows = list(aligned(detail.gold, found.lines, found.pairs))
    lines = "\n".join(_row(*row) for row in rows[:HEADINGS])
    hidden = len(rows) - HEADINGS
    note = f"\n<p>{hidden} more rows of these outlines are not shown.</p>" if hidden > 0 else ""
    return (
        '<table class="outlines"><thead><tr>'
        f'<th scope="col">Gold: {len(detail.gold)} headings</th>'
        f'<th scope="col">Found: {len(found.lines)} headings</th></tr></thead>\n'
        f"<tbody>\n{lines}\n</tbody></table>{note}"
    )


def aligned(
    gold: Sequence[Line], found: Sequence[Line], pairs: Sequence[tuple[int, int]]
) -> Iterator[tuple[bool, Line | None, Line | None]]:
    """Yield rows (right, gold, found): the pairs, and between them what was missed beside what was wrong."""
    at_gold = at_found = 0
    for ours, theirs in pairs:
        yield from ((False, *row) for row in zip_longest(gold[at_gold:theirs], found[at_found:ours]))
        yield True, gold[theirs], found[ours]
        at_gold, at_found = theirs + 1, ours + 1
    yield from ((False, *row) for row in zip_longest(gold[at_gold:], found[at_found:]))


def _row(right: bool, gold: Line | None, found: Line | None) -> str:
    missed, wrong = (("right", _RIGHT),) * 2 if right else (("missed", _MISSED), ("wrong", _WRONG))
    left = _cell(*missed, gold) if gold else _ABSENT
    return f"<tr>{left}{_cell(*wrong, found) if found else _ABSENT}</tr>"


def _cell(kind: str, mark: str, line: Line) -> str:
    depth = min(line.depth, _DEEPEST)
    return (
        f'<td class="{kind}" style="--depth:{depth}">{mark} <span class="level">{line.depth}</span> '
        f"<bdi>{safe(line.text, _TEXT)}</bdi></td>"
    )


def _scores(scores: dict[str, Counts]) -> str:
    rows = "\n".join(
        f'<tr><th scope="row">{safe(name)}</th><td>{one.precision:.3f}</td><td>{one.recall:.3f}</td>'
        f"<td>{one.f1:.3f}</td></tr>"
        for name, one in scores.items()
    )
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Measure", "Precision", "Recall", "F1"))
    return f'<table class="figures"><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>'

"""The rules of `rubricator check`, each a function from what is on a page to its findings."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from rubricator.check.findings import RULES, Finding, Report
from rubricator.check.lines import source_places
from rubricator.check.looks import Looks, alike
from rubricator.check.tagged import Tagged, attribute, tagged_headings
from rubricator.emit.words import count_words
from rubricator.errors import UsageError
from rubricator.limits import Limits
from rubricator.page.lookup import Lookup
from rubricator.page.model import Page
from rubricator.page.xpath import XPaths
from rubricator.structure.model import Heading, Structure
from rubricator.wording import counted

_OWN_MEANING = frozenset("th dt caption legend summary figcaption label option button".split())
"""Elements that say by themselves what a line means: a table's header looks like a heading and needs no tag."""
_LONG = 30
"""Words; what has more is a paragraph."""
_LONG_PAGE = 300
"""Words that a page may have without any heading."""
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class _Page:
    """What the rules look at."""

    page: Page
    tagged: list[Tagged]
    seen: list[tuple[Heading, int]]
    """The headings that the method sees, with their levels from 1."""
    looks: Looks
    lookup: Lookup
    confidence: float
    body: tuple[int, int] | None
    """The content body, as a span of the text."""


_Found = Iterator[tuple[Finding, int | None]]
"""Findings, and the nodes that they are about."""


def check_page(
    structure: Structure, name: str, *, html: str | None = None, confidence: float = 0.5, ignore: Sequence[str] = ()
) -> Report:
    """Check one page. `html` is its source, for lines; what looks less sure than `confidence` need not be tagged."""
    page = structure.page
    if page is None:
        raise UsageError("a structure read from JSON has no page; check the page itself")
    unknown = [rule for rule in ignore if rule not in RULES]
    if unknown:
        raise UsageError(f"unknown rule {unknown[0]!r}; choose from: {', '.join(RULES)}")
    looks = Looks(page)
    tagged = tagged_headings(page, looks)
    checked = _Page(page, tagged, _seen(structure), looks, Lookup(page), confidence, structure.body)
    found = [pair for rule in _CHECKS for pair in rule(checked) if pair[0].rule not in ignore]
    found.sort(key=lambda pair: -1 if pair[0].start is None else pair[0].start)
    places = source_places(page, html, {node for _, node in found if node is not None}) if html else {}
    xpaths = XPaths(page, Limits())
    findings = []
    for finding, node in found:
        if node is not None:
            line, column = places.get(node, (None, None))
            finding = replace(finding, xpath=xpaths.path(node), line=line, column=column)
        findings.append(finding)
    return Report(name, page.title, tuple(findings), structure.warnings)


def check_together(reports: Sequence[Report], *, ignore: Sequence[str] = ()) -> tuple[Report, ...]:
    """Add what only several pages together show: titles that are not theirs alone."""
    titles = Counter(report.title.casefold() for report in reports if report.title)
    checked = []
    for report in reports:
        others = titles[report.title.casefold()] - 1 if report.title else 0
        if others and "title-duplicate" not in ignore:
            message = f"{counted(others, 'other page')} of this run {'has' if others == 1 else 'have'} the same title"
            finding = Finding("title-duplicate", f"{message}: {_cut(report.title)}", report.title)
            report = replace(report, findings=(finding, *report.findings))
        checked.append(report)
    return tuple(checked)


def _seen(structure: Structure) -> list[tuple[Heading, int]]:
    """Return the headings of a structure with the levels that their tags should have."""
    shift = 0 if structure.root.heading is None else 1
    return [(block.heading, block.level + shift) for block in structure.root.walk() if block.heading is not None]


def _whole(checked: _Page) -> _Found:
    codes = {notice.code for notice in checked.page.warnings}
    if not checked.page.text:
        yield Finding("page-empty", "the file is empty" if "empty-page" in codes else "the page has no text"), None
    if "binary-content" in codes:
        yield Finding("page-doubtful", "the file has many control characters; it seems to be no web page"), None


def _title(checked: _Page) -> _Found:
    page = checked.page
    if not page.title:
        yield Finding("title-missing", "the page has no <title>, or an empty one"), None
    titles = [node for node, tag in enumerate(page.tag) if tag == "title" and page.tag[page.parent[node]] == "head"]
    if len(titles) > 1:
        yield Finding("title-many", f"the page has {len(titles)} <title> elements; only the first counts"), titles[1]


def _not_tagged(checked: _Page) -> _Found:
    page = checked.page
    starts = [one.start for one in checked.tagged]
    ends = list(accumulate((one.end for one in checked.tagged), max))
    for heading, level in checked.seen:
        if heading.confidence is not None and heading.confidence < checked.confidence:
            continue
        before = bisect_left(starts, heading.end)
        if before and ends[before - 1] > heading.start:
            continue
        node = checked.lookup.containing(heading.start, heading.end, heading.node)
        if heading.start == heading.end or _is_apart(page, node) or not checked.looks.shows(node, page.stop[node]):
            continue
        message = f"{_cut(heading.text)} looks like a heading of level {level}, but is tagged as {_element(page, node)}"
        span = heading.start, heading.end
        yield Finding("heading-not-tagged", message, heading.text, *span, heading.confidence), node


def _empty(checked: _Page) -> _Found:
    for one in checked.tagged:
        if not one.text:
            message = f"{_element(checked.page, one.node)} has no text"
            yield Finding("heading-empty", message, "", one.start, one.end), one.node


def _like_text(checked: _Page) -> _Found:
    page, looks = checked.page, checked.looks
    ends = (*(one.start for one in checked.tagged[1:]), page.end[page.body])
    for one, end in zip(checked.tagged, ends, strict=False):
        look = looks.between(one.start, one.end)
        under = looks.between(one.end, end)
        if look is not None and under is not None and alike(look, under):
            message = f"{_cut(one.text)} is tagged as {_element(page, one.node)}, but looks like the text under it"
            yield _about("heading-like-text", message, one), one.node


def _too_long(checked: _Page) -> _Found:
    for one in checked.tagged:
        words = count_words(one.text)
        if words > _LONG:
            message = f"{_element(checked.page, one.node)} has {words} words: {_cut(one.text)}"
            yield _about("heading-too-long", message, one), one.node


def _without_content(checked: _Page) -> _Found:
    page, tagged = checked.page, checked.tagged
    for number, one in enumerate(tagged):
        following = tagged[number + 1] if number + 1 < len(tagged) else None
        if following is not None and following.level > one.level:
            continue
        last = following.node if following is not None else page.stop[page.body]
        if one.text and not checked.looks.shows(page.stop[one.node], last) and not _unfolds(checked, one, last):
            message = f"nothing stands under {_cut(one.text)} ({_element(page, one.node)})"
            yield _about("heading-without-content", message, one), one.node


def _unfolds(checked: _Page, one: Tagged, last: int) -> bool:
    """Say whether hidden text under a heading is a collapsed section; behind the content body it is something else."""
    body = checked.body
    end = body[1] if body is not None and body[0] <= one.start < body[1] else len(checked.page.text)
    return checked.looks.unfolds(checked.page.stop[one.node], last, end)


def _skipped(checked: _Page) -> _Found:
    for above, one in pairwise(checked.tagged):
        if one.level > above.level + 1:
            message = f"{_cut(one.text)} has level {one.level} after level {above.level} of {_cut(above.text)}"
            yield _about("heading-skipped-level", message, one), one.node


def _duplicates(checked: _Page) -> _Found:
    path: list[tuple[int, str, set[str]]] = [(0, "", set())]
    for one in checked.tagged:
        while path[-1][0] >= one.level:
            path.pop()
        known, text = path[-1][2], " ".join(one.text.casefold().split())
        if text and text in known:
            under = f" under {_cut(path[-1][1])}" if path[-1][1] else ""
            yield _about("heading-duplicate", f"{_cut(one.text)} is there more than once{under}", one), one.node
        known.add(text)
        path.append((one.level, one.text, set()))


def _levels(checked: _Page) -> _Found:
    tops = [one for one in checked.tagged if one.level == 1]
    if not checked.tagged:
        words = count_words(checked.page.text)
        if words > _LONG_PAGE and not checked.seen:
            yield Finding("headings-missing", f"the page has {words} words and no headings"), None
        elif checked.page.text:
            yield Finding("heading-one-missing", "the page has no tagged heading"), None
    elif not tops:
        message = f"the page has no h1; its first heading is {_cut(checked.tagged[0].text)}"
        yield Finding("heading-one-missing", message), None
    for one in tops[1:]:
        message = f"{_cut(one.text)} is one of {len(tops)} headings of level 1"
        yield _about("heading-one-many", message, one), one.node


_CHECKS: tuple[Callable[[_Page], _Found], ...] = (
    _whole,
    _title,
    _levels,
    _not_tagged,
    _empty,
    _like_text,
    _too_long,
    _without_content,
    _skipped,
    _duplicates,
)


def _about(rule: str, message: str, one: Tagged) -> Finding:
    return Finding(rule, message, one.text, one.start, one.end)


def _is_apart(page: Page, node: int) -> bool:
    """Say whether a line needs no tag: its element says what it is, or hides it from those who would need one."""
    while node > page.body:
        if page.tag[node] in _OWN_MEANING or attribute(page, node, "aria-hidden") == "true":
            return True
        node = page.parent[node]
    return False


def _element(page: Page, node: int) -> str:
    node = node if page.tag[node][0] != "#" else page.parent[node]
    return f"<{page.tag[node]}>"


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + '…'}”"

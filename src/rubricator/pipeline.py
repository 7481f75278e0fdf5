"""The whole way of a page: load, style, page, segment, structure. What is emitted from it is `rubricator.emit`."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rubricator.collector import CollectorPaused
from rubricator.errors import UsageError
from rubricator.limits import Budget, Limits, Notice
from rubricator.load import Source, load
from rubricator.page.lookup import element_around
from rubricator.page.model import Page
from rubricator.page.render import render_browser, render_static
from rubricator.page.xpath import select
from rubricator.segment import Task, find_method
from rubricator.segment.title import find_titles
from rubricator.structure.invariants import check
from rubricator.structure.locate import locate
from rubricator.structure.model import JsonValue, Origin, Structure, Title
from rubricator.structure.permalinks import without_permalinks

log = logging.getLogger("rubricator")

DEFAULT_METHOD = "rubric"
RENDERERS = ("static", "browser")
Span = tuple[int, int]


class Opened(NamedTuple):
    """A loaded page, and what its further steps may cost."""

    source: Source
    limits: Limits
    budget: Budget


def read(
    page: str | bytes | Path,
    *,
    url: str | None = None,
    method: str = DEFAULT_METHOD,
    render: str = "static",
    body: str | Span | None = None,
    timeout: float | None = None,
    params: Mapping[str, JsonValue] | None = None,
    limits: Limits | None = None,
    scripts: bool = False,
    settle: float | None = None,
) -> Structure:
    """Read a page and return its logical hierarchy.

    `page` is a path, a URL, the page's bytes, or its HTML as a string. `body` is an XPath of the content body, its
    range in the page's text, `"auto"`, or `"page"` for all of it. `timeout` is the page's budget in seconds. `params`
    are the method's own parameters. With `render="browser"`, `scripts` lets the page's scripts run, for `settle`
    seconds (1) after it has loaded.
    """
    source, limits, budget = open_page(page, url=url, timeout=timeout, limits=limits)
    rendered = render_page(source, render, limits, budget, scripts=scripts, settle=settle)
    return structure_of(rendered, method, body=body, params=params, limits=limits, budget=budget)


def titles(
    page: str | bytes | Path,
    *,
    url: str | None = None,
    render: str = "static",
    timeout: float | None = None,
    variant: str = "network",
    model: str | None = None,
    limits: Limits | None = None,
) -> tuple[Title, ...]:
    """Read a page and return the titles in its body, best first; none is a valid answer.

    `variant` is `"network"` (one title at most) or `"perceptron"` (the paper's, up to two); `model` the path of one.
    """
    source, limits, budget = open_page(page, url=url, timeout=timeout, limits=limits)
    rendered = render_page(source, render, limits, budget)
    log.info("4b titles: %s", variant)
    with CollectorPaused():
        return find_titles(rendered, variant=variant, model=model, budget=budget)


def open_page(
    page: str | bytes | Path, *, url: str | None = None, timeout: float | None = None, limits: Limits | None = None
) -> Opened:
    """Step 1: load a page; its time begins to run."""
    limits = limits or Limits()
    if timeout is not None and not timeout > 0:
        raise UsageError(f"timeout is {timeout}; give a time above 0, or None")
    budget = Budget(timeout)
    if timeout is not None and timeout < limits.fetch_seconds:
        limits = replace(limits, fetch_seconds=timeout)
    log.info("1 load: %s", page if isinstance(page, str | Path) and len(str(page)) < 200 else type(page).__name__)
    return Opened(load(page, url=url, limits=limits), limits, budget)


def render_page(
    source: Source, render: str, limits: Limits, budget: Budget, *, scripts: bool = False, settle: float | None = None
) -> Page:
    """Step 2 and 3: style a source and lay its text out as a Page."""
    log.info("2 style: %s renderer, %d characters of HTML", render, len(source.html))
    if render not in RENDERERS:
        raise UsageError(f"unknown renderer {render!r}; choose: {', '.join(RENDERERS)}")
    if render == "browser":
        page = render_browser(source, limits=limits, budget=budget, scripts=scripts, settle=settle)
    elif scripts:
        raise UsageError("only the browser renderer runs scripts; add --render browser")
    elif settle is not None:
        raise UsageError("only the browser renderer lets scripts settle; add --render browser to --settle")
    else:
        page = render_static(source, limits=limits, budget=budget)
    log.info("3 page: %d nodes, %d styles, %d characters of text", len(page.tag), len(page.styles), len(page.text))
    return page


def structure_of(
    page: Page,
    method: str = DEFAULT_METHOD,
    *,
    body: str | Span | None = None,
    params: Mapping[str, JsonValue] | None = None,
    limits: Limits | None = None,
    budget: Budget | None = None,
) -> Structure:
    """Steps 4 and 5: segment a page and give its blocks their back-pointers."""
    with CollectorPaused():
        return _structure_of(page, method, body, params or {}, limits or Limits(), budget or Budget())


def _structure_of(
    page: Page, method: str, body: str | Span | None, params: Mapping[str, JsonValue], limits: Limits, budget: Budget
) -> Structure:
    body_node, given, several = find_body(page, body)
    budget.check()
    log.info("4 segment: %s", method)
    found = find_method(method)(Task(page, body_node, limits, budget, params, body in {None, "auto"}, given))
    budget.check()
    root, titles = without_permalinks(page, found.root, found.titles)
    root, titles, located = locate(page, root, titles, body_node, limits)
    structure = Structure(
        text=page.text,
        root=root,
        method=method,
        title=titles[0].text if found.titles and found.title == found.titles[0].text else found.title,
        titles=titles,
        body=given or found.body,
        params=dict(found.params),
        renderer=page.renderer,
        source=Origin(page.path, page.url, page.sha256),
        details=dict(found.details),
        warnings=(*page.warnings, *several, *found.warnings, *located, *_empty(page)),
        page=page,
    )
    check(structure, limits.block_depth)
    if log.isEnabledFor(logging.INFO):
        log.info("5 structure: %d blocks", sum(1 for _ in root.walk()))
    return structure


class Body(NamedTuple):
    """The node of the content body, the range that the caller named, and what is to be said of that."""

    node: int
    span: Span | None = None
    warnings: tuple[Notice, ...] = ()


def find_body(page: Page, body: str | Span | None) -> Body:
    """Return where the content body is to be read: the first element that an XPath selects, a range, or the page."""
    if body is None or body in {"auto", "page"}:
        return Body(page.body)
    if isinstance(body, tuple):
        start, end = body
        if not 0 <= start < end <= len(page.text):
            raise UsageError(
                f"the body {start} to {end} is no range of the page's text, which has {len(page.text)} characters"
            )
        return Body(element_around(page, start, end), body)
    nodes = select(page, body)
    if not nodes:
        raise UsageError(f"the XPath {body!r} of the body selects no element of the page")
    text = f"the XPath {body!r} of the body selects {len(nodes)} elements; the first was read"
    span = page.start[nodes[0]], page.end[nodes[0]]
    return Body(nodes[0], span, (Notice("body-several", text),) if len(nodes) > 1 else ())


def _empty(page: Page) -> tuple[Notice, ...]:
    return () if page.text else (Notice("no-text", "the page has no text"),)

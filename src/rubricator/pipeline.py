"""The pipeline: load, style, page, segment, structure. What is emitted from the result is `rubricator.emit`."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from rubricator.collector import CollectorPaused
from rubricator.errors import UsageError
from rubricator.limits import Limits, Notice
from rubricator.load import Source, load
from rubricator.methods import Method, method_and_params
from rubricator.options import DEFAULT_METHOD, DEFAULTS, RENDERERS, Options, Span
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
from rubricator.structure.tree import bind

log = logging.getLogger("rubricator")


def read(
    page: str | bytes | Path,
    *,
    url: str | None = None,
    method: str | Method = DEFAULT_METHOD,
    render: str = "static",
    body: str | Span | None = None,
    timeout: float | None = None,
    params: Mapping[str, JsonValue] | None = None,
    limits: Limits | None = None,
    scripts: bool = False,
    settle: float | None = None,
) -> Structure:
    """Read a page and return its logical hierarchy.

    `page` is a path, a URL, the page's bytes, or its HTML as a string. `method` is the name of a method, or an object
    of its parameters, such as `Heps(preset="reference")`; `params` gives them as a mapping. `body` is an XPath of the
    content body, its range in the page's text, `"auto"`, or `"page"` for all of it. `timeout` is the page's budget in
    seconds. With `render="browser"`, `scripts` lets the page's scripts run, for `settle` seconds (1) after loading.
    """
    name, chosen = method_and_params(method, params)
    options = Options(name, chosen, body, render, scripts, settle, limits or Limits()).within(timeout)
    return structure_of(render_page(open_page(page, url, options), options), options)


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
    options = Options(render=render, limits=limits or Limits()).within(timeout)
    rendered = render_page(open_page(page, url, options), options)
    log.info("4b titles: %s", variant)
    with CollectorPaused():
        return find_titles(rendered, variant=variant, model=model, budget=options.budget)


def open_page(page: str | bytes | Path, url: str | None = None, options: Options = DEFAULTS) -> Source:
    """Step 1: load a page."""
    log.info("1 load: %s", page if isinstance(page, str | Path) and len(str(page)) < 200 else type(page).__name__)
    return load(page, url=url, limits=options.limits)


def render_page(source: Source, options: Options = DEFAULTS) -> Page:
    """Step 2 and 3: style a source and lay its text out as a Page."""
    log.info("2 style: %s renderer, %d characters of HTML", options.render, len(source.html))
    if options.render not in RENDERERS:
        raise UsageError(f"unknown renderer {options.render!r}; choose: {', '.join(RENDERERS)}")
    if options.render == "browser":
        page = render_browser(source, options)
    elif options.scripts:
        raise UsageError("only the browser renderer runs scripts; add --render browser")
    elif options.settle is not None:
        raise UsageError("only the browser renderer lets scripts settle; add --render browser to --settle")
    else:
        page = render_static(source, options)
    log.info("3 page: %d nodes, %d styles, %d characters of text", len(page.tag), len(page.styles), len(page.text))
    return page


def structure_of(page: Page, options: Options = DEFAULTS) -> Structure:
    """Steps 4 and 5: segment a page and give its blocks their back-pointers."""
    with CollectorPaused():
        return _structure_of(page, options)


def _structure_of(page: Page, options: Options) -> Structure:
    body, given, several = find_body(page, options.body)
    options.budget.check()
    log.info("4 segment: %s", options.method)
    found = find_method(options.method)(Task(page, body, options, options.body in {None, "auto"}, given))
    options.budget.check()
    root, titles = without_permalinks(page, found.root, found.titles)
    root, titles, located = locate(page, root, titles, body, options.limits)
    structure = Structure(
        text=page.text,
        root=root,
        method=options.method,
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
    check(structure, options.limits.block_depth)
    if log.isEnabledFor(logging.INFO):
        log.info("5 structure: %d blocks", sum(1 for _ in root.walk()))
    return bind(structure)


class Body(NamedTuple):
    """The node of the content body, the range that the caller gave, and warnings."""

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

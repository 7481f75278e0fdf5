"""The view: one HTML file with the page, what the methods found in it, and a script that draws the one on the other.

The page is shown in a frame that may not run scripts (`sandbox` without `allow-scripts`). The frame is of the same
origin, as the view's script must build its content and measure where texts stand. Under the content security policy no
other script than that one runs, by its digest, and nothing is loaded but `data:` images and fonts. The policy holds in
the frame too, which has it from the document around it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import NamedTuple

from rubricator.emit.view.limits import ViewLimits
from rubricator.emit.view.outlines import outline_data
from rubricator.emit.view.resources import DataInliner
from rubricator.emit.view.spans import Places
from rubricator.emit.view.tree import doctype, shown_page
from rubricator.errors import UsageError
from rubricator.limits import Notice
from rubricator.load import Source
from rubricator.load.remote import of_any_kind
from rubricator.options import DEFAULTS, Options
from rubricator.structure.model import JsonValue, Structure
from rubricator.version import __version__

_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_MOST_NOTICES = 50


log = logging.getLogger("rubricator")


class ViewData(NamedTuple):
    """What the view's script shows, where spans of the page's text are in it, and what could not be shown."""

    data: dict[str, object]
    places: Places
    warnings: tuple[Notice, ...]


class View(NamedTuple):
    """A view as HTML, and what could not be shown in it."""

    html: str
    warnings: tuple[Notice, ...]


def to_view(
    source: Source,
    structures: Sequence[Structure],
    options: Options = DEFAULTS,
    *,
    view_limits: ViewLimits | None = None,
) -> View:
    """Return the page of a source with what several methods found in it; the first structure is shown first.

    The structures must be of one Page, made from this source.
    """
    data, _, warnings = view_data(source, structures, options, view_limits=view_limits)
    name = source.url or source.path or ""
    page = structures[0].page
    title = (page.title if page is not None else "") or name or "page"
    return View(_document(title, name, structures[0].renderer, data), warnings)


def view_data(
    source: Source,
    structures: Sequence[Structure],
    options: Options = DEFAULTS,
    *,
    view_limits: ViewLimits | None = None,
) -> ViewData:
    """Return the data that the view's script shows."""
    page = structures[0].page if structures else None
    if page is None or any(structure.page is not page for structure in structures):
        raise UsageError("a view needs structures of one page, each with its page")
    view_limits = view_limits or ViewLimits()
    # A page from the web has been asked for stylesheets only.
    full = replace(source, resources=of_any_kind(source.resources))
    inliner = DataInliner(full, options.limits, view_limits, options.budget)
    shown = shown_page(page, inliner, view_limits)
    places = Places(page, shown)
    warnings = list(shown.warnings)
    outlines: list[JsonValue] = []
    for structure in structures:
        data, found = outline_data(structure, places, view_limits)
        outlines.append(data)
        warnings += found
    said = list(dict.fromkeys([*(notice for one in structures for notice in one.warnings), *warnings]))
    everything: dict[str, object] = {
        "doctype": doctype(source.html),
        "names": shown.names,
        "rows": shown.rows,
        "leaves": shown.places,
        "outlines": outlines,
        "warnings": [f"{notice.message} [{notice.code}]" for notice in said[:_MOST_NOTICES]],
    }
    log.info("6 emit: view of %d nodes and %d methods", len(shown.rows), len(structures))
    return ViewData(everything, places, tuple(warnings))


def _document(title: str, name: str, renderer: str, data: dict[str, object]) -> str:
    folder = files(__package__)
    script = "".join([(folder / name).read_text("utf-8") for name in ("page.js", "view.js")])
    parts = {
        "policy": _policy(script),
        "title": safe_html(title),
        "name": safe_html(name),
        "renderer": safe_html(renderer),
        "version": safe_html(__version__),
        "style": "".join([(folder / name).read_text("utf-8") for name in ("tokens.css", "view.css")]),
        "script": script,
        "data": embedded_json(data),
    }
    template = (folder / "view.html").read_text("utf-8").replace("{{body}}", (folder / "body.html").read_text("utf-8"))
    return filled(template, parts)


def filled(template: str, parts: Mapping[str, str]) -> str:
    """Put parts, which are HTML, into the places of a template that bear their names."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], template)


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def embedded_json(data: dict[str, object]) -> str:
    """Return JSON that cannot end the element it stands in."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _FORBIDDEN.sub("\ufffd", written.replace("<", "\\u003c"))


def safe_html(text: str) -> str:
    """Return text as HTML, without characters that HTML cannot hold."""
    return escape(_FORBIDDEN.sub("\ufffd", text))

"""The stylesheets of a page in cascade order: `<style>`, `<link>` and what they import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple
from urllib.parse import urljoin

from rubricator.limits import Budget, Limits, Notice
from rubricator.load import Source, decode_sheet
from rubricator.load.data_url import decode_data_url, is_data_url
from rubricator.page.model import Attributes
from rubricator.style.css.conditions import media_matches
from rubricator.style.css.sheet import Sheet, parse_sheet
from rubricator.style.css.syntax import ANONYMOUS
from rubricator.style.document import Document
from rubricator.style.shadow import SHADOW_ROOT

_APART = frozenset({"template", SHADOW_ROOT})
"""What holds sheets that are not the page's."""
_HOLDERS = ("style", *_APART)
_NAMED = 10
"""Missing sheets that are named one by one before the rest is only counted."""


class PlacedSheet(NamedTuple):
    """A sheet in its place: the layer it is imported into, and a number that tells its unnamed layers from others."""

    sheet: Sheet
    into: str = ""
    number: int = 0

    def layer(self, name: str) -> str:
        """Return the full name of a layer that the sheet names so; '' is what stands in no layer of its own."""
        if ANONYMOUS in name:
            name = name.replace(ANONYMOUS, f"{ANONYMOUS}{self.number}-")
        return f"{self.into}.{name}" if self.into and name else self.into or name


@dataclass(slots=True)
class SheetCollector:
    """Gathers sheets, follows imports, and notes what could not be had."""

    source: Source
    limits: Limits
    budget: Budget
    quirks: bool
    linked: bool = True
    """Follow `<link>` and `@import`; benchmarks turn it off."""
    layers: list[str] = field(default_factory=list)
    """The full names of layers in the order in which they were named."""
    notices: list[Notice] = field(default_factory=list)
    _title: str = ""
    """Of the sheets with titles, those of the first title apply; the others are alternatives."""
    _found: list[PlacedSheet] = field(default_factory=list)
    _missing: list[str] = field(default_factory=list)
    _count: int = 0
    _parsed: int = 0
    _overflow: bool = False

    def collect(self, document: Document) -> list[PlacedSheet]:
        """Return the sheets in the order of the cascade."""
        base = base_url(document, self.source.base)
        apart_stop = 0
        holders = (*_HOLDERS, "link") if self.linked else _HOLDERS
        for node in sorted(chain.from_iterable(map(document.nodes, holders))):
            tag = document.tag[node]
            if tag in _APART:
                apart_stop = max(apart_stop, document.stop[node])
            elif node < apart_stop:
                continue
            elif tag == "style":
                text = _style_text(document, node)
                if text and self._applies(document, node):
                    self._parse(text, base, "", ())
            else:
                href = _sheet_href(document, node)
                if href and self._applies(document, node):
                    self._load(urljoin_safe(base, href), "", ())
        self._finish()
        return self._found

    def _applies(self, document: Document, node: int) -> bool:
        title = document.attribute(node, "title") or ""
        self._title = self._title or title
        return not title or title == self._title

    def _load(self, url: str, layer: str, above: tuple[str, ...]) -> None:
        """Add a sheet with what it imports; `above` are those that import it."""
        if url in above or self._count >= self.limits.sheets:
            self._overflow |= url not in above
            return
        if len(above) >= self.limits.import_depth:
            self._overflow = True
            return
        self.budget.check()
        self._count += 1
        if is_data_url(url):
            held = decode_data_url(url)
            if held and held.media_type == "text/css":
                self._parse(held.data.decode("utf-8", "replace"), url, layer, (*above, url))
            return
        resource = self.source.resources.get(url)
        if resource is None:
            self._missing.append(url)
            return
        text = decode_sheet(resource.data, resource.charset, self.source.encoding)
        self._parse(text, resource.url, layer, (*above, url))

    def _parse(self, text: str, base: str, layer: str, above: tuple[str, ...]) -> None:
        """Add what a sheet imports, then the sheet. Layers are named in the order in which a reader meets them."""
        self._parsed += 1
        placed = PlacedSheet(parse_sheet(text, self.quirks, self.limits, self.budget), layer, self._parsed)
        sheet = placed.sheet
        self._overflow |= sheet.overflow
        self.layers += [layer, *map(placed.layer, sheet.layers[: sheet.early_layers])]
        if self.linked:
            for imported in sheet.imports:
                into = placed.layer(imported.layer)
                # It has its place whether the sheet is to be had or not.
                self.layers.append(into)
                self._load(urljoin_safe(base, imported.url), into, above)
        self.layers += map(placed.layer, sheet.layers[sheet.early_layers :])
        self._found.append(placed)

    def _finish(self) -> None:
        self.notices += missing_sheets(self._missing)
        if self._overflow:
            what = "sheets, imports, rules, selectors or nesting"
            text = f"stylesheets hold more {what} than the limits allow; the rest was ignored"
            self.notices.append(Notice("stylesheet-limit", text))


def missing_sheets(urls: Sequence[str]) -> list[Notice]:
    """Say which stylesheets could not be had."""
    notices = []
    for url in urls[:_NAMED]:
        shown = url if len(url) <= 200 else url[:197] + "..."
        notices.append(Notice("stylesheet-missing", f"a stylesheet could not be had: {shown}"))
    if len(urls) > _NAMED:
        notices.append(Notice("stylesheet-missing", f"{len(urls) - _NAMED} more stylesheets could not be had"))
    return notices


def base_url(document: Document, fallback: str) -> str:
    """Return what relative addresses refer to: the first `<base href>`, itself relative to the page."""
    for node in document.nodes("base"):
        href = document.attribute(node, "href")
        if href and node < next(iter(document.nodes("body")), len(document.tag)):
            return urljoin_safe(fallback, href.strip())
    return fallback


def urljoin_safe(base: str, href: str) -> str:
    """Join addresses; one that is not an address is returned as it is."""
    try:
        return urljoin(base, href)
    except ValueError:
        return href


def _style_text(document: Document, node: int) -> str:
    if document.attributes[node]:
        kind = (document.attribute(node, "type") or "text/css").strip().lower()
        if kind != "text/css" or not media_matches(document.attribute(node, "media") or ""):
            return ""
    return "".join(document.data[node + 1 : document.stop[node]])


def _sheet_href(document: Document, node: int) -> str | None:
    href = sheet_address(document.attributes[node])
    return href if href and media_matches(document.attribute(node, "media") or "") else None


def sheet_address(attributes: Attributes) -> str | None:
    """Return the address of the stylesheet that a `link` element names, for whatever medium; None without one."""
    pairs = dict(attributes)
    words = (pairs.get("rel") or "").lower().split()
    kind = (pairs.get("type") or "text/css").partition(";")[0].strip().lower()
    if "stylesheet" not in words or "alternate" in words or "disabled" in pairs or kind not in {"text/css", ""}:
        return None
    return (pairs.get("href") or "").strip() or None

"""The page as it is shown: its elements, attributes and texts as data, without what runs, loads or leads elsewhere.

No markup is written. The view's script makes the elements one by one, so nothing is parsed a second time, and each node
of the view is known to be a certain node of the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from rubricator.emit.elements import attribute
from rubricator.emit.view.elements import (
    ASKED_FOR,
    EMPTIED,
    HTML,
    IMAGES,
    LEFT_OUT,
    LONGEST_CUSTOM,
    MATH,
    MATH_ATTRIBUTES,
    MATH_ELEMENTS,
    NAME,
    NOT_DRAWN,
    OWN_SHEET,
    PLAIN,
    PREFIXES,
    RENAMED,
    STANDS_FOR,
    SVG,
    SVG_ELEMENTS,
    SVG_LOCAL,
    TO_HTML,
)
from rubricator.emit.view.limits import ViewLimits
from rubricator.emit.view.resources import DataInliner
from rubricator.emit.view.sheets import Sheet, shown_declarations, shown_sheets
from rubricator.limits import Notice
from rubricator.page.model import IMAGE, TEXT, Attributes, Page
from rubricator.style.sheets import sheet_address, urljoin_safe

Row = list[int | str | list[str]]
"""A node of the view: the row of its parent, then a text, or the number of an element's name and its attributes."""

_LEFT_OUT = -1
_FIRST_SHEET = 2
"""The row of the text of a sheet before those of the page."""
_PLACE = "left-out"
"""Stands where an element was left out of the body."""
_DOCTYPE = re.compile(
    r"""(?:\s|<!--.*?-->|<\?[^>]*>)*+<!doctype\s+([\w\-]{1,40}(?:\s+(?:public|system)(?:\s*(?:"[^"<>&]*"|'[^'<>&]*')){1,2})?)""",
    re.DOTALL | re.IGNORECASE,
)
_SIZE = "data-shown-size"
_LENGTH = re.compile(r"\s*(\d{1,5})(?:\.\d*)?\s*(%?)")
_LOCAL = re.compile(r"#[\w.:\-]{1,200}\Z")
_CUSTOM = re.compile(r"[a-z_][a-z0-9_.\-]*\Z")
_CHECK_EVERY = 4096


class Shown(NamedTuple):
    """A page as data. `leaves` are the page's texts and images that are shown, `places` the rows that show them."""

    names: list[str]
    rows: list[Row]
    leaves: list[int]
    places: list[int]
    warnings: tuple[Notice, ...]


def shown_page(page: Page, inliner: DataInliner, limits: ViewLimits) -> Shown:
    """Return what of a page is shown."""
    builder = _Builder(page, inliner, limits, _base(page, inliner.source.base))
    builder.build()
    if builder.rows:
        builder.rows[_FIRST_SHEET] = [_FIRST_SHEET - 1, _own_sheet(builder.sizes)]
    warnings = inliner.finish()
    if builder.full:
        text = f"the page has more than {limits.nodes} nodes; the view ends there"
        warnings = (*warnings, Notice("view-limit", text))
    return Shown(list(builder.names), builder.rows, builder.leaves, builder.places, warnings)


@dataclass(slots=True)
class _Builder:
    page: Page
    inliner: DataInliner
    limits: ViewLimits
    base: str
    names: dict[str, int] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    sizes: list[str] = field(default_factory=list)
    """Of frames and the like, by attributes; sheets of the page may say otherwise."""
    full: bool = False
    _row: list[int] = field(default_factory=list)
    """For each node of the page the row that its children are put into."""
    _space: list[str] = field(default_factory=list)
    """For each row the name space of its children."""
    _depth: list[int] = field(default_factory=list)
    _title: str = ""
    """Of the sheets with titles, those of the first title apply; the others are alternatives."""

    def build(self) -> None:
        page = self.page
        count = len(page.tag)
        self._row = [_LEFT_OUT] * count
        node = 1
        while node < count:
            if len(self.rows) >= self.limits.nodes:
                self.full = True
                return
            if not node % _CHECK_EVERY:
                self.inliner.budget.check()
            node = self._text(node) if page.tag[node] == TEXT else self._element(node)

    def _text(self, node: int) -> int:
        above = self._row[self.page.parent[node]]
        if above >= 0:
            if self.page.start[node] < self.page.end[node]:
                self.leaves.append(node)
                self.places.append(len(self.rows))
            self._add(above, self.page.data[node])
        return node + 1

    def _element(self, node: int) -> int:
        """Show an element, or not, and return the next node to look at."""
        page, tag = self.page, self.page.tag[node]
        above = self._row[page.parent[node]]
        if above < 0 and self.rows:
            return page.stop[node]
        space = self._space[above] if self.rows else HTML
        if tag in {"style", "link"}:
            self._sheets(node, above)
            return page.stop[node]
        inner = {"svg": SVG, "math": MATH}.get(tag, space)
        name = _shown_name(tag, inner)
        if name is None:
            if node > page.body:
                # Selectors such as :first-child count it.
                self._add(above, _PLACE, [])
            return page.stop[node]
        if inner == HTML and tag in {"html", "head", "body"} and above > 0:
            # The document of a frame.
            name = "div"
        row = self._add(above, name, self._attributes(node, tag, inner))
        if not row:
            self._add(self._add(row, "style", []), "")
        self._space[row] = HTML if tag in TO_HTML.get(inner, ()) else inner
        self._row[node] = row if self._depth[row] < self.limits.depth else above
        if page.flags[node] & IMAGE:
            self.leaves.append(node)
            self.places.append(row)
        return page.stop[node] if inner == HTML and tag in EMPTIED else node + 1

    def _add(self, above: int, what: str, attributes: list[str] | None = None) -> int:
        row = len(self.rows)
        if attributes is None:
            self.rows.append([above, what])
        else:
            number = self.names.setdefault(what, len(self.names))
            self.rows.append([above, number, attributes] if attributes else [above, number])
        self._space.append(HTML)
        self._depth.append(self._depth[above] + 1 if above >= 0 else 0)
        return row

    def _sheets(self, node: int, above: int) -> None:
        """Show what a `style` or `link` element holds or names as `style` elements."""
        page = self.page
        pairs = dict(page.attributes[node])
        title = pairs.get("title") or ""
        self._title = self._title or title
        kind = (pairs.get("type") or "text/css").partition(";")[0].strip().lower()
        if kind != "text/css" or title not in {"", self._title} or above < 0:
            return
        sheet: Sheet | None
        if page.tag[node] == "style":
            inside = range(node + 1, page.stop[node])
            sheet = Sheet("".join(page.data[child] for child in inside if page.tag[child] == TEXT), self.base)
        else:
            href = sheet_address(page.attributes[node])
            sheet = self.inliner.sheet(href, self.base) if href else None
        if sheet is None:
            return
        media = ["media", pairs["media"] or ""] if pairs.get("media") else []
        for text in shown_sheets(sheet, self.inliner, self.inliner.limits.import_depth):
            self._add(self._add(above, "style", media), text)

    def _attributes(self, node: int, tag: str, space: str) -> list[str]:
        shown: list[str] = []
        for name, value in self.page.attributes[node]:
            kept = self._attribute(tag, space, name, value or "")
            if kept is not None:
                shown += [name, kept]
            if name in ASKED_FOR and len(value or "") <= LONGEST_CUSTOM:
                shown += [STANDS_FOR + name, value or ""]
        loads = tag in EMPTIED or (tag == "object" and attribute(self.page, node, "data"))
        if space == HTML and loads and (size := _size_of(self.page.attributes[node])):
            self.sizes.append(size)
            shown += [_SIZE, str(len(self.sizes))]
        if space == HTML and tag == "img" and "src" not in shown[::2]:
            shown += self._first_of_set(node)
        return shown

    def _attribute(self, tag: str, space: str, name: str, value: str) -> str | None:
        """Return what an attribute is shown as, None when it is not."""
        if name == "style":
            return shown_declarations(value, self.base, self.inliner)
        if space == SVG:
            return self._drawn(tag, name, value)
        if space == MATH or name in PLAIN:
            return value if name in PLAIN or name in MATH_ATTRIBUTES else None
        if name == "href":
            return "#" if tag == "a" else None
        if (tag, name) in IMAGES or name == "background":
            # Browsers show that an image is broken, and without an address they do not.
            return (self.inliner.image(value.strip(), self.base) or "data:,") if value.strip() else None
        if name.startswith(PREFIXES) and _CUSTOM.match(name) and len(value) <= LONGEST_CUSTOM:
            return value
        return None

    def _drawn(self, tag: str, name: str, value: str) -> str | None:
        if name in {"href", "xlink:href"}:
            if tag == "image":
                return self.inliner.image(value.strip(), self.base)
            return value if tag in SVG_LOCAL and _LOCAL.match(value) else None
        if name in NOT_DRAWN or name.lower().startswith("on") or not NAME.match(name):
            return None
        return shown_declarations(value, self.base, self.inliner) if "(" in value or "\\" in value else value

    def _first_of_set(self, node: int) -> list[str]:
        """Return the first available image of a `srcset`."""
        for candidate in (attribute(self.page, node, "srcset") or "").split(",")[:8]:
            address = candidate.split()[:1]
            data = self.inliner.image(address[0], self.base) if address else None
            if data:
                return ["src", data]
        return []


def _own_sheet(sizes: list[str]) -> str:
    """Return a sheet that gives elements which stand for others their look; those of the page come after it."""
    rules = [f"[{_SIZE}='{number}']{{{size}}}" for number, size in enumerate(sizes, 1)]
    return OWN_SHEET + "".join(rules)


def doctype(html: str) -> str:
    """Return the doctype of a page, which decides whether browsers lay it out as the oldest ones did; "" for none."""
    found = _DOCTYPE.match(html)
    return f"<!DOCTYPE {found[1]}>" if found else ""


def _shown_name(tag: str, space: str) -> str | None:
    if space == SVG:
        return f"svg:{tag}" if tag in SVG_ELEMENTS else "svg:g" if tag == "a" else None
    if space == MATH:
        return f"math:{tag}" if tag in MATH_ELEMENTS else None
    if tag in LEFT_OUT:
        return None
    if tag in EMPTIED:
        return EMPTIED[tag]
    return RENAMED.get(tag, tag if NAME.match(tag) else "span")


def _base(page: Page, fallback: str) -> str:
    """Return what addresses of images and sheets are relative to: where the page was found, or its `<base>`."""
    for node in range(1, page.body):
        if page.tag[node] == "base" and (href := attribute(page, node, "href")):
            return urljoin_safe(fallback, href.strip())
    return fallback


def _size_of(attributes: Attributes) -> str:
    """Return the width and height that attributes give a frame, a film or the like."""
    sizes = []
    for name, value in attributes:
        length = _LENGTH.match(value or "") if name in {"width", "height"} else None
        if length:
            sizes.append(f"{name}:{length[1]}{length[2] or 'px'}")
        elif name == "frameborder" and value in {"0", "no"}:
            sizes.append("border:0")
    return ";".join(sizes)

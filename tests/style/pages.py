"""Renders small pages and says in a few words how each of their texts looks."""

from __future__ import annotations

from rubricator.limits import Budget, Limits
from rubricator.load import Resource, Source
from rubricator.options import Options
from rubricator.page.model import TEXT, VISIBLE, Page, Style
from rubricator.page.render import render_static

STRICT = "<!doctype html>"
URL = "http://site.test/page.html"


class Files:
    """Stylesheets by URL, and a note of what was asked for."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        self.asked: list[str] = []

    def get(self, url: str) -> Resource | None:
        self.asked.append(url)
        text = self.files.get(url.removeprefix("http://site.test"))
        return None if text is None else Resource(text.encode(), url)


def render(
    html: str,
    files: dict[str, str] | Files | None = None,
    *,
    limits: Limits | None = None,
    budget: Budget | None = None,
) -> Page:
    """Render a page whose stylesheets are given by their paths."""
    resources = files if isinstance(files, Files) else Files(files or {})
    source = Source(html, "utf-8", "", url=URL, base=URL, resources=resources)
    return render_static(source, Options(limits=limits or Limits(), budget=budget or Budget()))


def styled(css: str, body: str) -> str:
    """Return a page with one stylesheet, in standards mode."""
    return f"{STRICT}<style>{css}</style><body>{body}"


def looks(html: str, files: dict[str, str] | None = None) -> str:
    """Return how the texts of a page look, in order: what differs from plain black text of 16 pixels, inline."""
    page = render(html, files)
    return " | ".join(look(page.styles[page.style[node]], bool(page.flags[node] & VISIBLE)) for node in texts(page))


def texts(page: Page) -> list[int]:
    """Return the text nodes that are not blank, those of code and metadata aside."""
    unread = {"style", "title", "script"}
    nodes = [node for node, tag in enumerate(page.tag) if tag == TEXT and page.data[node].strip()]
    return [node for node in nodes if page.tag[page.parent[node]] not in unread]


def look(style: Style, visible: bool) -> str:
    """Describe a style, leaving out what is usual."""
    words = [
        f"{round(style.font_size, 2):g}px" if style.font_size != 16 else "",
        f"{style.weight}" if style.weight != 400 else "",
        "italic" if style.italic else "",
        style.decoration if style.decoration != "none" else "",
        color(style.color) if style.color != 0x000000FF else "",
        f"on {color(style.background)}" if style.background & 0xFF else "",
        style.align if style.align != "start" else "",
        style.display if style.display != "inline" else "",
        style.transform if style.transform != "none" else "",
        "" if visible else "hidden",
    ]
    return " ".join(filter(None, words))


def color(value: int) -> str:
    """Write a colour as CSS does, its opacity only where it is not full."""
    return f"#{value >> 8:06x}" if value & 0xFF == 0xFF else f"#{value:08x}"

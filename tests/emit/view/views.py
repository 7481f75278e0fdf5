"""Views of small pages, and what must hold for every one of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from rubricator.emit.view.document import View, to_view
from rubricator.emit.view.elements import LEFT_OUT, MATH_ELEMENTS, SVG_ELEMENTS
from rubricator.emit.view.limits import ViewLimits
from rubricator.load import Resource, Source
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.structure.model import JsonValue

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8)
PNG_DATA = "data:image/png;base64,iVBORw0KGgoAAAAAAAAAAA=="

_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
_ESCAPE_OR_STRING = re.compile(
    r"\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))|" + r'"(?:[^"\\\n]|\\.)*"?|\'(?:[^\'\\\n]|\\.)*\'?', re.DOTALL
)
_NO_NAME = r"(?<![\w\-\x80-\U0010ffff])"
_KNOWN_ADDRESS = re.compile(r'url\("(?:data:(?:image|font)/[a-z0-9+.\-]+;base64,[A-Za-z0-9+/=]*|data:,|#[\w.:\-]*)"\)')
_FORBIDDEN = frozenset({*LEFT_OUT, "iframe", "frame", "frameset", "object", "embed", "applet"})


class Files:
    """Resources by address."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)
        self.asked: list[str] = []

    def get(self, url: str) -> Resource | None:
        self.asked.append(url)
        return Resource(self.files[url], url) if url in self.files else None


def source(html: str, files: Mapping[str, bytes] | None = None, base: str = "http://e.org/d/p.html") -> Source:
    return Source(html, "utf-8", "", url=base, base=base, resources=Files(files or {}))


def view(
    html: str,
    files: Mapping[str, bytes] | None = None,
    *,
    methods: tuple[str, ...] = ("tags",),
    base: str = "http://e.org/d/p.html",
    limits: ViewLimits | None = None,
) -> View:
    """Return the view of a page whose resources are `files`."""
    found = source(html, files, base)
    page = render_static(found)
    return to_view(found, [structure_of(page, Options(method)) for method in methods], view_limits=limits)


def data_of(made: View) -> dict[str, JsonValue]:
    """Return the data that a view holds."""
    found = _DATA.search(made.html)
    assert found
    data = json.loads(found[1])
    assert isinstance(data, dict)
    return data


def shown(html: str, files: Mapping[str, bytes] | None = None, **options: str) -> str:
    """Return what is shown of the body of a page, written as tags; the sheet of the view itself is left out."""
    data = data_of(view(html, files, **options))  # type: ignore[arg-type]
    return markup(data).partition("<body")[2].partition(">")[2].removesuffix("</body></html>")


def head(html: str, files: Mapping[str, bytes] | None = None) -> str:
    """Return what is shown of the head."""
    return markup(data_of(view(html, files))).partition("<head>")[2].partition("</head>")[0]


def markup(data: Mapping[str, JsonValue]) -> str:
    """Write the rows of a view as tags, nothing escaped."""
    names, rows = data["names"], data["rows"]
    assert isinstance(names, list) and isinstance(rows, list)
    out: list[str] = []
    opened: list[tuple[int, str]] = []
    for number, row in enumerate(rows):
        assert isinstance(row, list) and isinstance(row[0], int)
        while opened and opened[-1][0] != row[0]:
            out.append(f"</{opened.pop()[1]}>")
        if isinstance(row[1], str):
            out.append(row[1])
            continue
        assert isinstance(row[1], int)
        name = str(names[row[1]])
        pairs = row[2] if len(row) > 2 else []
        assert isinstance(pairs, list)
        attributes = "".join(f' {key}="{value}"' for key, value in zip(pairs[::2], pairs[1::2], strict=True))
        out.append(f"<{name}{attributes}>")
        opened.append((number, name))
    out.extend(f"</{name}>" for _, name in reversed(opened))
    return "".join(out)


def check_safe(made: View) -> None:
    """Assert what must hold for every view, whatever the page."""
    assert made.html.count("<script") == made.html.count("</script") == 2
    data = data_of(made)
    names, rows = data["names"], data["rows"]
    assert isinstance(names, list) and isinstance(rows, list)
    for name in map(str, names):
        space, _, local = name.rpartition(":")
        allowed = {"svg": SVG_ELEMENTS, "math": MATH_ELEMENTS}.get(space)
        assert local in allowed if allowed is not None else re.fullmatch(r"[A-Za-z][\w.\-]*", local), name
        assert space or local.lower() not in _FORBIDDEN, name
    sheets = {number for number, row in enumerate(rows) if isinstance(row, list) and _is(row, names, "style")}
    for number, row in enumerate(rows):
        assert isinstance(row, list) and isinstance(row[0], int)
        assert -1 <= row[0] < number or number == 0
        if isinstance(row[1], str):
            if row[0] in sheets:
                check_css(row[1])
            continue
        pairs = row[2] if len(row) > 2 else []
        assert isinstance(pairs, list)
        for key, value in zip(map(str, pairs[::2]), map(str, pairs[1::2]), strict=True):
            check_attribute(key, value)


def check_attribute(key: str, value: str) -> None:
    assert re.fullmatch(r"[A-Za-z_][\w.:\-]*", key), key
    assert not key.lower().startswith("on"), key
    assert key not in {"srcdoc", "action", "formaction", "ping", "srcset", "name", "data", "http-equiv", "is"}, key
    if key in {"href", "xlink:href"}:
        assert value.startswith(("#", "data:image/")), value
    elif key in {"src", "background", "poster"}:
        assert value.startswith(("data:image/", "data:font/")) or value == "data:,", value
    elif key == "style":
        check_css(value)


def check_css(text: str) -> None:
    rest = _ESCAPE_OR_STRING.sub(_read, _KNOWN_ADDRESS.sub("", text)).lower()
    assert not re.search(rf"{_NO_NAME}(?:url|expression|image-set|src)\(", rest), rest
    assert not re.search(r"@import(?![\w\-\x80-\U0010ffff])", rest), rest


def _read(found: re.Match[str]) -> str:
    """Return the character that an escape stands for; one that is no letter is still part of a name. Strings go."""
    if not found[0].startswith("\\"):
        return '""'
    character = chr(min(int(found[1], 16), 0x10FFFF)) if found[1] else found[2]
    return character if character.isalnum() else "_"


def _is(row: list[JsonValue], names: list[JsonValue], name: str) -> bool:
    return isinstance(row[1], int) and names[row[1]] == name

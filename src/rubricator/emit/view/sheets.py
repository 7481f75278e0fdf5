"""Stylesheets as they are shown: imports and resources are inlined, and nothing is requested.

Tokens are found by one regular expression, so that strings are not mistaken for rules. Names written with
escapes (`\\75rl(`) are read first, as browsers do. Should a browser read a sheet differently, the content security
policy of the view still lets nothing out.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

from rubricator.emit.view.elements import ASKED_FOR, STANDING, STANDS_FOR
from rubricator.style.css.syntax import IMPORT
from rubricator.style.css.tokens import ANY_STRING, NAME_CHARACTER, strip_comments, unescape

VIEWPORT = "--rubricator-vh"
"""A hundredth of the height of the reader's window; that of the frame which shows the page is as high as the page."""

_NOTHING = 'url("data:,")'
_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}\s?|[^\n0-9a-fA-F])"
_WORD = rf"(?:{NAME_CHARACTER}|{_ESCAPE})++"
_TOKEN = re.compile(
    rf"(?P<string>{ANY_STRING})"
    rf"|(?P<height>(?<![\w.\-#\\])[+-]?(?:\d+\.?\d*|\.\d+))[sld]?vh\b"
    rf"|\[\s*+(?P<asked>{'|'.join(sorted(ASKED_FOR))})(?=\s*+[\]~|^$*=])"
    rf"|(?P<at>@?)(?P<word>{_WORD})(?P<call>\()?",
    re.DOTALL | re.IGNORECASE,
)
_ADDRESS = re.compile(rf"\(\s*+(?:(?P<quoted>{ANY_STRING})|(?P<bare>(?:[^\"'()\\\s]|\\.)*+))\s*+\)", re.DOTALL)
_STATEMENT = re.compile(
    rf"(?:\s|<!--|-->)*+(@(?P<keyword>{_WORD})(?P<rest>(?:{ANY_STRING}|\((?:[^()\"']|{ANY_STRING})*+\)|[^;{{}}\"'()])*+));",
    re.DOTALL,
)
_LOCAL = re.compile(r"[^#\w.:\-]")
_FONT = re.compile(r"\.(?:woff2?|ttf|otf|eot)(?:[?#]|\Z)", re.IGNORECASE)
_NAMED = frozenset(".#:@")
"""Before a name that is not that of an element."""
_NEWLINES = re.compile(r"\r\n?|\f")
_LEFT_OUT = frozenset({"expression", "image-set", "-webkit-image-set", "image", "src"})
"""Functions that run something, or take addresses as plain strings."""


class Sheet(NamedTuple):
    """The text of a sheet, and what addresses in it are relative to."""

    text: str
    base: str


class Inliner(Protocol):
    """Finds what sheets name."""

    def sheet(self, url: str, base: str) -> Sheet | None:
        """Return a sheet; None when it is missing, or the limit is reached."""

    def image(self, url: str, base: str) -> str | None:
        """Return an image or font as a `data:` address without quotes."""


class _Open(NamedTuple):
    """A sheet that is being read, up to `at`.

    `bases` are those of the sheets around it and its own, `groups` stand for the conditions of their imports.
    """

    text: str
    at: int
    bases: tuple[str, ...]
    groups: tuple[str, ...]


def shown_sheets(sheet: Sheet, inliner: Inliner, most_imports: int = 16) -> list[str]:
    """Return a sheet and what it imports as texts in the order of the cascade, with their images in them.

    Each is to be a sheet of its own, so that a bracket left open in one does not reach into the next.
    """
    shown: list[str] = []
    waiting = [_Open(_prepared(sheet.text), 0, (sheet.base,), ())]
    while waiting:
        text, at, bases, groups = waiting.pop()
        layers: list[str] = []
        imported = None
        while (found := _STATEMENT.match(text, at)) and imported is None:
            keyword = unescape(found["keyword"]).lower()
            if keyword not in {"charset", "import", "layer", "namespace"}:
                break
            at = found.end()
            if keyword == "layer":
                layers.append(found[1] + ";")
            elif keyword == "import":
                imported = IMPORT.match(found["rest"].strip())
        if imported is None:
            _show(shown, "".join(layers) + shown_values(text[at:], bases[-1], inliner), groups)
            continue
        _show(shown, "".join(layers), groups)
        waiting.append(_Open(text, at, bases, groups))
        inner = inliner.sheet(_imported_url(imported), bases[-1]) if len(bases) <= most_imports else None
        if inner and inner.base not in bases:
            inside = (*groups, *_conditions(imported))
            waiting.append(_Open(_prepared(inner.text), 0, (*bases, inner.base), inside))
    return shown


def shown_declarations(text: str, base: str, inliner: Inliner) -> str:
    """Return the value of a `style` attribute, with its images in it."""
    return shown_values(_prepared(text), base, inliner)


def shown_values(text: str, base: str, inliner: Inliner) -> str:
    """Return rules or declarations without comments, with their images in them."""
    out: list[str] = []
    at = 0
    while found := _TOKEN.search(text, at):
        out.append(text[at : found.start()])
        at = found.end()
        written = found[0]
        if found["height"]:
            written = f"calc({found['height']}*var({VIEWPORT}))"
        elif found["asked"]:
            written = f"[{STANDS_FOR}{found['asked']}"
        elif found["word"] in STANDING and not found["call"] and text[found.start() - 1 : found.start()] not in _NAMED:
            written = f"shown-{found['word']}"
        elif found["word"] and (found["at"] or found["call"]):
            name = unescape(found["word"]).lower()
            if found["at"]:
                written = f"@left-out {found['call'] or ''}" if name in {"import", "url"} else written
            elif name == "url":
                written, at = _address(text, at - 1, base, inliner)
            elif name in _LEFT_OUT:
                written = "left-out("
        out.append(written)
    out.append(text[at:])
    return "".join(out)


def _prepared(text: str) -> str:
    return strip_comments(_NEWLINES.sub("\n", text).replace("\0", "\ufffd"))


def _show(shown: list[str], text: str, groups: tuple[str, ...]) -> None:
    if text and not text.isspace():
        shown.append("".join(f"{group}{{" for group in groups) + text + "}" * len(groups))


def _address(text: str, at: int, base: str, inliner: Inliner) -> tuple[str, int]:
    """Return what stands for the address in brackets at `at`, and where to read on."""
    found = _ADDRESS.match(text, at)
    if found is None:
        return "bad-url(", at + 1
    quoted = found["quoted"]
    address = unescape(quoted[1:].removesuffix(quoted[0]) if quoted else found["bare"]).strip()
    if address.startswith("#"):
        return f'url("{_LOCAL.sub("", address)}")', found.end()
    data = inliner.image(address, base) if address else None
    if data:
        return f'url("{data}")', found.end()
    return 'local("")' if _FONT.search(address) else _NOTHING, found.end()


def _imported_url(imported: re.Match[str]) -> str:
    url = next((imported[name] for name in ("s1", "s2", "s3", "q1", "q2") if imported[name] is not None), "")
    return unescape(url).strip()


def _conditions(imported: re.Match[str]) -> tuple[str, ...]:
    groups = (
        f"@layer {imported['name'] or ''}" if imported["layer"] else "",
        f"@supports ({imported['supports']})" if imported["supports"] else "",
        f"@media {imported['media'].strip()}" if imported["media"].strip() else "",
    )
    return tuple(group for group in groups if group)

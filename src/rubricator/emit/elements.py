"""What elements mean to outputs: containers, parts of them, marks, and what readers of the page cannot unfold."""

from __future__ import annotations

import re
from itertools import chain

from rubricator.emit.nodes import ContainerKind, InlineKind
from rubricator.page.model import Page

# Containers and marks nest at most this deep together; deeper ones become transparent.
CONTAINER_DEPTH = 40
MARK_DEPTH = 10

_LISTS: dict[str, ContainerKind] = {"ul": "bullets", "menu": "bullets", "dir": "bullets", "ol": "numbers"}
CONTAINERS: dict[str, ContainerKind] = {**_LISTS, "dl": "definitions", "table": "table", "blockquote": "quote"}
PARTS: dict[str, dict[str, ContainerKind]] = {
    "bullets": {"li": "item"},
    "numbers": {"li": "item"},
    "definitions": {"dt": "term", "dd": "description"},
    "table": {"caption": "caption", "tr": "row"},
    "row": {"td": "cell", "th": "header"},
}
"""By the kind of the container: what elements right in it are."""
PREFORMATTED = frozenset({"pre", "listing", "xmp", "plaintext"})
MARKS: dict[str, InlineKind] = {
    "em": "emphasis",
    "i": "emphasis",
    "b": "strong",
    "strong": "strong",
    "code": "code",
    "kbd": "code",
    "samp": "code",
    "tt": "code",
    "s": "strike",
    "del": "strike",
    "strike": "strike",
    "sub": "sub",
    "sup": "sup",
    "q": "quoted",
}
_INERT = "template datalist option optgroup video audio canvas dialog".split()
_INERT_ROLES = frozenset("dialog alertdialog alert status tooltip".split())
"""What holds text that no reader of the running page can unfold, as far as it is hidden, or that comes over it and is
none of it; so does `noscript`."""
BOXES = frozenset({*CONTAINERS, *chain.from_iterable(PARTS.values()), *PREFORMATTED})
MEANINGFUL = frozenset({*BOXES, *MARKS, "a", "hr", "noscript"})
"""All others are boxes at most, unless they are pictures or breaks."""
_INTEGER = re.compile(r"[ \t\n\f\r]*([+-]?[0-9]{1,9})")
_LANGUAGE = re.compile(r"(?:^|\s)(?:lang(?:uage)?|highlight-source|highlight)-([\w+#.\-]{1,40})(?=\s|$)")
_LANGUAGE_WORD = re.compile(r"[\w+#.\-]+")
_LANGUAGE_NAMES = ("data-lang", "data-language")


def inert_elements(page: Page) -> frozenset[int]:
    """Return the elements whose hidden text a reader cannot unfold, except `noscript`."""
    roles = [node for node, role in page.symbols.having("role") if role in _INERT_ROLES]
    return frozenset(chain(roles, *map(page.nodes, _INERT)))


def is_for_noscript(page: Page) -> bool:
    """Say whether most of the text is for readers without scripts: it is what a page holds before they run."""
    inside = end = 0
    for node in page.nodes("noscript"):
        inside += max(0, page.end[node] - max(page.start[node], end))
        end = max(end, page.end[node])
    return inside * 2 > len(page.text)


def attribute(page: Page, node: int, name: str) -> str | None:
    """Return an attribute of an element, None when it has none or no value."""
    for key, value in page.attributes[node]:
        if key == name:
            return value
    return None


def integer(page: Page, node: int, name: str, default: int) -> int:
    value = attribute(page, node, name)
    match = _INTEGER.match(value) if value else None
    return int(match[1]) if match else default


def numbering(page: Page, node: int) -> tuple[int, int]:
    """Return the first number and the step of a numbered list."""
    if all(key != "reversed" for key, _ in page.attributes[node]):
        return integer(page, node, "start", 1), 1
    count, child = 0, node + 1
    while child < page.stop[node]:
        count += page.tag[child] == "li"
        child = page.stop[child]
    return integer(page, node, "start", count), -1


def language(page: Page, node: int) -> str | None:
    """Return the language of a listing as its element says it, or the `code` in it, or the two elements around it."""
    child = node + 1
    inner = [child] if child < page.stop[node] and page.tag[child] == "code" else []
    for place in (node, *inner, page.parent[node], page.parent[page.parent[node]]):
        for name in _LANGUAGE_NAMES:
            if value := attribute(page, place, name) if place > 0 else None:
                return value[:40].lower() if _LANGUAGE_WORD.fullmatch(value[:40]) else None
        found = _LANGUAGE.search(attribute(page, place, "class") or "") if place > 0 else None
        if found and found[1] != "default":
            return found[1]
    return None

"""What people cite, edit or copy a section by beside its heading: a sign such as ¶, a wiki's [edit], a button."""

from __future__ import annotations

from array import array
from bisect import bisect_left

from rubricator.page.model import Page

_SIGNS = frozenset("¶ § # ∞ ⚓ 🔗 \u200b".split(" "))
_MARKS = "".join(_SIGNS) + "["
_LONGEST = 8
"""Characters of a sign with the white space around it."""
_LABEL = 80
"""Characters of a button: a longer text is not only there to cite or copy a section by."""
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 dt".split())
_EDIT = frozenset({"mw-editsection", "editsection"})
"""Classes of what one edits a section by, as wikis write them."""


def find_permalinks(page: Page) -> tuple[int, ...]:
    """Return the elements that are such links or buttons, in document order."""
    found = {node for node in _buttons(page) if page.end[node] - page.start[node] <= _LABEL}
    places = _places(page.text, _MARKS)
    if places:
        found.update([node for node in _beginning(page.tag, page.start, places) if _is_permalink(page, node)])
    return tuple(sorted(found))


def _buttons(page: Page) -> list[int]:
    """Return the buttons behind the words of a heading; one that holds them all opens a section."""
    found = []
    for last in page.nodes("button"):
        node = last
        while node > 0 and page.tag[node] not in _HEADINGS and page.end[page.parent[node]] == page.end[last]:
            node = page.parent[node]
        if node > 0 and page.tag[node] in _HEADINGS and page.start[node] < page.start[last] < page.end[last]:
            found.append(last)
    return found


def _places(text: str, marks: str) -> list[int]:
    """Return where some characters stand in a text."""
    found = []
    for mark in marks:
        place = text.find(mark)
        while place >= 0:
            found.append(place)
            place = text.find(mark, place + 1)
    return sorted(found)


def _beginning(tags: tuple[str, ...], starts: array[int], places: list[int]) -> list[int]:
    """Return the elements `a` and `span` that begin at some places, or one character before."""
    found = []
    for place in places:
        # White space may stand before the sign.
        node = bisect_left(starts, place - 1)
        while node < len(starts) and starts[node] <= place:
            if tags[node] in {"a", "span"}:
                found.append(node)
            node += 1
    return found


def _is_permalink(page: Page, node: int) -> bool:
    if page.tag[node] == "a":
        return page.stop[node] == node + 2 and _is_sign(page.data[node + 1]) and _is_beside_heading(page, node)
    attributes = page.attributes[node]
    return page.tag[node] == "span" and bool(attributes) and attributes[0][1] in _EDIT


def _is_sign(text: str) -> bool:
    return len(text) <= _LONGEST and text.strip() in _SIGNS


def _is_beside_heading(page: Page, node: int) -> bool:
    """Say whether a link is named so, or stands in a heading, at most in one more element."""
    named = next((value for name, value in page.attributes[node] if name == "class"), None) or ""
    parent = page.parent[node]
    around = page.tag[parent], page.tag[max(page.parent[parent], 0)]
    return "link" in named or "anchor" in named or not _HEADINGS.isdisjoint(around)

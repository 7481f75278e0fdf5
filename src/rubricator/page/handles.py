"""Links beside headings by which people cite or edit a section: a sign such as ¶, or a wiki's [edit]."""

from __future__ import annotations

from rubricator.page.model import Page

_SIGNS = frozenset("¶ § # ∞ ⚓ 🔗 \u200b".split(" "))
_LONGEST = 8
"""Characters of a sign with the white space around it."""
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 dt".split())
_EDIT = frozenset({"mw-editsection", "editsection"})
"""Classes of what one edits a section by, as wikis write them."""


def find_handles(page: Page) -> list[int]:
    """Return the elements that are such links, in document order."""
    text = page.text
    if "[" not in text and not any(sign in text for sign in _SIGNS):
        return []
    tags, stops, data = page.tag, page.stop, page.data
    return [
        node
        for node, tag in enumerate(tags)
        if (tag == "a" and stops[node] == node + 2 and _is_sign(data[node + 1]) and _is_beside_heading(page, node))
        or (tag == "span" and page.attributes[node] and page.attributes[node][0][1] in _EDIT)
    ]


def _is_sign(text: str) -> bool:
    return len(text) <= _LONGEST and text.strip() in _SIGNS


def _is_beside_heading(page: Page, node: int) -> bool:
    """Say whether a link is named so, or stands in a heading, at most in one more element."""
    named = next((value for name, value in page.attributes[node] if name == "class"), None) or ""
    parent = page.parent[node]
    around = page.tag[parent], page.tag[max(page.parent[parent], 0)]
    return "link" in named or "anchor" in named or not _HEADINGS.isdisjoint(around)

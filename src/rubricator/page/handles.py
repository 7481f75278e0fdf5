"""Links beside headings by which people cite or edit a section: a sign such as ¶, or a wiki's [edit]."""

from __future__ import annotations

from rubricator.page.model import Page

_SIGNS = frozenset("¶ § # ∞ ⚓ 🔗".split())
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
        if (tag == "a" and stops[node] == node + 2 and data[node + 1] in _SIGNS and _is_beside_heading(page, node))
        or (tag == "span" and page.attributes[node] and page.attributes[node][0][1] in _EDIT)
    ]


def _is_beside_heading(page: Page, node: int) -> bool:
    named = next((value for name, value in page.attributes[node] if name == "class"), None) or ""
    return "link" in named or "anchor" in named or page.tag[page.parent[node]] in _HEADINGS

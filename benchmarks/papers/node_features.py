"""What the decision tree of Table 5 is told about a node. The HEPS paper lists no features; these are ours.

Text properties are those of the first text in the node, so that `<p><b>Fees</b></p>` is as bold as it looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from c45 import Attribute, Row

from rubricator.page.model import BLOCK, TEXT, Page, Style

FEATURES = (
    Attribute("tag", nominal=True),
    Attribute("tag of the parent", nominal=True),
    Attribute("alignment", nominal=True),
    Attribute("last character", nominal=True),
    Attribute("depth"),
    Attribute("characters"),
    Attribute("words"),
    Attribute("children"),
    Attribute("descendants"),
    Attribute("share of the parent's characters"),
    Attribute("characters after it in its parent"),
    Attribute("place among its siblings"),
    Attribute("siblings with its tag"),
    Attribute("font size"),
    Attribute("font size by that of most text"),
    Attribute("weight"),
    Attribute("italic"),
    Attribute("decorated"),
    Attribute("colour of its own"),
    Attribute("block-level"),
    Attribute("in a link"),
    Attribute("share of capital letters"),
    Attribute("starts with a digit"),
)
_TAGS = (
    "#text a abbr address article aside b big blockquote body br button caption center cite code dd div dl dt em "
    "fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i iframe img input label legend li main "
    "nav ol option p pre section select small span strong sup table tbody td textarea th thead tr tt u ul"
).split()
_TAG_NUMBERS = {tag: float(number) for number, tag in enumerate(_TAGS, 1)}
_ALIGNMENTS = {name: float(number) for number, name in enumerate(("left", "right", "center", "justify", "start"), 1)}
_LAST = {character: float(number) for number, character in enumerate(".:?!,;)", 3)}


def node_rows(page: Page, nodes: Sequence[int]) -> list[Row]:
    """Describe nodes of a page, in the order of FEATURES."""
    first, base = _first_texts(page), _base_style(page)
    depths = _depths(page)
    children: dict[int, list[int]] = {}
    for node in range(1, len(page.tag)):
        children.setdefault(page.parent[node], []).append(node)
    places = {node: place for row in children.values() for place, node in enumerate(row)}
    tags = {above: Counter(page.tag[node] for node in row) for above, row in children.items()}
    links = _in_links(page)
    rows = []
    for node in nodes:
        parent, start, end = page.parent[node], page.start[node], page.end[node]
        style = page.styles[page.style[_styled(page, first[node])]]
        rows.append(
            (
                _TAG_NUMBERS.get(page.tag[node], 0.0),
                _TAG_NUMBERS.get(page.tag[parent], 0.0),
                _ALIGNMENTS.get(style.align, 0.0),
                _last(page.text[start:end]),
                float(depths[node]),
                float(end - start),
                float(len(page.text[start:end].split())),
                float(len(children.get(node, ()))),
                float(page.stop[node] - node - 1),
                (end - start) / max(1, page.end[parent] - page.start[parent]),
                float(page.end[parent] - end),
                float(places[node]),
                float(tags[parent][page.tag[node]] - 1),
                *_looks(style, base),
                float(bool(page.flags[node] & BLOCK)),
                float(links[node]),
                *_letters(page.text[start:end]),
            )
        )
    return rows


def _styled(page: Page, node: int) -> int:
    """Return the node whose style a text or element has: a text has its parent's."""
    return page.parent[node] if page.tag[node] == TEXT else node


def _first_texts(page: Page) -> list[int]:
    """Return the first text with characters in each node, or the node itself."""
    first = list(range(len(page.tag)))
    for node in range(len(page.tag) - 1, 0, -1):
        leads_to_text = page.tag[first[node]] == TEXT
        if leads_to_text and page.start[first[node]] < page.end[first[node]]:
            first[page.parent[node]] = first[node]
    return first


def _base_style(page: Page) -> Style:
    """Return the style of most characters."""
    counts: Counter[int] = Counter()
    for node, tag in enumerate(page.tag):
        if tag == TEXT:
            counts[page.style[page.parent[node]]] += page.end[node] - page.start[node]
    return page.styles[counts.most_common(1)[0][0] if counts else page.style[0]]


def _depths(page: Page) -> list[int]:
    depths = [0] * len(page.tag)
    for node in range(1, len(page.tag)):
        depths[node] = depths[page.parent[node]] + 1
    return depths


def _in_links(page: Page) -> list[bool]:
    inside = [False] * len(page.tag)
    for node in range(1, len(page.tag)):
        inside[node] = inside[page.parent[node]] or page.tag[node] == "a"
    return inside


def _looks(style: Style, base: Style) -> tuple[float, ...]:
    return (
        style.font_size,
        style.font_size / base.font_size if base.font_size else 1.0,
        float(style.weight),
        float(style.italic),
        float(style.decoration not in {"", "none"}),
        float(style.color != base.color),
    )


def _last(text: str) -> float:
    """Return the number of the kind of the last character: none, letter, digit or the rest, punctuation."""
    text = text.rstrip()
    if not text:
        return 0.0
    return _LAST.get(text[-1], 1.0 if text[-1].isalpha() else 2.0)


def _letters(text: str) -> tuple[float, float]:
    letters = sum(character.isalpha() for character in text)
    capitals = sum(character.isupper() for character in text)
    return capitals / letters if letters else 0.0, float(text.lstrip()[:1].isdigit())

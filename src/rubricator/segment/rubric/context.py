"""What the elements around a text say of it: one pass over the nodes, one set of bits a node."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rubricator.page.model import TEXT, Attributes, Page

_TAGS = {
    "nav": "nav", "foot": "footer address", "head": "header", "aside": "aside", "main": "main article",
    "form": "form fieldset", "control": "select button option label textarea", "table": "table", "row": "tr",
    "cell": "td", "headcell": "th", "item": "li", "list": "ul ol", "terms": "dl", "term": "dt", "meaning": "dd",
    "link": "a", "paragraph": "p", "code": "pre code", "quote": "blockquote", "figure": "figure",
    "caption": "figcaption caption legend", "summary": "summary", "details": "details", "strong": "b strong",
    "emphasis": "em i u", "font": "font", "section": "section", "center": "center",
    "unseen": "noscript iframe template", **{f"h{level}": f"h{level}" for level in range(1, 7)},
}  # fmt: skip
_REGIONS = {tag: name for name, tags in _TAGS.items() for tag in tags.split()}
_ROLES = {
    "navigation": "nav", "contentinfo": "foot", "banner": "head", "complementary": "aside", "main": "main",
    "article": "main", "search": "form", "button": "control", "menu": "nav", "menubar": "nav", "tab": "control",
    "dialog": "overlay", "alertdialog": "overlay", "tooltip": "overlay", "heading": "headed",
}  # fmt: skip
_WORDS = {
    "nav": "nav navbar navigation menu menus submenu topmenu mainmenu breadcrumb breadcrumbs crumbs pagination pager "
    "tabs toolbar topbar",
    "foot": "foot footer bottom copyright legal colophon",
    "head": "header masthead banner logo branding top",
    "aside": "aside side sidebar sidebars rail widget widgets related recommended recommendations popular trending "
    "promo sponsor sponsored ad ads adv advert advertisement newsletter subscribe signup",
    "social": "social share sharing shares follow twitter facebook comments comment respond reply disqus",
    "overlay": "cookie cookies consent modal popup overlay gdpr dialog toast",
    "meta": "meta byline author date dateline tags tag category categories info posted timestamp credit",
    "main": "main content article post entry body story text maincontent bodytext articlebody",
    "headed": "title heading headline head subtitle subhead subheading subheader hdr hd header1 header2 tit caption "
    "sectiontitle",
    "toc": "toc contents tableofcontents index jump",
    "card": "card cards tile tiles teaser item items product products grid list listing result results carousel "
    "slide slider gallery",
    "question": "faq faqs question questions accordion toggle collapsible collapse panel expand",
}
"""Words of class and id that name a region; its bit has a dot before its name."""
BITS = {
    name: 1 << bit
    for bit, name in enumerate(sorted({*_REGIONS.values(), *_ROLES.values(), *(f".{name}" for name in _WORDS)}))
}
_WORD_BITS = {word: BITS[f".{name}"] for name, words in _WORDS.items() for word in words.split()}
_SPLIT = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


class Context(NamedTuple):
    """Columns over the page's nodes."""

    bits: list[int]
    """The regions that a node lies in."""
    near: list[int]
    """The same for the nearest two elements only."""
    depth: list[int]
    path: list[int]
    """Numbers of distinct tag paths."""
    targets: frozenset[str]
    """The ids that links of the page itself point to."""


def find_context(page: Page) -> Context:
    """Walk over the nodes once."""
    tags, parents, attributes = page.tag, page.parent, page.attributes
    count = len(tags)
    bits, near, depth, path = [0] * count, [0] * count, [0] * count, [0] * count
    own = [0] * count
    paths: dict[tuple[int, str], int] = {}
    targets = set()
    for node in range(1, count):
        tag, above = tags[node], parents[node]
        depth[node] = depth[above] + 1
        path[node] = paths.setdefault((path[above], tag), len(paths) + 1)
        if tag == TEXT:
            bits[node], near[node] = bits[above], near[above]
            continue
        pairs = attributes[node]
        mine = _own_bits(tag, pairs) if pairs else BITS.get(_REGIONS.get(tag, ""), 0)
        own[node] = mine
        bits[node] = bits[above] | mine
        near[node] = mine | own[above]
        if tag == "a" and pairs:
            for name, value in pairs:
                if name == "href" and value and value[0] == "#" and len(value) > 1:
                    targets.add(value[1:])
    return Context(bits, near, depth, path, frozenset(targets))


@lru_cache(maxsize=8192)
def _own_bits(tag: str, attributes: Attributes) -> int:
    """Return the bits of an element by its name, its role, and the words of its class and id."""
    bits = BITS.get(_REGIONS.get(tag, ""), 0)
    for name, value in attributes:
        if not value:
            continue
        if name in {"class", "id"}:
            if tag not in {"body", "html"}:
                for word in _SPLIT.findall(value[:200]):
                    bits |= _WORD_BITS.get(word.lower(), 0)
        elif name == "role":
            bits |= BITS.get(_ROLES.get(value.strip().lower(), ""), 0)
    return bits

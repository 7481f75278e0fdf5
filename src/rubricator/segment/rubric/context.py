"""What the elements around a text say of it: one pass over the nodes, one set of bits a node."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import count, repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.page.model import TEXT, Page
from rubricator.segment.rubric.columns import Floats, Ints, as_ints

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
_TAG_BITS = {tag: BITS[name] for tag, name in _REGIONS.items()}
_SPLIT = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_FACTOR = 0x9E3779B97F4A7C15
"""Makes numbers of tag paths; any large odd number does."""


class Context(NamedTuple):
    """Columns over the page's nodes."""

    parent: Ints
    """The document is its own."""
    bits: Ints
    """The regions that a node lies in."""
    near: Ints
    """The same for the nearest two elements only."""
    depth: Ints
    path: NDArray[np.uint64]
    """A code for the tags from the root down."""
    targets: frozenset[str]
    """The ids that links of the page itself point to."""


def find_context(page: Page) -> Context:
    """Look at each element once, then let every node take over what its ancestors have.

    A node asks its parent, then that one's grandparent, and so on in steps twice as long, which reaches the root of
    a page nested 100,000 deep in 17.
    """
    own, targets = _own_bits(page)
    parent = np.maximum(as_ints(page.parent), 0)
    tags: defaultdict[str, int] = defaultdict(count(1).__next__)
    tag = as_ints(list(map(tags.__getitem__, page.tag))).astype(np.uint64)
    own[0], tag[0] = 0, 0
    bits, near = own.copy(), own | own[parent]
    is_text = tag == tags[TEXT]
    near[is_text] = near[parent[is_text]]
    depth = np.ones(len(own), dtype=np.int64)
    depth[:1] = 0
    path, factor, above = tag, _FACTOR, parent
    while above.any():
        bits |= bits[above]
        depth += depth[above]
        path = path + path[above] * np.uint64(factor)
        factor = factor * factor % 2**64
        above = above[above]
    return Context(parent, bits, near, depth, path, targets)


def inside(bits: Ints, names: Sequence[str]) -> Floats:
    """Say which of some regions rows with these bits are in, a line for each region."""
    return ((bits & np.array([[BITS[name]] for name in names])) != 0).astype(np.float64)


def _own_bits(page: Page) -> tuple[Ints, frozenset[str]]:
    """Return the bits of each element by its name, its role, and the words of its class and id; and links' targets."""
    found = list(map(_TAG_BITS.get, page.tag, repeat(0)))
    targets = set()
    for node, pairs in enumerate(page.attributes):
        for name, value in pairs:
            if not value:
                continue
            if name in {"class", "id"}:
                if page.tag[node] not in {"body", "html"}:
                    found[node] |= _word_bits(value[:200])
            elif name == "role":
                found[node] |= BITS.get(_ROLES.get(value.strip().lower(), ""), 0)
            elif name == "href" and value[0] == "#" and len(value) > 1 and page.tag[node] == "a":
                targets.add(value[1:])
    return as_ints(found), frozenset(targets)


@lru_cache(maxsize=16384)
def _word_bits(value: str) -> int:
    bits = 0
    for word in _SPLIT.findall(value):
        bits |= _WORD_BITS.get(word.lower(), 0)
    return bits

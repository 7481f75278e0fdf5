"""What the elements around a text say of it: one pass over the nodes, one set of bits a node."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rubricator.page.model import Page
from rubricator.segment.rubric._context import climb
from rubricator.segment.rubric.columns import Rows

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
    "aside": "aside side sidebar sidebars rail widget widgets related recommended recommendations recommend similar "
    "suggested popular trending promo sponsor sponsored ad ads adv advert advertisement newsletter subscribe signup",
    "social": "social share sharing shares follow twitter facebook comments comment respond reply disqus",
    "overlay": "cookie cookies cookiebanner cookiebar cookieconsent cookienotice onetrust consent modal popup overlay "
    "gdpr dialog toast",
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
_ROLE_BITS = {role: BITS[name] for role, name in _ROLES.items()}
_LEVEL_BITS = tuple(BITS[f"h{level}"] for level in range(1, 7))
_FACTOR = 0x9E3779B97F4A7C15
"""Makes numbers of tag paths; any large odd number does."""


class Context(NamedTuple):
    """What elements say of the nodes of a page."""

    nodes: Rows
    paths: NDArray[np.uint64]
    """Of each node a code for the tags from the root down."""
    targets: frozenset[str]
    """The ids that links of the page itself point to."""
    tagged: int
    """How many elements for headings have text."""


def find_context(page: Page) -> Context:
    """Look at each element once, then let every node take over what its ancestors have."""
    meanings = _TAG_BITS, _ROLE_BITS, _WORD_BITS, _LEVEL_BITS
    return Context(*climb(page.symbols, page.parent, page.start, page.end, *meanings, _FACTOR))

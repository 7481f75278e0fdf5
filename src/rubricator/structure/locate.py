"""Back-pointers: the XPath and anchor of every heading and block."""

from __future__ import annotations

from dataclasses import replace

from rubricator.limits import Limits, Notice
from rubricator.page.lookup import Lookup
from rubricator.page.model import Page
from rubricator.page.xpath import XPaths
from rubricator.structure.model import Block
from rubricator.structure.rebuild import rebuild


def locate(page: Page, root: Block, body: int, limits: Limits) -> tuple[Block, tuple[Notice, ...]]:
    """Return the tree with XPaths and anchors filled in, and a notice when some are too long to be given.

    The root block is the node `body`.
    """
    lookup, xpaths = Lookup(page), XPaths(page, limits.xpath_steps)

    def one(block: Block, children: tuple[Block, ...]) -> Block:
        if block.level == 0:
            return replace(block, xpath=xpaths.path(body), children=children)
        node = lookup.opening(block.start, block.end, block.node)
        heading = block.heading
        if heading:
            holder = lookup.containing(heading.start, heading.end, heading.node)
            heading = replace(heading, xpath=xpaths.path(holder))
            anchor = lookup.anchor(holder)
        else:
            anchor = lookup.anchor(node)
        return replace(block, heading=heading, xpath=xpaths.path(node), anchor=anchor, children=children)

    located = rebuild(root, one)
    if not xpaths.too_long:
        return located, ()
    text = f"{xpaths.too_long} XPaths have more than {limits.xpath_steps} steps and were left out"
    return located, (Notice("xpath-limit", text),)

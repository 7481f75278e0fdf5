"""Back-pointers: the XPath and anchor of every heading and block."""

from __future__ import annotations

from rubricator.kernel import twin
from rubricator.limits import Limits, Notice
from rubricator.page.lookup import Lookup
from rubricator.page.model import Page
from rubricator.page.xpath import XPaths
from rubricator.structure.model import Block, Heading
from rubricator.structure.rebuild import rebuild


def locate(page: Page, root: Block, body: int, limits: Limits) -> tuple[Block, tuple[Notice, ...]]:
    """Return the tree with XPaths and anchors filled in, and a notice when some are too long to be given.

    The root block is the node `body`, or the one it names itself.
    """
    lookup, xpaths = Lookup(page), XPaths(page, limits)
    located = _located(root, body, lookup, xpaths, Block, Heading)
    notices = []
    if xpaths.too_long:
        text = f"{xpaths.too_long} XPaths have more than {limits.xpath_steps} steps and were left out"
        notices.append(Notice("xpath-limit", text))
    if xpaths.no_room:
        most = limits.xpath_characters
        text = f"{xpaths.no_room} XPaths and anchors were left out, as all together have more than {most} characters"
        notices.append(Notice("xpath-limit", text))
    return located, tuple(notices)


@twin("structure.locate")
def _located(
    root: Block, body: int, lookup: Lookup, xpaths: XPaths, new_block: type[Block], new_heading: type[Heading]
) -> Block:
    """Return the tree with XPaths and anchors filled in."""

    def one(block: Block, children: tuple[Block, ...]) -> Block:
        start, end, level, heading = block.start, block.end, block.level, block.heading
        if level:
            node = lookup.opening(start, end, block.node)
        else:
            node = body if block.node is None else block.node
        holder = node
        if heading:
            holder = lookup.containing(heading.start, heading.end, heading.node)
            path = xpaths.path(holder)
            heading = new_heading(heading.text, heading.start, heading.end, path, heading.confidence, heading.node)
        anchor = lookup.anchor(holder) if level else None
        anchor = anchor and xpaths.within(anchor)
        return new_block(start, end, level, heading, children, block.ranges, xpaths.path(node), anchor, block.node)

    return rebuild(root, one)

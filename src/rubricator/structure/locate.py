"""Back-pointers: the XPath of every title, heading and block, and the anchor of every block."""

from __future__ import annotations

from collections.abc import Sequence

from rubricator.limits import Limits, Notice
from rubricator.page.lookup import Lookup
from rubricator.page.model import Page
from rubricator.page.xpath import XPaths
from rubricator.structure.model import Block, Heading, Title
from rubricator.structure.tree import rebuild


def locate(
    page: Page, root: Block, titles: Sequence[Title], body: int, limits: Limits
) -> tuple[Block, tuple[Title, ...], tuple[Notice, ...]]:
    """Return the tree and the titles with XPaths and anchors, and a notice when some are too long to be given.

    The root block is the node `body`, or the one it names itself.
    """
    lookup, xpaths = Lookup(page), XPaths(page, limits)
    located = _located(root, body, lookup, xpaths)
    titles = tuple([_located_title(title, lookup, xpaths) for title in titles])
    warnings = []
    if xpaths.too_long:
        text = f"{xpaths.too_long} XPaths have more than {limits.xpath_steps} steps and were left out"
        warnings.append(Notice("xpath-limit", text))
    if xpaths.no_room:
        most = limits.xpath_characters
        text = f"{xpaths.no_room} XPaths and anchors were left out, as all together have more than {most} characters"
        warnings.append(Notice("xpath-limit", text))
    return located, titles, tuple(warnings)


def _located_title(title: Title, lookup: Lookup, xpaths: XPaths) -> Title:
    """Return a title with its XPath, where it stands in the page and has none yet."""
    if title.start is None or title.end is None or title.xpath is not None:
        return title
    xpath = xpaths.path(lookup.containing(title.start, title.end, None))
    return Title(title.text, title.start, title.end, xpath, title.score)


def _located(root: Block, body: int, lookup: Lookup, xpaths: XPaths) -> Block:
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
            heading = Heading(heading.text, heading.start, heading.end, path, heading.confidence, heading.node)
        anchor = lookup.anchor(holder) if level else None
        anchor = anchor and xpaths.within(anchor)
        return Block(start, end, level, heading, children, block.ranges, xpaths.path(node), anchor, block.node)

    return rebuild(root, one)

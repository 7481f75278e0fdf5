"""Twin of `structure/locate.py`: the XPath and anchor of every heading and block."""

from rubricator.kernel.page.lookup cimport Lookup
from rubricator.kernel.page.xpaths cimport XPaths


def located(root, Py_ssize_t body, Lookup lookup, XPaths xpaths, new_block, new_heading):
    """Return the tree with XPaths and anchors filled in, from its leaves up."""
    cdef list order = [], pending = [root], changed = []
    cdef tuple children
    cdef Py_ssize_t node, holder
    while pending:
        block = pending.pop()
        order.append(block)
        children = block.children
        pending.extend(children[::-1])
    while order:
        block = order.pop()
        start, end, level, heading = block.start, block.end, block.level, block.heading
        # The children are the latest that were changed, the first of them last.
        children = tuple([changed.pop() for _ in <tuple?>block.children])
        if level:
            node = lookup.opening(start, end, block.node)
        else:
            node = body if block.node is None else block.node
        holder = node
        if heading is not None:
            holder = lookup.containing(heading.start, heading.end, heading.node)
            path = xpaths.path(holder)
            heading = new_heading(heading.text, heading.start, heading.end, path, heading.confidence, heading.node)
        anchor = lookup.anchor(holder) if level else None
        anchor = anchor and xpaths.within(anchor)
        changed.append(
            new_block(start, end, level, heading, children, block.ranges, xpaths.path(node), anchor, block.node)
        )
    return changed[0]

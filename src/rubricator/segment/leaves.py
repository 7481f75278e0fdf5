"""Leaves: the texts and images of a page as HEPS reads them, with broken sentences made whole.

Beside the leaves, one array: the depth of the lowest common ancestor of each leaf and the next. It is all that remains
of the tree.
"""

from __future__ import annotations

from typing import NamedTuple

from rubricator.page.nested_minima import NestedMinima

_FAR = 1 << 60


class Leaf(NamedTuple):
    """A candidate-heading node: a text (merged from several nodes where a sentence was broken) or an image."""

    first: int
    """First page node of the leaf."""
    last: int
    """Last page node with content in it, or `first`."""
    begin: int
    """Where its content begins in the raw string, after the separator."""
    finish: int
    look: int
    content: str


class LeafBuilder:
    """Joins adjoining texts into leaves and keeps the raw string's offsets and the depths of common ancestors."""

    __slots__ = (
        "_begin",
        "_finish",
        "_first",
        "_gaps",
        "_last",
        "_length",
        "_look",
        "_low",
        "_open",
        "_parts",
        "_styled",
    )

    def __init__(self) -> None:
        self._first: list[int] = []
        self._last: list[int] = []
        self._begin: list[int] = []
        self._finish: list[int] = []
        self._look: list[int] = []
        self._parts: list[list[str]] = []
        self._gaps: list[int] = []
        """The depth of the lowest common ancestor of each leaf and the one before it."""
        self._length = 0
        self._low = _FAR
        self._open = -1
        """The parent whose latest child is the open leaf; -1 when the latest leaf cannot grow."""
        self._styled = False

    def pass_element(self, depth: int) -> None:
        """Go by an element, before which a text ends."""
        if depth <= self._low:
            self._low = depth - 1
        self._open = -1

    def add_text(self, node: int, parent: int, depth: int, look: int, content: str) -> None:
        if self._open != parent:
            self._start(node, depth, look)
            self._open = parent
        self.extend(node, content)

    def add_image(self, node: int, depth: int, look: int, content: str) -> None:
        self._start(node, depth, look)
        self._open = -1
        self.extend(node, content)

    def break_sentence(self, node: int, parent: int, depth: int, look: int, content: str | None) -> None:
        """Begin the text that an element is turned into; what is inside of it follows by `extend`."""
        if self._open != parent:
            self._start(node, depth, look)
            self._open = parent
        elif not self._styled:
            self._look[-1] = look
        self._styled = True
        self.extend(node, content or "")

    def extend(self, node: int, content: str) -> None:
        """Let the latest leaf grow by the content of a node."""
        self._low = _FAR
        if content:
            self._length += 1 + len(content)
            self._parts[-1].append(content)
            self._last[-1] = node
            self._finish[-1] = self._length

    def _start(self, node: int, depth: int, look: int) -> None:
        self._gaps.append(min(self._low, depth - 1))
        self._first.append(node)
        self._last.append(node)
        self._begin.append(self._length + 1)
        self._finish.append(self._length)
        self._look.append(look)
        self._parts.append([])
        self._styled = False

    def finish(self, keep_blank: bool) -> tuple[list[Leaf], NestedMinima]:
        """Return the leaves. A text without content is left out, or is one space, as in the authors' program."""
        leaves: list[Leaf] = []
        depths: list[int] = []
        low = _FAR
        columns = (self._first, self._last, self._begin, self._finish, self._look)
        for gap, parts, leaf in zip(self._gaps, self._parts, zip(*columns, strict=True), strict=True):
            low = min(low, gap)
            if parts or (keep_blank and leaf[2] < self._length):
                if leaves:
                    depths.append(low)
                leaves.append(Leaf(*leaf, " ".join(parts) or " "))
                low = _FAR
        return leaves, NestedMinima(depths)

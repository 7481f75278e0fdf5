"""Structure and Block: what every method gives back. Data only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rubricator.limits import Notice
from rubricator.page.model import Page

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: a span of the page's text, where it stands, and how sure the method is."""

    text: str
    start: int
    end: int
    xpath: str | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Title:
    """A title of the page, best first. `start` and `end` are None when it is not part of the page's text."""

    text: str
    start: int | None = None
    end: int | None = None
    xpath: str | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A block: its heading, its hull in the page's text, and the blocks under it.

    `ranges` is given only where the block is not contiguous; its hull is then `start` .. `end`. `xpath` names the node
    that opens the block. `anchor` is the id at or above the heading (or the block's start).
    """

    start: int
    end: int
    level: int = 0
    heading: Heading | None = None
    children: tuple[Block, ...] = ()
    ranges: tuple[tuple[int, int], ...] | None = None
    xpath: str | None = None
    anchor: str | None = None

    def walk(self) -> Iterator[Block]:
        """Yield this block and all blocks under it in document order."""
        stack = [self]
        while stack:
            block = stack.pop()
            yield block
            stack.extend(reversed(block.children))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the page came from."""

    path: str | None = None
    url: str | None = None
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Structure:
    """The logical hierarchy of one page."""

    text: str
    root: Block
    method: str
    title: str | None = None
    titles: tuple[Title, ...] = ()
    body: tuple[int, int] | None = None
    params: dict[str, JsonValue] = field(default_factory=dict)
    renderer: str = "static"
    source: Origin = Origin()
    details: dict[str, JsonValue] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    page: Page | None = field(default=None, compare=False, repr=False)
    """The page it was made from; None when the structure was read from JSON."""

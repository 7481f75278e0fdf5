"""Structure and Block: what every method returns.

Methods that write a structure call `rubricator.emit`, which they import when called, so that data types do not depend
on outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rubricator.errors import UsageError
from rubricator.limits import Notice
from rubricator.page.model import Page
from rubricator.wording import counted

if TYPE_CHECKING:
    from rubricator.emit import Chunk, Hidden

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: a span of the page's text, where it stands, and how sure the method is."""

    text: str
    start: int
    end: int
    xpath: str | None = None
    confidence: float | None = None
    node: int | None = field(default=None, compare=False, repr=False)
    """The page's node that it is, from methods that know; its span cannot say when it is an image without text."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title of the page, best first. `start` and `end` are None when it is not part of the page's text."""

    text: str
    start: int | None = None
    end: int | None = None
    xpath: str | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Block:
    """A block: its heading, its hull in the page's text, and the blocks under it.

    `ranges` is given only where the block is not contiguous; its hull is then `start` .. `end`. `xpath` names the node
    that opens the block. `anchor` is the id at or above the heading (or the block's start). Blocks of a structure that
    was read know the block above them (`parent`) and their `structure`.
    """

    start: int
    end: int
    level: int = 0
    heading: Heading | None = None
    children: tuple[Block, ...] = ()
    ranges: tuple[tuple[int, int], ...] | None = None
    xpath: str | None = None
    anchor: str | None = None
    node: int | None = field(default=None, compare=False)
    """The page's text or image that it begins with, from methods that know; its start cannot say when that is empty."""
    parent: Block | None = field(default=None, init=False, compare=False)
    _structure: Structure | None = field(default=None, init=False, compare=False)

    def __repr__(self) -> str:
        name = f"{self.heading.text!r}, " if self.heading else ""
        return f"<Block {name}level {self.level}, {counted(len(self.children), 'child', 'children')}>"

    @property
    def structure(self) -> Structure:
        """The structure that it is a block of."""
        if self._structure is None:
            raise UsageError("this block belongs to no structure that was read")
        return self._structure

    @property
    def text(self) -> str:
        """All of its text: its heading, its own text, and the blocks under it."""
        text = self.structure.text
        return " ".join(text[start:end].strip() for start, end in self.ranges or ((self.start, self.end),))

    @property
    def path(self) -> tuple[str, ...]:
        """The headings from the page's title down to its own."""
        headings = [" ".join(block.heading.text.split()) for block in self.lineage() if block.heading]
        title = " ".join((self.structure.title or "").split())
        first = headings[0].casefold() if headings else ""
        return tuple(headings if not title or title.casefold() == first else (title, *headings))

    def walk(self) -> Iterator[Block]:
        """Yield this block and all blocks under it in document order."""
        stack = [self]
        while stack:
            block = stack.pop()
            yield block
            stack += block.children[::-1]

    def lineage(self) -> list[Block]:
        """Return the blocks from the root down to this one."""
        blocks, block = [self], self.parent
        while block is not None:
            blocks.append(block)
            block = block.parent
        return blocks[::-1]

    def to_markdown(self, *, hidden: Hidden = "auto") -> str:
        """Return the block as Markdown, its own heading at the top level."""
        from rubricator.emit import to_markdown
        from rubricator.structure.tree import cut_out

        return to_markdown(cut_out(self), hidden=hidden)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the page came from."""

    path: str | None = None
    url: str | None = None
    sha256: str = ""


@dataclass(frozen=True, slots=True, repr=False)
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
    warnings: tuple[Notice, ...] = ()
    page: Page | None = field(default=None, compare=False)
    """The page it was made from; None when the structure was read from JSON."""
    orders: dict[object, object] = field(default_factory=dict, init=False, compare=False)
    """What `emit.reading_order` makes of it once for all outputs, by what they show."""

    def __repr__(self) -> str:
        headings = [block for block in self.root.walk() if block.heading]
        count = counted(len(headings), "heading")
        return f"<Structure {self.title or 'without a title'!r}, {count} by {self.method}>"

    def walk(self) -> Iterator[Block]:
        """Yield all blocks in document order, the root first."""
        return self.root.walk()

    def outline(self, *, width: int = 100, color: bool = False) -> str:
        """Return the tree of headings as text for a terminal."""
        from rubricator.emit import outline

        return outline(self, width=width, color=color)

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the structure as JSON of the schema `rubricator/1`."""
        from rubricator.emit import to_json

        return to_json(self, indent=indent)

    @staticmethod
    def from_json(text: str) -> Structure:
        """Read a structure back from its JSON. It has no page, so what is made of it has no formatting."""
        from rubricator.emit import from_json

        return from_json(text)

    def to_markdown(self, *, hidden: Hidden = "auto") -> str:
        """Return the content as Markdown, with headings of the hierarchy."""
        from rubricator.emit import to_markdown

        return to_markdown(self, hidden=hidden)

    def to_html(self, *, hidden: Hidden = "auto") -> str:
        """Return the content as simplified HTML5 with nested sections."""
        from rubricator.emit import to_html

        return to_html(self, hidden=hidden)

    def chunks(
        self,
        *,
        max_chars: int | None = None,
        max_tokens: int | None = None,
        tokenizer: str | Callable[[str], int] | None = None,
        overlap: int = 0,
        hidden: Hidden = "auto",
    ) -> Iterator[Chunk]:
        """Yield the content in chunks with their heading path, for search and retrieval."""
        from rubricator.emit import chunks

        return chunks(
            self, max_chars=max_chars, max_tokens=max_tokens, tokenizer=tokenizer, overlap=overlap, hidden=hidden
        )

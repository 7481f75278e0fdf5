"""Reading order: a structure as a stream of blocks, headings and passages, and which hidden text it shows.

The rule for hidden text: `keep` shows all of it and `drop` none. `auto`, the default, takes hidden text for a collapsed
section, and shows it, where it lies in the block of a heading and inside the content body (if there is one). Hidden
text that no heading rules, or outside of the body, is left out, and what no reader can unfold: templates, the choices
of a closed menu, what stands in for scripts and players, what is for screen readers alone. `auto` shows every other
heading that the method chose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Literal, cast

from rubricator.collector import CollectorPaused
from rubricator.emit.affixes import NO_AFFIXES
from rubricator.emit.content import content
from rubricator.emit.leaves import Leaf, Leaves, Shown, find_leaves, passage_leaves
from rubricator.emit.nodes import Break, Code, Container, Inline, InlineNode, Node, Paragraph, Target, Text
from rubricator.emit.words import count_words
from rubricator.errors import UsageError
from rubricator.limits import Notice
from rubricator.structure.model import Block, Heading, Structure
from rubricator.wording import counted

Hidden = Literal["auto", "keep", "drop"]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Enter:
    block: Block


@dataclass(frozen=True, slots=True)
class BlockHeading:
    """The heading of a block, in its place."""

    block: Block
    heading: Heading


@dataclass(frozen=True, slots=True)
class Passage:
    """Text of a block that is neither its heading nor in a block under it."""

    start: int
    end: int
    lead: bool
    hidden: Shown


@dataclass(frozen=True, slots=True)
class Leave:
    block: Block


Event = Enter | BlockHeading | Passage | Leave


@dataclass(frozen=True, slots=True)
class Reader:
    """A structure and the leaves of its page, None when it came without one."""

    structure: Structure
    leaves: Leaves | None
    hidden: Hidden
    targets: dict[int, tuple[str, ...]] | None = None
    """Ids that content is to keep, by the leaf that they stand at; they are taken out when they are given."""

    @property
    def shown(self) -> Shown:
        """Which hidden text is shown at best."""
        return "unfold" if self.hidden == "auto" else self.hidden

    def passage(self, passage: Passage) -> list[Node]:
        """Return the content of a passage."""
        start, end = passage.start, passage.end
        if self.leaves is None:
            text = " ".join(self.structure.text[start:end].split())
            return [Paragraph((Text(text),))] if text else []
        return content(self.leaves, start, end, hidden=passage.hidden, lead=passage.lead, targets=self.targets)

    def heading(self, heading: Heading) -> tuple[InlineNode, ...]:
        """Return a heading as one line. Bold and italic are left out: they are how it looks, not what it says."""
        if self.leaves is None:
            return (Text(" ".join(heading.text.split())),)
        span = heading.start, heading.end
        nodes = content(self.leaves, *span, hidden=self.shown, tail=False, targets=self.targets)
        return _line(nodes) or (Text(" ".join(heading.text.split())),)

    def heading_text(self, heading: Heading) -> str:
        """Return a heading as plain text on one line, with the affixes for what is raised or placed in it."""
        text = heading.text
        if self.leaves is not None and self.leaves.has_affixes and heading.start < heading.end:
            found = passage_leaves(self.leaves, heading.start, heading.end, tail=False)
            found = [leaf for leaf in found if leaf.affixes is not NO_AFFIXES]
            text = _with_affixes(self.structure.text, (heading.start, heading.end), found)
        return " ".join(text.split())

    def shows(self, heading: Heading) -> bool:
        """Say whether a heading is to be shown: always, unless it is hidden text that is dropped."""
        if self.leaves is None:
            return True
        found = passage_leaves(self.leaves, heading.start, heading.end, tail=False)
        texts = [leaf for leaf in found if leaf.start != leaf.end]
        return not texts or any(leaf.is_shown(self.shown) for leaf in texts)

    def title(self) -> str | None:
        """Return the title to print on top; none when it is the first heading anyway."""
        title = self.structure.title
        first = next((block.heading for block in self.structure.root.walk() if block.heading), None)
        if not title or not title.strip() or (first is not None and _same(title, first.text)):
            return None
        return " ".join(title.split())

    def events(self, *, skip: Span | None = None) -> list[Event]:
        """Return the blocks, headings and passages in reading order, without the text in `skip`; they are made once."""
        known = self.structure.orders
        if (self.hidden, skip) not in known:
            known[self.hidden, skip] = list(self._events(skip))
        return cast(list[Event], known[self.hidden, skip])

    def _events(self, skip: Span | None) -> Iterator[Event]:
        root = self.structure.root
        stack: list[tuple[Event, bool]] = [(Enter(root), False)]
        given: set[int] = set()
        while stack:
            event, under_heading = stack.pop()
            if isinstance(event, Passage):
                passage = _drop_repeated_lead(event, given)
                if passage is not None:
                    yield from self._with_hidden_rule(passage, under_heading)
                continue
            yield event
            if isinstance(event, Enter):
                under_heading = under_heading or event.block.heading is not None
                parts = _parts(event.block, skip, root=event.block is root)
                stack.append((Leave(event.block), under_heading))
                stack.extend((part, under_heading) for part in reversed(parts))

    def _with_hidden_rule(self, passage: Passage, under_heading: bool) -> Iterator[Passage]:
        """Yield a passage with the rule for hidden text applied, split at the edges of the content body."""
        if self.hidden != "auto":
            yield replace(passage, hidden=self.hidden)
            return
        body = self.structure.body or (passage.start, passage.end)
        edges = [edge for edge in body if passage.start < edge < passage.end]
        start, lead = passage.start, passage.lead
        for end in (*edges, passage.end):
            inside = under_heading and start >= body[0] and end <= body[1]
            yield Passage(start, end, lead, "unfold" if inside else "drop")
            start, lead = end, False


def _drop_repeated_lead(passage: Passage, given: set[int]) -> Passage | None:
    """Leave out what has no text at the front of a passage if it was given before; None when nothing is left.

    Headings that are images without text may stand at one place; the first takes all that has no text there.
    """
    lead = passage.lead and passage.start not in given
    given.update((passage.start, passage.end) if lead else (passage.end,))
    if passage.start == passage.end and not lead:
        return None
    return passage if lead == passage.lead else replace(passage, lead=lead)


def reader(structure: Structure, hidden: Hidden) -> Reader:
    """Return a reader of a structure; a wrong `hidden` is an error."""
    if hidden not in ("auto", "keep", "drop"):
        raise UsageError(f"hidden is {hidden!r}; it must be 'auto', 'keep' or 'drop'")
    if hidden == "drop" and structure.page is None:
        raise UsageError("which text is hidden is known with the page only, and this structure was read from JSON")
    with CollectorPaused():
        leaves = find_leaves(structure.page) if structure.page is not None else None
    return Reader(structure, leaves, hidden)


def hidden_notice(structure: Structure, hidden: Hidden = "auto") -> Notice | None:
    """Return a notice with the number of words that the outputs leave out as hidden, None when they leave out none."""
    reading = reader(structure, hidden)
    leaves = reading.leaves
    if leaves is None or hidden == "keep" or all(leaf.visible or leaf.kind != "text" for leaf in leaves.leaves):
        return None
    words = 0
    for event in reading.events():
        if isinstance(event, Passage):
            words += _hidden_words(leaves, event)
        elif isinstance(event, BlockHeading) and not reading.shows(event.heading):
            words += count_words(event.heading.text)
    if not words:
        return None
    message = f"{counted(words, 'word')} of hidden text left out; keep hidden text to have it all"
    return Notice("hidden-text-left-out", message)


def _hidden_words(leaves: Leaves, passage: Passage) -> int:
    return sum(
        count_words(leaves.page.text[max(leaf.start, passage.start) : min(leaf.end, passage.end)])
        for leaf in passage_leaves(leaves, passage.start, passage.end)
        if leaf.start != leaf.end and not leaf.is_shown(passage.hidden)
    )


def title_span(reading: Reader) -> Span | None:
    """Return where the title that is printed on top stands in the page as lines of its own, if it does."""
    printed, leaves = reading.title(), reading.leaves
    if printed is None or leaves is None:
        return None
    for title in reading.structure.titles:
        if title.start is not None and title.end is not None and _same(title.text, printed):
            span = (title.start, title.end)
            heads = (block.heading for block in reading.structure.root.walk())
            overlaps = any(head and head.start < span[1] and span[0] < head.end for head in heads)
            return span if not overlaps and _alone(leaves, span) else None
    return None


def _alone(leaves: Leaves, span: Span) -> bool:
    texts = [leaf for leaf in passage_leaves(leaves, *span) if leaf.start != leaf.end]
    if not texts or texts[0].start < span[0] or texts[-1].end > span[1]:
        return False
    around = (*passage_leaves(leaves, span[0] - 2, span[0]), *passage_leaves(leaves, span[1], span[1] + 2))
    lines = {texts[0].paragraph, texts[-1].paragraph}
    return not any(leaf.paragraph in lines for leaf in around if leaf.start != leaf.end)


def _same(one: str, other: str) -> bool:
    return one.casefold().split() == other.casefold().split()


def _with_affixes(text: str, span: Span, leaves: list[Leaf]) -> str:
    """Return a part of the text with the affixes of leaves that lie in it."""
    parts: list[str] = []
    at, end = span
    for leaf in leaves:
        if at <= leaf.start and leaf.end <= end:
            gap, affixes = text[at : leaf.start], leaf.affixes.flattened()
            inner = text[leaf.start : leaf.end]
            parts += [gap.rstrip() if affixes.tight else gap, affixes.before, inner, affixes.after]
            at = leaf.end
    return "".join([*parts, text[at:end]])


def _parts(block: Block, skip: Span | None, *, root: bool) -> list[Event]:
    """Return what a block is made of in order: its own passages, its heading, the blocks under it."""
    heading = block.heading
    taken = [span for child in block.children for span in child.ranges or ((child.start, child.end),)]
    if heading is not None:
        taken.append((heading.start, heading.end))
    if skip is not None:
        taken.append(skip)
    taken.sort()
    free = list(_free(block.ranges or ((block.start, block.end),), taken))
    # What has no text belongs to the text before it; after a heading, and at the very start, that is no passage.
    lead = heading.end if heading is not None else block.start if root else None
    if lead is not None and all(start != lead for start, _ in free):
        free.append((lead, lead))
    placed: list[tuple[int, int, Event]] = [
        (start, 1, Passage(start, end, start == lead, "keep")) for start, end in free
    ]
    if heading is not None:
        # Before the text at its place: a heading that is an image without text has none of its own.
        placed.append((heading.start, 0, BlockHeading(block, heading)))
    placed.extend((child.start, 2, Enter(child)) for child in block.children)
    placed.sort(key=itemgetter(0, 1))
    return [event for _, _, event in placed]


def _free(ranges: tuple[Span, ...], taken: list[Span]) -> Iterator[Span]:
    """Yield the parts of sorted ranges that no taken span covers."""
    index = 0
    for start, end in sorted(ranges):
        while index < len(taken) and taken[index][1] <= start:
            index += 1
        at = index
        while at < len(taken) and taken[at][0] < end:
            if taken[at][0] > start:
                yield start, taken[at][0]
            start = max(start, taken[at][1])
            at += 1
        index = max(index, at - 1)
        if start < end:
            yield start, end


def _line(nodes: list[Node]) -> tuple[InlineNode, ...]:
    """Return all inline content of block nodes as one line."""
    found: list[InlineNode] = []
    stack: list[Node] = list(reversed(nodes))
    while stack:
        node = stack.pop()
        if isinstance(node, Container):
            stack.extend(reversed(node.children))
            continue
        line: list[InlineNode] = []
        if isinstance(node, Paragraph):
            line = _without_emphasis(node.children)
        elif isinstance(node, Code):
            line = [*map(Target, node.targets), Text(" ".join(node.text.split()))]
        found.extend([Text(" "), *line] if found and line else line)
    return tuple(found)


def _without_emphasis(nodes: tuple[InlineNode, ...]) -> list[InlineNode]:
    """Return inline nodes without bold, italics and line breaks."""
    found: list[InlineNode] = []
    for node in nodes:
        if isinstance(node, Break):
            found.append(Text(" "))
        elif not isinstance(node, Inline):
            found.append(node)
        elif node.kind in ("strong", "emphasis"):
            found.extend(_without_emphasis(node.children))
        else:
            found.append(Inline(node.kind, tuple(_without_emphasis(node.children)), node.href))
    return found

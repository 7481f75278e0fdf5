"""The outline: the tree of headings that a person wants to see in a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from operator import attrgetter

from rubricator.emit.leaves import find_leaves
from rubricator.emit.reading_order import reader
from rubricator.emit.words import count_words
from rubricator.structure.model import Block, Heading, Structure
from rubricator.wording import counted

_DIM, _PLAIN = "\x1b[2m", "\x1b[0m"
# Room that a heading gets however deep it stands.
_LEAST = 16
# Characters of a block without heading that are looked at.
_OPENING = 400


def outline(structure: Structure, *, width: int = 100, color: bool = False) -> str:
    """Return the title and the headings as a tree; a block without blocks under it says how many words it holds.

    Where no block has a heading, the tree is that of the blocks, with the texts that open them.
    """
    lines: list[str] = []
    title, text_of = _clean(structure.title or ""), _heading_texts(structure)
    if title:
        lines.append(_cut(title, width))
    head = structure.root.heading
    top = _headed(structure.root, below=head is not None and _clean(head.text) == title)
    if len(top) == 1 and top[0].heading and _clean(top[0].heading.text) == title:
        top = _headed(top[0], below=True) or top
    bare = not top
    if bare:
        top = list(structure.root.children)
        lines.append(_headless(_words(structure, structure.root), title=bool(title), blocks=bool(top)))
    stack = [(block, "", index == len(top) - 1) for index, block in enumerate(top)]
    stack.reverse()
    while stack:
        block, prefix, last = stack.pop()
        inner = list(block.children) if bare else _headed(block, below=True)
        note = "" if inner else _note(_words(structure, block))
        text = _opening(structure, block) if bare else text_of(block.heading) if block.heading else ""
        lines.append(_line(text, prefix + ("└─ " if last else "├─ "), note, width, color))
        under = prefix + ("   " if last else "│  ")
        stack.extend((inner[index], under, index == len(inner) - 1) for index in reversed(range(len(inner))))
    return "\n".join(lines)


def _heading_texts(structure: Structure) -> Callable[[Heading], str]:
    """Return a function from a heading to its text, with affixes where the page raises some of it."""
    if structure.page is None or not find_leaves(structure.page).has_affixes:
        return attrgetter("text")
    return reader(structure, "keep").heading_text


def _headless(words: int, *, title: bool, blocks: bool) -> str:
    """Return the message for a page without headings, with or without a title, divided into blocks or not."""
    if blocks:
        return f"blocks without headings{_note(words)}"
    return f"no headings below the title{_note(words)}" if title else f"no headings found in {counted(words, 'word')}"


def _headed(block: Block, *, below: bool = False) -> list[Block]:
    """Return the topmost blocks with a heading in a block; those without one are looked through."""
    found: list[Block] = []
    stack = list(reversed(block.children)) if below else [block]
    while stack:
        inner = stack.pop()
        if inner.heading is not None:
            found.append(inner)
        else:
            stack.extend(reversed(inner.children))
    return found


def _opening(structure: Structure, block: Block) -> str:
    """Return the text that opens a block; of a divided one, which opens as its first part does, the number of parts."""
    if block.children:
        return f"{len(block.children)} blocks" if len(block.children) > 1 else "1 block"
    start, end = block.ranges[0] if block.ranges else (block.start, block.end)
    return structure.text[start : min(end, start + _OPENING)] or "no text"


def _words(structure: Structure, block: Block) -> int:
    text, heading = structure.text, block.heading
    spans = block.ranges or ((block.start, block.end),)
    words = sum(count_words(text[start:end]) for start, end in spans)
    return max(0, words - (count_words(text[heading.start : heading.end]) if heading is not None else 0))


def _note(words: int) -> str:
    return f" ({counted(words, 'word')})"


def _line(text: str, prefix: str, note: str, width: int, color: bool) -> str:
    room = width - len(prefix) - len(note)
    if room < _LEAST:
        kept = max(width - len(note) - _LEAST - 1, 3)
        prefix = "…" + prefix[-kept:] if kept < len(prefix) else prefix
        room = _LEAST
    text = _cut(_clean(text), room)
    return f"{_DIM}{prefix}{_PLAIN}{text}{_DIM}{note}{_PLAIN}" if color else f"{prefix}{text}{note}"


def _clean(text: str) -> str:
    """Fold white space and leave out what a terminal would obey: control and direction characters."""
    folded = " ".join(text.split())
    if folded.isascii() and folded.isprintable():
        return folded
    return "".join(char for char in folded if unicodedata.category(char) not in ("Cc", "Cs") and not _directs(char))


def _directs(char: str) -> bool:
    return "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"


def _cut(text: str, room: int) -> str:
    """Cut a text to a number of terminal columns; East Asian wide characters take two."""
    if len(text) <= room and text.isascii():
        return text
    used = 0
    for index, char in enumerate(text):
        columns = _columns(char)
        if used + columns > room or (used + columns == room and index < len(text) - 1):
            return _ended(text, index, used, room)
        used += columns
    return text


def _ended(text: str, index: int, used: int, room: int) -> str:
    rest = sum(_columns(char) for char in text[index : index + room + 1])
    return text if used + rest <= room else text[:index].rstrip() + "…"


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1

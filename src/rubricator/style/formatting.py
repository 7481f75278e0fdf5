"""How far a page can be parsed before formatting elements that are left open fill the memory.

The parser opens them again in every paragraph: 1,000 distinct `<b>` before 8,000 paragraphs are 8 million elements. It
builds its tree before anyone is asked, so the number is estimated from the tags.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from turbohtml import Token, TokenType, tokenize

from rubricator.limits import Budget

_FORMATTING = frozenset("b big code em font i s small strike strong tt u".split())
"""Without `a` and `nobr`, of which only one can be open."""
_START_TAG = re.compile(rf"<(?:{'|'.join(sorted(_FORMATTING))})[\s/>]", re.IGNORECASE | re.ASCII)
_BARRIERS = frozenset("applet caption marquee math object select svg table td template th".split())
"""Behind the start tag of one of these, end tags need not reach what was opened before."""
_MOST_ALIKE = 3
"""Of equal elements the parser opens no more again."""
_CHECK_EVERY = 1 << 16
_NOSCRIPT = re.compile(r"<noscript(?=[\s/>])", re.IGNORECASE)
_FOREIGN = frozenset({"svg", "math"})
_TEXT_ONLY = frozenset("iframe noembed noframes plaintext script style textarea title xmp".split())
"""What the tokenizer reads as text; in drawings and formulas the parser reads tags."""
_POINTS = frozenset("annotation-xml desc foreignobject mi mn mo ms mtext".split())
"""Inside of these, drawings and formulas hold HTML again."""
_HIDDEN = "formatting elements in what may be text make too many nodes and were left out"
_ALIKE_IN_BOTH = re.compile(r"[^<]*(?:<!\[CDATA\[[^<]*\]\]>[^<]*)?")
"""Text that the parser, too, reads as text up to the end tag."""


class Parsable(NamedTuple):
    """A page, or as much of it as can be parsed, and what was left out."""

    html: str
    left_out: str = ""


def parsable(html: str, most: int, budget: Budget) -> Parsable:
    """Return the page up to where elements that are opened again may be more than `most`."""
    tags = count_of(html, "<")
    if tags * tags <= 4 * most:
        return Parsable(html)
    written = _start_tags(html)
    if tags * written <= most:
        return Parsable(html)
    doubt = _Doubt()
    kept: dict[tuple[object, ...], int] = {}
    opened: list[tuple[object, ...]] = []
    """Formatting elements since the last barrier, which end tags close; all that are open are counted in `kept`."""
    seen: list[tuple[int, int]] = []
    """Where the tokenizer saw start tags of formatting elements."""
    count = made = 0
    # The parser reads tags in it, as if scripts were off.
    for number, token in enumerate(tokenize(_NOSCRIPT.sub("<noscripx", html), capture_source=True)):
        if not number % _CHECK_EVERY:
            budget.check()
        tag = token.tag
        if doubt.raised or doubt.raise_by(token):
            opened.clear()
            made += count * _hidden_tags(token)
        if tag in _FORMATTING:
            if token.type == TokenType.START_TAG:
                seen.append((token.line, token.col))
                element = (tag, *(token.attrs or ()))
                alike = kept.get(element, 0)
                if alike < _MOST_ALIKE:
                    kept[element] = alike + 1
                    opened.append(element)
                    count += 1
            else:
                place = next((at for at in range(len(opened) - 1, -1, -1) if opened[at][0] == tag), -1)
                if place >= 0:
                    kept[opened.pop(place)] -= 1
                    count -= 1
                made += count
        elif tag is not None:
            if tag in _BARRIERS and opened:
                opened.clear()
            made += count
        if made > most:
            return _cut(html, token, seen, doubt.raised)
    if not doubt.raised:
        return Parsable(html)
    # A tag without an end is no token.
    if made + count * (tags - _before(html, token.line, token.col).count("<")) > most:
        return _cut(html, token, seen, True)
    if tags * (written - len(seen)) > most:
        return Parsable(_without_hidden(html, seen), _HIDDEN)
    return Parsable(html)


def count_of(text: str, sign: str) -> int:
    """Return how often a character stands in a text."""
    return text.count(sign)


def _start_tags(html: str) -> int:
    """Return how many start tags of formatting elements seem to stand in a page."""
    return len(_START_TAG.findall(html))


def _cut(html: str, token: Token, seen: list[tuple[int, int]], in_doubt: bool) -> Parsable:
    text = _before(html, token.line, token.col)
    left_out = f"formatting elements left open make too many nodes; the page ends after {len(text)} characters"
    return Parsable(_without_hidden(text, seen) if in_doubt else text, left_out)


class _Doubt:
    """Raised where the parser may read tags as text, or text as tags, other than the tokenizer does."""

    __slots__ = ("_open", "_point", "_stays", "_template", "_text_only", "raised")

    def __init__(self) -> None:
        self.raised = False
        self._open = dict.fromkeys(_FOREIGN, 0)
        """How many drawings and formulas are open."""
        self._stays = False
        """From here on, an end tag of a drawing need not end it."""
        self._point: str | None = None
        self._template = False
        self._text_only = False

    def raise_by(self, token: Token) -> bool:
        """Look at the next token."""
        tag, inside = token.tag, self._stays or any(self._open.values())
        if token.type == TokenType.START_TAG:
            if self._point is not None or (tag == "col" and self._template):
                self._stays = True
            self._text_only = inside and tag in _TEXT_ONLY
            if tag in _FOREIGN:
                self._open[tag] += not token.self_closing
            elif inside and tag in _POINTS:
                self._point = tag
            elif tag == "template":
                self._template = True
        elif token.type == TokenType.END_TAG:
            self._text_only = False
            if tag in _FOREIGN:
                self._open[tag] = max(0, self._open[tag] - 1)
            elif tag == self._point:
                self._point = None
        elif inside and token.data:
            if token.type == TokenType.COMMENT:
                self.raised = token.data.startswith("[CDATA[") and not token.data.endswith("]]")
            elif self._text_only:
                self.raised = not _ALIKE_IN_BOTH.fullmatch(token.data)
        return self.raised


def _hidden_tags(token: Token) -> int:
    """Return how many tags may stand in what the tokenizer read as something else."""
    return (token.source or token.data or "").count("<") - (token.tag is not None)


def _without_hidden(html: str, seen: list[tuple[int, int]]) -> str:
    """Make formatting tags that the tokenizer did not see unknown ones."""
    lines = _lines(html)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    places = {starts[line - 1] + column for line, column in seen}
    return _START_TAG.sub(lambda tag: tag[0] if tag.start() in places else "<x-" + tag[0][1:], "\n".join(lines))


def _before(html: str, line: int, column: int) -> str:
    lines = _lines(html)
    return "\n".join([*lines[: line - 1], lines[line - 1][:column]])


def _lines(html: str) -> list[str]:
    return html.replace("\r\n", "\n").replace("\r", "\n").split("\n")

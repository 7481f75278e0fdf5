"""Inline Markdown: text that never turns into markup, and marks that always do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

from rubricator.emit.nodes import Break, Image, Inline, InlineNode, Text, plain

_LINE_START = re.compile(r"[-+](?=\s|$)|#{1,6}(?=\s|$)|>|[-=:|](?=[-=:|\s]*$)")
_NUMBER_START = re.compile(r"([0-9]{1,9})([.)])(?=\s|$)")
_UNSAFE_IN_ADDRESS = re.compile(r"[\x00-\x20\x7f<>\\`|\"]")
_BRACKET_OR_ENTITY = re.compile(r"[()]|&(?=#?\w+;)")
_TICKS = re.compile(r"`+")
_SPECIAL = frozenset("\\`*[]<~&_\n")
_MARKUP = re.compile(r"[\\`*\[\]<~\n]|(?<![^\W_])_|_(?![^\W_])|&(?=[#a-zA-Z]|\Z)")
"""Text that would be markup: of ampersands those that begin an entity, of underscores those at the edge of a word."""
_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

_DELIMITERS = {"strong": "**", "emphasis": "_", "strike": "~~"}
_ELEMENTS = {"strong": "strong", "emphasis": "em", "strike": "del", "sub": "sub", "sup": "sup"}


@dataclass(frozen=True, slots=True)
class _Edge:
    """Where a mark opens or closes; `pair` ties the two together."""

    kind: str
    opens: bool
    pair: int


_Token = str | _Edge


def escape_markdown(text: str) -> str:
    """Escape what would be markup anywhere in a line; line feeds become spaces."""
    if _SPECIAL.isdisjoint(text):
        return text
    return _MARKUP.sub(lambda found: " " if found[0] == "\n" else f"\\{found[0]}", text)


def escape_line_start(line: str) -> str:
    """Escape what would make a line of a paragraph a heading, list, quotation, rule or underline."""
    if _LINE_START.match(line):
        return "\\" + line
    return _NUMBER_START.sub(r"\1\\\2", line, count=1) if _NUMBER_START.match(line) else line


def inline_lines(nodes: tuple[InlineNode, ...]) -> list[str]:
    """Return inline nodes as Markdown, one string for each line; line starts are not escaped yet."""
    if all(isinstance(node, Text) for node in nodes):
        text = "".join([escape_markdown(node.text) for node in nodes if isinstance(node, Text)])
    else:
        text = "".join(_with_delimiters(_tokens(nodes, _Counter())))
    return [line for line in (part.strip() for part in text.split("\n")) if line]


@dataclass(slots=True)
class _Counter:
    value: int = 0

    def next(self) -> int:
        self.value += 1
        return self.value


def _tokens(nodes: tuple[InlineNode, ...], counter: _Counter) -> list[_Token]:
    tokens: list[_Token] = []
    for node in _joined_code(nodes):
        match node:
            case Text():
                tokens.append(escape_markdown(node.text))
            case Break():
                tokens.append("\n")
            case Image():
                tokens.append(f"![{escape_markdown(node.alt)}]({address(node.src)})")
            case Inline(kind="code"):
                tokens.extend(_code(node))
            case Inline(kind="link"):
                tokens.extend(_link(node, counter))
            case Inline(kind="quoted"):
                tokens.extend(_quoted(node, counter))
            case Inline():
                tokens.extend(_marked(node, counter))
    return [token for token in tokens if token]


def _joined_code(nodes: tuple[InlineNode, ...]) -> list[InlineNode]:
    """Make one of code side by side: the signs between the two would be part of it."""
    found: list[InlineNode] = []
    for node in nodes:
        last = found[-1] if found else None
        if isinstance(node, Inline) and node.kind == "code" and isinstance(last, Inline) and last.kind == "code":
            found[-1] = Inline("code", last.children + node.children)
        else:
            found.append(node)
    return found


def _code(node: Inline) -> Iterator[_Token]:
    """Write code, each line of it on its own: a line break in it would be a space."""
    for number, line in enumerate(plain(node.children).split("\n")):
        yield from (["\n"] if number else [])
        yield from _spaced(line, code_span)


def _spaced(text: str, write: Callable[[str], str]) -> list[_Token]:
    """Write a text with the spaces at its ends left outside, where they cannot keep a mark from being one."""
    inner = text.strip()
    if not inner:
        return [" "] if text else []
    before = " " if text[0].isspace() else ""
    after = " " if text[-1].isspace() else ""
    return [before, write(inner), after]


def code_span(text: str) -> str:
    """Return a line of code as Markdown."""
    fence = "`" * (max((len(run) for run in _TICKS.findall(text)), default=0) + 1)
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _link(node: Inline, counter: _Counter) -> list[_Token]:
    inner = _tokens(node.children, counter)
    before, core, after = _trim(inner)
    if not core:
        return inner
    return [before, "[", *core, f"]({address(node.href or '')})", after]


def _quoted(node: Inline, counter: _Counter) -> list[_Token]:
    before, core, after = _trim(_tokens(node.children, counter))
    return [before, "“", *core, "”", after] if core else [before, after]


def _marked(node: Inline, counter: _Counter) -> list[_Token]:
    inner = _tokens(node.children, counter)
    before, core, after = _trim(inner)
    if not core:
        return inner
    pair = counter.next()
    return [before, _Edge(node.kind, True, pair), *core, _Edge(node.kind, False, pair), after]


def _trim(tokens: list[_Token]) -> tuple[str, list[_Token], str]:
    """Take the white space off both ends of tokens."""
    core = [*tokens]
    before = after = ""
    while core and isinstance(core[0], str):
        stripped = core[0].lstrip()
        before += core[0][: len(core[0]) - len(stripped)]
        if stripped:
            core[0] = stripped
            break
        core.pop(0)
    while core and isinstance(core[-1], str):
        stripped = core[-1].rstrip()
        after = core[-1][len(stripped) :] + after
        if stripped:
            core[-1] = stripped
            break
        core.pop()
    return before, core, after


def _with_delimiters(tokens: list[_Token]) -> list[str]:
    """Write every mark with its delimiters where CommonMark's flanking rules take them for such, else as an element."""
    kept = [token for token in tokens if token]
    fails = {
        token.pair
        for index, token in enumerate(kept)
        if isinstance(token, _Edge)
        and not _flanks(token, _neighbour(kept, index - 1, -1), _neighbour(kept, index + 1, 0))
    }
    written: list[str] = []
    for token in kept:
        if isinstance(token, str):
            if token == "[" and written and written[-1].endswith("!"):
                # An exclamation mark before a link would make it an image.
                written[-1] = written[-1][:-1] + "\\!"
            written.append(token)
        elif token.pair in fails:
            written.append(f"<{'' if token.opens else '/'}{_ELEMENTS[token.kind]}>")
        else:
            written.append(_DELIMITERS[token.kind])
    return written


def _neighbour(tokens: list[_Token], index: int, place: int) -> str:
    if not 0 <= index < len(tokens):
        return " "
    token = tokens[index]
    return token[place] if isinstance(token, str) else "*"


def _flanks(edge: _Edge, left: str, right: str) -> bool:
    """Say whether a delimiter between two characters opens or closes. Doubtful cases (symbols) count as failing."""
    if edge.kind not in _DELIMITERS:
        return False
    inner, outer = (right, left) if edge.opens else (left, right)
    apart = outer.isspace() or outer in _ASCII_PUNCTUATION
    if edge.kind == "emphasis":
        return apart
    return apart or unicodedata.category(inner)[0] in "LN"


def address(url: str) -> str:
    """Return a link's address so that nothing in it ends the link or means something inside it."""
    safe = _UNSAFE_IN_ADDRESS.sub(lambda match: quote(match[0], safe=""), url)
    return _BRACKET_OR_ENTITY.sub(r"\\\g<0>", safe)

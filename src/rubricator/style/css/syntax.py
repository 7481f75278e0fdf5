"""From the text of a stylesheet to its rules, after CSS Syntax 3 and CSS Nesting.

One pass with a regular expression for the common flat rule; declarations stay text until a rule matches something.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from rubricator.style.css.conditions import media_matches, supports_matches

_STRING = r'"(?:[^"\\\n]|\\.)*+"|\'(?:[^\'\\\n]|\\.)*+\''
_COMMENT = re.compile(rf"({_STRING}|url\([^)\"']*+\))|/\*(?:.*?\*/|.*\Z)", re.DOTALL | re.IGNORECASE)
_FLAT_RULE = re.compile(
    rf"([^{{}}@;\"'\\]*+(?:(?:{_STRING}|\\.)[^{{}}@;\"'\\]*+)*+)\{{([^{{}}\"']*+(?:(?:{_STRING})[^{{}}\"']*+)*+)\}}", re.DOTALL
)
_SPACE = re.compile(r"(?:\s|<!--|-->)*+")
_TOKEN = re.compile(rf"{_STRING}|\\.|[{{}};\"']", re.DOTALL)
_AT_NAME = re.compile(r"@([\w-]+)")
_NESTING_DEPTH = 32
_CONDITIONAL = {"media", "supports", "layer"}
_RELEVANT = re.compile(
    r"font|olor|background|text-(?:dec|align|tr)|display|visibility|float|position|white-space|height|all|--", re.IGNORECASE
)
"""Could a body hold a property that is computed here? Half of the rules of large sheets do not, and are left out."""


class Rule(NamedTuple):
    """A style rule: selectors and declarations as written, and the cascade layer it stands in ('' for none)."""

    selectors: str
    body: str
    layer: str


class Import(NamedTuple):
    """An `@import` whose conditions hold."""

    url: str
    layer: str


@dataclass(slots=True)
class _Context:
    """An open conditional group or nested rule."""

    layer: str
    parents: str
    """Selector list of the enclosing style rule, '' at the top."""


class Reader:
    """Reads one sheet; collects rules, imports and the order of layers."""

    __slots__ = ("_anonymous", "_begun", "_left", "imports", "layers", "overflow", "rules", "text")

    def __init__(self, text: str, cap: int) -> None:
        self.text = strip_comments(text)
        self.rules: list[Rule] = []
        self.imports: list[Import] = []
        self.layers: list[str] = []
        self.overflow = False
        self._left = cap
        self._anonymous = 0
        self._begun = False

    def read(self) -> Reader:
        self._read(0, len(self.text), [_Context("", "")])
        return self

    def _read(self, at: int, stop: int, contexts: list[_Context]) -> None:
        """Read rules from `at`; a conditional group pushes a context which its closing brace pops."""
        text, match_flat, skip_space, relevant = self.text, _FLAT_RULE.match, _SPACE.match, _RELEVANT.search
        while True:
            space = skip_space(text, at, stop)
            at = space.end() if space else at
            if at >= stop or self._left <= 0:
                self.overflow |= at < stop
                return
            flat = match_flat(text, at, stop)
            if flat:
                at = flat.end()
                self._left -= 1
                self._begun = True
                if relevant(text, flat.start(2), at):
                    self._add(flat[1], flat[2], contexts[-1])
            elif text[at] == "}":
                at += 1
                if len(contexts) > 1:
                    contexts.pop()
            elif text[at] == "@":
                at = self._at_rule(at, stop, contexts)
            else:
                at = self._nested_rule(at, stop, contexts[-1])

    def _add(self, selectors: str, body: str, context: _Context) -> None:
        if context.parents:
            selectors = nest(selectors, context.parents)
        self.rules.append(Rule(selectors, body, context.layer))

    def _at_rule(self, at: int, stop: int, contexts: list[_Context]) -> int:
        text = self.text
        named = _AT_NAME.match(text, at)
        name = named[1].lower() if named else ""
        begin = named.end() if named else at + 1
        mark, end = _find(text, begin, stop, "{;}")
        prelude = text[begin:mark].strip()
        if mark >= stop or text[mark] != "{":
            self._statement(name, prelude, contexts[-1])
            return mark if mark < stop and text[mark] == "}" else end
        if name in _CONDITIONAL and len(contexts) < _NESTING_DEPTH:
            context = self._condition(name, prelude, contexts[-1])
            if context:
                if context.parents:
                    close = _close(text, end, stop)
                    self._nested_body(text[end:close], context, len(contexts))
                    return close + 1
                contexts.append(context)
                return end
        return _close(text, end, stop) + 1

    def _statement(self, name: str, prelude: str, context: _Context) -> None:
        if name == "layer":
            for layer in prelude.split(","):
                self._layer(_join_layer(context.layer, layer.strip()))
        elif name == "import" and not self._begun and not context.layer:
            self._import(prelude)

    def _import(self, prelude: str) -> None:
        found = _IMPORT.match(prelude)
        if not found:
            return
        layer = ""
        if found["layer"]:
            layer = (found["name"] or "").strip() or self._anonymous_layer("")
            self._layer(layer)
        supports, media = found["supports"], found["media"].strip()
        if (not supports or supports_matches(supports)) and (not media or media_matches(media)):
            self.imports.append(Import(unescape(found["s1"] or found["s2"] or found["s3"] or found["q1"] or found["q2"] or "").strip(), layer))

    def _condition(self, name: str, prelude: str, context: _Context) -> _Context | None:
        if name == "media":
            return _Context(context.layer, context.parents) if media_matches(prelude) else None
        if name == "supports":
            return _Context(context.layer, context.parents) if supports_matches(prelude) else None
        layer = _join_layer(context.layer, prelude) if prelude else self._anonymous_layer(context.layer)
        self._layer(layer)
        return _Context(layer, context.parents)

    def _layer(self, layer: str) -> None:
        if layer and layer not in self.layers:
            self.layers.append(layer)

    def _anonymous_layer(self, above: str) -> str:
        self._anonymous += 1
        return _join_layer(above, f"#{id(self):x}-{self._anonymous}")

    def _nested_rule(self, at: int, stop: int, context: _Context) -> int:
        """Read a rule whose body holds rules of its own, or step over what is no rule."""
        text = self.text
        mark, begin = _find(text, at, stop, "{}")
        if mark >= stop or text[mark] == "}":
            return mark if mark > at else at + 1
        close = _close(text, begin, stop)
        selectors = text[at:mark]
        if context.parents:
            selectors = nest(selectors, context.parents)
        self._begun = True
        self._nested_body(text[begin:close], _Context(context.layer, selectors), 1)
        return close + 1

    def _nested_body(self, body: str, context: _Context, depth: int) -> None:
        """Split a body into declarations and nested rules, keeping their order."""
        if depth >= _NESTING_DEPTH or self._left <= 0:
            self.overflow = True
            return
        at, stop = 0, len(body)
        declarations: list[str] = []

        def flush() -> None:
            if any(part.strip() for part in declarations):
                self._left -= 1
                self.rules.append(Rule(context.parents, ";".join(declarations), context.layer))
            declarations.clear()

        while at < stop:
            mark, end = _find(body, at, stop, "{;}")
            part = body[at:mark]
            if mark >= stop or body[mark] != "{":
                declarations.append(part)
                at = end
                continue
            flush()
            close = _close(body, end, stop)
            self._nested_group(part.strip(), body[end:close], context, depth)
            at = close + 1
        flush()

    def _nested_group(self, prelude: str, body: str, context: _Context, depth: int) -> None:
        if not prelude.startswith("@"):
            self._nested_body(body, _Context(context.layer, nest(prelude, context.parents)), depth + 1)
            return
        named = _AT_NAME.match(prelude)
        name = named[1].lower() if named else ""
        if named and name in _CONDITIONAL:
            inner = self._condition(name, prelude[named.end() :].strip(), context)
            if inner:
                self._nested_body(body, inner, depth + 1)


_IMPORT = re.compile(
    r"""(?:url\(\s*(?:"(?P<s1>[^"]*)"|'(?P<s2>[^']*)'|(?P<s3>[^)"']*))\s*\)|"(?P<q1>[^"]*)"|'(?P<q2>[^']*)')\s*
    (?P<layer>layer(?:\((?P<name>[^)]*)\))?(?=[\s;]|$))?\s*
    (?:supports\((?P<supports>(?:[^()]|\([^()]*\))*)\))?\s*(?P<media>.*)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def strip_comments(text: str) -> str:
    """Remove comments, but not what looks like one inside a string or an unquoted url()."""
    return _COMMENT.sub(lambda found: found[1] or " ", text) if "/*" in text else text


def nest(selectors: str, parents: str) -> str:
    """Resolve a nested selector list against the selector list of the rule around it."""
    around = f":is({parents.strip()})"
    resolved = []
    for selector in split_commas(selectors):
        selector = selector.strip()
        if "&" in selector:
            resolved.append(selector.replace("&", around))
        else:
            resolved.append(f"{around} {selector}")
    return ",".join(resolved)


_SPLIT = re.compile(rf"{_STRING}|\\.|[()\[\],]", re.DOTALL)


def split_commas(text: str) -> list[str]:
    """Split at commas that stand outside of brackets and strings."""
    if "(" not in text and "[" not in text and "\\" not in text:
        return text.split(",")
    parts, depth, at = [], 0, 0
    for found in _SPLIT.finditer(text):
        token = found[0]
        if token in "([":
            depth += 1
        elif token in ")]":
            depth -= 1
        elif token == "," and depth <= 0:
            parts.append(text[at : found.start()])
            at = found.end()
    parts.append(text[at:])
    return parts


_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)


def unescape(text: str) -> str:
    """Resolve CSS escapes."""
    if "\\" not in text:
        return text

    def one(found: re.Match[str]) -> str:
        if found[1] is None:
            return "" if found[2] == "\n" else found[2]
        code = int(found[1], 16)
        return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"

    return _ESCAPE.sub(one, text)


def _join_layer(above: str, name: str) -> str:
    return f"{above}.{name}" if above else name


def _find(text: str, at: int, stop: int, marks: str) -> tuple[int, int]:
    """Return where the next of `marks` stands outside of strings, and one past it; `stop` twice when there is none."""
    for found in _TOKEN.finditer(text, at, stop):
        if found[0] in marks:
            return found.start(), found.end()
    return stop, stop


def _close(text: str, at: int, stop: int) -> int:
    """Return where the brace closes that was opened just before `at`; `stop` when it never does."""
    depth = 1
    for found in _TOKEN.finditer(text, at, stop):
        if found[0] == "{":
            depth += 1
        elif found[0] == "}":
            depth -= 1
            if not depth:
                return found.start()
    return stop

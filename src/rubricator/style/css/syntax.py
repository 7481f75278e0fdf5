"""From the text of a stylesheet to its rules, after CSS Syntax 3 and CSS Nesting.

Declarations stay text until a rule matches something.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rubricator.limits import Budget
from rubricator.style.css._sheet import Rule, find_mark, flat_rules
from rubricator.style.css.conditions import media_matches, supports_matches
from rubricator.style.css.tokens import (
    ANY_STRING,
    NAME_CHARACTER,
    empty_odd_addresses,
    split_commas,
    strip_comments,
    unescape,
)

_AMPERSAND = re.compile(rf"({ANY_STRING}|\\.)|&", re.DOTALL)
_AT_NAME = re.compile(r"@([\w-]+)")
_CUSTOM = re.compile(r"\s*--[^\s:;{}]*\s*:")
_LAYER_NAME = re.compile(rf"(?!-?\d)(?:{NAME_CHARACTER}|\\.)++(?:\.(?!-?\d)(?:{NAME_CHARACTER}|\\.)++)*+\Z", re.DOTALL)
_NESTING_DEPTH = 32
_LONGEST_SELECTORS = 65_536
"""`&&` nested in itself doubles with each level; no selector list of people comes near this many characters."""
ANONYMOUS = "#"
"""Opens the name of a layer without one; the number after it is unique within its sheet."""
_CONDITIONAL = {"media", "supports", "layer"}


class Import(NamedTuple):
    """An `@import` whose conditions hold."""

    url: str
    layer: str


class _Context(NamedTuple):
    """An open conditional group or nested rule."""

    layer: str
    parents: str
    """Selector list of the enclosing style rule, '' at the top."""


class Reader:
    """Reads one sheet; collects rules, imports and the order of layers."""

    __slots__ = (
        "_anonymous",
        "_begun",
        "_budget",
        "_left",
        "early_layers",
        "imports",
        "layers",
        "overflow",
        "rules",
        "text",
    )

    def __init__(self, text: str, cap: int, budget: Budget) -> None:
        self.text = text = empty_odd_addresses(strip_comments(text))
        self.rules: list[Rule] = []
        self.imports: list[Import] = []
        self.layers: dict[str, None] = {}
        self.early_layers = 0
        """How many layers were named before the first import."""
        self.overflow = False
        self._budget = budget
        self._left = cap
        self._anonymous = 0
        self._begun = False
        """No more imports are allowed."""

    def read(self) -> Reader:
        """Read rules from the top; a conditional group pushes a context which its closing brace pops."""
        text, at, stop, contexts = self.text, 0, len(self.text), [_Context("", "")]
        while True:
            self._budget.check()
            left = self._left
            at, self._left = flat_rules(text, at, left, contexts[-1].layer, self.rules)
            self._begun |= self._left < left
            if at >= stop or self._left <= 0:
                self.overflow |= at < stop
                return self
            if text[at] == "}":
                if len(contexts) > 1:
                    contexts.pop()
                    at += 1
                else:
                    at = self._stray_brace(at)
            elif text[at] == "@":
                at = self._at_rule(at, contexts)
            else:
                at = self._nested_rule(at, contexts[-1])

    def _stray_brace(self, at: int) -> int:
        """Step over a brace that closes nothing: it spoils the selector of the rule after it."""
        self._begun = True
        return find_mark(self.text, find_mark(self.text, at + 1, "{") + 1, "}") + 1

    def _at_rule(self, at: int, contexts: list[_Context]) -> int:
        text, stop = self.text, len(self.text)
        named = _AT_NAME.match(text, at)
        name = named[1].lower() if named else ""
        begin = named.end() if named else at + 1
        mark = find_mark(text, begin, "{;}")
        prelude = text[begin:mark].strip()
        if mark >= stop or text[mark] != "{":
            self._statement(name, prelude, contexts[-1])
            return mark if mark < stop and text[mark] == "}" else mark + 1
        self._begun = True
        if name in _CONDITIONAL:
            self.overflow |= len(contexts) >= _NESTING_DEPTH
            context = self._condition(name, prelude, contexts[-1]) if len(contexts) < _NESTING_DEPTH else None
            if context:
                contexts.append(context)
                return mark + 1
        return find_mark(text, mark + 1, "}") + 1

    def _statement(self, name: str, prelude: str, context: _Context) -> None:
        if name == "layer":
            names = [name.strip() for name in prelude.split(",")]
            for name in names if all(map(_LAYER_NAME.match, names)) else ():
                self._layer(_join_layer(context.layer, name))
            self._begun |= bool(self.imports)
        elif name == "import" and not self._begun and not context.layer:
            self._import(prelude)

    def _import(self, prelude: str) -> None:
        found = IMPORT.match(prelude)
        if not found:
            return
        supports, media = found["supports"], found["media"].strip()
        if (supports and not supports_matches(f"({supports})")) or (media and not media_matches(media)):
            return
        if not self.imports:
            self.early_layers = len(self.layers)
        layer = ""
        if found["layer"]:
            layer = (found["name"] or "").strip() or self._anonymous_layer("")
            self._layer(layer)
        url = next((found[name] for name in ("s1", "s2", "s3", "q1", "q2") if found[name]), "")
        self.imports.append(Import(unescape(url).strip(), layer))

    def _condition(self, name: str, prelude: str, context: _Context) -> _Context | None:
        if name == "media":
            return context if media_matches(prelude) else None
        if name == "supports":
            return context if supports_matches(prelude) else None
        if prelude and not _LAYER_NAME.match(prelude):
            return None
        layer = _join_layer(context.layer, prelude) if prelude else self._anonymous_layer(context.layer)
        self._layer(layer)
        return _Context(layer, context.parents)

    def _layer(self, layer: str) -> None:
        if layer:
            self.layers[layer] = None

    def _anonymous_layer(self, above: str) -> str:
        self._anonymous += 1
        return _join_layer(above, f"{ANONYMOUS}{self._anonymous}")

    def _nested_rule(self, at: int, context: _Context) -> int:
        """Read a rule whose body holds rules of its own, or step over what is no rule."""
        text = self.text
        mark = find_mark(text, at, "{}")
        if mark >= len(text) or text[mark] == "}":
            return mark
        close = find_mark(text, mark + 1, "}")
        self._begun = True
        self._nested_body(text[mark + 1 : close], _Context(context.layer, _at_top(text[at:mark])), 1)
        return close + 1

    def _nested_body(self, body: str, context: _Context, depth: int) -> None:
        """Split a body into declarations and nested rules, keeping their order."""
        if depth >= _NESTING_DEPTH or self._left <= 0:
            self.overflow = True
            return
        at, stop = 0, len(body)
        declarations: list[str] = []
        while at < stop:
            mark = find_mark(body, at, "{;}")
            if mark < stop and body[mark] == "{" and _CUSTOM.match(body, at):
                mark = find_mark(body, at, ";")
            part = body[at:mark]
            at = mark + 1
            if mark >= stop or body[mark] != "{":
                declarations.append(part)
                continue
            self._flush(declarations, context)
            close = find_mark(body, at, "}")
            self._nested_group(part.strip(), body[at:close], context, depth)
            at = close + 1
        self._flush(declarations, context)

    def _flush(self, declarations: list[str], context: _Context) -> None:
        """Make a rule of the declarations that stood between two nested rules."""
        if any(part.strip() for part in declarations):
            self._left -= 1
            self.rules.append(Rule(context.parents, ";".join(declarations), context.layer))
        declarations.clear()

    def _nested_group(self, prelude: str, body: str, context: _Context, depth: int) -> None:
        if not prelude.startswith("@"):
            # What stands around comes in for each `&`, or once for each selector.
            places = prelude.count("&") + prelude.count(",") + 1
            if len(prelude) + places * len(context.parents) > _LONGEST_SELECTORS:
                self.overflow = True
                return
            self._nested_body(body, _Context(context.layer, nest(prelude, context.parents)), depth + 1)
            return
        named = _AT_NAME.match(prelude)
        name = named[1].lower() if named else ""
        if named and name in _CONDITIONAL:
            inner = self._condition(name, prelude[named.end() :].strip(), context)
            if inner:
                self._nested_body(body, inner, depth + 1)


IMPORT = re.compile(
    r"""(?:url\(\s*+(?:"(?P<s1>[^"]*+)"|'(?P<s2>[^']*+)'|(?P<s3>[^)"']*+))\s*+\)|"(?P<q1>[^"]*+)"|'(?P<q2>[^']*+)')\s*+
    (?P<layer>layer(?:\((?P<name>[^)]*+)\))?(?=[\s;]|$))?\s*+
    (?:supports\((?P<supports>(?:[^()]++|\([^()]*+\))*+)\))?\s*+(?P<media>.*)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
"""An address without quotes has the space after it, too."""


def _at_top(selectors: str) -> str:
    """Resolve `&` outside of any rule, where it stands for the root and weighs nothing."""
    return _replace_ampersands(selectors, ":where(:scope)") if "&" in selectors else selectors


def nest(selectors: str, parents: str) -> str:
    """Resolve a nested selector list against the selector list of the rule around it."""
    around = f":is({parents.strip()})"
    resolved = []
    for selector in split_commas(selectors):
        selector = selector.strip()
        replaced = _replace_ampersands(selector, around) if "&" in selector else selector
        # An empty selector is not valid, and stays so.
        resolved.append(replaced if replaced != selector or not selector else f"{around} {selector}")
    return ",".join(resolved)


def _replace_ampersands(selectors: str, by: str) -> str:
    return _AMPERSAND.sub(lambda found: found[1] or by, selectors)


def _join_layer(above: str, name: str) -> str:
    return f"{above}.{name}" if above else name

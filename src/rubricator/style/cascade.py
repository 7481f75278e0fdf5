"""The cascade: which declarations apply to each element, and the computed style that follows.

Work is done once per distinct case: selectors that depend on tags and attributes alone are matched once per distinct
path of element shapes, and a style is computed once per distinct (parent style, shape, matched rules).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from rubricator.limits import Budget, Limits
from rubricator.page.model import TEXT, Attributes
from rubricator.style.computed import ROOT, Computed, Resolver, Specified
from rubricator.style.css.declarations import Declarations, Deferred, Value, parse_declarations
from rubricator.style.css.matching import Matcher, Shape, fits
from rubricator.style.css.selectors import Complex, Key, parse_selector
from rubricator.style.css.sheet import Sheet, parse_sheet
from rubricator.style.document import Document
from rubricator.style.hints import PRESENTATIONAL, presentational_hints

_CHECK_EVERY = 512
_AGENT, _UNLAYERED = -1, 1 << 20
_NOTHING: dict[str, Value | Deferred] = {}
_NO_CLASSES: frozenset[str] = frozenset()
_NO_DECLARATIONS = Declarations(_NOTHING, _NOTHING)
_MOST_KEYS = 1024
"""Ancestors' keys are only collected up to this many; beyond, selectors are matched without that filter."""


class _Candidate(NamedTuple):
    """A selector that could match something in this page, with its place in the cascade."""

    order: tuple[int, int, int]
    """(layer, specificity, order of appearance); agent rules stand in layer -1."""
    selector: Complex
    declarations: Declarations


class _Kind(NamedTuple):
    """Elements that no selector, inline style or presentational attribute of the page tells apart."""

    shape: Shape
    """With the names only that some candidate asks for."""
    keys: tuple[Key, ...]
    hints: Specified
    inline: Declarations
    static: Sequence[_Candidate]
    dynamic: Sequence[_Candidate]


class _Cascaded(NamedTuple):
    """Declarations that rules gave an element, merged by origin and importance."""

    agent: dict[str, Value | Deferred]
    author: dict[str, Value | Deferred]
    important: dict[str, Value | Deferred]


def compute_styles(
    document: Document, sheets: list[tuple[Sheet, str]], limits: Limits, budget: Budget
) -> tuple[list[int], list[Computed]]:
    """Return for each node the number of its computed style, and the distinct styles. Text has its parent's."""
    return _Cascade(document, sheets, limits, budget).run()


class _Cascade:
    def __init__(self, document: Document, sheets: list[tuple[Sheet, str]], limits: Limits, budget: Budget) -> None:
        self.document = document
        self.budget = budget
        names = _Names(document)
        candidates = select_candidates(names, agent_candidates(document.quirks, limits), sheets, document.quirks)
        self.kinds, self.kind_of = _distinct_kinds(document, names, candidates)
        self.matcher = Matcher(document, [self.kinds[kind].shape for kind in self.kind_of])
        self.resolver = Resolver(document.quirks)

    def run(self) -> tuple[list[int], list[Computed]]:
        document, kinds = self.document, self.kinds
        parents, tags, kind_of = document.parent, document.tag, self.kind_of
        styles: list[Computed] = [ROOT]
        numbers: dict[Computed, int] = {ROOT: 0}
        style_of = [0] * len(tags)
        path_of = [0] * len(tags)
        computed: dict[tuple[int, int, tuple[int, ...]], int] = {}
        paths: dict[tuple[int, int], int] = {}
        static_paths: list[Sequence[_Candidate]] = [()]
        keys_above: list[frozenset[Key] | None] = [frozenset()]
        match = self.matcher.match
        for node in range(1, len(tags)):
            above = parents[node]
            if tags[node] == TEXT:
                style_of[node] = style_of[above]
                continue
            if not node % _CHECK_EVERY:
                self.budget.check()
            number = kind_of[node]
            kind = kinds[number]
            above_path = path_of[above]
            path = paths.get((above_path, number))
            if path is None:
                path = paths[above_path, number] = len(static_paths)
                static_paths.append(_matching(kind.static, keys_above[above_path], match, node))
                keys_above.append(_with_keys(keys_above[above_path], kind.keys))
            path_of[node] = path
            dynamic: list[_Candidate] = []
            if kind.dynamic:
                dynamic = _matching(kind.dynamic, keys_above[above_path], match, node)
            key = (style_of[above], path, tuple(map(id, dynamic)) if dynamic else ())
            style = computed.get(key)
            if style is None:
                result = self._compute(styles[style_of[above]], kind, [*static_paths[path], *dynamic], above == 0)
                style = computed[key] = numbers.setdefault(result, len(styles))
                if style == len(styles):
                    styles.append(result)
            style_of[node] = style
        return style_of, styles

    def _compute(self, parent: Computed, kind: _Kind, matched: list[_Candidate], is_root: bool) -> Computed:
        agent, author, important = _merge(matched)
        if kind.hints:
            agent_and_hints = {**agent, **kind.hints}
        else:
            agent_and_hints = agent
        specified = {**agent_and_hints, **author, **kind.inline.normal, **important, **kind.inline.important}
        if self.document.quirks:
            if kind.shape.tag == "table" and "color" not in specified:
                specified["color"] = self.resolver.body_color
        style = self.resolver.compute(parent, specified, agent, is_root)
        if kind.shape.tag == "body":
            self.resolver.body_color = style.color
        return style


class _Names:
    """The names that occur in a page: distinct elements as written, their keys, and the values of attributes."""

    def __init__(self, document: Document) -> None:
        numbers: dict[tuple[str, Attributes], int] = {}
        self.element_of = [
            numbers.setdefault(element, len(numbers)) for element in zip(document.tag, document.attributes, strict=True)
        ]
        self.elements = list(numbers)
        self.keys: set[Key] = {""}
        self.classes: dict[str, list[str]] = {}
        self._values: dict[str, set[str]] = {}
        self._joined: dict[str, str] = {}
        self._quirks = document.quirks
        self._collect(document.quirks)

    def _collect(self, quirks: bool) -> None:
        values = self._values
        for tag, attributes in self.elements:
            self.keys.add(tag.lower())
            for name, value in attributes:
                values.setdefault(name, set()).add(value or "")
        self.keys.update("[" + name for name in values)
        for text in values.get("class", ()):
            self.classes[text] = (text.lower() if quirks else text).split()
        self.keys.update("." + name for words in self.classes.values() for name in words)
        self.keys.update("#" + (name.lower() if quirks else name) for name in values.get("id", ()) if name)

    def may_match(self, selector: str) -> bool:
        """Return False when a selector asks for a name or an attribute value that does not occur in the page.

        So the most part of large sheets is never parsed.
        """
        if "(" in selector or "\\" in selector:
            return True
        if "[" not in selector:
            return self.keys.issuperset(_NAMES.findall(selector.lower() if self._quirks else selector))
        found = _ATTRIBUTE.search(selector)
        if not found:
            return True
        name, operator, value = found[1].lower(), found[2], (found[3] or found[4] or found[5] or "").lower()
        joined = self._joined.get(name)
        if joined is None:
            joined = self._joined[name] = "\n".join(["", *self._values.get(name, ()), ""]).lower()
        if operator in {"=", "^="}:
            value = "\n" + value
        if operator in {"=", "$="}:
            value += "\n"
        return value in joined


_NAMES = re.compile(r"[.#][\w\u0080-\U0010ffff-]+")
_ATTRIBUTE = re.compile(r"""\[([\w-]+)([~|^$*]?=)(?:"([^"\\]*)"|'([^'\\]*)'|([\w-]+))""")


def select_candidates(
    names: _Names, agent: dict[Key, list[_Candidate]], sheets: list[tuple[Sheet, str]], quirks: bool
) -> dict[Key, list[_Candidate]]:
    """Pick the selectors whose every name occurs in the page, by key."""
    layers = _layer_ranks(sheets)
    chosen = {key: list(agent[key]) for key in names.keys & agent.keys()}
    order = 0
    for sheet, into in sheets:
        for key in names.keys & sheet.index.keys():
            for rule, text in sheet.index[key]:
                if not names.may_match(text):
                    continue
                selector = parse_selector(text, quirks)
                if selector is None or not selector.keys <= names.keys or not sheet.is_valid(rule):
                    continue
                layer = layers[_joined(into, sheet.rules[rule].layer)]
                candidate = _Candidate((layer, selector.specificity, order + rule), selector, sheet.declarations(rule))
                chosen.setdefault(selector.key, []).append(candidate)
        order += len(sheet.rules)
    return chosen


def _distinct_kinds(
    document: Document, names: _Names, candidates: dict[Key, list[_Candidate]]
) -> tuple[list[_Kind], list[int]]:
    """Number the kinds of elements that candidates, inline styles and presentational attributes can tell apart."""
    referenced = {name for group in candidates.values() for c in group for name in c.selector.references}
    valued = {name[1:-1] for name in referenced if name[0] == "[" and name[-1] == "="} | PRESENTATIONAL | {"style"}
    present = {name[1:] for name in referenced if name[0] == "["} - valued
    classes = {
        text: frozenset([name for name in words if "." + name in referenced]) for text, words in names.classes.items()
    }
    numbers: dict[tuple[object, ...], int] = {}
    kinds: list[_Kind] = []
    kind_of_element = []
    for tag, attributes in names.elements:
        ident, own, kept = "", _NO_CLASSES, []
        for name, value in attributes:
            if name == "class":
                own = classes[value or ""]
            elif name == "id":
                ident = (value or "").lower() if document.quirks else value or ""
                if "#" + ident not in referenced:
                    ident = ""
            if name in valued:
                kept.append((name, value or ""))
            elif name in present:
                kept.append((name, ""))
        key = (tag, ident, own, *kept)
        number = numbers.get(key)
        if number is None:
            number = numbers[key] = len(kinds)
            kinds.append(_kind(Shape(tag.lower(), ident, own, dict(kept)), candidates, document.quirks))
        kind_of_element.append(number)
    return kinds, [kind_of_element[element] for element in names.element_of]


def _kind(shape: Shape, candidates: dict[Key, list[_Candidate]], quirks: bool) -> _Kind:
    keys = (shape.tag, *["." + name for name in shape.classes], *["[" + name for name in shape.attributes])
    if shape.id:
        keys = (*keys, "#" + shape.id)
    fitting = [c for key in ("", *keys) for c in candidates.get(key, ()) if fits(c.selector.compounds[0], shape)]
    inline = parse_declarations(shape.attributes["style"], quirks) if "style" in shape.attributes else _NO_DECLARATIONS
    hints = presentational_hints(shape.tag, shape.attributes) if shape.attributes else _NOTHING
    return _Kind(
        shape, keys, hints, inline, [c for c in fitting if c.selector.static], [c for c in fitting if not c.selector.static]
    )


def _matching(
    candidates: Sequence[_Candidate], above: frozenset[Key] | None, match: Callable[[Complex, int], int], node: int
) -> list[_Candidate]:
    """Return the candidates that match; the fit of the rightmost compound with the element is known already."""
    found = []
    for candidate in candidates:
        selector = candidate.selector
        if selector.simple or ((above is None or selector.above <= above) and match(selector, node) >= 0):
            found.append(candidate)
    return found


def _with_keys(above: frozenset[Key] | None, keys: tuple[Key, ...]) -> frozenset[Key] | None:
    """Add an element's keys to those of its ancestors."""
    if above is None or above.issuperset(keys):
        return above
    return above.union(keys) if len(above) < _MOST_KEYS else None


def _merge(matched: list[_Candidate]) -> _Cascaded:
    """Merge declarations in cascade order; important ones have the order of their layers turned round."""
    agent: dict[str, Value | Deferred] = {}
    author: dict[str, Value | Deferred] = {}
    important: dict[str, Value | Deferred] = {}
    weighty: list[_Candidate] = []
    matched.sort(key=_order)
    for candidate in matched:
        (agent if candidate.order[0] < 0 else author).update(candidate.declarations.normal)
        if candidate.declarations.important:
            weighty.append(candidate)
    if weighty:
        weighty.sort(key=lambda c: (-c.order[0], *c.order[1:]))
        for candidate in weighty:
            important.update(candidate.declarations.important)
    return _Cascaded(agent, author, important)


def _order(candidate: _Candidate) -> tuple[int, int, int]:
    return candidate.order


def _layer_ranks(sheets: list[tuple[Sheet, str]]) -> dict[str, int]:
    """Rank layers in order of first appearance; what stands in no layer wins over all of them.

    A nested layer comes before what stands directly in its parent, so it is ranked first.
    """
    named: list[str] = []
    for sheet, into in sheets:
        for layer in [*([into] if into else []), *(_joined(into, name) for name in sheet.layers)]:
            if layer not in named:
                named.append(layer)
    tops = list(dict.fromkeys(layer.partition(".")[0] for layer in named))
    ranked = sorted(named, key=lambda layer: (tops.index(layer.partition(".")[0]), "." not in layer, named.index(layer)))
    return {"": _UNLAYERED, **{layer: rank for rank, layer in enumerate(ranked)}}


def _joined(into: str, layer: str) -> str:
    return f"{into}.{layer}" if into and layer else into or layer


@lru_cache(maxsize=8)
def agent_candidates(quirks: bool, limits: Limits) -> dict[Key, list[_Candidate]]:
    """Return the rules that every page starts from, by key."""
    found: dict[Key, list[_Candidate]] = {}
    order = 0
    for name in ["user_agent.css", "quirks.css"] if quirks else ["user_agent.css"]:
        sheet = parse_sheet((files(__package__) / name).read_text("utf-8"), quirks, limits)
        for rule, text in (entry for entries in sheet.index.values() for entry in entries):
            selector = parse_selector(text, quirks)
            if selector:
                candidate = _Candidate((_AGENT, selector.specificity, order + rule), selector, sheet.declarations(rule))
                found.setdefault(selector.key, []).append(candidate)
        order += len(sheet.rules)
    return found

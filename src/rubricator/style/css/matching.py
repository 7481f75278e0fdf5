"""Does an element match a selector? Read from right to left over the flat document, without backtracking.

Descendant and sibling combinators take the nearest match: what stands further left only needs room above or before it,
and the nearest match leaves the most room. So a match costs at most the length of the ancestor chain.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from rubricator.limits import Trials
from rubricator.page.model import TEXT
from rubricator.style.css.compounds import Attribute, Complex, Compound, Pseudo
from rubricator.style.document import Document

_FORM = frozenset({"button", "input", "select", "textarea", "optgroup", "option", "fieldset"})
_FOLDED_VALUES = frozenset(
    "accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir "
    "direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref "
    "noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign "
    "valuetype vlink".split()
)
"""Attributes whose values HTML compares without case."""
_LONG_CLIMB = 64
"""Longer climbs are remembered, and count as trials."""


class Shape(NamedTuple):
    """What selectors ask of an element itself."""

    tag: str
    id: str
    classes: frozenset[str]
    attributes: dict[str, str]


class Matcher:
    """Matches selectors against the elements of one document."""

    __slots__ = (
        "_among",
        "_answers",
        "_children",
        "_climbs",
        "_earlier_matches",
        "_has",
        "_kept",
        "_positions",
        "_types",
        "document",
        "kind_of",
        "parent",
        "shapes",
        "trials",
    )

    def __init__(self, document: Document, shapes: Sequence[Shape], kind_of: Sequence[int], trials: Trials) -> None:
        self.document = document
        self.trials = trials
        self.parent = document.parent
        self.shapes = shapes
        self.kind_of = kind_of
        self._children: dict[int, list[int]] = {}
        self._positions: dict[int, int] = {}
        self._types: dict[int, tuple[int, int]] = {}
        self._earlier_matches: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
        self._among: dict[tuple[int, int], dict[int, int]] = {}
        self._answers: dict[tuple[int, int], bool] = {}
        self._climbs: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._has: dict[int, _Related] = {}
        self._kept: list[tuple[Compound, ...]] = []
        """Compounds that were made here; the others know them by their identity."""

    def match(self, compounds: tuple[Compound, ...], node: int) -> int:
        """Return the element that the leftmost compound matched, or -1."""
        if len(compounds) == 1:
            return node if self.matches(compounds[0], node) else -1
        node, at = self._segment(compounds, 0, node)
        while node >= 0 and compounds[at].combinator == " ":
            node, at = self._climb(compounds, at + 1, node)
        return node

    def _climb(self, compounds: tuple[Compound, ...], at: int, node: int) -> tuple[int, int]:
        """Find the nearest ancestor where the compounds from `at` match; long climbs are remembered."""
        parent, shapes, kind_of, climbs, identity = self.parent, self.shapes, self.kind_of, self._climbs, id(compounds)
        first = compounds[at]
        climbed = []
        nothing = found = (-1, at)
        above = parent[node]
        while above > 0:
            known = climbs.get((identity, at, above)) if climbs else None
            if known:
                found = known
                break
            found = self._segment(compounds, at, above) if fits(first, shapes[kind_of[above]]) else nothing
            if found[0] >= 0:
                break
            climbed.append(above)
            above = parent[above]
        if len(climbed) > _LONG_CLIMB:
            self.trials.spend(len(climbed))
            for step in climbed:
                climbs[identity, at, step] = found
        return found

    def _segment(self, compounds: tuple[Compound, ...], at: int, node: int) -> tuple[int, int]:
        """Match up to the next descendant combinator; return (leftmost node or -1, index of its compound)."""
        node, at = self._chain(compounds, at, node)
        while node >= 0 and compounds[at].combinator == "~":
            node, at = self._earlier(compounds, at + 1, node)
        return node, at

    def _chain(self, compounds: tuple[Compound, ...], at: int, node: int) -> tuple[int, int]:
        """Match compounds joined by child and next-sibling combinators."""
        while True:
            compound = compounds[at]
            if not self.matches(compound, node):
                return -1, at
            combinator = compound.combinator
            if combinator == ">":
                node = self.parent[node]
            elif combinator == "+":
                node = self._previous(node)
            else:
                return node, at
            if node <= 0:
                return -1, at
            at += 1

    def _earlier(self, compounds: tuple[Compound, ...], at: int, node: int) -> tuple[int, int]:
        """Find the nearest preceding sibling where the compounds from `at` match; those of a parent are remembered."""
        parent = self.parent[node]
        key = (id(compounds), at, parent)
        known = self._earlier_matches.get(key)
        if known is None:
            siblings = self._siblings(parent)
            self.trials.spend(len(siblings))
            found = [(child, *self._chain(compounds, at, child)) for child in siblings]
            known = self._earlier_matches[key] = [match for match in found if match[1] >= 0]
        place = bisect_left(known, (node,))
        return known[place - 1][1:] if place else (-1, at)

    def matches(self, compound: Compound, node: int) -> bool:
        """Return whether one element matches one compound."""
        shape = self.shapes[self.kind_of[node]]
        if not fits(compound, shape):
            return False
        return not compound.pseudos or all(self._pseudo(pseudo, node, shape) for pseudo in compound.pseudos)

    def _pseudo(self, pseudo: Pseudo, node: int, shape: Shape) -> bool:
        name = pseudo.name
        if name in _COUNTED:
            return self._counted(pseudo, node)
        if pseudo.arguments:
            self.trials.spend(len(pseudo.arguments))
        if name == "not":
            return not any(self._holds(argument, node) for argument in pseudo.arguments)
        if name in {"is", "where"}:
            return any(self._holds(argument, node) for argument in pseudo.arguments)
        if name == "has":
            return any(self._related(argument).has(node, self) for argument in pseudo.arguments)
        if name in _OWN:
            return _own_pseudo(name, shape)
        if name in {"root", "scope"}:
            return self.parent[node] == 0
        if name == "empty":
            return self.document.stop[node] == node + 1
        return self._inherited(name, pseudo.text, node)

    def _holds(self, argument: Complex, node: int) -> bool:
        """Match an argument. Answers are remembered: asked again at each step of a climb, the work would multiply."""
        if len(argument.compounds) == 1:
            return self.matches(argument.compounds[0], node)
        key = (id(argument), node)
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = self.match(argument.compounds, node) >= 0
        return answer

    def _counted(self, pseudo: Pseudo, node: int) -> bool:
        """Match the pseudo-classes that count siblings."""
        name = pseudo.name
        if name == "nth-child" and not pseudo.arguments and node in self._positions:
            return _nth(pseudo, self._positions[node] + 1)
        if name.endswith("of-type"):
            index, total = self._type_position(node)
        else:
            siblings = self._siblings(self.parent[node])
            index, total = self._positions[node], len(siblings)
            if pseudo.arguments:
                among = self._matching_siblings(pseudo, node, siblings)
                if node not in among:
                    return False
                index, total = among[node], len(among)
        if name.startswith("nth-last"):
            return _nth(pseudo, total - index)
        if name.startswith("nth"):
            return _nth(pseudo, index + 1)
        first, last = index == 0, index == total - 1
        return (first and last) if name.startswith("only") else first if name.startswith("first") else last

    def _matching_siblings(self, pseudo: Pseudo, node: int, siblings: list[int]) -> dict[int, int]:
        """Return the places of the siblings that `of S` counts."""
        key = (id(pseudo), self.parent[node])
        among = self._among.get(key)
        if among is None:
            self.trials.spend(len(siblings) * len(pseudo.arguments))
            matching = [s for s in siblings if any(self._holds(argument, s) for argument in pseudo.arguments)]
            among = self._among[key] = {sibling: index for index, sibling in enumerate(matching)}
        return among

    def _siblings(self, parent: int) -> list[int]:
        children = self._children.get(parent)
        if children is None:
            tags, stops = self.document.tag, self.document.stop
            children = []
            child, stop = parent + 1, stops[parent]
            while child < stop:
                if tags[child] != TEXT:
                    self._positions[child] = len(children)
                    children.append(child)
                child = stops[child]
            self._children[parent] = children
        return children

    def _previous(self, node: int) -> int:
        siblings = self._siblings(self.parent[node])
        position = self._positions[node]
        return siblings[position - 1] if position else -1

    def _type_position(self, node: int) -> tuple[int, int]:
        """Return (index, count) among the siblings of the same tag."""
        if node not in self._types:
            tags = self.document.tag
            by_tag: dict[str, list[int]] = {}
            for sibling in self._siblings(self.parent[node]):
                by_tag.setdefault(tags[sibling], []).append(sibling)
            for same in by_tag.values():
                for index, sibling in enumerate(same):
                    self._types[sibling] = (index, len(same))
        return self._types[node]

    def _inherited(self, name: str, wanted: str, node: int) -> bool:
        """Match `:lang()` and `:dir()`, which the nearest ancestor with the attribute decides."""
        climbed = 0
        while node > 0:
            climbed += 1
            if climbed > _LONG_CLIMB:
                self.trials.spend(1)
            value = self.shapes[self.kind_of[node]].attributes.get(name)
            if value is not None:
                value = value.lower()
                return value == wanted or (name == "lang" and value.startswith(wanted + "-"))
            node = self.parent[node]
        return name == "dir" and wanted == "ltr"

    def _related(self, argument: Complex) -> _Related:
        known = self._has.get(id(argument))
        if known is None:
            known = self._has[id(argument)] = _Related(argument.leading, self._lefts(argument), self)
        return known

    def _lefts(self, argument: Complex) -> list[int]:
        """Return the elements that the leftmost compound of a relative selector can stand for."""
        tags, compounds = self.document.tag, argument.compounds
        elements = [node for node in range(1, len(tags)) if tags[node] != TEXT]
        self.trials.spend(len(elements))
        if not argument.leading:
            return sorted({self.match(compounds, node) for node in elements} - {-1})
        # The nearest `a` of `> a b` need not be the child; so it is read as `> a` that holds a `b`.
        inner, outer = self._cut(compounds, " ")
        holding = elements
        if inner:
            below = _Related("", sorted({self.match(inner, node) for node in elements} - {-1}), self)
            holding = [node for node in elements if below.has(node, self)]
        # Nor need that of `+ a ~ b` be the next one; so it is read as `+ a` that a `b` comes after.
        inner, outer = self._cut(outer, "~") if argument.leading == "+" else ((), outer)
        if inner:
            after = _Related("~", sorted({self._segment(inner, 0, node)[0] for node in holding} - {-1}), self)
            holding = [node for node in elements if after.has(node, self)]
        return sorted({self._segment(outer, 0, node)[0] for node in holding} - {-1})

    def _cut(
        self, compounds: tuple[Compound, ...], combinator: str
    ) -> tuple[tuple[Compound, ...], tuple[Compound, ...]]:
        """Part compounds at the leftmost combinator of a kind: what stands right of it, if anything, and left."""
        cut = next((at for at in range(len(compounds) - 1, 0, -1) if compounds[at - 1].combinator == combinator), 0)
        if not cut:
            return (), compounds
        inner, outer = (*compounds[: cut - 1], compounds[cut - 1]._replace(combinator="")), compounds[cut:]
        self._kept += [inner, outer]
        return inner, outer


class _Related:
    """The elements that satisfy one argument of `:has()`, found once per document."""

    __slots__ = ("_last", "_set", "leading", "nodes")

    def __init__(self, leading: str, nodes: list[int], matcher: Matcher) -> None:
        self.leading = leading
        self.nodes = nodes
        self._set: set[int] = set()
        self._last: dict[int, int] = {}
        if leading == ">":
            self._set = {matcher.parent[node] for node in nodes}
        elif leading == "+":
            self._set = {matcher._previous(node) for node in nodes}
        elif leading == "~":
            self._last = {matcher.parent[node]: node for node in nodes}

    def has(self, node: int, matcher: Matcher) -> bool:
        if self.leading in {">", "+"}:
            return node in self._set
        if self.leading == "~":
            return self._last.get(matcher.parent[node], -1) > node
        place = bisect_right(self.nodes, node)
        return place < len(self.nodes) and self.nodes[place] < matcher.document.stop[node]


def fits(compound: Compound, shape: Shape) -> bool:
    """Return whether an element's tag and attributes are what a compound asks for, pseudo-classes aside."""
    if compound.tag and compound.tag != shape.tag:
        return False
    if compound.id and compound.id != shape.id:
        return False
    if compound.classes and not compound.classes <= shape.classes:
        return False
    wanted = compound.attributes
    return not wanted or all(attribute_matches(attribute, shape.attributes) for attribute in wanted)


_OWN = frozenset(
    "never link any-link checked default disabled enabled required optional read-only read-write defined open".split()
)
_COUNTED = frozenset(
    "first-child last-child only-child first-of-type last-of-type only-of-type nth-child nth-last-child nth-of-type "
    "nth-last-of-type".split()
)
_WRITABLE = frozenset("text search url tel email password date month week time datetime-local number".split())


def _own_pseudo(name: str, shape: Shape) -> bool:
    """Match the pseudo-classes that an element's own attributes decide."""
    attributes = shape.attributes
    if name in {"link", "any-link"}:
        return "href" in attributes and shape.tag in {"a", "area"}
    if name in {"checked", "default"}:
        ticked = (
            shape.tag == "input"
            and "checked" in attributes
            and attributes.get("type", "").lower() in {"checkbox", "radio"}
        )
        return ticked or ("selected" in attributes and shape.tag == "option")
    if name in {"disabled", "enabled"}:
        return shape.tag in _FORM and ("disabled" in attributes) == (name == "disabled")
    if name in {"required", "optional"}:
        return shape.tag in {"input", "select", "textarea"} and ("required" in attributes) == (name == "required")
    if name in {"read-write", "read-only"}:
        writes = shape.tag == "textarea" or (
            shape.tag == "input" and attributes.get("type", "text").lower() in _WRITABLE
        )
        writable = writes and not attributes.keys() & {"readonly", "disabled"}
        return writable == (name == "read-write")
    if name == "open":
        return "open" in attributes and shape.tag in {"details", "dialog"}
    return name == "defined"


def _nth(pseudo: Pseudo, position: int) -> bool:
    distance = position - pseudo.offset
    if pseudo.step == 0:
        return distance == 0
    return distance % pseudo.step == 0 and distance // pseudo.step >= 0


_HTML_WORD = re.compile(r"[^ \t\n\f\r]+")


def html_words(text: str) -> list[str]:
    """Split at what HTML takes for white space, which is less than what Python does."""
    return text.split() if text.isprintable() else _HTML_WORD.findall(text)


def attribute_matches(wanted: Attribute, attributes: dict[str, str]) -> bool:
    """Return whether an element's attributes have the value that a selector asks for."""
    actual = attributes.get(wanted.name)
    if actual is None:
        return False
    operator, value = wanted.operator, wanted.value
    if not operator:
        return True
    if wanted.fold or wanted.name in _FOLDED_VALUES:
        actual, value = actual.lower(), value.lower()
    if operator == "=":
        return actual == value
    if operator == "~=":
        return value in html_words(actual)
    if operator == "|=":
        return actual == value or actual.startswith(value + "-")
    if not value:
        return False
    if operator == "^=":
        return actual.startswith(value)
    return actual.endswith(value) if operator == "$=" else value in actual

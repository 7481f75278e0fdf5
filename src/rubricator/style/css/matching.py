"""The pseudo-classes that count siblings, look inside of elements, or read what an element's attributes say."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from rubricator.page.model import TEXT
from rubricator.style.css._matching import MatchBudget, Matcher
from rubricator.style.css._selectors import Shape
from rubricator.style.css.compounds import Complex, Compound, Pseudo
from rubricator.style.document import Document

_FORM = frozenset({"button", "input", "select", "textarea", "optgroup", "option", "fieldset"})


def make_matcher(
    document: Document, shapes: Sequence[Shape], kind_of: Sequence[int], match_budget: MatchBudget
) -> Matcher:
    """Return what matches selectors against the elements of a document, each of which has a shape."""
    return Matcher(document, shapes, kind_of, match_budget, _UncommonPseudos(document, match_budget))


class _UncommonPseudos:
    """Answers for the pseudo-classes that `Matcher` does not decide itself."""

    __slots__ = (
        "_among",
        "_budget",
        "_children",
        "_document",
        "_has",
        "_kept",
        "_parent",
        "_positions",
        "_types",
        "_values",
    )

    def __init__(self, document: Document, match_budget: MatchBudget) -> None:
        self._document = document
        self._budget = match_budget
        self._parent = document.parent
        self._children: dict[int, list[int]] = {}
        self._positions: dict[int, int] = {}
        self._types: dict[int, tuple[int, int]] = {}
        self._among: dict[tuple[int, int], dict[int, int]] = {}
        self._values: dict[str, dict[int, str | None]] = {"lang": {}, "dir": {}}
        """By attribute, what elements inherit of it."""
        self._has: dict[int, _Related] = {}
        self._kept: list[tuple[Compound, ...]] = []
        """Compounds that were made here; the others know them by their identity."""

    def matches(self, pseudo: Pseudo, node: int, shape: Shape, matcher: Matcher) -> bool:
        """Return whether an element matches a pseudo-class."""
        name = pseudo.name
        if name in _OWN:
            return _own_pseudo(name, shape)
        if name == "scope":
            return self._parent[node] == 0
        if name == "empty":
            return self._document.stop[node] == node + 1
        if name == "lang":
            language = self._inherited(name, node, matcher)
            return language == pseudo.text or (language or "").startswith(pseudo.text + "-")
        if name == "dir":
            direction = self._inherited(name, node, matcher)
            return ("ltr" if direction is None else direction) == pseudo.text
        if name == "has":
            self._budget.charge(len(pseudo.arguments))
            return any(self._related(argument, matcher).has(node, self) for argument in pseudo.arguments)
        return self._counted(pseudo, node, matcher)

    def _counted(self, pseudo: Pseudo, node: int, matcher: Matcher) -> bool:
        """Match the pseudo-classes that count siblings."""
        name = pseudo.name
        if name == "nth-child" and not pseudo.arguments and node in self._positions:
            return _nth(pseudo, self._positions[node] + 1)
        if name.endswith("of-type"):
            index, total = self._type_position(node)
        else:
            siblings = self.siblings(self._parent[node])
            index, total = self._positions[node], len(siblings)
            if pseudo.arguments:
                among = self._matching_siblings(pseudo, node, siblings, matcher)
                if node not in among:
                    return False
                index, total = among[node], len(among)
        if name.startswith("nth-last"):
            return _nth(pseudo, total - index)
        if name.startswith("nth"):
            return _nth(pseudo, index + 1)
        first, last = index == 0, index == total - 1
        return (first and last) if name.startswith("only") else first if name.startswith("first") else last

    def _matching_siblings(self, pseudo: Pseudo, node: int, siblings: list[int], matcher: Matcher) -> dict[int, int]:
        """Return the places of the siblings that `of S` counts."""
        key = (id(pseudo), self._parent[node])
        among = self._among.get(key)
        if among is None:
            self._budget.charge(len(siblings) * len(pseudo.arguments))
            matching = [s for s in siblings if any(matcher.argument(one, s) for one in pseudo.arguments)]
            among = self._among[key] = {sibling: index for index, sibling in enumerate(matching)}
        return among

    def siblings(self, parent: int) -> list[int]:
        children = self._children.get(parent)
        if children is None:
            tags, stops = self._document.tag, self._document.stop
            children = []
            child, stop = parent + 1, stops[parent]
            while child < stop:
                if tags[child] != TEXT:
                    self._positions[child] = len(children)
                    children.append(child)
                child = stops[child]
            self._children[parent] = children
        return children

    def previous(self, node: int) -> int:
        siblings = self.siblings(self._parent[node])
        position = self._positions[node]
        return siblings[position - 1] if position else -1

    def _type_position(self, node: int) -> tuple[int, int]:
        """Return (index, count) among the siblings of the same tag."""
        if node not in self._types:
            tags = self._document.tag
            by_tag: dict[str, list[int]] = {}
            for sibling in self.siblings(self._parent[node]):
                by_tag.setdefault(tags[sibling], []).append(sibling)
            for same in by_tag.values():
                for index, sibling in enumerate(same):
                    self._types[sibling] = (index, len(same))
        return self._types[node]

    def _inherited(self, name: str, node: int, matcher: Matcher) -> str | None:
        """Return the value of an attribute at the nearest element that has it, from an element upwards."""
        known = self._values[name]
        climbed = []
        while node > 0 and node not in known:
            value = matcher.shapes[matcher.kind_of[node]].attributes.get(name)
            climbed.append(node)
            if value is not None:
                known[node] = value.lower()
                break
            node = self._parent[node]
        found = known.get(node)
        known.update(dict.fromkeys(climbed, found))
        return found

    def _related(self, argument: Complex, matcher: Matcher) -> _Related:
        known = self._has.get(id(argument))
        if known is None:
            known = self._has[id(argument)] = _Related(argument.leading, self._lefts(argument, matcher), self)
        return known

    def _lefts(self, argument: Complex, matcher: Matcher) -> list[int]:
        """Return the elements that the leftmost compound of a relative selector can stand for."""
        tags, compounds = self._document.tag, argument.compounds
        elements = [node for node in range(1, len(tags)) if tags[node] != TEXT]
        self._budget.charge(len(elements))
        if not argument.leading:
            return sorted({matcher.match(compounds, node) for node in elements} - {-1})
        # The nearest `a` of `> a b` need not be the child; so it is read as `> a` that holds a `b`.
        inner, outer = self._cut(compounds, " ")
        holding = elements
        if inner:
            below = _Related("", sorted({matcher.match(inner, node) for node in elements} - {-1}), self)
            holding = [node for node in elements if below.has(node, self)]
        # Nor need that of `+ a ~ b` be the next one; so it is read as `+ a` that a `b` comes after.
        inner, outer = self._cut(outer, "~") if argument.leading == "+" else ((), outer)
        if inner:
            after = _Related("~", sorted({matcher.match_segment(inner, node) for node in holding} - {-1}), self)
            holding = [node for node in elements if after.has(node, self)]
        return sorted({matcher.match_segment(outer, node) for node in holding} - {-1})

    def _cut(
        self, compounds: tuple[Compound, ...], combinator: str
    ) -> tuple[tuple[Compound, ...], tuple[Compound, ...]]:
        """Part compounds at the leftmost combinator of a kind: what stands right of it, if anything, and left."""
        cut = next((at for at in range(len(compounds) - 1, 0, -1) if compounds[at - 1].combinator == combinator), 0)
        if not cut:
            return (), compounds
        inner, outer = (*compounds[: cut - 1], _leftmost(compounds[cut - 1])), compounds[cut:]
        self._kept += [inner, outer]
        return inner, outer


def _leftmost(compound: Compound) -> Compound:
    """Return a compound without anything on its left."""
    return Compound(compound.tag, compound.id, compound.classes, compound.attributes, compound.pseudos, "")


class _Related:
    """The elements that satisfy one argument of `:has()`, found once per document."""

    __slots__ = ("_last", "_set", "leading", "nodes")

    def __init__(self, leading: str, nodes: list[int], elements: _UncommonPseudos) -> None:
        self.leading = leading
        self.nodes = nodes
        self._set: set[int] = set()
        self._last: dict[int, int] = {}
        if leading == ">":
            self._set = {elements._parent[node] for node in nodes}
        elif leading == "+":
            self._set = {elements.previous(node) for node in nodes}
        elif leading == "~":
            self._last = {elements._parent[node]: node for node in nodes}

    def has(self, node: int, elements: _UncommonPseudos) -> bool:
        if self.leading in {">", "+"}:
            return node in self._set
        if self.leading == "~":
            return self._last.get(elements._parent[node], -1) > node
        place = bisect_right(self.nodes, node)
        return place < len(self.nodes) and self.nodes[place] < elements._document.stop[node]


_OWN = frozenset("checked default disabled enabled required optional read-only read-write defined open".split())
_WRITABLE = frozenset("text search url tel email password date month week time datetime-local number".split())


def _own_pseudo(name: str, shape: Shape) -> bool:
    """Match the pseudo-classes that an element's own attributes decide."""
    attributes = shape.attributes
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

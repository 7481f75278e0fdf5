"""The cascade: which declarations apply to each element, and the computed style that follows.

Work is done once per distinct case: selectors that depend on tags and attributes alone are matched once per distinct
path of element shapes, and a style is computed once per distinct (parent style, shape, matched rules).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from rubricator.limits import Budget, Limits
from rubricator.page.model import TEXT, Attributes
from rubricator.style.computed import ROOT, Computed, Resolver, Specified
from rubricator.style.css.declarations import Declarations, Deferred, Value, parse_declarations
from rubricator.style.css.matching import Matcher, Shape
from rubricator.style.css.selectors import Complex, Key
from rubricator.style.css.sheet import Sheet, parse_sheet
from rubricator.style.document import Document
from rubricator.style.hints import presentational_hints

_CHECK_EVERY = 512
_UNLAYERED = 1 << 20
_NOTHING: dict[str, Value | Deferred] = {}


class _Candidate(NamedTuple):
    """A selector that could match something in this page, with its place in the cascade."""

    order: tuple[int, int, int]
    """(layer, specificity, order of appearance); agent rules stand in layer -1."""
    selector: Complex
    declarations: Declarations


class _Kind(NamedTuple):
    """One distinct (tag, attributes) of the page."""

    shape: Shape
    hints: Specified
    inline: Declarations
    static: Sequence[_Candidate]
    dynamic: Sequence[_Candidate]
    signature: tuple[object, ...]
    """What is left of the shape when names that no selector mentions are ignored."""


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
        self.kinds: list[_Kind] = []
        self.kind_of = self._distinct_kinds()
        self.candidates = self._select_candidates(agent_sheets(document.quirks, limits), sheets)
        self._finish_kinds()
        self.matcher = Matcher(document, [self.kinds[kind].shape for kind in self.kind_of])
        self.resolver = Resolver(document.quirks)
        self._paths: dict[tuple[int, int], int] = {}
        self._cascaded: list[_Cascaded] = []
        self._with_dynamic: dict[tuple[int, tuple[int, ...]], _Cascaded] = {}

    def run(self) -> tuple[list[int], list[Computed]]:
        document, kinds = self.document, self.kinds
        parents, tags, kind_of = document.parent, document.tag, self.kind_of
        styles: list[Computed] = [ROOT]
        numbers: dict[Computed, int] = {ROOT: 0}
        style_of = [0] * len(tags)
        path_of = [0] * len(tags)
        computed: dict[tuple[int, int, int, tuple[int, ...]], int] = {}
        signatures: dict[tuple[object, ...], int] = {}
        signature_of = [signatures.setdefault(kind.signature, len(signatures)) for kind in kinds]
        static_paths: list[Sequence[_Candidate]] = [()]
        paths = self._paths
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
            step = (path_of[above], signature_of[number])
            path = paths.get(step)
            if path is None:
                path = paths[step] = len(static_paths)
                static_paths.append([c for c in kind.static if match(c.selector, node) >= 0])
            path_of[node] = path
            dynamic: tuple[int, ...] = ()
            if kind.dynamic:
                dynamic = tuple(n for n, c in enumerate(kind.dynamic) if match(c.selector, node) >= 0)
            key = (style_of[above], path, number, dynamic)
            style = computed.get(key)
            if style is None:
                matched = [*static_paths[path], *(kind.dynamic[n] for n in dynamic)]
                result = self._compute(styles[style_of[above]], kind, matched, above == 0)
                style = numbers.setdefault(result, len(styles))
                if style == len(styles):
                    styles.append(result)
                computed[key] = style
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

    def _distinct_kinds(self) -> list[int]:
        """Number the distinct (tag, attributes); text nodes and the document share the first."""
        document, quirks = self.document, self.document.quirks
        numbers: dict[tuple[str, Attributes], int] = {(TEXT, ()): 0}
        self.kinds.append(_plain_kind(TEXT, (), quirks))
        kind_of = []
        for tag, attributes in zip(document.tag, document.attributes, strict=True):
            case = (tag, attributes)
            number = numbers.get(case)
            if number is None:
                number = numbers[case] = len(self.kinds)
                self.kinds.append(_plain_kind(tag, attributes, quirks))
            kind_of.append(number)
        return kind_of

    def _select_candidates(self, agents: list[Sheet], sheets: list[tuple[Sheet, str]]) -> dict[Key, list[_Candidate]]:
        """Pick the selectors whose every name occurs in the page, by key."""
        names = {""}
        for kind in self.kinds:
            names.add(kind.shape.tag)
            names.update("." + name for name in kind.shape.classes)
            if kind.shape.id:
                names.add("#" + kind.shape.id)
        layers = _layer_ranks(sheets)
        chosen: dict[Key, list[_Candidate]] = {}
        order = 0
        for sheet, into in [*((agent, None) for agent in agents), *sheets]:
            for key in names & sheet.index.keys() if len(names) < len(sheet.index) else sheet.index.keys() & names:
                for rule, place in sheet.index[key]:
                    selectors = sheet.selectors(rule)
                    if place >= len(selectors) or not selectors[place].keys <= names:
                        continue
                    selector = selectors[place]
                    layer = -1 if into is None else layers[_joined(into, sheet.rules[rule].layer)]
                    candidate = _Candidate((layer, selector.specificity, order + rule), selector, sheet.declarations(rule))
                    chosen.setdefault(selector.key, []).append(candidate)
            order += len(sheet.rules)
        return chosen

    def _finish_kinds(self) -> None:
        """Give each kind its candidates, and shorten its signature to what they ask for."""
        referenced = {name for group in self.candidates.values() for c in group for name in c.selector.references}
        valued = {name[1:-1] for name in referenced if name[0] == "[" and name[-1] == "="}
        present = {name[1:] for name in referenced if name[0] == "["} - valued
        for number, kind in enumerate(self.kinds):
            shape = kind.shape
            keys = ["", shape.tag, *("." + name for name in shape.classes)]
            if shape.id:
                keys.append("#" + shape.id)
            found = [c for key in keys for c in self.candidates.get(key, ())]
            signature: tuple[object, ...] = (
                shape.tag,
                shape.id if "#" + shape.id in referenced else "",
                frozenset(name for name in shape.classes if "." + name in referenced),
                tuple((name, value) for name, value in shape.attributes.items() if name in valued),
                frozenset(shape.attributes.keys() & present),
            )
            self.kinds[number] = kind._replace(
                static=[c for c in found if c.selector.static],
                dynamic=[c for c in found if not c.selector.static],
                signature=signature,
            )


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


def _plain_kind(tag: str, attributes: Attributes, quirks: bool) -> _Kind:
    if not attributes:
        shape = Shape(tag.lower(), "", frozenset(), {})
        return _Kind(shape, _NOTHING, Declarations(_NOTHING, _NOTHING), (), (), ())
    values = {name: value or "" for name, value in attributes}
    ident, classes = values.get("id", ""), values.get("class", "")
    if quirks:
        ident, classes = ident.lower(), classes.lower()
    shape = Shape(tag.lower(), ident, frozenset(classes.split()), values)
    inline = parse_declarations(values["style"], quirks) if "style" in values else Declarations(_NOTHING, _NOTHING)
    return _Kind(shape, presentational_hints(shape.tag, values), inline, (), (), ())


@lru_cache(maxsize=8)
def agent_sheets(quirks: bool, limits: Limits) -> list[Sheet]:
    """Return the sheets that every page starts from."""
    names = ["user_agent.css", "quirks.css"] if quirks else ["user_agent.css"]
    return [parse_sheet((files(__package__) / name).read_text("utf-8"), quirks, limits) for name in names]

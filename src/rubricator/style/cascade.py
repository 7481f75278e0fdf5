"""The cascade: which declarations apply to each element, and the computed style that follows.

Work is done once per distinct case: selectors of one compound are matched once per kind of element, those that depend
on tags and attributes alone once per distinct path of kinds, and a style is computed once per distinct (parent style,
kind, matched rules).
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple

from rubricator.limits import Budget, Limits, Notice, OutOfTrialsError, Trials
from rubricator.style._candidates import Names, select_candidates
from rubricator.style._cascade import walk
from rubricator.style._computed import Resolver
from rubricator.style._kinds import distinct_kinds
from rubricator.style.candidates import Candidate, agent_candidates, layer_ranks
from rubricator.style.computed import Computed
from rubricator.style.css.colors import parse_legacy_color
from rubricator.style.css.compounds import Complex, Compound, Key
from rubricator.style.css.declarations import Deferred
from rubricator.style.css.matching import Matcher
from rubricator.style.css.properties import Value
from rubricator.style.document import Document
from rubricator.style.kinds import Kind
from rubricator.style.sheets import PlacedSheet

_TRIALS_PER_NODE = 40
"""Large pages may need more trials than the limit; of 1,450 pages of the corpora none needs more than 33 per node."""
_MERGED_PER_TRIAL = 4
"""As many rules that matched are merged in the time of one trial."""
_CHECK_EVERY = 512
_CHECK_AFTER = 1 << 16
"""Trials are counted, and the budget is looked at, after this many selectors were tried."""
_MOST_KEYS = 1024
"""Ancestors' keys are only collected up to this many; beyond, selectors are matched without that filter."""


_SHAPE = attrgetter("shape")


class _Cascaded(NamedTuple):
    """Declarations that rules gave an element, merged by origin and importance."""

    agent: dict[str, Value | Deferred]
    author: dict[str, Value | Deferred]
    important: dict[str, Value | Deferred]


def compute_styles(
    document: Document, sheets: Sequence[PlacedSheet], layers: Sequence[str], limits: Limits, budget: Budget
) -> tuple[array[int], list[Computed]]:
    """Return for each node the number of its computed style, and the distinct styles. Text has its parent's.

    When selectors are tried too often, the costly ones are left out for all elements alike, which is a notice of the
    document.
    """
    names = Names(document)
    agent = agent_candidates(document.quirks, limits)
    candidates = select_candidates(names, agent, sheets, layer_ranks(layers), document.quirks, budget)
    trials = max(limits.selector_trials, _TRIALS_PER_NODE * len(document.tag))
    try:
        return _cascade(document, names, candidates, Trials(trials, budget))
    except OutOfTrialsError:
        pass
    for left_out, keeps, most in _FEWER:
        fewer = {key: [c for c in group if c.order[0] < 0 or keeps(c.selector)] for key, group in candidates.items()}
        if not most and sum(map(len, fewer.values())) == sum(map(len, candidates.values())):
            continue
        candidates = fewer
        try:
            styles = _cascade(document, names, fewer, Trials(most or trials, budget))
        except OutOfTrialsError:
            continue
        text = f"selectors were tried more than {trials} times; {left_out} were left out"
        document.notices.append(Notice("selector-limit", text))
        return styles
    raise AssertionError("without rules of the page there is always an end")


def _cascade(
    document: Document, names: Names, candidates: dict[Key, list[Candidate]], trials: Trials
) -> tuple[array[int], list[Computed]]:
    kinds, kind_of = distinct_kinds(document, names, candidates, trials)
    matcher = Matcher(document, list(map(_SHAPE, kinds)), kind_of, trials)
    return walk(document, kinds, kind_of, matcher, Resolver(document.quirks), trials, _link_color(document))


def _is_cheap(selector: Complex) -> bool:
    return selector.static and not selector.tests and not any(name[-1] == "=" for name in selector.references)


_FEWER: tuple[tuple[str, Callable[[Complex], bool], int], ...] = (
    ("rules that count, look at neighbours or compare attributes", _is_cheap, 0),
    ("rules of more than tags, classes and ids of one element", lambda s: s.simple and _is_cheap(s), 0),
    ("all rules of stylesheets", lambda _: False, sys.maxsize),
)
"""What is left out when selectors are tried too often, which selectors that keeps, and another limit for them."""


class _Paths:
    """The distinct paths of kinds from the root down, and which static candidates match at the end of each."""

    __slots__ = ("_keys_above", "_kinds", "_match", "_numbers", "match_of", "matches", "next")

    def __init__(self, kinds: Sequence[Kind], match: Callable[[tuple[Compound, ...], int], int]) -> None:
        self.next: dict[tuple[int, int], int] = {}
        """(path of the parent, kind) -> path."""
        self.match_of = [0]
        self.matches: list[Sequence[Candidate]] = [()]
        """The distinct sets of candidates that match, by kind."""
        self._keys_above: list[frozenset[Key] | None] = [frozenset()]
        self._numbers: dict[tuple[int, ...], int] = {}
        self._kinds = kinds
        self._match = match

    def add(self, above: int, number: int, node: int) -> int:
        """Match the static candidates of a path met for the first time."""
        kind, keys = self._kinds[number], self._keys_above[above]
        path = self.next[above, number] = len(self.match_of)
        found = _matching(kind.static, keys, self._match, node) if kind.static else []
        match = self._numbers.setdefault((number, *map(id, found)), len(self.matches))
        if match == len(self.matches):
            self.matches.append(found)
        self.match_of.append(match)
        self._keys_above.append(_with_keys(keys, kind.keys))
        return path

    def dynamic(self, kind: Kind, above: int, node: int) -> list[Candidate]:
        return _matching(kind.dynamic, self._keys_above[above], self._match, node)


def _link_color(document: Document) -> int | None:
    """Return the colour that `<body link>` gives to links."""
    body = next(iter(document.nodes("body")), 0)
    return parse_legacy_color(document.attribute(body, "link") or "")


def _matching(
    candidates: Sequence[Candidate],
    above: frozenset[Key] | None,
    match: Callable[[tuple[Compound, ...], int], int],
    node: int,
) -> list[Candidate]:
    """Return the candidates that match; the fit of the rightmost compound with the element is known already."""
    found = []
    for candidate in candidates:
        selector = candidate.selector
        if (above is None or selector.above <= above) and match(selector.compounds, node) >= 0:
            found.append(candidate)
    return found


def _with_keys(above: frozenset[Key] | None, keys: tuple[Key, ...]) -> frozenset[Key] | None:
    """Add an element's keys to those of its ancestors."""
    if above is None or above.issuperset(keys):
        return above
    return above.union(keys) if len(above) < _MOST_KEYS else None


def _merge(matched: list[Candidate]) -> _Cascaded:
    """Merge declarations in cascade order; important ones have the order of their layers turned round."""
    agent: dict[str, Value | Deferred] = {}
    author: dict[str, Value | Deferred] = {}
    important: dict[str, Value | Deferred] = {}
    weighty: list[Candidate] = []
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


def _order(candidate: Candidate) -> tuple[int, int, int]:
    return candidate.order

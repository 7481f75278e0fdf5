"""The cascade: which declarations apply to each element, and the computed style that follows.

Work is done once per distinct case: selectors of one compound are matched once per kind of element, those that depend
on tags and attributes alone once per distinct path of kinds, and a style is computed once per distinct (parent style,
kind, matched rules).
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence

from rubricator.limits import Budget, Limits, Notice
from rubricator.style._candidates import Candidate, PageNames, select_candidates
from rubricator.style._cascade import walk
from rubricator.style._computed import Resolver
from rubricator.style._kinds import distinct_kinds
from rubricator.style.candidates import AttributeValues, agent_candidates, layer_ranks
from rubricator.style.computed import Computed
from rubricator.style.css._matching import MatchBudget, MatchBudgetError
from rubricator.style.css.colors import parse_legacy_color
from rubricator.style.css.compounds import Complex, Key
from rubricator.style.css.matching import make_matcher
from rubricator.style.document import Document
from rubricator.style.sheets import PlacedSheet

_TRIALS_PER_NODE = 40
"""Large pages may need more trials than the limit; of 1,450 pages of the corpora none needs more than 33 per node."""


def compute_styles(
    document: Document, sheets: Sequence[PlacedSheet], layers: Sequence[str], limits: Limits, budget: Budget
) -> tuple[array[int], list[Computed]]:
    """Return for each node the number of its computed style, and the distinct styles. Text has its parent's.

    When selectors are tried too often, the costly ones are left out for all elements alike, which is a notice of the
    document.
    """
    names = PageNames(document)
    agent, values = agent_candidates(document.quirks, limits), AttributeValues(document.symbols)
    candidates = select_candidates(names, agent, sheets, layer_ranks(layers), values, budget)
    trials = max(limits.selector_trials, _TRIALS_PER_NODE * len(document.tag))
    try:
        return _cascade(document, names, candidates, MatchBudget(trials, budget))
    except MatchBudgetError:
        pass
    for left_out, keeps, most in _FEWER:
        fewer = {key: [c for c in group if c.of_agent or keeps(c.selector)] for key, group in candidates.items()}
        if not most and sum(map(len, fewer.values())) == sum(map(len, candidates.values())):
            continue
        candidates = fewer
        try:
            styles = _cascade(document, names, fewer, MatchBudget(most or trials, budget))
        except MatchBudgetError:
            continue
        text = f"selectors were tried more than {trials} times; {left_out} were left out"
        document.notices.append(Notice("selector-limit", text))
        return styles
    raise AssertionError("without rules of the page there is always an end")


def _cascade(
    document: Document, names: PageNames, candidates: dict[Key, list[Candidate]], match_budget: MatchBudget
) -> tuple[array[int], list[Computed]]:
    kinds, kind_of = distinct_kinds(names, document.attributes, candidates, document.quirks, match_budget)
    matcher = make_matcher(document, kinds, kind_of, match_budget)
    return walk(document.parent, kinds, kind_of, matcher, Resolver(document.quirks), _link_color(document))


def _is_cheap(selector: Complex) -> bool:
    return selector.static and not selector.tests and not any(name[-1] == "=" for name in selector.references)


_FEWER: tuple[tuple[str, Callable[[Complex], bool], int], ...] = (
    ("rules that count, look at neighbours or compare attributes", _is_cheap, 0),
    ("rules of more than tags, classes and ids of one element", lambda s: s.simple and _is_cheap(s), 0),
    ("all rules of stylesheets", lambda _: False, sys.maxsize),
)
"""What is left out when selectors are tried too often, which selectors that keeps, and another limit for them."""


def _link_color(document: Document) -> int | None:
    """Return the colour that `<body link>` gives to links."""
    body = next(iter(document.nodes("body")), 0)
    return parse_legacy_color(document.attribute(body, "link") or "")

"""Kinds of elements: those that no selector, inline style or presentational attribute of a page tells apart."""

from __future__ import annotations

from collections.abc import Mapping

from rubricator.limits import Trials
from rubricator.style._kinds import Kind
from rubricator.style.candidates import Candidate
from rubricator.style.css.compounds import Attribute, Key
from rubricator.style.css.declarations import Declarations, Deferred, inline_declarations
from rubricator.style.css.matching import Shape, attribute_matches, fits
from rubricator.style.css.properties import Value
from rubricator.style.hints import DRAWN, PRESENTATIONAL, presentational_hints

_NOTHING: dict[str, Value | Deferred] = {}
_NO_CLASSES: frozenset[str] = frozenset()
_NO_DECLARATIONS = Declarations(_NOTHING, _NOTHING)
_MOST_TESTS = 24
"""Of the values of one attribute, which are all tried on each value."""


class _Questions:
    """What candidates, hints and inline styles ask of attributes. Values that get the same answers are one kind."""

    __slots__ = ("_answers", "_tests", "_trials", "present", "valued")

    def __init__(self, referenced: set[str], candidates: dict[Key, list[Candidate]], trials: Trials) -> None:
        self.valued = {name[1:-1] for name in referenced if name[0] == "[" and name[-1] == "="}
        self.valued |= PRESENTATIONAL | {"style"}
        self.present = {name[1:] for name in referenced if name[0] == "["} - self.valued
        self._tests: dict[str, list[Attribute]] = {}
        for test in {test for group in candidates.values() for c in group for test in c.selector.tests}:
            self._tests.setdefault(test.name, []).append(test)
        # Where much is asked, most values are a kind of their own anyway.
        self.valued |= {name for name, tests in self._tests.items() if len(tests) > _MOST_TESTS}
        self._answers: dict[tuple[str, str], str | None] = {}
        self._trials = trials

    def ask(self, name: str, value: str) -> str | None:
        """Return what tells a value from others, None when nothing asks for the attribute."""
        if name in self.valued:
            return value
        tests = self._tests.get(name)
        if tests is None:
            return "" if name in self.present else None
        if (name, value) not in self._answers:
            self._trials.spend(len(tests))
            passed = "".join(["y" if attribute_matches(test, {name: value}) else "n" for test in tests])
            self._answers[name, value] = passed if "y" in passed else "" if name in self.present else None
        return self._answers[name, value]


def _kind(shape: Shape, candidates: dict[Key, list[Candidate]], quirks: bool, trials: Trials) -> Kind:
    keys = (shape.tag, *["." + name for name in shape.classes], *["[" + name for name in shape.attributes])
    if shape.id:
        keys = (*keys, "#" + shape.id)
    groups = [candidates[key] for key in ("", *keys) if key in candidates]
    trials.spend(sum(map(len, groups)))
    fitting = [c for group in groups for c in group if fits(c.selector.compounds[0], shape)]
    inline = _NO_DECLARATIONS
    if "style" in shape.attributes:
        inline = inline_declarations(shape.attributes["style"], quirks or shape.tag in DRAWN)
    hints: Mapping[str, Value | Deferred] = _NOTHING
    if not PRESENTATIONAL.isdisjoint(shape.attributes):
        hints = presentational_hints(shape.tag, shape.attributes)
    sure: list[Candidate] = []
    static: list[Candidate] = []
    dynamic: list[Candidate] = []
    for candidate in fitting:
        selector = candidate.selector
        (sure if selector.simple else static if selector.static else dynamic).append(candidate)
    return Kind(shape, keys, hints, inline, sure, static, dynamic)

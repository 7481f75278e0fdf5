"""Kinds of elements: those that no selector, inline style or presentational attribute of a page tells apart."""

from __future__ import annotations

from collections.abc import Mapping

from rubricator.limits import Trials
from rubricator.style._kinds import Kind as Kind
from rubricator.style.candidates import Candidate
from rubricator.style.css.compounds import Key
from rubricator.style.css.declarations import Declarations, Deferred, inline_declarations
from rubricator.style.css.matching import Shape, fits
from rubricator.style.css.properties import Value
from rubricator.style.hints import DRAWN, PRESENTATIONAL, presentational_hints

_NOTHING: dict[str, Value | Deferred] = {}
_NO_CLASSES: frozenset[str] = frozenset()
_NO_DECLARATIONS = Declarations(_NOTHING, _NOTHING)
_MOST_TESTS = 24
"""Of the values of one attribute, which are all tried on each value."""


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

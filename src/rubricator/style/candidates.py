"""Which selectors could match something in a page: of large sheets only these few are parsed and tried."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, KeysView, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import chain

from rubricator.limits import Budget, Limits
from rubricator.page._symbols import SymbolTable
from rubricator.style._candidates import Candidate as Candidate
from rubricator.style.css._sheet import IndexedSelector
from rubricator.style.css.compounds import Key
from rubricator.style.css.selectors import remembered_selector
from rubricator.style.css.sheet import parse_sheet

_AGENT = -1
_MOST_JOINED = 1 << 16
"""Characters of all values of an attribute; longer ones are not searched for what selectors ask of them."""


class AttributeValues:
    """The values that attributes have in a page, for selectors that ask for some."""

    def __init__(self, symbols: SymbolTable) -> None:
        self._symbols = symbols
        self._known: dict[str, _Values] = {}

    def occurring(
        self, asked: dict[tuple[str, str], dict[str, list[IndexedSelector]]], budget: Budget
    ) -> list[list[IndexedSelector]]:
        """Return the selectors that ask for values which occur, or might; given by attribute, operator and value."""
        missing = {name for name, _ in asked} - self._known.keys()
        self._known.update({name: _Values(values) for name, values in self._symbols.values_of(missing).items()})
        found: list[list[IndexedSelector]] = []
        for (name, operator), groups in asked.items():
            budget.check()
            found += [groups[value] for value in self._known[name].met_by(operator, groups.keys())]
        return found


class _Values:
    """The values of one attribute, in lower case."""

    def __init__(self, values: set[str]) -> None:
        self._values = {value.lower() for value in values}

    def met_by(self, operator: str, asked: KeysView[str]) -> Iterable[str]:
        """Return those of the texts that are asked for which occur, or might."""
        if operator == "=" or not self._values:
            return asked & self._values
        if operator == "^=":
            return _beginnings(asked, self._sorted)
        joined, end = self._joined, "\n" if operator == "$=" else ""
        return asked if len(joined) > _MOST_JOINED else [text for text in asked if text + end in joined]

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._values)

    @cached_property
    def _joined(self) -> str:
        return "\n".join(["", *self._values, ""])


def _beginnings(asked: Iterable[str], values: list[str]) -> list[str]:
    """Return the texts that some of the sorted values begin with; lists of advertisers ask for thousands."""
    found = []
    for text in asked:
        place = bisect_left(values, text)
        if place < len(values) and values[place].startswith(text):
            found.append(text)
    return found


def layer_ranks(layers: Sequence[str]) -> dict[str, int]:
    """Rank layers in order of first appearance; what stands directly in a layer wins over the layers nested in it.

    The layer '' is what stands in none and wins over all.
    """
    if not any(layers):
        return {"": 0}
    # The layers in each layer, by name; the first is what stands in none.
    inner: list[dict[str, int]] = [{}]
    numbers = {"": 0}
    for layer in layers:
        number = 0
        for name in layer.split(".") if layer else ():
            number = inner[number].setdefault(name, len(inner))
            if number == len(inner):
                inner.append({})
        numbers[layer] = number
    downwards, pending = [], [0]
    while pending:
        number = pending.pop()
        downwards.append(number)
        pending.extend(inner[number].values())
    ranks = {number: rank for rank, number in enumerate(reversed(downwards))}
    return {layer: ranks[number] for layer, number in numbers.items()}


def agent_candidates(quirks: bool, limits: Limits) -> dict[Key, list[Candidate]]:
    """Return the rules that every page starts from, by key."""
    return _agent_candidates(quirks, limits.rules, limits.selectors, limits.selector_depth)


@lru_cache(maxsize=8)
def _agent_candidates(quirks: bool, rules: int, selectors: int, selector_depth: int) -> dict[Key, list[Candidate]]:
    limits = Limits(rules=rules, selectors=selectors, selector_depth=selector_depth)
    found: dict[Key, list[Candidate]] = {}
    order = 0
    for name in ["user_agent.css", "quirks.css"] if quirks else ["user_agent.css"]:
        sheet = parse_sheet((files(__package__) / name).read_text("utf-8"), quirks, limits)
        groups = chain(sheet.index.named.values(), *[groups.values() for groups in sheet.index.valued.values()])
        for entry in chain.from_iterable(groups):
            selector = remembered_selector(entry.text, quirks)
            if selector:
                place = _AGENT, selector.specificity, order + entry.number
                found.setdefault(selector.key, []).append(Candidate(place, selector, entry.rule))
        order += len(sheet.rules)
    return found

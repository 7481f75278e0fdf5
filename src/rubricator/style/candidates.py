"""Which selectors could match something in a page: of large sheets only these few are parsed and tried."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from rubricator.limits import Limits
from rubricator.style._candidates import Candidate as Candidate
from rubricator.style.css.compounds import Key
from rubricator.style.css.selectors import remembered_selector
from rubricator.style.css.sheet import parse_sheet
from rubricator.style.css.tokens import NAME_CHARACTER
from rubricator.style.document import Document

_AGENT = -1
_MOST_JOINED = 1 << 16
"""Longer values of an attribute are not searched for what a selector asks of them."""
_CHECK_EVERY = 1024


class Values:
    """The values that attributes have in a page, for selectors that ask for some."""

    def __init__(self, document: Document) -> None:
        self._values: defaultdict[str, set[str]] = defaultdict(set)
        for attributes in document.attributes:
            for name, value in attributes:
                self._values[name].add(value or "")
        self._joined: dict[str, str] = {}
        self._sorted: dict[str, list[str]] = {}

    def may_match(self, selector: str) -> bool:
        """Return False when a selector asks for a value that does not occur; its first attribute is looked at."""
        found = _ATTRIBUTE.search(selector)
        if not found:
            return True
        name, operator, value = found[1].lower(), found[2], (found[3] or found[4] or found[5] or "").lower()
        if operator in {"=", "^="}:
            return self._has_beginning(name, value, operator == "=")
        joined = self._joined.get(name)
        if joined is None:
            joined = self._joined[name] = "\n".join(["", *self._values.get(name, ()), ""]).lower()
        if operator == "$=":
            value += "\n"
        return len(joined) > _MOST_JOINED or value in joined

    def _has_beginning(self, name: str, value: str, whole: bool) -> bool:
        """Say whether an attribute has a value, or one that begins so; lists of advertisers ask for thousands."""
        values = self._sorted.get(name)
        if values is None:
            values = self._sorted[name] = sorted([one.lower() for one in self._values.get(name, ())])
        at = bisect_left(values, value)
        return at < len(values) and (values[at] == value if whole else values[at].startswith(value))


_NAMES = re.compile(rf"[.#]{NAME_CHARACTER}+")
_ATTRIBUTE = re.compile(r"""\[([\w-]+)([~|^$*]?=)(?:"([^"\\]*)"|'([^'\\]*)'|([\w-]+))""")


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
        for rule, text in (entry for entries in sheet.index.values() for entry in entries):
            selector = remembered_selector(text, quirks)
            if selector:
                candidate = Candidate((_AGENT, selector.specificity, order + rule), selector, sheet.declarations(rule))
                found.setdefault(selector.key, []).append(candidate)
        order += len(sheet.rules)
    return found

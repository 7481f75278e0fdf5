"""A parsed stylesheet, cached by content: its rules indexed by what they need from a page."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from rubricator.limits import Budget, Limits
from rubricator.style.css._sheet import Rule, SelectorIndex, index_selectors
from rubricator.style.css.syntax import Import, Reader

_CACHE_BYTES = 16 << 20
"""Of sheets as they were parsed; declarations, parsed when they are asked for, may be twice as much again."""
_RULE_BYTES, _SELECTOR_BYTES = 110, 290
"""What a rule or a selector takes besides its text, in the mean of the sheets of asdus and in hostile ones."""
_ENDLESS = Budget()


@dataclass(slots=True)
class Sheet:
    """Rules of one stylesheet, and the index of their selectors."""

    rules: list[Rule]
    imports: list[Import]
    layers: list[str]
    """Names of layers in order of appearance; the first `early_layers` of them stand before the imports."""
    early_layers: int
    index: SelectorIndex
    overflow: bool
    quirks: bool


_cache: OrderedDict[tuple[str, bool, int, int, int], tuple[Sheet, int]] = OrderedDict()
_cache_size = 0
_cache_lock = threading.Lock()


def parse_sheet(text: str, quirks: bool, limits: Limits, budget: Budget = _ENDLESS) -> Sheet:
    """Parse a stylesheet, or return the one parsed before from the same text."""
    global _cache_size
    key = (text, quirks, limits.rules, limits.selectors, limits.selector_depth)
    with _cache_lock:
        known = _cache.get(key)
        if known:
            _cache.move_to_end(key)
            return known[0]
    sheet = _parse(text, quirks, limits, budget)
    # The text is kept as the key, and cut into pieces in the sheet.
    size = 2 * len(text) + _RULE_BYTES * len(sheet.rules) + _SELECTOR_BYTES * sheet.index.count
    with _cache_lock:
        if key not in _cache and size <= _CACHE_BYTES:
            _cache[key] = (sheet, size)
            _cache_size += size
            while _cache_size > _CACHE_BYTES:
                _, (_, size) = _cache.popitem(last=False)
                _cache_size -= size
    return sheet


def forget_sheets() -> None:
    """Empty the cache (benchmarks measure a cold start with it)."""
    global _cache_size
    with _cache_lock:
        _cache.clear()
        _cache_size = 0


def _parse(text: str, quirks: bool, limits: Limits, budget: Budget) -> Sheet:
    reader = Reader(text, limits.rules, budget).read()
    index = index_selectors(reader.rules, quirks, limits, budget)
    layers, overflow = list(reader.layers), reader.overflow or index.is_full
    return Sheet(reader.rules, reader.imports, layers, reader.early_layers, index, overflow, quirks)

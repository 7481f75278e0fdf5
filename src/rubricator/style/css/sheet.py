"""A parsed stylesheet, cached by content: its rules indexed by what the rightmost compound asks for."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from dataclasses import dataclass

from rubricator.limits import Limits
from rubricator.style.css.declarations import Declarations, parse_declarations
from rubricator.style.css.selectors import Key, parse_selector_list
from rubricator.style.css.syntax import Import, Reader, Rule, split_commas

_ARGUMENTS = re.compile(r"\[[^\]\"']*(?:\"[^\"]*\"|'[^']*')?[^\]]*\]|\([^()]*\)")
_NEVER = re.compile(
    r"::|:(?:hover|focus|active|visited|before|after|first-l|target|-moz|-ms|-webkit-(?!any)|focus-within|placeholder|invalid)",
)
_FOREIGN = re.compile(r":-(?:moz|ms|o)-")
"""Pseudo-classes of other browsers: Chromium drops the whole rule."""
_SURELY_VALID = re.compile(
    r"""(?:[\w\s>+~*,-]|[.#](?=[-\w\\])|\\[0-9a-f]{1,6}[ ]?|\[[\w-]+(?:[~|^$*]?=(?:"[^"\\]*"|'[^'\\]*'|[\w-]+))?\]
    |::?(?:hover|focus|active|visited|before|after|first-child|last-child|link|disabled|checked|root)(?![\w(-]))*+\Z""",
    re.VERBOSE,
)
"""Most selector lists are plain; only the others are parsed to learn whether they are valid."""
_LAST = re.compile(r"[^\s>+~]+\Z")
_KEY = re.compile(r"[#.][-\w\u0080-\U0010ffff]+")
_CACHE_BYTES = 48 << 20


@dataclass(slots=True)
class Sheet:
    """Rules of one stylesheet. `index` maps a key to (rule, one of its selectors), in order of appearance."""

    rules: list[Rule]
    imports: list[Import]
    layers: list[str]
    index: dict[Key, list[tuple[int, str]]]
    overflow: bool
    quirks: bool
    _declarations: dict[int, Declarations]
    _valid: dict[int, bool]

    def is_valid(self, rule: int) -> bool:
        """Return whether all selectors of a rule are valid; one that is not drops the rule."""
        valid = self._valid.get(rule)
        if valid is None:
            text = self.rules[rule].selectors
            valid = self._valid[rule] = bool(_SURELY_VALID.match(text)) or parse_selector_list(text, self.quirks) is not None
        return valid

    def declarations(self, rule: int) -> Declarations:
        """Return a rule's declarations, parsed once."""
        parsed = self._declarations.get(rule)
        if parsed is None:
            parsed = self._declarations[rule] = parse_declarations(self.rules[rule].body, self.quirks)
        return parsed


_cache: OrderedDict[tuple[str, bool, int, int], tuple[Sheet, int]] = OrderedDict()
_cache_size = 0
_cache_lock = threading.Lock()


def parse_sheet(text: str, quirks: bool, limits: Limits) -> Sheet:
    """Parse a stylesheet, or return the one parsed before from the same text."""
    global _cache_size
    key = (text, quirks, limits.rules, limits.selectors)
    with _cache_lock:
        known = _cache.get(key)
        if known:
            _cache.move_to_end(key)
            return known[0]
    sheet = _parse(text, quirks, limits)
    with _cache_lock:
        if key not in _cache:
            _cache[key] = (sheet, len(text))
            _cache_size += len(text)
            while _cache_size > _CACHE_BYTES and len(_cache) > 1:
                _, (_, size) = _cache.popitem(last=False)
                _cache_size -= size
    return sheet


def forget_sheets() -> None:
    """Empty the cache (benchmarks measure a cold start with it)."""
    global _cache_size
    with _cache_lock:
        _cache.clear()
        _cache_size = 0


def _parse(text: str, quirks: bool, limits: Limits) -> Sheet:
    reader = Reader(text, limits.rules).read()
    index: dict[Key, list[tuple[int, str]]] = {}
    left = limits.selectors
    for number, rule in enumerate(reader.rules):
        if ":-" in rule.selectors and _FOREIGN.search(rule.selectors):
            continue
        for selector in split_commas(rule.selectors):
            left -= 1
            if left < 0:
                reader.overflow = True
                break
            key = key_of(selector)
            if key is not None:
                key = key.lower() if quirks else key
                index.setdefault(key, []).append((number, selector))
    return Sheet(reader.rules, reader.imports, reader.layers, index, reader.overflow, quirks, {}, {})


def key_of(selector: str) -> Key | None:
    """Return the key of a selector's rightmost compound without parsing it; None when it can never match."""
    if "(" in selector or "[" in selector:
        selector = _ARGUMENTS.sub("*", selector)
        if "(" in selector:
            return ""
    elif ":" in selector and _NEVER.search(selector):
        return None
    if "\\" in selector:
        return ""
    words = selector.split()
    if not words:
        return None
    last = words[-1]
    if ">" in last or "+" in last or "~" in last:
        found = _LAST.search(last)
        if not found:
            return None
        last = found[0]
    if ":" in last:
        last = last.partition(":")[0]
    at = last.find("#")
    if at < 0:
        at = last.find(".")
    if at < 0:
        return "" if "*" in last or "|" in last else last.lower()
    found = _KEY.match(last, at)
    return found[0] if found else None

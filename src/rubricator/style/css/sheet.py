"""A parsed stylesheet, cached by content: its rules indexed by what the rightmost compound asks for."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from dataclasses import dataclass

from rubricator.limits import Budget, Limits
from rubricator.style.css._sheet import index_selectors
from rubricator.style.css.compounds import Key
from rubricator.style.css.declarations import Declarations, parse_declarations
from rubricator.style.css.selectors import parse_selector_list
from rubricator.style.css.syntax import Import, Reader, Rule
from rubricator.style.css.tokens import NAME_CHARACTER

_ARGUMENTS = re.compile(r"\[[^\]\"']*+(?:\"[^\"]*+\"|'[^']*+')?+[^\]]*+\]|\([^()]*+\)")
_LONGEST_ARGUMENTS = 1000
"""Characters of a selector in which arguments are looked for: each bracket that is never closed is read to the end."""
_NEVER = re.compile(
    r"(?<!\\):(?::|hover|focus|active|visited|before|after|first-l|target|-moz|-ms|-webkit-(?!any)|focus-within|placeholder|invalid)",
)
_FOREIGN = re.compile(r"(?<!\\):-(?:moz|ms|o)-")
"""Pseudo-classes of other browsers: Chromium drops the whole rule."""
_SURELY_VALID = re.compile(
    r"""(?!\s*+(?:[,>+~]|-?\d))(?:[\w*-]++|\s++(?!-?\d)|[,>+~](?!\s*+(?:[,>+~]|-?\d|\Z))|[.#](?=-?[a-zA-Z_\\])
    |\\[0-9a-f]{1,6}[ ]?|\[-?[a-zA-Z_][\w-]*+(?:[~|^$*]?=(?:"[^"\\]*"|'[^'\\]*'|-?[a-zA-Z_][\w-]*+))?\]
    |:(?:hover|focus|active|visited|first-child|last-child|link|disabled|checked|root)(?![\w(-])
    |::?(?:before|after)(?=\s*+(?:,|\Z)))*+\Z""",
    re.VERBOSE,
)
"""Most selector lists are plain; only the others are parsed to learn whether they are valid."""
_BRACKET = re.compile(r"[()]")
_LAST = re.compile(r"[^\s>+~]+\Z")
_KEY = re.compile(rf"[#.]{NAME_CHARACTER}+")
_CACHE_BYTES = 16 << 20
"""Of sheets as they were parsed; declarations, parsed when they are asked for, may be twice as much again."""
_ENTRY_BYTES = 110
"""What a rule or a selector takes besides its text: 30 to 130 bytes in sheets of the corpora and in hostile ones."""
_LOOKUP_BYTES = 180
"""What a selector takes in `lookup`, in the mean of the sheets of asdus."""
_CHECK_EVERY = 256
_ENDLESS = Budget()


@dataclass(slots=True)
class Sheet:
    """Rules of one stylesheet. `index` maps a key to (rule, one of its selectors), in order of appearance."""

    rules: list[Rule]
    imports: list[Import]
    layers: list[str]
    """Names of layers in order of appearance; the first `early_layers` of them stand before the imports."""
    early_layers: int
    index: dict[Key, list[tuple[int, str]]]
    overflow: bool
    quirks: bool
    _declarations: dict[int, Declarations]
    _valid: dict[int, bool]
    lookup: object = None
    """What the compiled twin of `select_candidates` knows of the sheet alone."""

    def is_valid(self, rule: int) -> bool:
        """Return whether all selectors of a rule are valid; one that is not drops the rule."""
        valid = self._valid.get(rule)
        if valid is None:
            text = self.rules[rule].selectors
            surely = bool(_SURELY_VALID.match(text))
            valid = self._valid[rule] = surely or parse_selector_list(text, self.quirks) is not None
        return valid

    def declarations(self, rule: int) -> Declarations:
        """Return a rule's declarations, parsed once."""
        parsed = self._declarations.get(rule)
        if parsed is None:
            parsed = self._declarations[rule] = parse_declarations(self.rules[rule].body, self.quirks)
        return parsed


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
    selectors = sum(map(len, sheet.index.values()))
    size = 2 * len(text) + _ENTRY_BYTES * (len(sheet.rules) + selectors) + _LOOKUP_BYTES * selectors
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
    index, overflow = index_selectors(reader.rules, quirks, limits, budget)
    layers = list(reader.layers)
    overflow |= reader.overflow
    return Sheet(reader.rules, reader.imports, layers, reader.early_layers, index, overflow, quirks, {}, {})


def _is_too_deep(selector: str, most: int) -> bool:
    if selector.count("(") <= most:
        return False
    depth = deepest = 0
    for mark in _BRACKET.findall(selector):
        depth += 1 if mark == "(" else -1
        deepest = max(deepest, depth)
    return deepest > most


def key_of(selector: str) -> Key | None:
    """Return the key of a selector's rightmost compound without parsing it; None when it can never match.

    A compound of attributes and functions alone gives that of the one before it, or '' for any element.
    """
    unknown = None
    if "(" in selector or "[" in selector:
        if len(selector) > _LONGEST_ARGUMENTS:
            return ""
        selector = _ARGUMENTS.sub("", selector)
        if "(" in selector:
            return ""
        unknown = ""
    elif ":" in selector and _NEVER.search(selector):
        return None
    if "\\" in selector:
        return ""
    words = selector.rsplit(None, 1)
    if not words:
        return unknown
    last = words[-1]
    if ">" in last or "+" in last or "~" in last:
        found = _LAST.search(last)
        if not found:
            return unknown
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

"""The names that a page holds, and the selectors that could match in it."""

from rubricator.page._symbols cimport SymbolTable
from rubricator.style.css._selectors cimport Complex
from rubricator.style.css._sheet cimport IndexedSelector, Rule, SelectorIndex

from rubricator.style.css.tokens import html_words

cdef enum:
    CHECK_EVERY = 1024


cdef class Candidate:
    """A selector that could match something in a page, with its place in the cascade: layer, specificity, appearance."""

    def __init__(self, tuple order, Complex selector, Rule rule):
        self.order, self.selector, self.rule, self.of_agent = order, selector, rule, order[0] < 0


cdef class PageNames:
    """The names that occur in a page, as keys of selectors; `classes` are those of each text of `class`."""

    def __init__(self, document):
        cdef SymbolTable symbols = document.symbols
        cdef bint quirks = document.quirks
        cdef list texts = [text.lower() if quirks else text for text in symbols.classes]
        split = str.split if "".join(texts).isprintable() else html_words
        self.symbols, self.classes = symbols, [split(text) for text in texts]
        self.keys = {"", *[tag.lower() for tag in symbols.tags], *["[" + name for name in symbols.names]}
        for words in self.classes:
            for word in words:
                self.keys.add("." + <str>word)
        if not symbols.classes:
            self.keys.discard("[class")
        if not symbols.ids:
            self.keys.discard("[id")
        for text in symbols.ids:
            if text:
                self.keys.add("#" + (<str>text.lower() if quirks else <str>text))


def select_candidates(PageNames names, dict agent, sheets, dict ranks, values, budget):
    """Pick the selectors whose every name occurs in the page, by key; `values` knows the values of attributes."""
    cdef dict chosen = {key: group for key, group in agent.items() if key in names.keys}
    cdef SelectorIndex index
    cdef Py_ssize_t order = 0
    for placed in sheets:
        budget.check()
        index = placed.sheet.index
        picked = [index.named[name] for name in index.named.keys() & names.keys]
        if index.valued:
            picked += values.occurring(index.valued, budget)
        add_candidates(names, chosen, agent, placed, picked, ranks, order, budget)
        order += len(placed.sheet.rules)
    return chosen


cdef add_candidates(
    PageNames names, dict chosen, dict agent, placed, list picked, dict ranks, Py_ssize_t order, budget
):
    """Add the selectors of a sheet that are valid and need nothing which does not occur."""
    cdef list candidates
    cdef dict layers = {}
    cdef bint quirks = placed.sheet.quirks
    cdef Py_ssize_t number = 0
    cdef IndexedSelector entry
    cdef Complex selector
    for group in picked:
        for entry in group:
            number += 1
            if not number % CHECK_EVERY:
                budget.check()
            selector = entry.parsed(quirks)
            if selector is None or not has_all(names.keys, selector.keys) or not entry.rule.is_valid(quirks):
                continue
            rank = layers.get(entry.rule.layer)
            if rank is None:
                rank = layers[entry.rule.layer] = ranks[placed.layer(entry.rule.layer)]
            candidates = chosen.get(selector.key)
            if candidates is None:
                candidates = chosen[selector.key] = []
            elif candidates is agent.get(selector.key):
                candidates = chosen[selector.key] = candidates[:]
            candidates.append(Candidate((rank, selector.specificity, order + entry.number), selector, entry.rule))


cdef bint has_all(set keys, frozenset wanted) except -1:
    """Return whether all keys are among those of a page; a call of `issubset` takes longer than two or three lookups."""
    for key in wanted:
        if key not in keys:
            return False
    return True

"""Twin of `style/candidates.py`: the names that a page holds, and the selectors that could match in it."""

import array

cimport cython
from cpython cimport array
from libc.limits cimport LLONG_MAX
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from rubricator.characters cimport PyUnicode_DATA, PyUnicode_IS_COMPACT_ASCII, PyUnicode_KIND, PyUnicode_READ
from rubricator.page._symbols cimport CLASS, ID, SymbolTable
from rubricator.style._census cimport Integers, in_lower_case
from rubricator.style._lookup cimport Asked, Entry, Lookup

from rubricator.limits import Budget
from rubricator.style.css.matching import html_words
from rubricator.style.css.selectors import remembered_selector

cdef extern from "Python.h":
    str PyUnicode_New(Py_ssize_t size, Py_UCS4 largest)

cdef array.array INTS = array.array("i")
cdef object pure = None
"""The module in Python: regular expressions, caches and what is seldom asked for."""


cdef load_pure():
    global pure
    from rubricator.style import candidates

    pure = candidates


cdef enum:
    CHECK_EVERY = 1024
    # So many values are looked up in sheets; beyond, what sheets ask for is looked up in the sorted values of the page.
    MOST_WALKED = 1 << 14


@cython.final
cdef class Candidate:
    """A selector that could match something in this page, with its place in the cascade, ready to be tried."""

    def __init__(self, tuple order, selector, declarations):
        cdef tuple parts = <tuple>selector, both = <tuple>declarations
        self.order, self.selector, self.declarations = order, selector, declarations
        self.layer, self.appearance = order[0], order[2]
        self.specificity = min(order[1], LLONG_MAX)
        self.normal, self.important = both[0], both[1]
        self.compounds, self.references, self.tests = parts[0], parts[3], parts[9]
        self.static, self.simple = parts[6], parts[7]
        self.plain = True
        for compound in self.compounds:
            combinator = (<tuple>compound)[5]
            if combinator == "+" or combinator == "~":
                self.plain = False
                break
        self.refers = False
        for name in self.references:
            if name and (<str>name)[0] in ".#[":
                self.refers = True
                break
        self.above_count = 0
        for key in <frozenset>parts[4]:
            # Those that do not find a place are only not looked at before the match.
            if self.above_count < MOST_ABOVE:
                self.above[self.above_count] = hash(key) & 255
                self.above_count += 1


@cython.final
cdef class Names:
    """The names that occur in a page: keys, classes, and the values of attributes."""

    def __init__(self, document):
        if pure is None:
            load_pure()
        cdef SymbolTable symbols = document.symbols
        cdef str name
        self.symbols = symbols
        self.attributes = document.attributes
        self.starts, self.joined, self.values, self.sorted, self.walked = None, {}, {}, {}, 0
        self.quirks = document.quirks
        self.keys = {"", *[in_lower_case(<str>tag) for tag in symbols.tags]}
        self.keys.update(["[" + name for name in symbols.names])
        if not symbols.classes:
            self.keys.discard("[class")
        if not symbols.ids:
            self.keys.discard("[id")
        self.words, self.ends = [], Integers()
        for name in symbols.classes:
            self._add_words(name)
        for name in symbols.ids:
            if name:
                self.keys.add("#" + (in_lower_case(name) if self.quirks else name))

    @property
    def classes(self):
        """The classes of each text of `class`."""
        cdef Py_ssize_t at, start = 0
        cdef dict found = {}
        for at, text in enumerate(self.symbols.classes):
            found[text] = [word[1:] for word in self.words[start : self.ends.items[at]]]
            start = self.ends.items[at]
        return found

    cdef int _add_words(self, str text) except -1:
        """Split a `class` attribute, and add its classes to the keys."""
        cdef str folded = in_lower_case(text) if self.quirks else text, word
        cdef Py_ssize_t begin, at = 0, stop = len(folded)
        cdef const unsigned char *signs = <const unsigned char *>PyUnicode_DATA(folded)
        cdef unsigned char *written
        if not PyUnicode_IS_COMPACT_ASCII(folded):
            for word in html_words(folded):
                self._add_word("." + word)
        else:
            while at < stop:
                if is_html_space(signs[at]):
                    at += 1
                    continue
                begin = at
                while at < stop and not is_html_space(signs[at]):
                    at += 1
                # A dot and what lies between `begin` and `at`, written at once.
                word = PyUnicode_New(at - begin + 1, 127)
                written = <unsigned char *>PyUnicode_DATA(word)
                written[0] = c"."
                memcpy(written + 1, signs + begin, at - begin)
                self._add_word(word)
        return self.ends.add(<int>len(self.words))

    cdef int _add_word(self, str word) except -1:
        self.words.append(word)
        self.keys.add(word)
        return 0

    cpdef bint may_match(self, str selector):
        """Return False when a selector asks for a name or an attribute value that does not occur in the page."""
        return bool(self.pick(Lookup({"": [(0, selector)]}, self.quirks, Budget()), Budget()))

    cdef list pick(self, Lookup lookup, budget):
        """Return the selectors of a sheet that do not ask for a name or a value that does not occur in the page."""
        cdef list found = []
        cdef Asked asked
        if len(lookup.named) < len(self.keys):
            for key, group in lookup.named.items():
                if key in self.keys:
                    self._pick_named(found, lookup, <list>group)
        else:
            for key in self.keys:
                group = lookup.named.get(key)
                if group is not None:
                    self._pick_named(found, lookup, <list>group)
        for asked in lookup.asked:
            budget.check()
            if asked.sign == "=" or asked.sign == "^=":
                self._pick_sorted(found, lookup, asked)
            else:
                self._pick_within(found, lookup, asked, budget)
        return found

    cdef _pick_named(self, list found, Lookup lookup, list group):
        """Add those whose every name occurs."""
        cdef Entry entry
        for entry in group:
            for name in lookup.names_of(entry) if entry.names is None else entry.names:
                if name not in self.keys:
                    break
            else:
                found.append(entry)

    cdef _pick_sorted(self, list found, Lookup lookup, Asked asked):
        """Add those that ask for a value or a beginning; lists of advertisers ask for hundreds.

        All beginnings of a value begin the last that does not come after it, or are that one.
        """
        cdef set met = set()
        cdef bint whole = asked.sign == "="
        cdef Py_ssize_t at, shared
        cdef str value
        cdef set values = self._values(asked.name)
        self.walked += len(values)
        if self.walked > MOST_WALKED:
            self._pick_one_by_one(found, lookup, asked)
            return
        if values and asked.values is None:
            asked.sort()
        for value in values:
            if not PyUnicode_IS_COMPACT_ASCII(value):
                value = value.lower()
            at = last_before(asked.values, value, &shared)
            if whole:
                if at >= 0 and (shared < len(value) or shared < len(<str>asked.values[at])):
                    continue
            else:
                while at >= 0 and len(<str>asked.values[at]) > shared:
                    at = asked.outer.items[at]
            # Where one was met, those that it begins with were too.
            while at >= 0 and at not in met:
                met.add(at)
                self._pick_named(found, lookup, <list>asked.entries[asked.values[at]])
                at = -1 if whole else asked.outer.items[at]

    cdef _pick_one_by_one(self, list found, Lookup lookup, Asked asked):
        """Add those that ask for a value or a beginning, as for many values or sheets it takes less time."""
        cdef bint whole = asked.sign == "="
        cdef list values = self.sorted.get(asked.name)
        cdef Py_ssize_t at, shared
        cdef str value
        if values is None:
            values = self.sorted[asked.name] = sorted([(<str>one).lower() for one in self._values(asked.name)])
        for value, group in asked.entries.items():
            at = last_before(values, value, &shared)
            if (at >= 0 and len(<str>values[at]) == shared == len(value)) or (
                not whole and at + 1 < len(values) and (<str>values[at + 1]).startswith(value)
            ):
                self._pick_named(found, lookup, <list>group)

    cdef _pick_within(self, list found, Lookup lookup, Asked asked, budget):
        """Add those that ask for a part of a value."""
        cdef Py_ssize_t number = 0
        cdef str joined = self.joined.get(asked.name)
        cdef bint long
        if joined is None:
            joined = self.joined[asked.name] = "\n".join(["", *self._values(asked.name), ""]).lower()
        long = len(joined) > <Py_ssize_t>pure._MOST_JOINED
        for value, group in asked.entries.items():
            number += 1
            if not number % CHECK_EVERY:
                budget.check()
            if long or value in joined:
                self._pick_named(found, lookup, <list>group)

    cdef set _values(self, str name):
        """Return the values that an attribute has in the page."""
        cdef set values = self.values.get(name)
        cdef Py_ssize_t at
        if values is not None:
            return values
        values = self.values[name] = set()
        number = self.symbols.names.get(name)
        if number is None:
            return values
        if number == CLASS:
            values.update(self.symbols.classes)
        elif number == ID:
            values.update(self.symbols.ids)
        else:
            if self.starts is None:
                self._sort_attributes()
            for at in range(self.starts[number], self.starts[number + 1]):
                values.add(self.symbols.value[self.places[at]] or "")
        return values

    cdef _sort_attributes(self):
        """Sort the places of attributes by name: sheets may ask for any number of names."""
        cdef const int[::1] name = self.symbols.name
        cdef Py_ssize_t at, place, count = name.shape[0]
        self.starts, self.places = array.clone(INTS, len(self.symbols.names) + 1, True), array.clone(INTS, count, False)
        for at in range(count):
            self.starts[name[at]] += 1
        for place in range(1, self.starts.shape[0]):
            self.starts[place] += self.starts[place - 1]
        # From the last attribute to the first, the end of each name's part goes down to its start.
        for at in range(count - 1, -1, -1):
            self.starts[name[at]] -= 1
            self.places[self.starts[name[at]]] = <int>at


cdef Py_ssize_t last_before(list texts, str value, Py_ssize_t *shared) except -2:
    """Return the last of sorted texts that does not come after a value in lower case, or -1, and how much they share.

    What both ends share with the value lies between them too, and is not compared again. ASCII values may be in any case.
    """
    cdef Py_ssize_t low = 0, high = len(texts), middle, at, size, count = len(value), low_shared = 0, high_shared = 0
    cdef int kind = PyUnicode_KIND(value), other_kind
    cdef const void *data = PyUnicode_DATA(value)
    cdef const void *other_data
    cdef str other
    cdef uint32_t mark
    while low < high:
        middle = (low + high) >> 1
        other = texts[middle]
        other_kind, other_data, size = PyUnicode_KIND(other), PyUnicode_DATA(other), len(other)
        at = min(low_shared, high_shared)
        mark = 0
        while at < count and at < size:
            mark = PyUnicode_READ(kind, data, at)
            if c"A" <= mark <= c"Z":
                mark += 32
            if mark != PyUnicode_READ(other_kind, other_data, at):
                break
            at += 1
        if at == size or (at < count and mark > PyUnicode_READ(other_kind, other_data, at)):
            low, low_shared = middle + 1, at
        else:
            high, high_shared = middle, at
    shared[0] = low_shared
    return low - 1


cdef inline bint is_html_space(unsigned char mark) noexcept:
    return mark == 32 or mark == 9 or mark == 10 or mark == 12 or mark == 13


def select_candidates(Names names, dict agent, sheets, dict ranks, bint quirks, budget):
    """Pick the selectors whose every name occurs in the page, by key."""
    cdef dict chosen = {}
    cdef Py_ssize_t order = 0
    cdef set keys = names.keys
    for key, group in agent.items():
        if key in keys:
            # Not a copy: what is known of these lists is remembered with them.
            chosen[key] = group
    for placed in sheets:
        budget.check()
        if placed.sheet.index:
            select_from(names, chosen, agent, placed, ranks, budget, order)
        order += len(placed.sheet.rules)
    return chosen


cdef select_from(Names names, dict chosen, dict agent, placed, dict ranks, budget, Py_ssize_t order):
    """Pick from one sheet."""
    cdef object sheet = placed.sheet
    cdef Lookup lookup = sheet.lookup
    cdef list rules = sheet.rules, group
    cdef dict layers = {}
    cdef Py_ssize_t number = 0, rule
    cdef Entry entry
    cdef Candidate candidate
    cdef tuple parts
    if lookup is None:
        lookup = sheet.lookup = Lookup(sheet.index, sheet.quirks, budget)
    for entry in names.pick(lookup, budget):
        number += 1
        if not number % CHECK_EVERY:
            budget.check()
        if entry.selector is None and not entry.dead:
            entry.selector = remembered_selector(entry.text, sheet.quirks)
            entry.dead = entry.selector is None
        if entry.dead:
            continue
        parts = <tuple>entry.selector
        if not has_all(names.keys, <frozenset>parts[2]):
            continue
        rule = entry.rule
        if entry.candidate is None:
            if not sheet.is_valid(entry.rule):
                entry.dead = True
                continue
            entry.candidate = Candidate((0, parts[1], rule), parts, sheet.declarations(entry.rule))
        layer = (<tuple>rules[rule])[2]
        rank = layers.get(layer)
        if rank is None:
            rank = layers[layer] = ranks[placed.layer(layer)]
        candidate = <Candidate>entry.candidate
        if candidate.layer != <Py_ssize_t>rank or candidate.appearance != order + rule:
            # In most pages of a site it has the same place.
            candidate = entry.candidate = moved(candidate, rank, order + rule)
        group = chosen.get(parts[5])
        if group is None:
            group = chosen[parts[5]] = []
        elif group is agent.get(parts[5]):
            group = chosen[parts[5]] = list(group)
        group.append(candidate)


cdef bint has_all(set keys, frozenset wanted) except -1:
    """Say whether keys are those of a page; a call of `issubset` takes longer than to look for two or three."""
    for key in wanted:
        if key not in keys:
            return False
    return True


cdef Candidate moved(Candidate known, rank, Py_ssize_t appearance):
    """Return a candidate in another place of the cascade."""
    cdef Candidate one = Candidate.__new__(Candidate)
    one.order = rank, known.order[1], appearance
    one.layer, one.specificity, one.appearance = rank, known.specificity, appearance
    one.selector, one.declarations = known.selector, known.declarations
    one.compounds, one.references, one.tests = known.compounds, known.references, known.tests
    one.normal, one.important = known.normal, known.important
    one.simple, one.static, one.refers, one.plain = known.simple, known.static, known.refers, known.plain
    one.above_count = known.above_count
    memcpy(one.above, known.above, sizeof(known.above))
    return one

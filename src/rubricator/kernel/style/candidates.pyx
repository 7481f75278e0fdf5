"""Twin of `style/candidates.py`: the names that a page holds, and the selectors that could match in it."""

import array

cimport cython
from cpython cimport array
from cpython.unicode cimport PyUnicode_Compare
from libc.limits cimport LLONG_MAX
from libc.string cimport memcpy

from rubricator.kernel.rubric.characters cimport PyUnicode_DATA, PyUnicode_IS_COMPACT_ASCII
from rubricator.kernel.style.census cimport Census, Integers, Name, Node, census_of

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
    MOST_ASKED = 8192
    LONGEST = 200

cdef dict asked = {}
"""What selectors ask of their first attribute, for those of no more than `LONGEST` characters."""


cdef list as_list(object column):
    return column if type(column) is list else list(column)


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
        cdef Census census = census_of(document)
        cdef str name
        self.census = census
        self.attributes = as_list(document.attributes)
        if census.count != len(self.attributes):
            raise ValueError("the document was changed after it was parsed")
        self.nodes, self.joined, self.lowered, self.sorted = None, {}, {}, {}
        self.quirks = document.quirks
        self.keys = {"", *[(<str>tag).lower() for tag in census.tags]}
        self.keys.update(["[" + name for name in census.names])
        if not census.classes:
            self.keys.remove("[class")
        if not census.ids:
            self.keys.remove("[id")
        self.words, self.ends = [], Integers()
        for name in census.classes:
            self._add_words(name)
        for name in census.ids:
            if name:
                self.keys.add("#" + (name.lower() if self.quirks else name))

    @property
    def classes(self):
        """The classes of each text of `class`."""
        cdef Py_ssize_t at, start = 0
        cdef dict found = {}
        for at, text in enumerate(self.census.classes):
            found[text] = [word[1:] for word in self.words[start : self.ends.items[at]]]
            start = self.ends.items[at]
        return found

    cdef int _add_words(self, str text) except -1:
        """Split a `class` attribute, and add its classes to the keys."""
        cdef str folded = text.lower() if self.quirks else text, word
        cdef Py_ssize_t begin, at = 0, stop = len(folded)
        cdef const unsigned char *signs = <const unsigned char *>PyUnicode_DATA(folded)
        cdef unsigned char *written
        if not PyUnicode_IS_COMPACT_ASCII(folded):
            for word in pure.html_words(folded):
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
        cdef Py_ssize_t at = 0, stop = len(selector), begin
        cdef Py_UCS4 mark
        cdef bint valued = False
        for mark in selector:
            if mark == c"(" or mark == c"\\":
                return True
            if mark == c"[":
                valued = True
        if valued:
            return self._may_have_value(selector)
        if self.quirks:
            selector = selector.lower()
            stop = len(selector)
        while at < stop:
            mark = selector[at]
            at += 1
            if mark == c"." or mark == c"#":
                begin = at
                while at < stop and is_name_character(selector[at]):
                    at += 1
                if at > begin and selector[begin - 1 : at] not in self.keys:
                    return False
        return True

    cdef bint _may_have_value(self, str selector):
        """Return False when a selector asks for a value that does not occur; its first attribute is looked at."""
        cdef str name, sign, value, joined
        cdef tuple found = asked.get(selector)
        if found is None:
            found = asked_attribute(selector)
            if found is None:
                return True
            found = found[0].lower(), found[1], found[2].lower()
            if len(selector) <= LONGEST:
                if len(asked) >= MOST_ASKED:
                    asked.clear()
                asked[selector] = found
        name, sign, value = found
        if sign == "=":
            return value in self._lowered(name)
        if sign == "^=":
            return self._has_beginning(name, value)
        joined = self.joined.get(name)
        if joined is None:
            joined = self.joined[name] = "\n".join(["", *self._values(name), ""]).lower()
        if sign == "$=":
            value += "\n"
        return len(joined) > <Py_ssize_t>pure._MOST_JOINED or value in joined

    cdef set _lowered(self, str name):
        """Return the values that an attribute has in the page, in lower case."""
        cdef set values = self.lowered.get(name)
        if values is None:
            values = self.lowered[name] = {(<str>one).lower() for one in self._values(name)}
        return values

    cdef bint _has_beginning(self, str name, str value):
        cdef list values = self.sorted.get(name)
        cdef Py_ssize_t low = 0, high, middle
        if values is None:
            values = self.sorted[name] = sorted(self._lowered(name))
        high = len(values)
        while low < high:
            middle = (low + high) >> 1
            if PyUnicode_Compare(values[middle], value) < 0:
                low = middle + 1
            else:
                high = middle
        return low < len(values) and (<str>values[low]).startswith(value)

    cdef set _values(self, str name):
        """Return the values that an attribute has in the page."""
        cdef Name asked = self.census.names.get(name)
        cdef set values = set()
        cdef tuple held
        cdef Py_ssize_t at
        if asked is None:
            return values
        if self.nodes is None:
            self._sort_attributes()
        for at in range(self.starts[asked.number], self.starts[asked.number + 1]):
            held = self.attributes[self.nodes[at]]
            values.add((<tuple?>held[self.places[at]])[1] or "")
        return values

    cdef _sort_attributes(self):
        """Sort attributes by name, each as a node and a place in it: sheets may ask for any number of names."""
        cdef Integers name_of = self.census.name_of
        cdef Node *nodes = self.census.nodes
        cdef Py_ssize_t at, count = self.census.count, node = count, place
        self.starts = array.clone(INTS, len(self.census.names) + 1, True)
        self.nodes, self.places = array.clone(INTS, name_of.count, False), array.clone(INTS, name_of.count, False)
        for at in range(name_of.count):
            self.starts[name_of.items[at]] += 1
        for place in range(1, self.starts.shape[0]):
            self.starts[place] += self.starts[place - 1]
        # From the last attribute to the first, the end of each name's part goes down to its start.
        for at in range(name_of.count - 1, -1, -1):
            while node == count or nodes[node].first > at:
                node -= 1
            place = self.starts[name_of.items[at]] - 1
            self.starts[name_of.items[at]] = <int>place
            self.nodes[place], self.places[place] = <int>node, <int>(at - nodes[node].first)


cdef tuple asked_attribute(str selector):
    """Return the name, operator and value of the first attribute with one, as `_ATTRIBUTE` finds it, or None."""
    cdef Py_ssize_t at = 0, stop = len(selector), begin, name_stop, close
    cdef Py_UCS4 mark
    while True:
        at = selector.find("[", at) + 1
        if not at:
            return None
        begin = at
        while at < stop and is_word_character(selector[at]):
            at += 1
        name_stop = at
        if at == begin or at == stop:
            continue
        if selector[at] in "~|^$*":
            at += 1
        if at + 1 >= stop or selector[at] != c"=":
            continue
        at += 1
        sign = selector[name_stop:at]
        mark = selector[at]
        if mark == c'"' or mark == c"'":
            close = selector.find(chr(mark), at + 1)
            # Names that are escaped were sorted out before, so no backslash stands in a string.
            if close >= 0:
                return selector[begin:name_stop], sign, selector[at + 1 : close]
            continue
        close = at
        while close < stop and is_word_character(selector[close]):
            close += 1
        if close > at:
            return selector[begin:name_stop], sign, selector[at:close]


cdef inline bint is_html_space(unsigned char mark) noexcept:
    return mark == 32 or mark == 9 or mark == 10 or mark == 12 or mark == 13


cdef inline bint is_word_character(Py_UCS4 mark) noexcept:
    return mark == c"-" or mark == c"_" or mark.isalnum()


cdef inline bint is_name_character(Py_UCS4 mark) noexcept:
    """Twin of `NAME_CHARACTER` of `css/tokens.py`."""
    return (
        c"a" <= mark <= c"z" or mark >= 128 or mark == c"-" or c"0" <= mark <= c"9" or c"A" <= mark <= c"Z"
        or mark == c"_"
    )


def select_candidates(Names names, dict agent, sheets, dict ranks, bint quirks, budget):
    """Pick the selectors whose every name occurs in the page, by key."""
    cdef dict chosen = {}, index
    cdef Py_ssize_t order = 0
    cdef set keys = names.keys
    for key, group in agent.items():
        if key in keys:
            # Not a copy: what is known of these lists is remembered with them.
            chosen[key] = group
    for placed in sheets:
        budget.check()
        index = placed.sheet.index
        if len(index) < len(keys):
            found = [key for key in index if key in keys]
        else:
            found = [key for key in keys if key in index]
        if found:
            select_from(names, chosen, agent, placed, found, ranks, quirks, budget, order)
        order += len(placed.sheet.rules)
    return chosen


cdef select_from(
    Names names, dict chosen, dict agent, placed, list found, dict ranks, bint quirks, budget, Py_ssize_t order
):
    """Pick from one sheet."""
    cdef list rules = placed.sheet.rules, group
    cdef dict index = placed.sheet.index, valid = placed.sheet._valid, known = placed.sheet._declarations
    cdef dict layers = {}
    cdef Py_ssize_t number, rule
    cdef tuple entry, parts
    cdef object remembered = pure.remembered_selector, sheet = placed.sheet
    for key in found:
        number = 0
        for entry in <list>index[key]:
            if not number % CHECK_EVERY:
                budget.check()
            number += 1
            text = entry[1]
            if text != key and not names.may_match(text):
                continue
            selector = remembered(text, quirks)
            if selector is None:
                continue
            parts = <tuple>selector
            if not (<frozenset>parts[2]).issubset(names.keys):
                continue
            if not (valid.get(entry[0]) or sheet.is_valid(entry[0])):
                continue
            rule = entry[0]
            layer = (<tuple>rules[rule])[2]
            rank = layers.get(layer)
            if rank is None:
                rank = layers[layer] = ranks[placed.layer(layer)]
            declarations = known.get(entry[0]) or sheet.declarations(rule)
            candidate = Candidate((rank, parts[1], order + rule), selector, declarations)
            group = chosen.get(parts[5])
            if group is None:
                group = chosen[parts[5]] = []
            elif group is agent.get(parts[5]):
                group = chosen[parts[5]] = list(group)
            group.append(candidate)

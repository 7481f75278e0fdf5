"""What the elements around each node say of it, in one pass over the nodes."""

import numpy as np

from libc.stdint cimport int64_t, uint64_t

from rubricator.page._symbols cimport CLASS, ID, SymbolTable
from rubricator.segment.rubric._view cimport Node

from rubricator.segment.rubric._view import NODE

cdef enum:
    LONGEST = 200  # Characters of a `class` or `id` that are read.


def climb(
    SymbolTable symbols, const int[::1] parents, const int[::1] starts, const int[::1] ends, dict tag_bits,
    dict role_bits, dict word_bits, tuple level_bits, uint64_t factor,
):
    cdef Py_ssize_t count = parents.shape[0], number
    cdef const int[::1] tags = symbols.tag
    cdef const int64_t[::1] bits_of_tag = np.array([tag_bits.get(tag, 0) for tag in symbols.tags], dtype=np.int64)
    cdef Attributes attributes = Attributes(symbols, role_bits, word_bits, level_bits)
    cdef int64_t own, heading_bits = sum(level_bits), tagged = 0
    cdef int text = symbols.tags.get("#text", -1)
    found, codes = np.zeros(count, NODE), np.zeros(count, np.uint64)
    cdef Node[::1] nodes = found
    cdef Node above
    cdef uint64_t[::1] path = codes
    cdef int64_t[::1] own_of = np.zeros(count, np.int64)
    for number in range(count):
        own = bits_of_tag[tags[number]] | attributes.bits_of(number)
        tagged += own & heading_bits and ends[number] > starts[number]
        nodes[number].start, nodes[number].end = starts[number], ends[number]
        if not number:
            continue
        above, own_of[number] = nodes[parents[number]], own
        nodes[number].parent, nodes[number].depth = parents[number], above.depth + 1
        nodes[number].bits = own | above.bits
        nodes[number].near = above.near if tags[number] == text else own | own_of[parents[number]]
        # What has the role of a heading is an element of another kind.
        path[number] = (own & heading_bits & ~bits_of_tag[tags[number]] or tags[number] + 1) + path[parents[number]] * factor
    return found, codes, frozenset(attributes.targets), tagged


cdef class Attributes:
    """The bits of elements by their role and the words of their class and id; the targets of links are gathered.

    What has the role of a heading is one of its level, of the second where none is given, as in ARIA.
    """

    cdef SymbolTable symbols
    cdef const int[::1] first, name
    cdef int role, level, href, body, html, link
    cdef dict role_bits, word_bits, class_bits
    cdef tuple level_bits
    cdef set targets

    def __init__(self, SymbolTable symbols, dict role_bits, dict word_bits, tuple level_bits):
        names, tags = symbols.names, symbols.tags
        self.symbols, self.first, self.name = symbols, symbols.first, symbols.name
        self.role, self.level, self.href = names.get("role", -1), names.get("aria-level", -1), names.get("href", -1)
        self.body, self.html, self.link = tags.get("body", -1), tags.get("html", -1), tags.get("a", -1)
        self.role_bits, self.word_bits, self.level_bits = role_bits, word_bits, level_bits
        self.class_bits, self.targets = {}, set()

    cdef int64_t bits_of(self, Py_ssize_t node) except -1:
        cdef int64_t own = 0
        cdef int name, tag = self.symbols.tag.data.as_ints[node]
        cdef bint headed = False
        cdef str value, level = ""
        cdef Py_ssize_t place
        for place in range(self.first[node], self.first[node + 1]):
            name = self.name[place]
            if name > ID and name != self.role and name != self.level and (name != self.href or tag != self.link):
                continue
            value = self.symbols.value[place]
            if not value:
                continue
            if name <= ID:
                if tag != self.body and tag != self.html:
                    own |= self.bits_of_words(value, name == CLASS)
            elif name == self.role:
                value = value.strip().lower()
                own |= <int64_t>self.role_bits.get(value, 0)
                headed = value == "heading"
            elif name == self.level:
                level = value.strip()
            elif value[0] == u"#" and len(value) > 1:
                self.targets.add(value[1:])
        if headed:
            own |= <int64_t>self.level_bits[ord(level) - ord("1") if len(level) == 1 and u"1" <= level[0] <= u"6" else 1]
        return own

    cdef int64_t bits_of_words(self, str text, bint keep) except -1:
        """Return the bits of the words of a text: words end where letters do, and before capitals."""
        cdef int64_t bits = 0
        cdef Py_ssize_t place = 0, start, count = min(len(text), LONGEST)
        cdef Py_UCS4 letter
        known = self.class_bits.get(text) if keep else None
        if known is not None:
            return known
        while place < count:
            start, letter = place, text[place]
            place += 1
            if u"A" <= letter <= u"Z":
                if place == count or not u"a" <= text[place] <= u"z":
                    while place < count and u"A" <= text[place] <= u"Z":
                        place += 1
                    bits |= <int64_t>self.word_bits.get(text[start:place].lower(), 0)
                    continue
            elif not u"a" <= letter <= u"z":
                continue
            while place < count and u"a" <= text[place] <= u"z":
                place += 1
            bits |= <int64_t>self.word_bits.get(text[start:place].lower(), 0)
        if keep:
            self.class_bits[text] = bits
        return bits

"""Twin of `segment/rubric/context.py`: what nodes take over from the elements above them."""

import numpy as np

cimport cython
from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from rubricator.characters cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ, packed
from rubricator.segment.rubric._words cimport LONGEST, SLOTS, Word, add_letter, fill_slots, slot_of

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define AHEAD 4 /* nodes; it takes about as long to read them as to get something from the memory */

    /* Ask for an item of a tuple. Compilers leave out calls of what does nothing else, so that there must be none. */
    __attribute__((always_inline)) static inline void fetch_item(PyObject *some, Py_ssize_t place) {
        if (PyTuple_CheckExact(some) && place < PyTuple_GET_SIZE(some))
            __builtin_prefetch(PyTuple_GET_ITEM(some, place));
    }

    /* Ask for the attributes of later nodes, each step before the next: tuples, their first pairs, values of these. */
    __attribute__((always_inline)) static inline void fetch(PyObject *attributes, Py_ssize_t node) {
        const Py_ssize_t count = PyTuple_GET_SIZE(attributes);
        fetch_item(attributes, node + 3 * AHEAD);
        if (node + 2 * AHEAD < count) {
            PyObject *pairs = PyTuple_GET_ITEM(attributes, node + 2 * AHEAD);
            fetch_item(pairs, 0), fetch_item(pairs, 1), fetch_item(pairs, 2), fetch_item(pairs, 3);
        }
        if (node + AHEAD < count) {
            PyObject *pairs = PyTuple_GET_ITEM(attributes, node + AHEAD);
            const Py_ssize_t some = PyTuple_CheckExact(pairs) ? PyTuple_GET_SIZE(pairs) : 0;
            if (some > 0) fetch_item(PyTuple_GET_ITEM(pairs, 0), 1);
            if (some > 1) fetch_item(PyTuple_GET_ITEM(pairs, 1), 1);
        }
    }
    #else
    #define fetch(attributes, node)
    #endif
    """
    void fetch(tuple attributes, Py_ssize_t node) noexcept

cdef enum:
    SEEN = 128  # A power of two; pages have some 30 tags.
    MOST = 200  # Characters of a class or id that are looked at.


cdef unsigned char[256] CASE
"""Letters of ASCII: 1 for those in lower case, 2 for capitals; 0 for other characters."""
for _letter in range(26):
    CASE[97 + _letter], CASE[65 + _letter] = 1, 2


@cython.final
cdef class Words:
    """Words that name regions."""

    cdef dict source
    cdef Word[SLOTS] slots
    cdef unsigned int[32][32] lengths
    """By the first letter and the last, the lengths of words: others are seen not to be there without being made."""

    def __init__(self, dict source):
        cdef str word
        self.source = source
        fill_slots(self.slots, source)
        memset(self.lengths, 0, sizeof(self.lengths))
        for word in source:
            if 0 < len(word) <= LONGEST:
                self.lengths[<int>word[0] & 31][<int>word[len(word) - 1] & 31] |= <unsigned int>1 << len(word)

    cdef int64_t bits_of(self, str value) noexcept:
        """Return the bits of the words of a class or id: a capital begins one, or several are one."""
        cdef Py_ssize_t place = 0, start, count = min(len(value), MOST)
        cdef int kind = PyUnicode_KIND(value)
        cdef const void* data = PyUnicode_DATA(value)  # Holds at least `count` characters.
        cdef const unsigned char* letters = <const unsigned char*>data
        cdef unsigned char[MOST] narrow
        cdef unsigned char case
        cdef int64_t bits = 0
        if kind != 1:
            for place in range(count):
                narrow[place] = <unsigned char>min(PyUnicode_READ(kind, data, place), 128)
            letters, place = narrow, 0
        while place < count:
            start, case = place, CASE[letters[place]]
            place += 1
            if not case:
                continue
            if place < count and CASE[letters[place]] == 1:
                case = 1
            while place < count and CASE[letters[place]] == case:
                place += 1
            if place - start > LONGEST:
                continue
            if self.lengths[letters[start] & 31][letters[place - 1] & 31] >> (place - start) & 1:
                bits |= self.value_of(letters + start, place - start)
        return bits

    cdef inline int64_t value_of(self, const unsigned char* letters, Py_ssize_t count) noexcept:
        """Return the bits of one word, whatever its case."""
        cdef Py_ssize_t place
        cdef Word word = Word(0, 0, 0)
        for place in range(count):
            add_letter(&word, place, letters[place] | 32)
        return self.slots[slot_of(self.slots, &word)].value


cdef Words known = None
cdef uint64_t CLASS = packed("class"), ID = packed("id"), ROLE = packed("role"), HREF = packed("href")
cdef uint64_t BODY = packed("body"), HTML = packed("html"), LINK = packed("a")


cdef struct Tag:
    PyObject* text  # Tags are few objects.
    uint64_t name
    int64_t number, bits


def climb(
    tuple tags, tuple parents, tuple starts, tuple ends, tuple attributes, dict tag_bits, dict role_bits,
    dict word_bits, str text_tag, tuple level_bits, uint64_t factor
):
    """Return the columns of `Context`: parent, bits, near, depth, start, end as rows. Parents come before children."""
    cdef Py_ssize_t count = len(tags), node
    cdef int64_t own, above, start, end, tagged = 0, heading_bits = sum(level_bits)
    cdef uint64_t text_name = packed(text_tag)
    cdef tuple pairs
    found, codes = np.empty((7, count), np.int64), np.empty(count, np.uint64)
    if not count:
        return found[:6], codes, frozenset(), 0
    if not count == len(parents) == len(starts) == len(ends) == len(attributes):
        raise IndexError("columns of other nodes")
    cdef int64_t[:, ::1] lines = found
    cdef uint64_t[::1] path_codes = codes
    # All have a place for each node; parents stand before their children, as is checked.
    cdef int64_t* parent = &lines[0, 0]
    cdef int64_t* bits = &lines[1, 0]
    cdef int64_t* near = &lines[2, 0]
    cdef int64_t* depth = &lines[3, 0]
    cdef int64_t* starting = &lines[4, 0]
    cdef int64_t* ending = &lines[5, 0]
    cdef int64_t* mine = &lines[6, 0]
    cdef uint64_t* path = &path_codes[0]
    cdef dict numbers = {}
    cdef set targets = set()
    cdef PyObject* text
    cdef Tag* tag
    cdef Tag[SEEN] latest  # By where their names lie: most tags need not be looked up.
    for node in range(SEEN):
        latest[node] = Tag(NULL, 0, 0, 0)
    global known
    if known is None or known.source is not word_bits:
        known = Words(word_bits)
    for node in range(count):
        fetch(attributes, node)
        text = PyTuple_GET_ITEM(tags, node)
        tag = &latest[<size_t>text >> 4 & SEEN - 1]
        if text != tag.text:
            # `tags` keeps it.
            tag[0] = Tag(
                text, packed(<str?>text), numbers.setdefault(<object>text, len(numbers) + 1),
                tag_bits.get(<object>text, 0)
            )
        own = tag.bits
        start, end = whole(PyTuple_GET_ITEM(starts, node)), whole(PyTuple_GET_ITEM(ends, node))
        starting[node], ending[node] = start, end
        pairs = <tuple?>PyTuple_GET_ITEM(attributes, node)
        if pairs:
            own |= own_bits(tag.name, pairs, role_bits, level_bits, targets)
        if own & heading_bits and end > start:
            tagged += 1
        if not node:
            parent[0] = bits[0] = near[0] = depth[0] = mine[0] = 0
            path[0] = 0
            continue
        above = whole(PyTuple_GET_ITEM(parents, node))
        if not 0 <= above < node:
            raise IndexError("a parent after its child")
        parent[node], mine[node] = above, own
        near[node] = near[above] if tag.name == text_name else own | mine[above]
        bits[node] = own | bits[above]
        depth[node] = depth[above] + 1
        # What has the role of a heading is an element of another kind.
        path[node] = (own & heading_bits & ~tag.bits or tag.number) + path[above] * factor
    return found[:6], codes, frozenset(targets), tagged


cdef inline int64_t whole(PyObject* number) except? -1:
    """Return a whole number of Python."""
    return <int64_t><object>number


cdef int64_t own_bits(uint64_t tag, tuple pairs, dict role_bits, tuple level_bits, set targets) except -1:
    """Return the bits of an element by its role and the words of its class and id; gather links' targets."""
    cdef int64_t own = 0
    cdef uint64_t name
    cdef str value, role, level = ""
    cdef bint headed = False
    cdef Py_ssize_t place
    cdef PyObject* pair
    cdef PyObject* attribute
    for place in range(len(pairs)):
        # Borrowed, and values that do not matter are not looked at: they lie anywhere in the memory.
        pair = PyTuple_GET_ITEM(pairs, place)
        if len(<tuple?>pair) != 2:
            raise ValueError("an attribute is a name and a value")
        attribute = PyTuple_GET_ITEM(<tuple>pair, 0)
        name = packed(<str?>attribute)
        if name and name != CLASS and name != ID and name != ROLE and (name != HREF or tag != LINK):
            continue
        value = <str?>PyTuple_GET_ITEM(<tuple>pair, 1)
        if name == CLASS or name == ID:
            if value and tag != BODY and tag != HTML:
                own |= known.bits_of(value)
        elif name == ROLE:
            if value:
                role = value.strip().lower()
                own |= <int64_t>role_bits.get(role, 0)
                headed = role == "heading"
        elif name == HREF:
            if value and len(value) > 1 and value[0] == u"#":
                targets.add(value[1:])
        elif value and <str>attribute == "aria-level":
            level = value.strip()
    if headed:
        own |= <int64_t>level_bits[ord(level) - ord(u"1") if len(level) == 1 and u"1" <= level <= u"6" else 1]
    return own

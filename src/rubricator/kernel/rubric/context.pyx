"""Twin of `segment/rubric/context.py`: what nodes take over from the elements above them."""

import numpy as np

cimport cython
from libc.stdint cimport int64_t, uint64_t

from rubricator.kernel.rubric.characters cimport (
    PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ, is_letter, lower_ascii, packed
)
from rubricator.kernel.rubric.words cimport LONGEST, SLOTS, Word, add_letter, fill_slots, slot_of

cdef enum:
    MOST = 200  # Characters of a class or id that are looked at.


@cython.final
cdef class Words:
    """Words that name regions."""

    cdef dict source
    cdef Word[SLOTS] slots

    def __init__(self, dict source):
        self.source = source
        fill_slots(self.slots, source)

    cdef int64_t bits_of(self, str value) except -1:
        """Return the bits of the words of a class or id: a capital begins one, or several are one."""
        cdef Py_ssize_t place = 0, count = min(len(value), MOST), length
        cdef int kind = PyUnicode_KIND(value)
        cdef const void* data = PyUnicode_DATA(value)  # Holds at least `count` characters.
        cdef Py_UCS4 letter
        cdef bint capitals
        cdef int64_t bits = 0
        cdef Word word
        while place < count:
            letter = PyUnicode_READ(kind, data, place)
            place += 1
            if not is_letter(lower_ascii(letter)):
                continue
            word = Word(0, 0, 0)
            add_letter(&word, 0, lower_ascii(letter))
            capitals = not is_letter(letter) and not (place < count and is_letter(PyUnicode_READ(kind, data, place)))
            length = 1
            while place < count:
                letter = PyUnicode_READ(kind, data, place)
                if not (u"A" <= letter <= u"Z" if capitals else is_letter(letter)):
                    break
                add_letter(&word, length, lower_ascii(letter))
                length += 1
                place += 1
            if length <= LONGEST:
                bits |= self.slots[slot_of(self.slots, &word)].value
        return bits


cdef Words known = None
cdef uint64_t CLASS = packed("class"), ID = packed("id"), ROLE = packed("role"), HREF = packed("href")
cdef uint64_t BODY = packed("body"), HTML = packed("html"), LINK = packed("a")


cdef struct Tag:
    uint64_t name
    int64_t number, bits


def climb(
    tuple tags, tuple parents, tuple starts, tuple ends, tuple attributes, dict tag_bits, dict role_bits,
    dict word_bits, str text_tag, tuple level_bits, uint64_t factor
):
    """Return the columns of `Context`: parent, bits, near, depth, start, end as rows. Parents come before children."""
    cdef Py_ssize_t count = len(tags), node, above
    cdef int64_t own, tagged = 0, heading_bits = sum(level_bits)
    cdef uint64_t text_name = packed(text_tag), name, slot
    cdef tuple pairs
    found, codes, owns = np.empty((6, count), np.int64), np.empty(count, np.uint64), np.empty(count, np.int64)
    cdef int64_t[:, ::1] out = found
    cdef uint64_t[::1] path = codes
    cdef int64_t[::1] mine = owns
    cdef dict numbers = {}
    cdef set targets = set()
    cdef Tag tag
    cdef Tag[256] latest  # By a byte of their names: most tags need not be looked up.
    for node in range(256):
        latest[node] = Tag(0, 0, 0)
    global known
    if known is None or known.source is not word_bits:
        known = Words(word_bits)
    for node in range(count):
        pairs = attributes[node]
        above = parents[node] if node else 0
        name = packed(tags[node])
        slot = name * 0x9E3779B97F4A7C15ULL >> 56
        tag = latest[slot]
        if not name or name != tag.name:
            tag = Tag(name, numbers.setdefault(tags[node], len(numbers) + 1), tag_bits.get(tags[node], 0))
            latest[slot] = tag
        own = tag.bits
        out[0, node], out[4, node], out[5, node] = above, starts[node], ends[node]
        if pairs:
            own |= own_bits(tag.name, pairs, role_bits, level_bits, targets)
        if own & heading_bits and out[5, node] > out[4, node]:
            tagged += 1
        if not node:
            own = 0
        mine[node] = own
        out[2, node] = out[2, above] if node and tag.name == text_name else own | mine[above]
        if node:
            out[1, node] = own | out[1, above]
            out[3, node] = out[3, above] + 1
            # What has the role of a heading is an element of another kind.
            path[node] = (own & heading_bits & ~tag.bits or tag.number) + path[above] * factor
        else:
            out[1, 0] = out[3, 0] = path[0] = 0
    return found, codes, frozenset(targets), tagged


cdef int64_t own_bits(uint64_t tag, tuple pairs, dict role_bits, tuple level_bits, set targets) except -1:
    """Return the bits of an element by its role and the words of its class and id; gather links' targets."""
    cdef int64_t own = 0
    cdef uint64_t name
    cdef str attribute, value, role, level = ""
    cdef bint headed = False
    for attribute, value in pairs:
        name = packed(attribute)
        if name == CLASS or name == ID:
            if value and tag != BODY and tag != HTML:
                own |= known.bits_of(value)
        elif name == ROLE:
            if value:
                role = value.strip().lower()
                own |= <int64_t>role_bits.get(role, 0)
                headed = role == "heading"
        elif name == HREF and tag == LINK and value and len(value) > 1 and value[0] == u"#":
            targets.add(value[1:])
        elif value and attribute == "aria-level":
            level = value.strip()
    if headed:
        own |= <int64_t>level_bits[ord(level) - ord(u"1") if len(level) == 1 and u"1" <= level <= u"6" else 1]
    return own

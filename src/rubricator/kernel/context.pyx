"""Twin of `segment/rubric/context.py`: what nodes take over from the elements above them."""

import numpy as np

from libc.stdint cimport int64_t, uint64_t


def climb(
    tuple tags, tuple parents, tuple starts, tuple ends, tuple attributes, dict tag_bits, dict role_bits, word_bits,
    str text_tag, int64_t heading_bits, uint64_t factor
):
    """Return the columns of `Context`, whose rows hold parent, bits, near, depth, start, end; each parent comes first."""
    cdef Py_ssize_t count = len(tags), node, above
    cdef int64_t own, tagged = 0
    cdef str tag
    cdef tuple pairs
    found, codes, owns = np.empty((6, count), np.int64), np.empty(count, np.uint64), np.empty(count, np.int64)
    cdef int64_t[:, ::1] out = found
    cdef uint64_t[::1] path = codes
    cdef int64_t[::1] mine = owns
    cdef dict numbers = {}, words = {}
    cdef set targets = set()
    for node in range(count):
        tag, pairs = tags[node], attributes[node]
        above = parents[node] if node else 0
        number = numbers.get(tag)
        if number is None:
            number = numbers[tag] = len(numbers) + 1
        out[0, node], out[4, node], out[5, node] = above, starts[node], ends[node]
        own = tag_bits.get(tag, 0)
        if own & heading_bits and out[5, node] > out[4, node]:
            tagged += 1
        if pairs:
            own |= own_bits(tag, pairs, role_bits, word_bits, words, targets)
        if not node:
            own = 0
        mine[node] = own
        out[2, node] = out[2, above] if node and tag == text_tag else own | mine[above]
        if node:
            out[1, node] = own | out[1, above]
            out[3, node] = out[3, above] + 1
            path[node] = <uint64_t>number + path[above] * factor
        else:
            out[1, 0] = out[3, 0] = path[0] = 0
    return found, codes, frozenset(targets), tagged


cdef int64_t own_bits(str tag, tuple pairs, dict role_bits, word_bits, dict words, set targets) except -1:
    """Return the bits of an element by its role and the words of its class and id; gather links' targets."""
    cdef int64_t own = 0
    cdef str name, value
    for name, value in pairs:
        if not value:
            continue
        if name == "class" or name == "id":
            if tag != "body" and tag != "html":
                bits = words.get(value)
                if bits is None:
                    bits = words[value] = word_bits(value[:200])
                own |= <int64_t>bits
        elif name == "role":
            own |= <int64_t>role_bits.get(value.strip().lower(), 0)
        elif name == "href" and value[0] == "#" and len(value) > 1 and tag == "a":
            targets.add(value[1:])
    return own

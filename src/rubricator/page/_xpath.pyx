"""The places of nodes among their siblings."""

from cpython.array cimport array, clone

from rubricator.page._symbols cimport SymbolTable

cdef array INTEGERS = array("i")


def sibling_places(SymbolTable symbols, const int[::1] stop):
    """Return for each node its place among siblings of its name, and its place among all elements beside it."""
    cdef Py_ssize_t count = stop.shape[0], above, node, tag, elements
    cdef const int[::1] tags = symbols.tag
    cdef int text = symbols.tags.get("#text", -1)
    cdef array named = clone(INTEGERS, count, True), every = clone(INTEGERS, count, True)
    cdef int[::1] of_name = named, of_all = every
    cdef int[::1] found = clone(INTEGERS, len(symbols.tags), True), parent = clone(INTEGERS, len(symbols.tags), True)
    for above in range(count):
        node, elements = above + 1, 0
        while node < stop[above]:
            tag = tags[node]
            # What was counted for another parent does not count.
            if parent[tag] != above + 1:
                parent[tag], found[tag] = <int>above + 1, 0
            found[tag] += 1
            elements += tag != text
            of_name[node], of_all[node] = found[tag], <int>elements
            node = stop[node]
    return named, every

# cython: binding=False
"""What the parser calls for each node, and the columns that follow."""

from cpython.array cimport array, clone

from rubricator.page._symbols cimport SymbolTable, append

cdef array INTEGERS = array("i")

cdef enum:
    LEFT_OUT = -1
    DEEPEST = 513


cdef class Builder:
    """Receives the parser's calls. Handles are node numbers; what is left out has the handle -1.

    `may_add` is told the number of a node: it stops the parser by an error, or says at which number it wants to be asked
    again.
    """

    cdef readonly object doctype
    cdef readonly SymbolTable symbols
    cdef readonly list attributes, data
    cdef readonly array parent
    cdef object may_add
    cdef Py_ssize_t count, pause

    def __init__(self, may_add):
        self.doctype, self.symbols, self.may_add = None, SymbolTable(), may_add
        self.attributes, self.data, self.parent = [], [], array("i")
        self.count = self.pause = 0

    def create_document(self):
        return self.add("#document", (), "")

    def create_doctype(self, name, public_id, system_id):
        self.doctype = name, public_id, system_id
        return LEFT_OUT

    def create_element(self, str name, namespace, tuple attrs):
        return self.add(name, attrs, "")

    def create_text(self, str data):
        return self.add("#text", (), data)

    def create_comment(self, data):
        return LEFT_OUT

    def create_pi(self, target, data):
        return LEFT_OUT

    def append(self, int parent, int child):
        if 0 <= child < self.count:
            self.parent.data.as_ints[child] = parent

    cdef Py_ssize_t add(self, str tag, tuple attributes, str data) except -1:
        cdef Py_ssize_t node = self.count
        if node >= self.pause:
            self.pause = self.may_add(node)
        self.symbols.add(tag, attributes)
        self.attributes.append(attributes)
        self.data.append(data)
        append(self.parent, LEFT_OUT)
        self.count += 1
        return node


def subtree_stops(const int[::1] parent):
    """Return, for nodes in document order, one past the last descendant of each."""
    cdef Py_ssize_t count = parent.shape[0], node
    cdef array column = clone(INTEGERS, count, False)
    cdef int *stop = column.data.as_ints
    for node in range(count):
        if not -1 <= parent[node] < node:
            raise ValueError("a node stands before its parent")
        stop[node] = <int>node + 1
    # A node's last child knows its own end before the node is asked.
    for node in range(count - 1, 0, -1):
        if parent[node] >= 0 and stop[parent[node]] < stop[node]:
            stop[parent[node]] = stop[node]
    return column


def is_deep(SymbolTable symbols, const int[::1] parent):
    """Return whether an element stands so deep that nothing can stand in it."""
    cdef Py_ssize_t count = parent.shape[0], node
    cdef int text = symbols.tags.get("#text", -1)
    cdef int[::1] depth = clone(INTEGERS, count, True)
    for node in range(1, count):
        depth[node] = depth[parent[node]] + 1 if parent[node] >= 0 else 0
        if depth[node] >= DEEPEST and symbols.tag.data.as_ints[node] != text:
            return True
    return False

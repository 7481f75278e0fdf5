"""Twin of `_gather` in `page/units.py`: runs and units of a page."""

from cpython.array cimport array, clone

from rubricator.tuples cimport empty, put

# As in `page/model.py`.
cdef enum:
    VISIBLE = 1
    BLOCK = 2
    BREAK = 4
    IMAGE = 8
    SKIPPED = 32

cdef array _INTEGERS = array("i")


def gather(tuple tags, bytes flags, tuple starts, tuple ends, tuple stops, type unit, type run, str text):
    """Return the units that nodes make."""
    cdef Py_ssize_t count = len(tags), node, depth = 0, stop = stops[0]
    cdef const unsigned char[::1] flag_of = flags
    cdef int flag, seen = 0
    cdef int[::1] containers = clone(_INTEGERS, count + 1, False)
    cdef bint is_run
    cdef list found = [], runs = []
    assert issubclass(unit, tuple) and issubclass(run, tuple)
    containers[0] = 0

    for node in range(count):
        flag = flag_of[node]
        if flag & SKIPPED:
            continue
        is_run = <Py_ssize_t>starts[node] != <Py_ssize_t>ends[node] and (flag & IMAGE or tags[node] == text)
        # Most nodes are inline elements and white space.
        if not (is_run or flag & (BLOCK | BREAK)):
            continue
        if runs and (node >= stop or flag & (BLOCK | BREAK)):
            found.append(_unit(unit, runs, containers[depth], seen & VISIBLE))
            runs = []
            seen = 0
        while node >= stop:
            depth -= 1
            stop = stops[containers[depth]]
        if flag & BLOCK:
            stop = stops[node]
            depth += 1
            containers[depth] = node
        if is_run:
            runs.append(_run(run, starts[node], ends[node], node))
            seen |= flag
    if runs:
        found.append(_unit(unit, runs, containers[depth], seen & VISIBLE))
    return found


cdef _run(type kind, start, end, node):
    made = empty(kind, 3)
    put(made, 0, start)
    put(made, 1, end)
    put(made, 2, node)
    return made


cdef _unit(type kind, list runs, container, bint visible):
    made = empty(kind, 5)
    put(made, 0, (<tuple>runs[0])[0])
    put(made, 1, (<tuple>runs[len(runs) - 1])[1])
    put(made, 2, container)
    put(made, 3, visible)
    put(made, 4, tuple(runs))
    return made

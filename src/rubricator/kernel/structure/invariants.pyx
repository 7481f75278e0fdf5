"""Twin of `structure/invariants.py`: whether a structure holds. What is wrong with one, Python says."""

from bisect import bisect_right


def holds(structure, Py_ssize_t max_depth):
    """Say whether a structure breaks no invariant."""
    cdef str text = structure.text
    cdef Py_ssize_t size = len(text), depth
    cdef list pending = [structure.root], depths = [0]
    body = structure.body
    if body and not 0 <= <Py_ssize_t>body[0] <= <Py_ssize_t>body[1] <= size:
        return False
    if not 0 <= <Py_ssize_t>structure.root.start <= <Py_ssize_t>structure.root.end <= size:
        return False
    if not _ranges_hold(structure.root):
        return False
    while pending:
        block, depth = pending.pop(), depths.pop()
        if depth > max_depth or not _heading_holds(text, block) or not _children_hold(block):
            return False
        pending.extend(block.children)
        depths.extend([depth + 1] * len(block.children))
    return True


cdef bint _heading_holds(str text, block) except -1:
    heading = block.heading
    if heading is None:
        return True
    cdef Py_ssize_t start = heading.start, end = heading.end
    if not <Py_ssize_t>block.start <= start <= end <= <Py_ssize_t>block.end:
        return False
    if start < end and text[start:end] != heading.text:
        return False
    return heading.confidence is None or 0 <= <double>heading.confidence <= 1


cdef bint _ranges_hold(block) except -1:
    cdef tuple ranges = block.ranges
    cdef Py_ssize_t at, start, end
    if ranges is None:
        return True
    if not ranges or ranges[0][0] != block.start or ranges[len(ranges) - 1][1] != block.end:
        return False
    at = block.start
    for start, end in ranges:
        if not at <= start <= end:
            return False
        at = end
    return True


cdef bint _children_hold(block) except -1:
    cdef tuple children = block.children, ranges
    cdef Py_ssize_t level, at, before, last, start, end
    cdef bint several = False
    if not children:
        return True
    level, at, last = block.level, block.start, block.end
    before = at
    for child in children:
        start, end, ranges = child.start, child.end, child.ranges
        if <Py_ssize_t>child.level <= level or not (at if ranges is None else before) <= start <= end <= last:
            return False
        before = start
        if ranges is None:
            at = end
        else:
            several = True
            if not _ranges_hold(child):
                return False
    return (not several or _are_apart(children)) and (block.ranges is None or _are_inside(children, block.ranges))


cdef _spans(child):
    return child.ranges or ((child.start, child.end),)


cdef bint _are_apart(tuple children) except -1:
    """Say whether ranges of siblings never overlap."""
    cdef list spans = [span for child in children for span in _spans(child)]
    cdef Py_ssize_t at = -1, start, end
    spans.sort()
    for start, end in spans:
        if start < at:
            return False
        at = end
    return True


cdef bint _are_inside(tuple children, tuple ranges) except -1:
    """Say whether children lie in the ranges of their parent, which begin where it does, not in the gaps."""
    cdef list starts = [start for start, _ in ranges]
    for child in children:
        for start, end in _spans(child):
            if end > ranges[bisect_right(starts, start) - 1][1]:
                return False
    return True

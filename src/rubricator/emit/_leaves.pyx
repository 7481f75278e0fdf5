"""Twin of `_scan` in `emit/leaves.py`: the leaves of a page, and its containers."""

cimport cython
from cpython.array cimport array, clone

from rubricator.emit._leaf cimport CONTAINERS, END, IS_INERT, IS_VISIBLE, KIND, LEAF, MARK, MARKS, NODE
from rubricator.emit._leaf cimport OPENING, PARAGRAPH, SIGNS, START
from rubricator.emit._links cimport is_dead
from rubricator.tuples cimport empty, put

cdef enum:  # as in `page/model.py`
    VISIBLE = 1
    BLOCK = 2
    BREAK = 4
    IMAGE = 8
    PRE = 16
    SKIPPED = 32
    SCREEN_READER_ONLY = 64

cdef enum:  # as in `emit/leaves.py`
    CONTAINER_DEPTH = 40
    MARK_DEPTH = 10

cdef array _INTEGERS = array("i")
cdef object pure = None
cdef type Leaf, Opening, Mark
cdef object TEXT_LEAF, IMAGE_LEAF, BREAK_LEAF, RULE_LEAF, SPACE_LEAF, CELL_LEAF, NO_SIGNS
cdef frozenset SPECIAL, BOXES, INERT, INERT_ROLES, PREFORMATTED
cdef dict PARTS, OUTER, MARK_KINDS


cdef load_pure():
    """Read the tables of the module in Python, and what is seldom asked for."""
    global pure, Leaf, Opening, Mark, TEXT_LEAF, IMAGE_LEAF, BREAK_LEAF, RULE_LEAF, SPACE_LEAF, CELL_LEAF, NO_SIGNS
    global SPECIAL, BOXES, INERT, INERT_ROLES, PREFORMATTED, PARTS, OUTER, MARK_KINDS
    from rubricator.emit import leaves

    Leaf, Opening, Mark, NO_SIGNS = leaves.Leaf, leaves.Opening, leaves.Mark, leaves.NONE
    assert len(Leaf._fields) == LEAF and len(Opening._fields) == OPENING and len(Mark._fields) == MARK
    TEXT_LEAF, IMAGE_LEAF, BREAK_LEAF, RULE_LEAF, SPACE_LEAF, CELL_LEAF = leaves.Kind
    SPECIAL, BOXES, INERT, INERT_ROLES = leaves._SPECIAL, leaves._BOXES, leaves._INERT, leaves._INERT_ROLES
    PREFORMATTED, PARTS, OUTER, MARK_KINDS = leaves._PREFORMATTED, leaves._PARTS, leaves._OUTER, leaves._MARKS
    pure = leaves


def scan(page, tuple left_out, dict signs):
    """Return the leaves and the containers of a page without some elements."""
    if pure is None:
        load_pure()
    cdef Scan one = Scan(page, signs)
    one.run(left_out)
    return one.leaves, one.containers


@cython.final
cdef class Scan:
    """The elements around a node are frames; `depth` is the number of the innermost."""

    cdef object page
    cdef tuple tags, attributes, data
    cdef const int[::1] parents, stops, starts, ends
    cdef const unsigned char[::1] flags
    cdef dict signs, containers, next_number
    cdef list leaves, frame_containers, frame_marks, frame_kinds
    cdef int[::1] frame_stops, frame_blocks
    cdef Py_ssize_t depth, paragraph, edge, inert_until, unscripted_until
    cdef int is_for_noscript
    cdef bint has_relative_base

    def __init__(self, page, dict signs):
        cdef Py_ssize_t count = len(page.tag)
        self.page, self.signs = page, signs
        self.tags, self.parents, self.stops, self.attributes = page.tag, page.parent, page.stop, page.attributes
        self.starts, self.ends, self.flags, self.data = page.start, page.end, page.flags, page.data
        self.leaves, self.containers, self.next_number = [], {}, {}
        self.frame_containers, self.frame_marks, self.frame_kinds = [()], [()], [""]
        self.frame_stops, self.frame_blocks = clone(_INTEGERS, count + 1, False), clone(_INTEGERS, count + 1, False)
        self.frame_stops[0], self.frame_blocks[0] = self.stops[0], True
        self.depth = self.paragraph = self.edge = self.inert_until = self.unscripted_until = 0
        self.is_for_noscript = -1
        self.has_relative_base = not pure.scheme(page.base)

    cdef run(self, tuple left_out):
        cdef Py_ssize_t node = 0, last = len(self.tags), place = 0, count = len(left_out)
        cdef int flag
        cdef str tag
        while node < last:
            while node >= self.frame_stops[self.depth]:
                self.leave()
            flag = self.flags[node]
            while place < count and <Py_ssize_t>left_out[place] < node:
                place += 1
            if flag & SKIPPED or (place < count and <Py_ssize_t>left_out[place] == node):
                node = self.stops[node]
                continue
            tag = self.tags[node]
            if tag == "#text":
                self.read_text(node, flag)
            else:
                self.see_role(node)
                if flag & (IMAGE | BREAK) or tag in SPECIAL:
                    self.enter(node, tag, flag)
                elif flag & BLOCK:
                    self.push(
                        node, True, self.frame_containers[self.depth], self.frame_marks[self.depth],
                        self.frame_kinds[self.depth],
                    )
            node += 1

    cdef push(self, Py_ssize_t node, bint block, tuple containers, tuple marks, str kind):
        self.paragraph += block
        self.depth += 1
        self.frame_stops[self.depth], self.frame_blocks[self.depth] = self.stops[node], block
        self.frame_containers.append(containers)
        self.frame_marks.append(marks)
        self.frame_kinds.append(kind)

    cdef leave(self):
        self.paragraph += self.frame_blocks[self.depth]
        self.depth -= 1
        self.frame_containers.pop()
        self.frame_marks.pop()
        self.frame_kinds.pop()

    cdef see_role(self, Py_ssize_t node):
        for name, value in <tuple?>self.attributes[node]:
            if <str>name == "role" and value in INERT_ROLES:
                self.inert_until = max(self.inert_until, <Py_ssize_t>self.stops[node])

    cdef read_text(self, Py_ssize_t node, int flag):
        cdef bint code
        if <Py_ssize_t>self.starts[node] != <Py_ssize_t>self.ends[node]:
            self.add(TEXT_LEAF, node)
            return
        code = <str>self.frame_kinds[self.depth] == "code"
        if (code and self.data[node]) or (flag & PRE and "\n" in <str>self.data[node]):
            self.add(SPACE_LEAF, node)

    cdef enter(self, Py_ssize_t node, str tag, int flag):
        cdef tuple containers = self.frame_containers[self.depth], marks = self.frame_marks[self.depth], inner = marks
        cdef str kind = self.frame_kinds[self.depth]
        cdef bint block
        opening = None
        self.see_inert(node, tag)
        if kind != "code":
            if flag & PRE or tag in BOXES:
                opening = self.opening(node, tag, flag)
            if opening is None:
                inner = self.marked(node, tag, marks)
            else:
                self.containers[node] = opening
                containers, kind = (*containers, node), (<tuple>opening)[0]
        block = opening is not None or flag & BLOCK
        if block or inner is not marks:
            self.push(node, block, containers, inner, kind)
        if flag & IMAGE:
            self.add(IMAGE_LEAF, node)
        elif flag & BREAK:
            self.add(BREAK_LEAF, node)
        elif tag == "hr":
            self.add(RULE_LEAF, node)
        elif opening is not None and (kind == "cell" or kind == "header"):
            if <Py_ssize_t>self.starts[node] == <Py_ssize_t>self.ends[node]:
                self.add(CELL_LEAF, node)

    cdef see_inert(self, Py_ssize_t node, str tag):
        if tag in INERT:
            self.inert_until = max(self.inert_until, <Py_ssize_t>self.stops[node])
        elif tag == "noscript":
            if self.is_for_noscript < 0:
                self.is_for_noscript = pure._is_for_noscript(self.page)
            if not self.is_for_noscript:
                self.unscripted_until = max(self.unscripted_until, <Py_ssize_t>self.stops[node])

    cdef add(self, kind, Py_ssize_t node):
        cdef Py_ssize_t start = max(<Py_ssize_t>self.starts[node], self.edge), end = self.ends[node]
        cdef int flag = self.flags[node]
        cdef tuple marks = self.frame_marks[self.depth]
        cdef bint inert = node < self.inert_until or (node < self.unscripted_until and kind is not IMAGE_LEAF)
        # A renderer that gave an element and its child the same text must not make it come out twice.
        if start >= end:
            start = end = self.edge
        self.edge = end
        signs = self.signs.get(node, NO_SIGNS) if self.signs else NO_SIGNS
        if signs is not NO_SIGNS and not _has_mark(marks, "sup"):
            signs = signs.lowered()
        first, last = start, end
        made = empty(Leaf, LEAF)
        put(made, KIND, kind)
        put(made, NODE, node)
        put(made, START, first)
        put(made, END, last)
        put(made, IS_VISIBLE, bool(flag & VISIBLE) or self.is_bracket(node))
        put(made, PARAGRAPH, self.paragraph)
        put(made, CONTAINERS, self.frame_containers[self.depth])
        put(made, MARKS, marks)
        put(made, IS_INERT, inert or bool(flag & SCREEN_READER_ONLY))
        put(made, SIGNS, signs)
        self.leaves.append(made)

    cdef bint is_bracket(self, Py_ssize_t node) except -1:
        """Say whether a text is a bracket for readers to whom a ruby is shown in one line."""
        cdef Py_ssize_t above = self.parents[node]
        return <str>self.tags[above] == "rp" and self.flags[<Py_ssize_t>self.parents[above]] & VISIBLE

    cdef opening(self, Py_ssize_t node, str tag, int flag):
        cdef dict parts = PARTS.get(self.frame_kinds[self.depth])
        cdef str part = parts.get(tag) if parts is not None else None, outer
        if part is not None and (flag & BLOCK or part == "row"):
            return self.open_part(node, part)
        if not flag & BLOCK or len(<tuple>self.frame_containers[self.depth]) + 3 > CONTAINER_DEPTH:
            return None
        if tag in PREFORMATTED or (flag & PRE and MARK_KINDS.get(tag) == "code"):
            return _opening("code", None, 1, 1, pure._language(self.page, node))
        outer = OUTER.get(tag)
        if outer == "numbers":
            self.next_number[node] = pure._numbering(self.page, node)
        return _opening(outer) if outer is not None else None

    cdef open_part(self, Py_ssize_t node, str part):
        if part == "item":
            return _opening(part, self.item_number(node))
        if part == "cell" or part == "header":
            head = <str>self.tags[<Py_ssize_t>self.parents[<Py_ssize_t>self.parents[node]]] == "thead"
            colspan = min(max(self.integer(node, "colspan", 1), 1), 1000)
            rowspan = min(max(self.integer(node, "rowspan", 1), 1), 65534)
            return _opening("header" if head else part, None, colspan, rowspan)
        return _opening(part)

    cdef item_number(self, Py_ssize_t node):
        cdef tuple containers = self.frame_containers[self.depth]
        listed = containers[len(containers) - 1]
        numbering = self.next_number.get(listed)
        if numbering is None:
            return None
        number = self.integer(node, "value", numbering[0])
        self.next_number[listed] = (number + numbering[1], numbering[1])
        return number

    cdef integer(self, Py_ssize_t node, str name, default):
        return default if self.attribute(node, name) is None else pure._integer(self.page, node, name, default)

    cdef str attribute(self, Py_ssize_t node, str name):
        for key, value in <tuple?>self.attributes[node]:
            if <str>key == name:
                return value
        return None

    cdef tuple marked(self, Py_ssize_t node, str tag, tuple marks):
        """Return the marks inside an element. Code is always innermost, and holds no marks; a kind never nests."""
        cdef Py_ssize_t count = len(marks)
        cdef str kind = self.mark_kind(node, tag)
        if kind is None or count >= MARK_DEPTH or _has_mark(marks, kind):
            return marks
        mark = empty(Mark, MARK)
        put(mark, 0, kind)
        put(mark, 1, node if kind == "link" or kind == "quoted" or kind == "code" else 0)
        if count and <str>(<tuple>marks[count - 1])[0] == "code":
            return (*marks[:count - 1], mark, marks[count - 1]) if kind == "link" else marks
        return (*marks, mark)

    cdef str mark_kind(self, Py_ssize_t node, str tag):
        cdef str href
        if tag != "a":
            return MARK_KINDS.get(tag)
        href = self.attribute(node, "href")
        if not href or is_dead(href) or (self.has_relative_base and not pure.resolve(href, self.page.base)):
            return None
        return "link"


cdef bint _has_mark(tuple marks, str kind) except -1:
    for mark in marks:
        if <str>(<tuple>mark)[0] == kind:
            return True
    return False


cdef _opening(str kind, number=None, colspan=1, rowspan=1, language=None):
    made = empty(Opening, OPENING)
    put(made, 0, kind)
    put(made, 1, number)
    put(made, 2, colspan)
    put(made, 3, rowspan)
    put(made, 4, language)
    return made

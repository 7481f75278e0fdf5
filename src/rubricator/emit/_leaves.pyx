"""The leaves of a page, found in one pass, and those of a passage."""

from bisect import bisect_left

from rubricator.page._flags cimport BLOCK, BREAK, IMAGE, PRE, SCREEN_READER_ONLY, SKIPPED, VISIBLE

from rubricator.emit import elements
from rubricator.emit.affixes import NO_AFFIXES
from rubricator.emit.links import is_dead, resolve, scheme

cdef frozenset MEANINGFUL = elements.MEANINGFUL, BOXES = elements.BOXES, PREFORMATTED = elements.PREFORMATTED
cdef dict PARTS = elements.PARTS, CONTAINERS = elements.CONTAINERS, MARKS = elements.MARKS
cdef int CONTAINER_DEPTH = elements.CONTAINER_DEPTH, MARK_DEPTH = elements.MARK_DEPTH


cdef class Opening:
    def __init__(self, str kind, number=None, int colspan=1, int rowspan=1, str language=None):
        self.kind, self.number, self.colspan, self.rowspan, self.language = kind, number, colspan, rowspan, language


cdef class Leaf:
    cpdef bint is_shown(self, str hidden) except -1:
        return self.visible or hidden == "keep" or (hidden == "unfold" and not self.inert)


cpdef list passage_leaves(leaves, int start, int end, bint lead=False, bint tail=True):
    cdef list every = leaves.leaves, found = []
    cdef Py_ssize_t place
    cdef Leaf leaf
    for place in range(<Py_ssize_t>bisect_left(leaves.ends, start), len(every)):
        leaf = every[place]
        if leaf.start != leaf.end:
            if leaf.start >= end:
                break
            if leaf.end > start:
                found.append(leaf)
        elif leaf.end > end or (leaf.end == end and not tail):
            break
        elif leaf.end > start or lead:
            found.append(leaf)
    return found


def find(page, dict affixes, frozenset inert, bint noscript_is_inert):
    cdef Finder finder = Finder(page, affixes, noscript_is_inert)
    finder.run(frozenset(page.permalinks), inert)
    return finder.leaves, finder.containers


cdef class Frame:
    """An element that is open: the containers and marks of leaves in it, and the kind of the innermost container."""
    cdef int stop
    cdef bint block
    cdef tuple containers, marks
    cdef str kind


cdef class Finder:
    cdef object page
    cdef tuple tags, data
    cdef const int[::1] parents, stops, starts, ends
    cdef const unsigned char[::1] flags
    cdef dict affixes, containers, next_numbers
    cdef list leaves, frames
    cdef Frame frame
    """The last of the frames."""
    cdef int paragraph, edge, inert_until, noscript_until
    cdef bint noscript_is_inert, has_relative_base

    def __init__(self, page, dict affixes, bint noscript_is_inert):
        self.page, self.affixes, self.noscript_is_inert = page, affixes, noscript_is_inert
        self.tags, self.data, self.flags = page.tag, page.data, page.flags
        self.parents, self.stops, self.starts, self.ends = page.parent, page.stop, page.start, page.end
        self.leaves, self.containers, self.next_numbers, self.frames = [], {}, {}, []
        self.has_relative_base = not scheme(page.base)
        self.push(0, True, (), (), "")

    cdef run(self, frozenset left_out, frozenset inert):
        cdef int node = 0, flag
        cdef str tag
        while node < len(self.tags):
            while node >= self.frame.stop:
                self.paragraph += self.frame.block
                self.frames.pop()
                self.frame = self.frames[len(self.frames) - 1]
            flag, tag = self.flags[node], self.tags[node]
            if flag & SKIPPED or (left_out and node in left_out):
                node = self.stops[node]
                continue
            if tag == "#text":
                if self.starts[node] != self.ends[node]:
                    self.add("text", node)
                elif self.data[node] and (self.frame.kind == "code" or (flag & PRE and "\n" in <str>self.data[node])):
                    self.add("space", node)
            else:
                if inert and node in inert:
                    self.inert_until = max(self.inert_until, self.stops[node])
                if flag & (IMAGE | BREAK) or tag in MEANINGFUL:
                    self.enter(node, tag, flag)
                elif flag & BLOCK:
                    self.push(node, True, self.frame.containers, self.frame.marks, self.frame.kind)
            node += 1

    cdef push(self, int node, bint block, tuple containers, tuple marks, str kind):
        cdef Frame frame = Frame.__new__(Frame)
        frame.stop, frame.block, frame.containers, frame.marks = self.stops[node], block, containers, marks
        frame.kind = kind
        self.frame = frame
        self.frames.append(frame)
        self.paragraph += block

    cdef enter(self, int node, str tag, int flag):
        cdef Frame frame = self.frame
        cdef Opening opening = None
        cdef tuple marks = frame.marks
        if tag == "noscript" and self.noscript_is_inert:
            self.noscript_until = max(self.noscript_until, self.stops[node])
        if frame.kind != "code":
            if flag & PRE or tag in BOXES:
                opening = self.opening(node, tag, flag)
            if opening is None:
                marks = self.marks_inside(node, tag)
        if opening is not None:
            self.containers[node] = opening
            self.push(node, True, (*frame.containers, node), marks, opening.kind)
        elif flag & BLOCK or marks is not frame.marks:
            self.push(node, flag & BLOCK != 0, frame.containers, marks, frame.kind)
        if flag & IMAGE:
            self.add("image", node)
        elif flag & BREAK:
            self.add("break", node)
        elif tag == "hr":
            self.add("rule", node)
        elif opening is not None and opening.kind in ("cell", "header") and self.starts[node] == self.ends[node]:
            self.add("cell", node)

    cdef add(self, str kind, int node):
        cdef Leaf leaf = Leaf.__new__(Leaf)
        cdef int flag = self.flags[node], parent = self.parents[node]
        leaf.kind, leaf.node, leaf.paragraph = kind, node, self.paragraph
        leaf.containers, leaf.marks = self.frame.containers, self.frame.marks
        # A renderer that gave an element and its child the same text must not make it come out twice.
        leaf.start, leaf.end = max(self.starts[node], self.edge), self.ends[node]
        if leaf.start >= leaf.end:
            leaf.start = leaf.end = self.edge
        self.edge = leaf.end
        # Brackets for readers to whom a ruby is shown in one line, as all outputs show it.
        leaf.visible = flag & VISIBLE or (self.tags[parent] == "rp" and self.flags[self.parents[parent]] & VISIBLE)
        # A picture that scripts would load stands in `noscript` as it is.
        leaf.inert = node < self.inert_until or flag & SCREEN_READER_ONLY or (
            node < self.noscript_until and kind != "image"
        )
        leaf.affixes = self.affixes.get(node, NO_AFFIXES) if self.affixes else NO_AFFIXES
        if leaf.affixes is not NO_AFFIXES and mark_element(leaf.marks, "sup") < 0:
            leaf.affixes = leaf.affixes.flattened()
        self.leaves.append(leaf)

    cdef Opening opening(self, int node, str tag, int flag):
        """Return the container that an element is, if any."""
        cdef str kind = PARTS.get(self.frame.kind, {}).get(tag)
        if kind is not None and (flag & BLOCK or kind == "row"):
            return self.part(node, kind)
        if not flag & BLOCK or len(self.frame.containers) + 3 > CONTAINER_DEPTH:
            return None
        if tag in PREFORMATTED or (flag & PRE and MARKS.get(tag) == "code"):
            return Opening("code", language=elements.language(self.page, node))
        kind = CONTAINERS.get(tag)
        if kind == "numbers":
            self.next_numbers[node] = elements.numbering(self.page, node)
        return Opening(kind) if kind is not None else None

    cdef Opening part(self, int node, str kind):
        """Return a part of the innermost container."""
        if kind == "item":
            return Opening(kind, self.item_number(node))
        if kind != "cell" and kind != "header":
            return Opening(kind)
        if self.tags[self.parents[self.parents[node]]] == "thead":
            kind = "header"
        colspan = min(max(elements.integer(self.page, node, "colspan", 1), 1), 1000)
        rowspan = min(max(elements.integer(self.page, node, "rowspan", 1), 1), 65534)
        return Opening(kind, None, colspan, rowspan)

    cdef item_number(self, int node):
        numbered = self.frame.containers[len(self.frame.containers) - 1]
        if numbered not in self.next_numbers:
            return None
        number, step = self.next_numbers[numbered]
        number = elements.integer(self.page, node, "value", number)
        self.next_numbers[numbered] = number + step, step
        return number

    cdef tuple marks_inside(self, int node, str tag):
        """Return the marks inside an element. Code is always innermost, and holds no marks; a kind never nests."""
        cdef tuple marks = self.frame.marks
        cdef Py_ssize_t count = len(marks)
        cdef str kind = MARKS.get(tag) if tag != "a" else "link" if self.is_link(node) else None
        if kind is None or count >= MARK_DEPTH or mark_element(marks, kind) >= 0:
            return marks
        mark = (kind, node if kind == "link" or kind == "quoted" or kind == "code" else 0)
        if count and <str>(<tuple>marks[count - 1])[0] == "code":
            return (*marks[:count - 1], mark, marks[count - 1]) if kind == "link" else marks
        return (*marks, mark)

    cdef bint is_link(self, int node) except -1:
        """Say whether an anchor has an address; it is resolved by outputs that show it."""
        href = elements.attribute(self.page, node, "href")
        if not href or is_dead(href):
            return False
        return not self.has_relative_base or bool(resolve(href, self.page.base))


cdef int mark_element(tuple marks, str kind) except -2:
    """Return the element of the mark of a kind, 0 where marks of the kind do not tell theirs; -1 without such a mark."""
    for mark in marks:
        if <str>(<tuple>mark)[0] == kind:
            return (<tuple>mark)[1]
    return -1

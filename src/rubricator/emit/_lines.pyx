"""Twin of `_units` in `emit/lines.py`: the units of a passage, each character with its place in the page."""

from bisect import bisect_left

cimport cython

from rubricator.emit.signs import NONE
from rubricator.emit.written import written, written_lines

from rubricator.emit._leaf cimport CONTAINERS, END, IS_INERT, IS_VISIBLE, KIND, LEAF, MARKS, NODE, PARAGRAPH
from rubricator.emit._leaf cimport SIGNS, START
from rubricator.tuples cimport empty, put

cdef enum:
    # As in `page/model.py`.
    PRE = 16
    # Fields of named tuples.
    LINE = 4
    UNIT = 4

cdef object pure = None
cdef type Leaf, Line, Unit
cdef object TEXT_LEAF, BREAK_LEAF, SPACE_LEAF, CELL_LEAF, NO_SIGNS, NOTHING
cdef tuple NOWHERE = (None, None, -1)


cdef load_pure():
    """Read the tables of the module in Python, and what is seldom asked for."""
    global pure, Leaf, Line, Unit, TEXT_LEAF, BREAK_LEAF, SPACE_LEAF, CELL_LEAF, NO_SIGNS, NOTHING
    from rubricator.emit import leaves, lines

    Leaf, Line, Unit, NOTHING, NO_SIGNS = leaves.Leaf, lines.Line, lines._Unit, lines._NOTHING, NONE
    assert len(Leaf._fields) == LEAF and len(Line._fields) == LINE and len(Unit._fields) == UNIT
    kinds = leaves.Kind
    TEXT_LEAF, BREAK_LEAF, SPACE_LEAF, CELL_LEAF = kinds.TEXT, kinds.BREAK, kinds.SPACE, kinds.CELL
    pure = lines


def units(leaves, passage):
    """Return the units of a passage, and its empty cells."""
    if pure is None:
        load_pure()
    cdef tuple every = leaves.leaves, leaf
    cdef Py_ssize_t place, first = bisect_left(leaves.ends, passage.start), low, high
    cdef bint lead = passage.lead
    cdef Builder builder = Builder(leaves, passage)
    for place in range(first, len(every)):
        if type(every[place]) is not Leaf:
            raise TypeError("something else than a leaf")
        leaf = <tuple>every[place]
        low, high = leaf[START], leaf[END]
        if low != high:
            if low >= builder.end:
                break
            if high > builder.start:
                builder.read(leaf, low, high)
        elif high > builder.end:
            break
        elif high > builder.start or lead:
            builder.read(leaf, low, high)
    builder.close()
    return builder.found


@cython.final
cdef class Builder:
    cdef object leaves
    cdef str text
    cdef tuple data
    cdef const unsigned char[::1] flags
    cdef Py_ssize_t start, end
    cdef bint keeps, unfolds
    cdef dict openings
    cdef list found, parts, starts
    cdef Py_ssize_t paragraph, edge, code, quoted
    cdef tuple place
    # Containers of the leaf that was read last; whether they are a listing, and where in a table they are.
    cdef tuple containers, cell
    cdef bint in_code

    def __init__(self, leaves, passage):
        page = leaves.page
        self.leaves, self.openings, self.text, self.data, self.flags = (
            leaves, leaves.containers, page.text, page.data, page.flags,
        )
        self.start, self.end = passage.start, passage.end
        self.keeps, self.unfolds = passage.hidden == "keep", passage.hidden == "unfold"
        self.found, self.parts, self.starts = [], [], []
        self.paragraph = self.code = self.quoted = -1
        self.edge = 0
        self.place = self.cell = NOWHERE
        self.containers, self.in_code = (), False

    cdef read(self, tuple leaf, Py_ssize_t low, Py_ssize_t high):
        cdef Py_ssize_t paragraph = leaf[PARAGRAPH], listing = -1
        cdef bint shown = leaf[IS_VISIBLE] or self.keeps or (self.unfolds and not leaf[IS_INERT])
        kind = leaf[KIND]
        if leaf[CONTAINERS] is not self.containers:
            self.stand_in(leaf[CONTAINERS])
        if kind is CELL_LEAF and shown:
            self.close()
            self.found.append(_unit(NOTHING, self.cell))
        if paragraph != self.paragraph:
            if self.in_code:
                listing = self.containers[len(self.containers) - 1]
            if self.in_code and listing == self.code:
                self.put("\n", self.edge)
            else:
                self.close()
                self.code = listing
        if (kind is BREAK_LEAF or kind is SPACE_LEAF) and not self.in_code:
            self.close()
        elif shown or low == high:
            self.add_lines(leaf, kind, low, high)
        self.paragraph = paragraph

    cdef stand_in(self, tuple containers):
        """Look at the containers of a leaf: the innermost may be a listing, others table, row and cell around it."""
        cdef Py_ssize_t place, count = len(containers)
        cdef str kind
        self.containers, self.in_code, self.cell = containers, False, NOWHERE
        for place in range(count - 1, -1, -1):
            kind = (<tuple>self.openings[containers[place]])[0]
            if place == count - 1:
                self.in_code = kind == "code"
            if place > 1 and (kind == "cell" or kind == "header"):
                self.cell = (containers[place - 2], containers[place - 1], containers[place])
                break

    cdef add_lines(self, tuple leaf, kind, Py_ssize_t low, Py_ssize_t high):
        cdef Py_ssize_t number = 0, start, end
        if kind is not TEXT_LEAF or self.in_code or not self.flags[<Py_ssize_t>leaf[NODE]] & PRE:
            self.add(leaf, kind, max(low, self.start), min(high, self.end))
            return
        for start, end in written_lines(self.leaves, leaf, self.start, self.end):
            if number:
                self.close()
            self.add(leaf, kind, start, end)
            number += 1

    cdef add(self, tuple leaf, kind, Py_ssize_t start, Py_ssize_t end):
        cdef str raw
        cdef Py_ssize_t quoted = _quotation(leaf[MARKS])
        signs = leaf[SIGNS]
        if start >= end:
            if self.in_code and (kind is BREAK_LEAF or kind is SPACE_LEAF):
                self.put(<str>self.data[<Py_ssize_t>leaf[NODE]] or "\n", self.edge)
            return
        if self.in_code and kind is TEXT_LEAF:
            raw = written(self.leaves, leaf, start, end)
        else:
            raw = self.text[start:end]
        if quoted != self.quoted:
            self.end_quotation()
        if self.is_apart(raw, start) and (signs is NO_SIGNS or not signs.tight):
            self.put(" ", self.edge)
        if quoted != self.quoted:
            self.put("“", start)
            self.quoted = quoted
        if signs is not NO_SIGNS:
            signs = signs.lowered()
            if start == <Py_ssize_t>leaf[START]:
                self.put_signs(signs.before, start)
        if self.in_code:
            self.put_words(raw, start)
        else:
            self.put(raw, start)
        if signs is not NO_SIGNS and end == <Py_ssize_t>leaf[END]:
            self.put_signs(signs.after, end - 1)
        self.edge = end
        self.place = self.cell

    cdef bint is_apart(self, str raw, Py_ssize_t start) except -1:
        """Say whether a space of the page's text, and none of what is put, stands before a text."""
        cdef str last
        if not self.parts or start <= self.edge:
            return False
        last = self.parts[len(self.parts) - 1]
        if last[len(last) - 1].isspace() or raw[0].isspace():
            return False
        return self.text[self.edge].isspace() or self.text[start - 1].isspace()

    cdef end_quotation(self):
        if self.quoted >= 0:
            self.put("”", self.edge - 1)
            self.quoted = -1

    cdef put_signs(self, str signs, Py_ssize_t place):
        """Put signs that are no part of the page's text, all of them at one place."""
        for sign in signs:
            self.put(sign, place)

    cdef put_words(self, str raw, Py_ssize_t place):
        """Put text as written: its words one after the other in the page, with whatever white space between them."""
        cdef Py_ssize_t low = 0, high, count = len(raw)
        cdef bint space
        while low < count:
            space, high = raw[low].isspace(), low + 1
            while high < count and raw[high].isspace() == space:
                high += 1
            self.put(raw[low:high], place)
            if space:
                place += place < len(self.text) and self.text[place].isspace()
            else:
                place += high - low
            low = high

    cdef put(self, str text, Py_ssize_t place):
        cdef str bare
        if not self.parts:
            bare = text.lstrip() if self.code < 0 else text.lstrip("\n")
            if self.code < 0:
                place += len(text) - len(bare)
            text = bare
        if text:
            self.parts.append(text)
            self.starts.append(place)

    cdef close(self):
        """Keep the unit that was built, if any, and start the next."""
        cdef str text, part
        cdef Py_ssize_t at = 0
        cdef list offsets
        self.end_quotation()
        if not self.parts:
            return
        text = (<str>"".join(self.parts) if len(self.parts) > 1 else <str>self.parts[0]).rstrip()
        if text:
            offsets = []
            for part in self.parts:
                offsets.append(at)
                at += len(part)
            made = empty(Line, LINE)
            put(made, 0, text)
            put(made, 1, tuple(offsets))
            put(made, 2, tuple(self.starts))
            put(made, 3, "")
            self.found.append(_unit(made, self.place))
        self.parts, self.starts = [], []


cdef Py_ssize_t _quotation(tuple marks) except -2:
    """Return the element of the quotation that a leaf is in; -1 where it is in none."""
    for mark in marks:
        if <str>(<tuple>mark)[0] == "quoted":
            return (<tuple>mark)[1]
    return -1


cdef _unit(line, tuple place):
    made = empty(Unit, UNIT)
    put(made, 0, line)
    put(made, 1, place[0])
    put(made, 2, place[1])
    put(made, 3, place[2])
    return made

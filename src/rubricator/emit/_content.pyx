"""Twin of `_built` in `emit/content.py`: the content of a passage as a small tree."""

from bisect import bisect_left
from importlib import import_module

cimport cython

from rubricator.emit._leaf cimport CONTAINERS, END, IS_INERT, IS_VISIBLE, KIND, LEAF, MARKS, NODE, PARAGRAPH
from rubricator.emit._leaf cimport SIGNS, START

cdef enum:
    PRE = 16  # as in `page/model.py`

cdef object pure = None
cdef type Leaf, Text
cdef object Break, Inline, Paragraph, Target
cdef object TEXT_LEAF, IMAGE_LEAF, BREAK_LEAF, RULE_LEAF, SPACE_LEAF, NO_SIGNS


cdef load_pure():
    """Read the classes of the module in Python, and what is seldom asked for."""
    global pure, Leaf, Text, Break, Inline, Paragraph, Target
    global TEXT_LEAF, IMAGE_LEAF, BREAK_LEAF, RULE_LEAF, SPACE_LEAF, NO_SIGNS
    content = import_module("rubricator.emit.content")  # the name is also that of its function
    Leaf, Text, Break, Inline = content.Leaf, content.Text, content.Break, content.Inline
    Paragraph, Target, NO_SIGNS = content.Paragraph, content.Target, content.NONE
    assert len(Leaf._fields) == LEAF
    TEXT_LEAF, IMAGE_LEAF, BREAK_LEAF, RULE_LEAF, SPACE_LEAF, _ = content.Kind
    pure = content


def built(leaves, Py_ssize_t start, Py_ssize_t end, str hidden, bint lead, bint tail):
    """Return the content of a passage."""
    if pure is None:
        load_pure()
    cdef tuple every = leaves.leaves, leaf
    cdef Py_ssize_t place, low, high
    cdef bint keeps = hidden == "keep", unfolds = hidden == "unfold"
    cdef Builder builder = None
    for place in range(<Py_ssize_t>bisect_left(leaves.ends, start), len(every)):
        if type(every[place]) is not Leaf:
            raise TypeError("something else than a leaf")
        leaf = <tuple>every[place]
        low, high = leaf[START], leaf[END]
        if low != high:
            if low >= end:
                break
            if high <= start:
                continue
        elif high > end or (high == end and not tail):
            break
        elif high <= start and not lead:
            continue
        kind = leaf[KIND]
        if not (leaf[IS_VISIBLE] or keeps or (unfolds and not leaf[IS_INERT])):
            if kind is not BREAK_LEAF and kind is not SPACE_LEAF:
                continue
        if builder is None:
            builder = Builder(leaves, start, end)
        builder.add(leaf, kind)
    return builder.finish() if builder is not None else []


@cython.final
cdef class Open:
    """A container that is being filled, as there."""

    cdef readonly object opening
    cdef readonly bint cut
    cdef readonly list children, code, targets
    cdef Py_ssize_t paragraph

    def __init__(self, opening, bint cut):
        self.opening, self.cut, self.children, self.code, self.targets = opening, cut, [], [], []
        self.paragraph = -1


@cython.final
cdef class Builder:
    cdef object leaves, page
    cdef str text
    cdef tuple data
    cdef const unsigned char[::1] flags
    cdef dict openings, target_names
    cdef Py_ssize_t start, end, paragraph, breaks, edge
    cdef list stack
    """Containers that are open, the whole passage first."""
    cdef Open top
    """The last of them."""
    cdef tuple containers, seen
    """Those that are open, and those of the leaf that was read last; whether these are a listing."""
    cdef bint in_code
    cdef list inline, open_marks
    """What is in the paragraph, and in each mark that is open; these marks."""

    def __init__(self, leaves, Py_ssize_t start, Py_ssize_t end):
        page = leaves.page
        self.leaves, self.page, self.text, self.data, self.flags = leaves, page, page.text, page.data, page.flags
        self.openings, self.target_names = leaves.containers, leaves.targets
        self.start, self.end, self.edge = start, end, start
        self.top = Open(None, False)
        self.stack = [self.top]
        self.containers = self.seen = ()
        self.in_code = False
        self.inline, self.open_marks = [[]], []
        self.paragraph, self.breaks = -1, 0

    cdef add(self, tuple leaf, kind):
        cdef tuple containers = leaf[CONTAINERS]
        cdef Py_ssize_t count = len(containers)
        cdef bint breaks
        if containers is not self.seen:
            self.in_code = count and <str>(<tuple>self.openings[containers[count - 1]])[0] == "code"
            self.seen = containers
        breaks = kind is BREAK_LEAF or (kind is SPACE_LEAF and not self.in_code)
        if breaks and containers is not self.containers and containers != self.containers:
            return
        if containers is not self.containers:
            self.enter(containers)
        if self.in_code:
            self.add_code(leaf, kind)
        elif breaks:
            self.breaks += (<str>self.data[<Py_ssize_t>leaf[NODE]]).count("\n") or 1
        elif kind is RULE_LEAF:
            self.close_paragraph()
            self.top.children.append(pure.Rule())
        elif kind is TEXT_LEAF:
            self.add_text(leaf)
        elif kind is IMAGE_LEAF:
            self.add_image(leaf)

    cdef targets(self, tuple leaf, list found):
        """Add the ids that stand at a leaf, once, where it begins."""
        cdef tuple names = self.target_names.get(leaf[NODE], ()) if self.target_names else ()
        if names and <Py_ssize_t>leaf[START] >= self.start and names[0] not in self.leaves.given:
            self.leaves.given.update(names)
            found.extend(names)

    cdef enter(self, tuple containers):
        """Close and open containers until those of the leaf are open."""
        cdef Py_ssize_t shared = 0, count = len(containers), before = len(self.containers), place
        while shared < min(count, before) and self.containers[shared] == containers[shared]:
            shared += 1
        if shared == count == before:
            return
        self.close_paragraph()
        while len(self.stack) > shared + 1:
            self.close_container()
        for place in range(shared, count):
            node = containers[place]
            self.top = Open(self.openings[node], self.page.start[node] < self.start < self.page.end[node])
            self.stack.append(self.top)
        self.containers = containers

    cdef add_code(self, tuple leaf, kind):
        cdef Open code = self.top
        cdef Py_ssize_t paragraph = leaf[PARAGRAPH], start = leaf[START], end = leaf[END]
        cdef str text, last = code.code[len(code.code) - 1] if code.code else ""
        if code.code and paragraph != code.paragraph and not last.endswith("\n"):
            code.code.append("\n")
            last = "\n"
        code.paragraph = paragraph
        self.targets(leaf, code.targets)
        if kind is SPACE_LEAF:
            code.code.append(self.data[<Py_ssize_t>leaf[NODE]])
        elif kind is BREAK_LEAF:
            code.code.append("\n")
        elif start != end:
            if kind is IMAGE_LEAF:
                text = self.text[max(start, self.start):min(end, self.end)]
            else:
                text = pure.written(self.leaves, leaf, self.start, self.end)
            text = leaf[SIGNS].around(text, first=start >= self.start, last=end <= self.end)
            # Alternative text stands apart in the page's text, though no white space is written there.
            if code.code and not last[len(last) - 1].isspace() and not text[0].isspace() and self.is_spaced(start):
                text = " " + text
            code.code.append(text)
            self.edge = end

    cdef bint is_spaced(self, Py_ssize_t start) except -1:
        """Say whether a space stands before a leaf; hidden text that was left out before it is none."""
        return start > self.edge and (self.text[self.edge].isspace() or self.text[start - 1].isspace())

    cdef add_text(self, tuple leaf):
        cdef Py_ssize_t start = max(<Py_ssize_t>leaf[START], self.start), end = min(<Py_ssize_t>leaf[END], self.end)
        cdef Py_ssize_t number, count
        cdef list lines
        if not self.flags[<Py_ssize_t>leaf[NODE]] & PRE:
            self.add_line(leaf, start, end, True, True)
            return
        lines = pure.written_lines(self.leaves, leaf, self.start, self.end)
        count = len(lines)
        for number in range(count):
            start, end = lines[number]
            self.breaks += number > 0
            self.add_line(leaf, start, end, number == 0, number == count - 1)

    cdef add_line(self, tuple leaf, Py_ssize_t start, Py_ssize_t end, bint first, bint last):
        cdef str text
        if start >= end:
            return
        text, signs = self.text[start:end], leaf[SIGNS]
        if signs is not NO_SIGNS:
            first = first and <Py_ssize_t>leaf[START] >= self.start
            text = signs.around(text, first=first, last=last and <Py_ssize_t>leaf[END] <= self.end)
        self.add_inline(leaf, Text(text), start, end)

    cdef add_image(self, tuple leaf):
        cdef Py_ssize_t start = leaf[START], end = leaf[END]
        cdef str alt = ""
        address = self.leaves.address(leaf[NODE], "src")
        if start != end:
            alt = self.text[max(start, self.start):min(end, self.end)]
        if address:
            self.add_inline(leaf, pure.Image(alt, address), start, end)
        elif alt:
            self.add_inline(leaf, Text(alt), start, end)

    cdef add_inline(self, tuple leaf, node, Py_ssize_t start, Py_ssize_t end):
        cdef Py_ssize_t paragraph = leaf[PARAGRAPH], shared = 0, place
        cdef tuple marks = leaf[MARKS]
        cdef list children, names = []
        cdef bint is_empty
        # Two breaks in a row are how old pages write a new paragraph.
        if paragraph != self.paragraph or self.breaks > 1:
            self.close_paragraph()
        self.paragraph = paragraph
        is_empty = len(self.inline) == 1 and not self.inline[0]
        while shared < min(len(self.open_marks), len(marks)) and self.open_marks[shared] == marks[shared]:
            shared += 1
        self.close_marks(shared)
        children = self.inline[shared]
        if not is_empty and self.breaks:
            children.append(Break())
        elif not is_empty and not (leaf[SIGNS] is not NO_SIGNS and leaf[SIGNS].tight):
            if self.is_spaced(start) or (start == end and pure._is_apart(self.page, leaf[NODE])):
                children.append(Text(" "))
        self.targets(leaf, names)
        children.extend([Target(name) for name in names])
        for place in range(shared, len(marks)):
            self.open_marks.append(marks[place])
            children = []
            self.inline.append(children)
        children.append(node)
        self.breaks = 0
        self.edge = max(end, self.edge)

    cdef close_marks(self, Py_ssize_t depth):
        """Close marks until so many are open."""
        cdef list children
        while len(self.open_marks) > depth:
            mark, children = self.open_marks.pop(), self.inline.pop()
            kind = (<tuple>mark)[0]
            href = self.leaves.address((<tuple>mark)[1], "href") if <str>kind == "link" else None
            (<list>self.inline[len(self.inline) - 1]).append(Inline(kind, tuple(children), href))

    cdef close_paragraph(self):
        cdef list children
        self.close_marks(0)
        children = self.inline[0]
        if children:
            if not _is_blank(children):
                self.top.children.append(Paragraph(tuple(children)))
            self.inline = [[]]
        self.paragraph, self.breaks = -1, 0

    cdef close_container(self):
        cdef Open closed = self.stack.pop()
        self.top = self.stack[len(self.stack) - 1]
        self.top.children.extend(pure._closed(closed))

    cdef list finish(self):
        self.close_paragraph()
        while len(self.stack) > 1:
            self.close_container()
        return self.top.children


cdef bint _is_blank(list children) except -1:
    """Say whether white space is all there is."""
    cdef str text
    for child in children:
        if type(child) is not Text:
            return False
        text = child.text
        if text and not text.isspace():
            return False
    return True

"""Passages of a page, read leaf by leaf: as a small tree, and as lines."""

import re

from rubricator.emit._leaves cimport Leaf, Opening, mark_element, passage_leaves
from rubricator.page._flags cimport PRE

from rubricator.emit.affixes import NO_AFFIXES
from rubricator.emit.containers import close_container, close_listing
from rubricator.emit.nodes import Break, Image, Inline, Paragraph, Rule, Target, Text
from rubricator.emit.pieces import Line
from rubricator.emit.raw_text import line_spans, raw_text, stands_apart

cdef object SPACE_OR_WORD = re.compile(r"\s+|\S+")
cdef object NO_LINE = Line("", (), ())


def build_tree(leaves, int start, int end, str hidden, bint lead, bint tail, dict targets):
    cdef TreeBuilder builder = TreeBuilder(leaves, start, end, targets)
    cdef Leaf leaf
    for leaf in passage_leaves(leaves, start, end, lead, tail):
        if leaf.is_shown(hidden) or leaf.kind == "break" or leaf.kind == "space":
            builder.add(leaf)
    return builder.finish()


def build_units(leaves, int start, int end, str hidden, bint lead):
    cdef LineBuilder builder = LineBuilder(leaves, start, end)
    cdef Leaf leaf
    for leaf in passage_leaves(leaves, start, end, lead):
        builder.add(leaf, leaf.is_shown(hidden))
    builder.close()
    return builder.found


cdef class PassageReader:
    """What trees and lines have in common: what is code, what of a leaf is in the passage, where a space stands."""

    cdef object leaves
    cdef str text
    cdef tuple data, containers
    cdef const unsigned char[::1] flags
    cdef dict openings
    cdef int start, end, edge
    cdef bint in_code
    """Whether the containers of the last leaf end in a listing."""

    def __init__(self, leaves, int start, int end):
        page = leaves.page
        self.leaves, self.openings, self.containers = leaves, leaves.containers, ()
        self.text, self.data, self.flags = page.text, page.data, page.flags
        self.start, self.end, self.edge = start, end, start

    cdef bint see_containers(self, Leaf leaf) except -1:
        """Look at the containers of a leaf; say whether they may be others than those before."""
        cdef Py_ssize_t count = len(leaf.containers)
        if leaf.containers is self.containers:
            return False
        self.containers = leaf.containers
        self.in_code = count > 0 and (<Opening>self.openings[leaf.containers[count - 1]]).kind == "code"
        return True

    cdef bint breaks_line(self, Leaf leaf):
        return not self.in_code and (leaf.kind == "break" or leaf.kind == "space")

    cdef str code(self, Leaf leaf):
        """Return what a leaf of a listing holds in the passage."""
        if leaf.kind == "text":
            return raw_text(self.leaves, leaf, self.start, self.end)
        if leaf.kind == "break" or leaf.kind == "space":
            return <str>self.data[leaf.node] or "\n"
        return self.inside(leaf)

    cdef str inside(self, Leaf leaf):
        return self.text[max(leaf.start, self.start):min(leaf.end, self.end)]

    cdef list spans(self, Leaf leaf):
        """Return the spans of the lines of a leaf in the passage: one, unless line feeds are kept."""
        if leaf.kind == "text" and not self.in_code and self.flags[leaf.node] & PRE:
            return line_spans(self.leaves, leaf, self.start, self.end)
        return [(max(leaf.start, self.start), min(leaf.end, self.end))]

    cdef bint is_spaced(self, int start) except -1:
        """Say whether a space stands before a text; hidden text that was left out before it is none."""
        return start > self.edge and (self.text[self.edge].isspace() or self.text[start - 1].isspace())


cdef class Open:
    """A container that is being filled, and whether the passage begins in it; the children of a listing are texts."""

    cdef Opening opening
    cdef bint cut
    cdef list children

    def __init__(self, Opening opening, bint cut):
        self.opening, self.cut, self.children = opening, cut, []


cdef class TreeBuilder(PassageReader):
    cdef dict targets
    cdef int paragraph, breaks, code_paragraph
    cdef list stack
    """Containers that are open, the whole passage first."""
    cdef Open top
    """The last of them."""
    cdef tuple open_containers, open_marks
    cdef list inline, code_targets
    """What is in the paragraph, and in each mark that is open; ids that stand in the listing that is open."""

    def __init__(self, leaves, int start, int end, dict targets):
        PassageReader.__init__(self, leaves, start, end)
        self.targets = targets
        self.top = Open(None, False)
        self.stack, self.open_containers = [self.top], ()
        self.inline, self.open_marks, self.code_targets = [[]], (), []
        self.paragraph, self.breaks, self.code_paragraph = -1, 0, -1

    cdef add(self, Leaf leaf):
        cdef int start, end
        self.see_containers(leaf)
        if self.breaks_line(leaf):
            if leaf.containers == self.open_containers:
                self.breaks += (<str>self.data[leaf.node]).count("\n") or 1
            return
        if leaf.containers is not self.open_containers:
            self.enter(leaf.containers)
        if self.in_code:
            self.add_code(leaf)
        elif leaf.kind == "rule":
            self.close_paragraph()
            self.top.children.append(Rule())
        elif leaf.kind == "image":
            self.add_image(leaf)
        elif leaf.kind == "text":
            for number, (start, end) in enumerate(self.spans(leaf)):
                self.breaks += number > 0
                if start < end:
                    self.add_inline(leaf, Text(self.with_affixes(leaf, self.text[start:end], start, end)), start, end)

    cdef str with_affixes(self, Leaf leaf, str text, int start, int end):
        if leaf.affixes is NO_AFFIXES:
            return text
        return leaf.affixes.around(text, first=start == leaf.start, last=end == leaf.end)

    cdef enter(self, tuple containers):
        """Close and open containers until those of the leaf are open."""
        cdef Py_ssize_t shared = _shared_depth(self.open_containers, containers)
        if shared == len(containers) == len(self.open_containers):
            return
        self.close_paragraph()
        while len(self.stack) > shared + 1:
            self.close_container()
        page = self.leaves.page
        for node in containers[shared:]:
            self.top = Open(self.openings[node], page.start[node] < self.start < page.end[node])
            self.stack.append(self.top)
        self.open_containers, self.code_paragraph = containers, -1

    cdef add_code(self, Leaf leaf):
        cdef list texts = self.top.children
        cdef str text = self.code(leaf), last = texts[len(texts) - 1] if texts else "\n"
        if leaf.paragraph != self.code_paragraph and not last.endswith("\n"):
            last = "\n"
            texts.append(last)
        self.code_paragraph = leaf.paragraph
        self.code_targets.extend(self.take_targets(leaf))
        if leaf.start != leaf.end:
            text = self.with_affixes(leaf, text, max(leaf.start, self.start), min(leaf.end, self.end))
            # Alternative text stands apart in the page's text, though no white space is written there.
            if not last[len(last) - 1].isspace() and not text[0].isspace() and self.is_spaced(leaf.start):
                text = " " + text
            self.edge = leaf.end
        if text:
            texts.append(text)

    cdef add_image(self, Leaf leaf):
        cdef str alt = self.inside(leaf)
        address = self.leaves.address(leaf.node, "src")
        if address or alt:
            self.add_inline(leaf, Image(alt, address) if address else Text(alt), leaf.start, leaf.end)

    cdef add_inline(self, Leaf leaf, node, int start, int end):
        cdef Py_ssize_t shared = _shared_depth(self.open_marks, leaf.marks)
        cdef list children
        cdef bint is_empty
        # Two breaks in a row are how old pages write a new paragraph.
        if leaf.paragraph != self.paragraph or self.breaks > 1:
            self.close_paragraph()
            shared = 0
        self.paragraph = leaf.paragraph
        is_empty = len(self.inline) == 1 and not self.inline[0]
        self.close_marks(shared)
        children = self.inline[shared]
        if not is_empty and self.breaks:
            children.append(Break())
        elif not is_empty and (leaf.affixes is NO_AFFIXES or not leaf.affixes.tight):
            if self.is_spaced(start) or (start == end and stands_apart(self.leaves.page, leaf.node)):
                children.append(Text(" "))
        if self.targets:
            children.extend([Target(name) for name in self.take_targets(leaf)])
        for _ in leaf.marks[shared:]:
            children = []
            self.inline.append(children)
        children.append(node)
        self.open_marks, self.breaks, self.edge = leaf.marks, 0, max(end, self.edge)

    cdef tuple take_targets(self, Leaf leaf):
        """Return the ids that stand at a leaf, once, where it begins."""
        return self.targets.pop(leaf.node, ()) if self.targets and leaf.start >= self.start else ()

    cdef close_marks(self, Py_ssize_t depth):
        """Close marks until so many are open."""
        for kind, node in reversed(self.open_marks[depth:]):
            marked = Inline(kind, tuple(self.inline.pop()), self.leaves.address(node, "href") if kind == "link" else None)
            (<list>self.inline[len(self.inline) - 1]).append(marked)
        self.open_marks = self.open_marks[:depth]

    cdef close_paragraph(self):
        """Keep the paragraph, unless white space is all there is, and start the next."""
        self.close_marks(0)
        for child in <list>self.inline[0]:
            if type(child) is not Text or (<str>child.text).strip():
                self.top.children.append(Paragraph(tuple(self.inline[0])))
                break
        self.inline, self.paragraph, self.breaks = [[]], -1, 0

    cdef close_container(self):
        cdef Open last = self.stack.pop()
        self.top = self.stack[len(self.stack) - 1]
        if last.opening.kind == "code":
            found = close_listing(last.opening, "".join(last.children), tuple(self.code_targets), cut=last.cut)
            self.code_targets = []
        else:
            found = close_container(last.opening, last.children, cut=last.cut)
        self.top.children.extend(found)

    cdef list finish(self):
        self.close_paragraph()
        while len(self.stack) > 1:
            self.close_container()
        return self.top.children


cdef Py_ssize_t _shared_depth(tuple one, tuple other) except -1:
    """Return how many of the first members of two tuples are the same."""
    cdef Py_ssize_t depth = 0, most = min(len(one), len(other))
    while depth < most and one[depth] == other[depth]:
        depth += 1
    return depth


cdef class LineBuilder(PassageReader):
    cdef list found, parts, offsets, starts
    """Units that are done; of the one that is built: its parts, and where they begin in it and in the page."""
    cdef int paragraph, length, listing, quotation
    """Characters of the unit; the listing and the quotation that it is in, as their elements."""
    cdef tuple cell, unit_cell

    def __init__(self, leaves, int start, int end):
        PassageReader.__init__(self, leaves, start, end)
        self.found, self.parts, self.offsets, self.starts = [], [], [], []
        self.paragraph = self.listing = self.quotation = -1

    cdef add(self, Leaf leaf, bint shown):
        cdef int listing = -1, start, end
        if self.see_containers(leaf):
            self.cell = self.find_cell()
        if leaf.kind == "cell" and shown:
            self.close()
            self.found.append((NO_LINE, self.cell))
        if leaf.paragraph != self.paragraph:
            if self.in_code:
                listing = self.containers[len(self.containers) - 1]
            if self.in_code and listing == self.listing:
                self.put("\n", self.edge)
            else:
                self.close()
                self.listing = listing
            self.paragraph = leaf.paragraph
        if self.breaks_line(leaf):
            self.close()
        elif leaf.start == leaf.end:
            if self.in_code and (leaf.kind == "break" or leaf.kind == "space"):
                self.put(self.code(leaf), self.edge)
        elif shown:
            for number, (start, end) in enumerate(self.spans(leaf)):
                if number:
                    self.close()
                if start < end:
                    self.add_text(leaf, start, end)

    cdef tuple find_cell(self):
        """Return the table, row and cell around a leaf, if any."""
        cdef Py_ssize_t place
        cdef tuple around = self.containers
        for place in range(len(around) - 1, 1, -1):
            if (<Opening>self.openings[around[place]]).kind in ("cell", "header"):
                return around[place - 2:place + 1]
        return None

    cdef add_text(self, Leaf leaf, int start, int end):
        cdef str last, text = self.code(leaf) if self.in_code else self.text[start:end]
        cdef int quotation = mark_element(leaf.marks, "quoted")
        if quotation != self.quotation:
            self.end_quotation()
        affixes = leaf.affixes.flattened() if leaf.affixes is not NO_AFFIXES else NO_AFFIXES
        if self.parts and not affixes.tight and not text[0].isspace() and self.is_spaced(start):
            last = self.parts[len(self.parts) - 1]
            if not last[len(last) - 1].isspace():
                self.put(" ", self.edge)
        if quotation != self.quotation:
            self.put("“", start)
            self.quotation = quotation
        if start == leaf.start:
            for character in <str>affixes.before:
                self.put(character, start)
        if self.in_code:
            self.put_words(text, start)
        else:
            self.put(text, start)
        if end == leaf.end:
            for character in <str>affixes.after:
                self.put(character, end - 1)
        self.edge, self.unit_cell = end, self.cell

    cdef end_quotation(self):
        if self.quotation >= 0:
            self.put("”", self.edge - 1)
            self.quotation = -1

    cdef put_words(self, str text, int place):
        """Put code as written: its words one after the other in the page, with whatever white space between them."""
        cdef str run
        for run in SPACE_OR_WORD.findall(text):
            self.put(run, place)
            if not run.isspace():
                place += len(run)
            elif place < len(self.text) and self.text[place].isspace():
                place += 1

    cdef put(self, str text, int place):
        cdef Py_ssize_t count = len(text)
        if not self.parts:
            text = text.lstrip("\n" if self.listing >= 0 else None)
            if self.listing < 0:
                place += count - len(text)
        if text:
            self.parts.append(text)
            self.offsets.append(self.length)
            self.starts.append(place)
            self.length += len(text)

    cdef close(self):
        """Keep the unit that was built, if any, and start the next."""
        cdef str text
        self.end_quotation()
        if not self.parts:
            return
        text = "".join(self.parts).rstrip()
        if text:
            line = tuple.__new__(Line, (text, tuple(self.offsets), tuple(self.starts), ""))
            self.found.append((line, self.unit_cell))
        self.parts, self.offsets, self.starts, self.length = [], [], [], 0

"""Twin of `segment/rubric/features.py`: features of candidates, written into the rows of one table."""

import numpy as np

cimport cython
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.math cimport rint
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from rubricator.bits cimport lowest_bit

cdef enum:
    WHOLE = 0
    OPENING = 1
    LABEL = 4
    JOINED = 5
    DIGITS = 2
    BOLD = 600
    MOST_REST = 40
    MOST_SAME = 9
    HEADINGS = 6
    DEEPEST = 6


@cython.final
cdef class Filler:
    """The columns that features are made of; `row` is the next one of the table to write.

    Rows of the table have a place for each candidate. All candidates are of units that are there.
    """

    cdef double[:, ::1] out
    cdef Py_ssize_t row, count, units, runs
    cdef object sight, page
    cdef double scale
    cdef const int64_t[:] start, end, unit, last, kind
    cdef double* totals
    """Five for each run, and for the end."""
    cdef double* sums
    """Three for each unit, and for the end: what is likely content, characters, and how prominent it is or what is
    repeated in it."""
    cdef int64_t* first
    cdef int64_t* after
    cdef int64_t* counts
    """For each candidate: its first run, one past its last; and one of as many words, how often it is there."""
    cdef int64_t* reached
    cdef int64_t* waiting
    """For each unit."""
    cdef unsigned char* linked
    cdef unsigned char* opened
    cdef unsigned char* used
    """For each word, unit and style."""
    cdef void* room
    """All of these."""
    cdef const int64_t[::1] run_start, run_end, run_node, run_style, run_bits, run_near, run_path
    cdef const int64_t[::1] unit_start, unit_end, unit_run, unit_container
    cdef const int64_t[::1] node_start, node_end, node_parent, node_depth, node_near
    cdef const double[::1] unit_visible, link_before
    cdef const double[::1] size, weight, italic, underline, center, caps
    cdef const int64_t[::1] color, background, family
    cdef Py_ssize_t body_style
    cdef dict bits

    def __init__(self, values, Py_ssize_t row, sight, table, dict bits):
        cdef Py_ssize_t place, run
        cdef const int64_t[:, :] fields = table
        cdef const int64_t[:, ::1] nodes = sight.context.table, runs = sight.run_table, units = sight.unit_table
        cdef const int64_t[:, ::1] colors = sight.style_table
        cdef const double[:, ::1] floats = sight.unit_floats, styles = sight.style_floats
        self.out, self.row, self.bits = values, row, bits
        self.sight, self.page, self.scale = sight, sight.page, sight.scale
        self.start, self.end, self.unit = fields[:, 0], fields[:, 1], fields[:, 2]
        self.last, self.kind = fields[:, 3], fields[:, 5]
        self.run_start, self.run_end, self.run_node, self.run_style = runs[0], runs[1], runs[2], runs[3]
        self.run_bits, self.run_near, self.run_path = runs[4], runs[5], runs[6]
        self.unit_start, self.unit_end, self.unit_container = units[0], units[1], units[2]
        self.unit_run, self.unit_visible, self.link_before = sight.unit_run, floats[0], sight.link_before
        self.node_parent, self.node_near, self.node_depth = nodes[0], nodes[2], nodes[3]
        self.node_start, self.node_end = nodes[4], nodes[5]
        self.size, self.weight, self.italic = styles[0], styles[1], styles[2]
        self.underline, self.center, self.caps = styles[3], styles[4], styles[5]
        self.color, self.background, self.family = colors[0], colors[1], colors[2]
        self.body_style = sight.body_style
        self.count, self.units, self.runs = len(table), self.unit_start.shape[0], self.run_start.shape[0]
        if self.out.shape[1] != self.count or self.unit_run.shape[0] != self.units + 1:
            raise IndexError("a table of another size")
        self.make_room()
        for place in range(self.count):
            if not 0 <= self.unit[place] <= self.last[place] < self.units:
                raise IndexError("a unit that is not there")
            run = self.unit_run[self.unit[place]]
            while run < self.runs and self.run_start[run] < self.start[place]:
                run += 1
            self.first[place] = run
            while run < self.runs and self.run_start[run] < self.end[place]:
                run += 1
            self.after[place] = run

    def __dealloc__(self):
        PyMem_Free(self.room)

    cdef int make_room(self) except -1:
        """Take room for all that is noted on the way, at once: it is all zero."""
        cdef Py_ssize_t runs = self.runs + 1, units = self.units + 1, count = self.count, styles = self.size.shape[0]
        cdef Py_ssize_t floats = 5 * runs + 3 * units, wholes = 3 * count + 2 * units
        self.room = PyMem_Calloc(8 * (floats + wholes) + count + units + styles, 1)
        if self.room is NULL:
            raise MemoryError
        self.totals = <double*>self.room
        self.sums = self.totals + 5 * runs
        self.first = <int64_t*>(self.totals + floats)
        self.after, self.counts = self.first + count, self.first + 2 * count
        self.reached = self.first + 3 * count
        self.waiting = self.reached + units
        self.linked = <unsigned char*>(self.first + wholes)
        self.opened, self.used = self.linked + count, self.linked + count + units
        return 0

    cdef double* rows(self, Py_ssize_t count) except NULL:
        """Take the next rows."""
        if self.row + count > self.out.shape[0]:
            raise IndexError("a table of another size")
        self.row += count
        return &self.out[self.row - count, 0]

    cdef kinds(self):
        cdef Py_ssize_t place
        cdef double* out = self.rows(1)
        for place in range(self.count):
            out[place] = self.kind[place]

    cdef styles(self):
        """Compare the look of candidates with that of the page's body text."""
        cdef Py_ssize_t place, run, style, base = self.body_style, count = self.count, styles = 0
        cdef double* out = self.rows(19)
        cdef double* total = self.totals
        cdef double body_size = self.size[base], least = max(body_size, 1.0), span
        cdef double body_bold = self.weight[base] >= BOLD
        cdef int64_t link = self.bits["link"], strong = self.bits["strong"], color
        cdef const double* begin
        cdef const double* end
        for run in range(self.runs):
            style = self.run_style[run]
            span = self.run_end[run] - self.run_start[run]
            total[5] = total[0] + (span if self.weight[style] >= BOLD else 0)
            total[6] = total[1] + self.italic[style] * span
            total[7] = total[2] + self.underline[style] * span
            total[8] = total[3] + (span if self.run_bits[run] & link else 0)
            total[9] = total[4] + (span if self.run_near[run] & strong else 0)
            total += 5
            # A style that has a size has a place.
            styles += not self.used[style]
            self.used[style] = 1
        for place in range(count):
            style = self.run_style[self.first[place]]
            begin, end = self.totals + 5 * self.first[place], self.totals + 5 * self.after[place]
            span = max(self.end[place] - self.start[place], 1)
            color = self.color[style]
            out[place] = self.size[style]
            out[count + place] = self.size[style] / least
            out[2 * count + place] = min((end[0] - begin[0]) / span, 1.0)
            out[3 * count + place] = out[2 * count + place] - body_bold
            out[4 * count + place] = self.weight[style] - self.weight[base]
            out[5 * count + place] = min((end[1] - begin[1]) / span, 1.0)
            out[6 * count + place] = min((end[2] - begin[2]) / span, 1.0)
            out[7 * count + place] = self.caps[style]
            out[8 * count + place] = self.center[style]
            out[9 * count + place] = color != self.color[base]
            out[10 * count + place] = (
                (color >> 24 & 255) * 0.299 + (color >> 16 & 255) * 0.587 + (color >> 8 & 255) * 0.114
            ) / 255
            out[11 * count + place] = self.background[style] != self.background[base]
            out[12 * count + place] = self.family[style] != self.family[base]
            out[13 * count + place] = style == base
            out[14 * count + place] = min((end[3] - begin[3]) / span, 1.0)
            out[15 * count + place] = min((end[4] - begin[4]) / span, 1.0)
            out[16 * count + place] = self.after[place] - self.first[place]
            out[17 * count + place] = body_size
            out[18 * count + place] = styles

    cdef texts_beside(self):
        """Measure the text before and after."""
        cdef Py_ssize_t place, unit, last, final = self.units - 1, count = self.count
        cdef double* out = self.rows(7)
        cdef double rest, rest_link
        for place in range(count):
            unit, last = self.unit[place], self.last[place]
            rest = (self.unit_end[last] - self.end[place]) * self.scale
            rest_link = (self.link_before[self.unit_run[last + 1]] - self.link_before[self.after[place]]) * self.scale
            if self.kind[place] == WHOLE or self.kind[place] == JOINED:
                out[place] = self.length(last + 1) if last < final else 0
            else:
                out[place] = rest
            out[count + place] = self.length(min(last + 2, final))
            out[2 * count + place] = self.length(unit - 1) if unit > 0 else 0
            out[3 * count + place] = 0
            out[4 * count + place] = rest
            out[5 * count + place] = min(rest_link / max(rest, 1), 1.0)
            out[6 * count + place] = self.start[place] - self.unit_start[unit]

    cdef inline double length(self, Py_ssize_t unit) except? -1:
        return (self.unit_end[unit] - self.unit_start[unit]) * self.scale

    cdef styles_beside(self):
        """Compare the look with that of the text before and after."""
        cdef Py_ssize_t place, style, next_style, last_style, count = self.count
        cdef double* out = self.rows(7)
        cdef double size
        for place in range(count):
            style = self.run_style[self.first[place]]
            next_style = self.run_style[min(self.after[place], self.runs - 1)]
            last_style = self.run_style[max(self.first[place] - 1, 0)]
            size = max(self.size[style], 1.0)
            out[place] = size / max(self.size[next_style], 1.0)
            out[count + place] = size / max(self.size[last_style], 1.0)
            out[2 * count + place] = self.weight[style] - self.weight[next_style]
            out[3 * count + place] = self.weight[style] - self.weight[last_style]
            out[4 * count + place] = style == next_style
            out[5 * count + place] = style == last_style
            out[6 * count + place] = self.color[style] != self.color[next_style]

    cdef reach(self):
        """Measure how far it is to the next unit that is as prominent, and whether the container goes on."""
        cdef const int64_t[::1] container = self.unit_container
        cdef Py_ssize_t place, unit, count = self.count, text = len(self.page.text)
        cdef double* out = self.rows(4)
        cdef int64_t until, reach
        self.find_prominent()
        for place in range(count):
            unit = self.unit[place]
            reach = self.reached[unit]
            until = self.unit_start[reach] if reach < self.units else text
            out[place] = max(until - self.end[place], 0) * self.scale
            out[count + place] = reach - unit
            out[2 * count + place] = container[min(self.last[place] + 1, self.units - 1)] == container[unit]
            out[3 * count + place] = unit > 0 and container[unit - 1] == container[unit]

    cdef find_prominent(self):
        """Find for each unit the next one that is as prominent or more; how many there are when there is none."""
        cdef int64_t* found = self.reached
        cdef int64_t* waiting = self.waiting
        cdef double* prominence = self.sums
        cdef Py_ssize_t unit, style, top = 0
        for unit in range(self.units):
            style = self.run_style[self.unit_run[unit]]
            prominence[unit] = self.size[style] * 2 + (self.weight[style] >= BOLD) + self.caps[style] * 0.5
            while top and prominence[waiting[top - 1]] <= prominence[unit]:
                top -= 1
                found[waiting[top]] = unit
            waiting[top], found[unit] = unit, self.units
            top += 1

    cdef body_around(self, const double[::1] body):
        """Say how likely what stands around is content, and how much of it is linked."""
        cdef Py_ssize_t place, unit, next_unit, ahead, behind, count = self.count
        cdef double* out = self.rows(5)
        cdef double* around = self.sums
        cdef double* chars = self.sums + self.units + 1
        cdef double links
        around[0] = chars[0] = 0
        for unit in range(self.units):
            around[unit + 1] = around[unit] + body[unit]
            chars[unit + 1] = chars[unit] + self.length(unit)
        for place in range(count):
            unit = self.unit[place]
            next_unit, ahead = min(self.last[place] + 1, self.units), min(self.last[place] + 4, self.units)
            behind = max(unit - 3, 0)
            links = self.link_before[self.unit_run[ahead]] - self.link_before[self.unit_run[next_unit]]
            out[place] = body[unit]
            out[count + place] = (around[ahead] - around[next_unit]) / max(ahead - self.last[place] - 1, 1)
            out[2 * count + place] = (around[unit] - around[behind]) / max(unit - behind, 1)
            out[3 * count + place] = self.scale * links / max(chars[ahead] - chars[next_unit], 1)
            out[4 * count + place] = around[unit] / max(around[self.units], 1e-6)

    cdef place_in_page(self):
        """Say where in the page it stands, and whether it is seen."""
        cdef Py_ssize_t place, count = self.count
        cdef double* out = self.rows(4)
        cdef double total = max(<double>len(self.page.text), 1.0), text = np.log(total * self.scale)
        for place in range(count):
            out[place] = self.start[place] / total
            out[count + place] = text
            out[2 * count + place] = self.unit_visible[self.unit[place]]
            out[3 * count + place] = self.unit_visible[min(self.last[place] + 1, self.units - 1)]

    cdef elements(self):
        """Name the elements around."""
        cdef Py_ssize_t regions = len(self.bits), place, node, container, above, count = self.count
        cdef double* within = self.rows(regions)
        cdef double* out = self.rows(10)
        cdef int64_t[HEADINGS] headings
        cdef int64_t bits, headed = self.bits["headed"] | self.bits[".headed"]
        cdef uint64_t left, all_bits = (<uint64_t>1 << regions) - 1 if regions < 64 else ~<uint64_t>0
        cdef double tagged = self.sight.context.tagged
        cdef int level
        for level in range(HEADINGS):
            headings[level] = self.bits[f"h{level + 1}"]
        memset(within, 0, regions * count * sizeof(double))
        for place in range(count):
            bits, container = self.run_bits[self.first[place]], self.unit_container[self.unit[place]]
            left = bits & all_bits
            while left:
                within[lowest_bit(left) * count + place] = 1
                left &= left - 1
            above = self.node_parent[container]
            out[place] = 0
            for level in range(HEADINGS):
                if bits & headings[level]:
                    out[place] = level + 1
                    break
            node = self.run_node[self.first[place]]
            out[count + place] = tagged
            out[2 * count + place] = self.run_near[self.first[place]] & headed != 0
            out[3 * count + place] = self.node_near[container] & headed != 0
            out[4 * count + place] = self.node_depth[container]
            out[5 * count + place] = self.node_depth[node] - self.node_depth[container]
            out[6 * count + place] = self.text_in(container)
            out[7 * count + place] = self.text_in(above)
            out[8 * count + place] = self.text_in(self.node_parent[above])
            out[9 * count + place] = out[6 * count + place] / max(out[7 * count + place], 1)

    cdef inline double text_in(self, Py_ssize_t node) except? -1:
        return (self.node_end[node] - self.node_start[node]) * self.scale

    cdef expected(self, texts):
        """Say which candidates a table of contents names: by the target of a link, or by the same words."""
        cdef frozenset targets = self.sight.context.targets
        cdef const int64_t[::1] words = texts.words
        cdef int64_t link = self.bits["link"]
        cdef Py_ssize_t place, word, count = self.count, all_targets = len(targets)
        cdef double* out = self.rows(8)
        self.repeated(out)
        self.in_sequence(out + 3 * count, texts.numbering)
        for place in range(count):
            word = words[place]
            if not 0 <= word < count:
                raise IndexError("a word that is not there")
            self.counts[word] += 1
        for place in range(count):
            word = words[place]
            out[4 * count + place] = 0
            if self.kind[place] == WHOLE and self.run_bits[self.first[place]] & link:
                self.linked[word] = 1
            elif self.linked[word]:
                out[4 * count + place] = 1
            out[5 * count + place] = 0
            out[6 * count + place] = all_targets
            out[7 * count + place] = min(self.counts[word], MOST_SAME)
        if targets:
            self.targets(out + 5 * count, targets)

    cdef repeated(self, double* out):
        """Count how often what a candidate leaves out of its unit stands beside others too: "[edit]", "5 stars"."""
        cdef Py_ssize_t place, count = self.count
        cdef double* best = self.sums + 2 * (self.units + 1)
        self.count_texts(out, False)
        self.count_texts(out + count, True)
        for place in range(count):
            best[self.unit[place]] = max(best[self.unit[place]], out[place], out[count + place])
        for place in range(count):
            out[2 * count + place] = best[self.unit[place]]

    cdef count_texts(self, double* out, bint rests):
        """Count how often the words before (or after) each are there; nothing and what is long count as none."""
        cdef dict counts = {}
        cdef list found = []
        cdef str text = self.page.text, word
        cdef Py_ssize_t place, start, end
        for place in range(self.count):
            out[place] = 0
            if rests:
                start, end = self.end[place], self.unit_end[self.last[place]]
            else:
                start, end = self.unit_start[self.unit[place]], self.start[place]
            if start < end < start + MOST_REST:
                word = text[start:end].strip()
                if word:
                    counts[word] = counts.get(word, 0) + 1
                    found.append((place, word))
        for place, word in found:
            out[place] = counts[word]

    cdef in_sequence(self, double* out, list numbering):
        """Say which numbers go on from one candidate to a later one: 1, 2, 3."""
        cdef int64_t[2][DEEPEST + 1] numbers, places
        cdef Py_ssize_t place, depth, part
        cdef int64_t number
        cdef tuple one
        memset(numbers, 255, sizeof(numbers))
        for place in range(self.count):
            out[place] = 0
            one = numbering[place]
            if one[0] != DIGITS:
                continue
            depth, number, part = one[1], one[2], min(self.kind[place], 1)
            if not number:
                continue
            if not 0 <= depth <= DEEPEST or part < 0:
                raise IndexError("a number that is too deep")
            if numbers[part][depth] >= 0 and numbers[part][depth] + 1 == number:
                out[place] = 1
                out[places[part][depth]] = 1
            if numbers[part][depth] != number:
                numbers[part][depth], places[part][depth] = number, place

    cdef targets(self, double* out, frozenset targets):
        """Say which candidates a link points to."""
        cdef Py_ssize_t place, node, latest = -1
        cdef double is_target = 0
        cdef tuple attributes = self.page.attributes
        for place in range(self.count):
            node = self.run_node[self.first[place]]
            if node != latest:
                is_target, latest = self.is_target(node, attributes, targets), node
            out[place] = is_target

    cdef bint is_target(self, Py_ssize_t node, tuple attributes, frozenset targets) except -1:
        """Say whether an element around a run, or an empty one right before it, is what a link points to."""
        cdef Py_ssize_t at
        cdef int64_t begin = self.node_start[node], start, end
        cdef str name
        for at in range(node, max(node - 6, 0), -1):
            start, end = self.node_start[at], self.node_end[at]
            if start < begin and start < end <= begin:
                break
            for name, value in <tuple?>attributes[at]:
                if (name == "id" or name == "name") and value in targets:
                    return True
        return False

    cdef looks(self, Py_ssize_t texts, Py_ssize_t styles, tag_code):
        """Return codes for the looks of candidates: by tag path and exact style, or tolerant of small differences."""
        found = np.empty((3, self.count), np.int64)
        cdef const double[::1] ratio = self.out[styles + 1], caps = self.out[styles + 7], upper = self.out[texts + 9]
        cdef const double[::1] colored = self.out[styles + 9], linked = self.out[styles + 14]
        cdef int64_t[:, ::1] codes = found
        cdef int64_t tolerant, part
        cdef Py_ssize_t place, style
        cdef tuple tags = self.page.tag
        cdef dict known = {}
        for place in range(self.count):
            if self.kind[place] == OPENING:
                self.opened[self.unit[place]] = 1
        for place in range(self.count):
            style = self.run_style[self.first[place]]
            part = min(self.kind[place], 1) + (self.kind[place] == LABEL)
            # A line that begins with something set off does not look like one that is set off as a whole.
            if self.kind[place] == WHOLE and self.opened[self.unit[place]]:
                part = 3
            tolerant = (
                <int64_t>rint(ratio[place] * 8) * 512
                + (self.weight[style] >= BOLD) * 256
                + <int64_t>self.italic[style] * 128
                + <int64_t>self.underline[style] * 64
                + (caps[place] > 0) * 32
                + (upper[place] > 0) * 16
                + (colored[place] > 0) * 8
                + (linked[place] > 0.5) * 4
                + part
            )
            tag = tags[self.unit_container[self.unit[place]]]
            code = known.get(tag)
            if code is None:
                code = known[tag] = tag_code(tag)
            codes[0, place] = (self.run_path[self.first[place]] * 4096 + style) * 1024 + part
            codes[1, place] = tolerant * 1024 + <int64_t>code
            codes[2, place] = tolerant * 1024
        return found

    cdef logarithms(self, const int64_t[::1] lines):
        """Take the logarithm of one more than what is on some lines, at once."""
        cdef Py_ssize_t place
        made = np.empty((lines.shape[0], self.count))
        cdef double[:, ::1] room = made
        for place in range(lines.shape[0]):
            room[place] = self.out[lines[place]]
        np.log1p(made, out=made)
        for place in range(lines.shape[0]):
            self.out[lines[place]] = room[place]

    cdef subtract(self, Py_ssize_t line, Py_ssize_t of, Py_ssize_t less):
        """Write on a line what another one has more than a third."""
        cdef Py_ssize_t place
        for place in range(self.count):
            self.out[line, place] = self.out[of, place] - self.out[less, place]


def fill_own(values, sight, table, texts, body, dict bits, tag_code, const int64_t[::1] logs, longer):
    """Write the features of candidates by themselves below those of their texts; return codes for their looks."""
    cdef Py_ssize_t row = len(texts.columns)
    if not len(table):
        return np.empty((3, 0), np.int64)
    cdef Filler filler = Filler(values, row, sight, table, bits)
    filler.kinds()
    filler.styles()
    filler.texts_beside()
    filler.styles_beside()
    filler.reach()
    filler.body_around(body)
    filler.place_in_page()
    filler.elements()
    filler.expected(texts)
    filler.logarithms(logs)
    filler.subtract(longer[0], longer[1], longer[2])
    return filler.looks(0, row + 1, tag_code)

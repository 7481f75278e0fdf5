"""Twin of `segment/rubric/features.py`: features of candidates, written into the rows of one table."""

import numpy as np

cimport cython
from libc.math cimport rint
from libc.stdint cimport int64_t

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
    """The columns that features are made of; `row` is the next one of the table to write."""

    cdef double[:, ::1] out
    cdef Py_ssize_t row, count, units, runs
    cdef object sight, page
    cdef double scale
    cdef const int64_t[:] start, end, unit, last, kind
    cdef int64_t[::1] first, after
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
        cdef int64_t[:, ::1] room
        self.out, self.row, self.bits = values, row, bits
        self.sight, self.page, self.scale = sight, sight.page, sight.scale
        self.start, self.end, self.unit = fields[:, 0], fields[:, 1], fields[:, 2]
        self.last, self.kind = fields[:, 3], fields[:, 5]
        self.run_start, self.run_end, self.run_node = sight.run_start, sight.run_end, sight.run_node
        self.run_style, self.run_bits, self.run_near = sight.run_style, sight.run_bits, sight.run_near
        self.run_path = sight.run_path
        self.unit_start, self.unit_end, self.unit_run = sight.unit_start, sight.unit_end, sight.unit_run
        self.unit_container, self.unit_visible = sight.unit_container, sight.unit_visible
        self.link_before = sight.link_before
        self.node_start, self.node_end, self.node_parent = sight.node_start, sight.node_end, sight.node_parent
        self.node_depth, self.node_near = sight.node_depth, sight.node_near
        self.size, self.weight, self.italic = sight.style_size, sight.style_weight, sight.style_italic
        self.underline, self.center, self.caps = sight.style_underline, sight.style_center, sight.style_caps
        self.color, self.background, self.family = sight.style_color, sight.style_background, sight.style_family
        self.body_style = sight.body_style
        self.count, self.units, self.runs = len(table), self.unit_start.shape[0], self.run_start.shape[0]
        room = np.empty((2, self.count), np.int64)
        self.first, self.after = room[0], room[1]
        for place in range(self.count):
            run = self.unit_run[self.unit[place]]
            while run < self.runs and self.run_start[run] < self.start[place]:
                run += 1
            self.first[place] = run
            while run < self.runs and self.run_start[run] < self.end[place]:
                run += 1
            self.after[place] = run

    cdef Py_ssize_t rows(self, Py_ssize_t count):
        """Take the next rows."""
        self.row += count
        return self.row - count

    cdef kinds(self):
        cdef Py_ssize_t place, row = self.rows(1)
        for place in range(self.count):
            self.out[row, place] = self.kind[place]

    cdef styles(self):
        """Compare the look of candidates with that of the page's body text."""
        cdef double[:, ::1] out = self.out
        cdef Py_ssize_t place, run, style, base = self.body_style, row = self.rows(19)
        cdef double body_size = self.size[base], least = max(body_size, 1.0), span
        cdef double body_bold = self.weight[base] >= BOLD
        cdef int64_t link = self.bits["link"], strong = self.bits["strong"], color
        cdef double looks = np.count_nonzero(np.bincount(self.sight.run_style))
        sums = np.zeros((5, self.runs + 1))
        cdef double[:, ::1] total = sums
        for run in range(self.runs):
            style = self.run_style[run]
            span = self.run_end[run] - self.run_start[run]
            total[0, run + 1] = total[0, run] + (span if self.weight[style] >= BOLD else 0)
            total[1, run + 1] = total[1, run] + self.italic[style] * span
            total[2, run + 1] = total[2, run] + self.underline[style] * span
            total[3, run + 1] = total[3, run] + (span if self.run_bits[run] & link else 0)
            total[4, run + 1] = total[4, run] + (span if self.run_near[run] & strong else 0)
        for place in range(self.count):
            style, run = self.run_style[self.first[place]], self.after[place]
            span = max(self.end[place] - self.start[place], 1)
            color = self.color[style]
            out[row, place] = self.size[style]
            out[row + 1, place] = self.size[style] / least
            out[row + 2, place] = self.share(total, 0, place, span)
            out[row + 3, place] = out[row + 2, place] - body_bold
            out[row + 4, place] = self.weight[style] - self.weight[base]
            out[row + 5, place] = self.share(total, 1, place, span)
            out[row + 6, place] = self.share(total, 2, place, span)
            out[row + 7, place] = self.caps[style]
            out[row + 8, place] = self.center[style]
            out[row + 9, place] = color != self.color[base]
            out[row + 10, place] = (
                (color >> 24 & 255) * 0.299 + (color >> 16 & 255) * 0.587 + (color >> 8 & 255) * 0.114
            ) / 255
            out[row + 11, place] = self.background[style] != self.background[base]
            out[row + 12, place] = self.family[style] != self.family[base]
            out[row + 13, place] = style == base
            out[row + 14, place] = self.share(total, 3, place, span)
            out[row + 15, place] = self.share(total, 4, place, span)
            out[row + 16, place] = self.after[place] - self.first[place]
            out[row + 17, place] = body_size
            out[row + 18, place] = looks

    cdef double share(self, double[:, ::1] total, Py_ssize_t what, Py_ssize_t place, double span) except -1:
        return min((total[what, self.after[place]] - total[what, self.first[place]]) / span, 1.0)

    cdef texts_beside(self):
        """Measure the text before and after."""
        cdef double[:, ::1] out = self.out
        cdef Py_ssize_t place, row = self.rows(7), unit, last, final = self.units - 1
        cdef double rest, rest_link
        for place in range(self.count):
            unit, last = self.unit[place], self.last[place]
            rest = (self.unit_end[last] - self.end[place]) * self.scale
            rest_link = (self.link_before[self.unit_run[last + 1]] - self.link_before[self.after[place]]) * self.scale
            if self.kind[place] == WHOLE or self.kind[place] == JOINED:
                out[row, place] = self.length(last + 1) if last < final else 0
            else:
                out[row, place] = rest
            out[row + 1, place] = self.length(min(last + 2, final))
            out[row + 2, place] = self.length(unit - 1) if unit > 0 else 0
            out[row + 3, place] = 0
            out[row + 4, place] = rest
            out[row + 5, place] = min(rest_link / max(rest, 1), 1.0)
            out[row + 6, place] = self.start[place] - self.unit_start[unit]

    cdef double length(self, Py_ssize_t unit) except -1:
        return (self.unit_end[unit] - self.unit_start[unit]) * self.scale

    cdef styles_beside(self):
        """Compare the look with that of the text before and after."""
        cdef double[:, ::1] out = self.out
        cdef Py_ssize_t place, row = self.rows(7), style, next_style, last_style
        cdef double size
        for place in range(self.count):
            style = self.run_style[self.first[place]]
            next_style = self.run_style[min(self.after[place], self.runs - 1)]
            last_style = self.run_style[max(self.first[place] - 1, 0)]
            size = max(self.size[style], 1.0)
            out[row, place] = size / max(self.size[next_style], 1.0)
            out[row + 1, place] = size / max(self.size[last_style], 1.0)
            out[row + 2, place] = self.weight[style] - self.weight[next_style]
            out[row + 3, place] = self.weight[style] - self.weight[last_style]
            out[row + 4, place] = style == next_style
            out[row + 5, place] = style == last_style
            out[row + 6, place] = self.color[style] != self.color[next_style]

    cdef reach(self):
        """Measure how far it is to the next unit that is as prominent, and whether the container goes on."""
        cdef double[:, ::1] out = self.out
        cdef const int64_t[::1] container = self.unit_container
        cdef Py_ssize_t place, row = self.rows(4), unit, text = len(self.page.text)
        cdef int64_t until
        cdef int64_t[::1] reach = self.next_prominent()
        for place in range(self.count):
            unit = self.unit[place]
            until = self.unit_start[reach[unit]] if reach[unit] < self.units else text
            out[row, place] = max(until - self.end[place], 0) * self.scale
            out[row + 1, place] = reach[unit] - unit
            out[row + 2, place] = container[min(self.last[place] + 1, self.units - 1)] == container[unit]
            out[row + 3, place] = unit > 0 and container[unit - 1] == container[unit]

    cdef int64_t[::1] next_prominent(self):
        """Return for each unit the next one that is as prominent or more; how many there are when there is none."""
        cdef int64_t[:, ::1] room = np.empty((2, self.units), np.int64)
        cdef int64_t[::1] found = room[0], waiting = room[1]
        cdef double[::1] prominence = np.empty(self.units)
        cdef Py_ssize_t unit, style, top = 0
        for unit in range(self.units):
            style = self.run_style[self.unit_run[unit]]
            prominence[unit] = self.size[style] * 2 + (self.weight[style] >= BOLD) + self.caps[style] * 0.5
            while top and prominence[waiting[top - 1]] <= prominence[unit]:
                top -= 1
                found[waiting[top]] = unit
            waiting[top], found[unit] = unit, self.units
            top += 1
        return found

    cdef body_around(self, const double[::1] body):
        """Say how likely what stands around is content, and how much of it is linked."""
        cdef double[:, ::1] out = self.out
        cdef Py_ssize_t place, row = self.rows(5), unit, next_unit, ahead, behind
        cdef double[:, ::1] room = np.zeros((2, self.units + 1))
        cdef double[::1] around = room[0], chars = room[1]
        cdef double links
        for unit in range(self.units):
            around[unit + 1] = around[unit] + body[unit]
            chars[unit + 1] = chars[unit] + self.length(unit)
        for place in range(self.count):
            unit = self.unit[place]
            next_unit, ahead = min(self.last[place] + 1, self.units), min(self.last[place] + 4, self.units)
            behind = max(unit - 3, 0)
            links = self.link_before[self.unit_run[ahead]] - self.link_before[self.unit_run[next_unit]]
            out[row, place] = body[unit]
            out[row + 1, place] = (around[ahead] - around[next_unit]) / max(ahead - self.last[place] - 1, 1)
            out[row + 2, place] = (around[unit] - around[behind]) / max(unit - behind, 1)
            out[row + 3, place] = self.scale * links / max(chars[ahead] - chars[next_unit], 1)
            out[row + 4, place] = around[unit] / max(around[self.units], 1e-6)

    cdef place_in_page(self):
        """Say where in the page it stands, and whether it is seen."""
        cdef double[:, ::1] out = self.out
        cdef Py_ssize_t place, row = self.rows(4)
        cdef double total = max(<double>len(self.page.text), 1.0), text = np.log(total * self.scale)
        for place in range(self.count):
            out[row, place] = self.start[place] / total
            out[row + 1, place] = text
            out[row + 2, place] = self.unit_visible[self.unit[place]]
            out[row + 3, place] = self.unit_visible[min(self.last[place] + 1, self.units - 1)]

    cdef elements(self):
        """Name the elements around."""
        cdef double[:, ::1] out = self.out
        cdef Py_ssize_t regions = len(self.bits), region, place, row = self.rows(regions + 10), node, container, above
        cdef int64_t[HEADINGS] headings
        cdef int64_t bits, headed = self.bits["headed"] | self.bits[".headed"]
        cdef double tagged = self.sight.tagged
        cdef int level
        for level in range(HEADINGS):
            headings[level] = self.bits[f"h{level + 1}"]
        out[row : row + regions] = 0
        row += regions
        for place in range(self.count):
            bits, container = self.run_bits[self.first[place]], self.unit_container[self.unit[place]]
            region = row - regions
            while bits:
                if bits & 1:
                    out[region, place] = 1
                bits, region = bits >> 1, region + 1
            bits = self.run_bits[self.first[place]]
            above = self.node_parent[container]
            out[row, place] = 0
            for level in range(HEADINGS):
                if bits & headings[level]:
                    out[row, place] = level + 1
                    break
            node = self.run_node[self.first[place]]
            out[row + 1, place] = tagged
            out[row + 2, place] = self.run_near[self.first[place]] & headed != 0
            out[row + 3, place] = self.node_near[container] & headed != 0
            out[row + 4, place] = self.node_depth[container]
            out[row + 5, place] = self.node_depth[node] - self.node_depth[container]
            out[row + 6, place] = self.text_in(container)
            out[row + 7, place] = self.text_in(above)
            out[row + 8, place] = self.text_in(self.node_parent[above])
            out[row + 9, place] = out[row + 6, place] / max(out[row + 7, place], 1)

    cdef double text_in(self, Py_ssize_t node) except -1:
        return (self.node_end[node] - self.node_start[node]) * self.scale

    cdef expected(self, texts):
        """Say which candidates a table of contents names: by the target of a link, or by the same words."""
        cdef double[:, ::1] out = self.out
        cdef frozenset targets = self.sight.context.targets
        cdef const int64_t[::1] words = texts.words
        cdef int64_t[::1] counts = np.zeros(self.count, np.int64)
        cdef char[::1] linked = np.zeros(self.count, np.int8)
        cdef int64_t link = self.bits["link"]
        cdef Py_ssize_t place, row = self.rows(8)
        self.repeated(row)
        self.in_sequence(row + 3, texts.numbering)
        for place in range(self.count):
            counts[words[place]] += 1
        for place in range(self.count):
            out[row + 4, place] = 0
            if self.kind[place] == WHOLE and self.run_bits[self.first[place]] & link:
                linked[words[place]] = 1
            elif linked[words[place]]:
                out[row + 4, place] = 1
            out[row + 5, place] = 0
            out[row + 6, place] = len(targets)
            out[row + 7, place] = min(counts[words[place]], MOST_SAME)
        if targets:
            self.targets(row + 5, targets)

    cdef repeated(self, Py_ssize_t row):
        """Count how often what a candidate leaves out of its unit stands beside others too: "[edit]", "5 stars"."""
        cdef double[:, ::1] out = self.out
        cdef double[::1] best = np.zeros(self.units)
        cdef Py_ssize_t place
        self.count_texts(row, False)
        self.count_texts(row + 1, True)
        for place in range(self.count):
            best[self.unit[place]] = max(best[self.unit[place]], out[row, place], out[row + 1, place])
        for place in range(self.count):
            out[row + 2, place] = best[self.unit[place]]

    cdef count_texts(self, Py_ssize_t row, bint rests):
        """Count how often the words before (or after) each are there; nothing and what is long count as none."""
        cdef double[:, ::1] out = self.out
        cdef dict counts = {}
        cdef list found = []
        cdef str text = self.page.text, word
        cdef Py_ssize_t place, start, end
        for place in range(self.count):
            out[row, place] = 0
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
            out[row, place] = counts[word]

    cdef in_sequence(self, Py_ssize_t row, list numbering):
        """Say which numbers go on from one candidate to a later one: 1, 2, 3."""
        cdef double[:, ::1] out = self.out
        cdef int64_t[:, :, ::1] latest = np.empty((2, 2, DEEPEST + 1), np.int64)
        cdef Py_ssize_t place, depth, part
        cdef int64_t number
        cdef tuple one
        latest[:] = -1
        for place in range(self.count):
            out[row, place] = 0
            one = numbering[place]
            if one[0] != DIGITS:
                continue
            depth, number, part = one[1], one[2], min(self.kind[place], 1)
            if not number:
                continue
            if latest[0, part, depth] >= 0 and latest[0, part, depth] + 1 == number:
                out[row, place] = 1
                out[row, latest[1, part, depth]] = 1
            if latest[0, part, depth] != number:
                latest[0, part, depth], latest[1, part, depth] = number, place

    cdef targets(self, Py_ssize_t row, frozenset targets):
        """Say which candidates a link points to."""
        cdef Py_ssize_t place, node, latest = -1
        cdef double is_target = 0
        cdef tuple attributes = self.page.attributes
        for place in range(self.count):
            node = self.run_node[self.first[place]]
            if node != latest:
                is_target, latest = self.is_target(node, attributes, targets), node
            self.out[row, place] = is_target

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
        cdef double[:, ::1] out = self.out
        found = np.empty((3, self.count), np.int64)
        cdef int64_t[:, ::1] codes = found
        cdef int64_t tolerant, part
        cdef Py_ssize_t place, style
        cdef tuple tags = self.page.tag
        cdef dict known = {}
        cdef unsigned char[::1] opened = bytearray(self.units)
        for place in range(self.count):
            if self.kind[place] == OPENING:
                opened[self.unit[place]] = 1
        for place in range(self.count):
            style = self.run_style[self.first[place]]
            part = min(self.kind[place], 1) + (self.kind[place] == LABEL)
            # A line that begins with something set off does not look like one that is set off as a whole.
            if self.kind[place] == WHOLE and opened[self.unit[place]]:
                part = 3
            tolerant = (
                <int64_t>rint(out[styles + 1, place] * 8) * 512
                + (self.weight[style] >= BOLD) * 256
                + <int64_t>self.italic[style] * 128
                + <int64_t>self.underline[style] * 64
                + (out[styles + 7, place] > 0) * 32
                + (out[texts + 9, place] > 0) * 16
                + (out[styles + 9, place] > 0) * 8
                + (out[styles + 14, place] > 0.5) * 4
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


def fill_own(values, sight, table, texts, body, dict bits, tag_code):
    """Write the features of candidates by themselves below those of their texts; return codes for their looks."""
    cdef Py_ssize_t row = len(texts.columns)
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
    return filler.looks(0, row + 1, tag_code)

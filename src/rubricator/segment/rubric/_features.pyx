"""Features of candidates by themselves: how they look, what stands beside them, which elements are around."""

import numpy as np

from libc.math cimport rint
from libc.stdint cimport int64_t

from rubricator.segment.rubric._texts cimport DIGITS, Numbering
from rubricator.segment.rubric._view cimport (
    BOLD, JOINED, LABEL, OPENING, WHOLE, Candidate, Node, PageView, Run, Style, Unit,
)

cdef enum:
    MOST_REST = 40  # Characters of what is counted when it is repeated.
    MOST_SAME = 9
    DEEPEST = 6  # Parts of a number.
    BEFORE = 6  # Nodes before a text that a link may point to instead of it.


cdef class Filler:
    """Writes features of candidates into the rows of a table; all candidates are of units that are there."""

    cdef double[:, ::1] table
    cdef dict row, bits
    cdef PageView view
    cdef const Candidate[::1] candidates
    cdef Py_ssize_t count
    cdef int64_t[::1] first_run, stop_run

    def __init__(self, table, dict row, PageView view, candidates, dict bits):
        cdef Py_ssize_t place, run
        self.table, self.row, self.view, self.candidates, self.bits = table, row, view, candidates, bits
        self.count = len(candidates)
        self.first_run, self.stop_run = np.empty((2, self.count), np.int64)
        for place in range(self.count):
            run = view.unit[self.candidates[place].unit].first_run
            while run < view.run.shape[0] and view.run[run].start < self.candidates[place].start:
                run += 1
            self.first_run[place] = run
            while run < view.run.shape[0] and view.run[run].start < self.candidates[place].end:
                run += 1
            self.stop_run[place] = run

    cdef double[::1] line(self, str name):
        return self.table[<Py_ssize_t>self.row[name]]

    cdef inline const Style *style_of(self, Py_ssize_t run) except NULL:
        return &self.view.style[self.view.run[run].style]

    cdef inline double length(self, Py_ssize_t number) except? -1:
        """Return the length of a unit; 0 beyond the page."""
        if not 0 <= number < self.view.unit.shape[0]:
            return 0
        return (self.view.unit[number].end - self.view.unit[number].start) * self.view.scale

    cdef inline double text_in(self, Py_ssize_t node) except? -1:
        return (self.view.node[node].end - self.view.node[node].start) * self.view.scale

    cdef int describe_style(self) except -1:
        """Compare the look of candidates with that of the page's body text."""
        cdef double[::1] size = self.line("size"), ratio = self.line("ratio"), weight = self.line("weight")
        cdef double[::1] bold = self.line("bold"), bolder = self.line("bolder"), italic = self.line("italic")
        cdef double[::1] underlined = self.line("underlined"), caps = self.line("caps"), light = self.line("light")
        cdef double[::1] centered = self.line("centered"), other_color = self.line("other color")
        cdef double[::1] background = self.line("background"), other_family = self.line("other family")
        cdef double[::1] body_style = self.line("body style"), link = self.line("link"), strong = self.line("strong")
        cdef double[::1] run_count = self.line("runs"), body_size = self.line("body size"), looks = self.line("looks")
        cdef Py_ssize_t runs = self.view.run.shape[0], number, place, first, stop
        # Sums over the runs before.
        cdef double[:, ::1] sums = np.zeros((5, runs + 1))
        cdef double[::1] bolds = sums[0], italics = sums[1], underlines = sums[2], links = sums[3], strongs = sums[4]
        cdef int64_t link_bit = self.bits["link"], strong_bit = self.bits["strong"]
        cdef double span, look_count = 0
        cdef int64_t[::1] used = np.zeros(self.view.style.shape[0], np.int64)
        cdef const Style *base = &self.view.style[self.view.body_style]
        cdef const Style *style
        cdef Run run
        for number in range(runs):
            run, style = self.view.run[number], self.style_of(number)
            span = run.end - run.start
            look_count += not used[run.style]
            used[run.style] = 1
            bolds[number + 1] = bolds[number] + (span if style.weight >= BOLD else 0)
            italics[number + 1] = italics[number] + style.italic * span
            underlines[number + 1] = underlines[number] + style.underline * span
            links[number + 1] = links[number] + (span if run.bits & link_bit else 0)
            strongs[number + 1] = strongs[number] + (span if run.near & strong_bit else 0)
        for place in range(self.count):
            first, stop = self.first_run[place], self.stop_run[place]
            style = self.style_of(first)
            span = max(self.candidates[place].end - self.candidates[place].start, 1)
            size[place], ratio[place] = style.size, style.size / max(base.size, 1.0)
            bold[place] = min((bolds[stop] - bolds[first]) / span, 1.0)
            bolder[place] = bold[place] - (base.weight >= BOLD)
            weight[place] = style.weight - base.weight
            italic[place] = min((italics[stop] - italics[first]) / span, 1.0)
            underlined[place] = min((underlines[stop] - underlines[first]) / span, 1.0)
            caps[place], centered[place] = style.caps, style.center
            other_color[place], light[place] = style.color != base.color, brightness(style.color)
            background[place] = style.background != base.background
            other_family[place] = style.family != base.family
            body_style[place] = style == base
            link[place] = min((links[stop] - links[first]) / span, 1.0)
            strong[place] = min((strongs[stop] - strongs[first]) / span, 1.0)
            run_count[place], body_size[place], looks[place] = stop - first, base.size, look_count
        return 0

    cdef int compare_texts_beside(self) except -1:
        """Measure the text before and after, and compare its look."""
        cdef double[::1] after = self.line("after"), second_after = self.line("second after")
        cdef double[::1] before = self.line("before"), rest_of_unit = self.line("rest of unit")
        cdef double[::1] rest_linked = self.line("rest linked"), stands_in_unit = self.line("stands in unit")
        cdef double[::1] size_to_next = self.line("size to next"), size_to_last = self.line("size to last")
        cdef double[::1] weight_to_next = self.line("weight to next"), weight_to_last = self.line("weight to last")
        cdef double[::1] same_as_next = self.line("same as next"), same_as_last = self.line("same as last")
        cdef double[::1] color_to_next = self.line("color to next")
        cdef const double[::1] linked = self.view.linked
        cdef Py_ssize_t place, final = self.view.unit.shape[0] - 1
        cdef double rest, rest_link, size, scale = self.view.scale
        cdef Candidate one
        cdef Unit last
        cdef const Style *style
        cdef const Style *next_style
        cdef const Style *last_style
        for place in range(self.count):
            one = self.candidates[place]
            last = self.view.unit[one.last]
            rest = (last.end - one.end) * scale
            rest_link = (linked[last.stop_run] - linked[self.stop_run[place]]) * scale
            after[place] = self.length(one.last + 1) if one.kind == WHOLE or one.kind == JOINED else rest
            second_after[place] = self.length(min(one.last + 2, final))
            before[place], rest_of_unit[place] = self.length(one.unit - 1), rest
            rest_linked[place] = min(rest_link / max(rest, 1), 1.0)
            stands_in_unit[place] = one.start - self.view.unit[one.unit].start
            style = self.style_of(self.first_run[place])
            next_style = self.style_of(min(self.stop_run[place], self.view.run.shape[0] - 1))
            last_style = self.style_of(max(self.first_run[place] - 1, 0))
            size = max(style.size, 1.0)
            size_to_next[place] = size / max(next_style.size, 1.0)
            size_to_last[place] = size / max(last_style.size, 1.0)
            weight_to_next[place] = style.weight - next_style.weight
            weight_to_last[place] = style.weight - last_style.weight
            same_as_next[place], same_as_last[place] = style == next_style, style == last_style
            color_to_next[place] = style.color != next_style.color
        return 0

    cdef int look_around(self, const double[::1] likely) except -1:
        """Say where in the page candidates stand, what of it is likely content, and how far the next is as prominent."""
        cdef double[::1] until_prominent = self.line("until prominent"), at = self.line("at"), text = self.line("text")
        cdef double[::1] units_until = self.line("units until prominent"), visible = self.line("visible")
        cdef double[::1] same_after = self.line("same container after"), body = self.line("body")
        cdef double[::1] same_before = self.line("same container before"), body_so_far = self.line("body so far")
        cdef double[::1] body_after = self.line("body after"), body_before = self.line("body before")
        cdef double[::1] links_after = self.line("links after"), next_visible = self.line("next visible")
        cdef const Unit[::1] units = self.view.unit
        cdef const double[::1] linked = self.view.linked
        cdef Py_ssize_t count = units.shape[0], number, place, following, ahead, behind, reach
        cdef int64_t[::1] prominent = self.find_prominent()
        # Sums over the units before.
        cdef double[:, ::1] sums = np.zeros((2, count + 1))
        cdef double[::1] bodies = sums[0], characters = sums[1]
        cdef double links, total = max(<double>len(self.view.page.text), 1.0), scale = self.view.scale
        cdef double logarithm = np.log(total * scale)
        cdef Candidate one
        for number in range(count):
            bodies[number + 1] = bodies[number] + likely[number]
            characters[number + 1] = characters[number] + self.length(number)
        for place in range(self.count):
            one = self.candidates[place]
            reach = prominent[one.unit]
            until_prominent[place] = max((units[reach].start if reach < count else <int64_t>total) - one.end, 0) * scale
            units_until[place] = reach - one.unit
            following, ahead = min(one.last + 1, count), min(one.last + 4, count)
            behind = max(one.unit - 3, 0)
            same_after[place] = units[min(following, count - 1)].container == units[one.unit].container
            same_before[place] = one.unit > 0 and units[one.unit - 1].container == units[one.unit].container
            links = linked[units[ahead - 1].stop_run] - linked[units[following - 1].stop_run]
            body[place] = likely[one.unit]
            body_after[place] = (bodies[ahead] - bodies[following]) / max(ahead - one.last - 1, 1)
            body_before[place] = (bodies[one.unit] - bodies[behind]) / max(one.unit - behind, 1)
            links_after[place] = scale * links / max(characters[ahead] - characters[following], 1)
            body_so_far[place] = bodies[one.unit] / max(bodies[count], 1e-6)
            at[place], text[place] = one.start / total, logarithm
            visible[place], next_visible[place] = units[one.unit].visible, units[min(following, count - 1)].visible
        return 0

    cdef int64_t[::1] find_prominent(self):
        """Return for each unit the next one that is as prominent or more; how many there are when there is none."""
        cdef Py_ssize_t count = self.view.unit.shape[0], number, top = 0
        cdef int64_t[::1] found = np.full(count, count), waiting = np.empty(count, np.int64)
        cdef double[::1] prominence = np.empty(count)
        cdef const Style *style
        for number in range(count):
            style = self.style_of(self.view.unit[number].first_run)
            prominence[number] = style.size * 2 + (style.weight >= BOLD) + style.caps * 0.5
            while top and prominence[waiting[top - 1]] <= prominence[number]:
                top -= 1
                found[waiting[top]] = number
            waiting[top] = number
            top += 1
        return found

    cdef int name_elements(self) except -1:
        """Describe the elements around."""
        cdef double[::1] tagged_level = self.line("tagged level"), tagged_in_page = self.line("tagged in page")
        cdef double[::1] near_headed = self.line("near headed"), container_headed = self.line("container headed")
        cdef double[::1] depth = self.line("depth"), depth_in_container = self.line("depth in container")
        cdef double[::1] in_container = self.line("text in container"), in_parent = self.line("text in parent")
        cdef double[::1] in_grandparent = self.line("text in grandparent"), share = self.line("share of parent")
        cdef int64_t[::1] level_bits = np.array([self.bits[f"h{level}"] for level in range(1, 7)])
        cdef int64_t headed = self.bits["headed"] | self.bits[".headed"], container, above
        cdef Py_ssize_t place, level
        cdef Run run
        for place in range(self.count):
            run, container = self.view.run[self.first_run[place]], self.view.unit[self.candidates[place].unit].container
            tagged_level[place] = 0
            for level in range(6, 0, -1):
                if run.bits & level_bits[level - 1]:
                    tagged_level[place] = level
            above = self.view.node[container].parent
            tagged_in_page[place] = self.view.tagged
            near_headed[place] = run.near & headed != 0
            container_headed[place] = self.view.node[container].near & headed != 0
            depth[place] = self.view.node[container].depth
            depth_in_container[place] = self.view.node[run.node].depth - self.view.node[container].depth
            in_container[place], in_parent[place] = self.text_in(container), self.text_in(above)
            in_grandparent[place] = self.text_in(self.view.node[above].parent)
            share[place] = in_container[place] / max(in_parent[place], 1)
        return 0

    cdef int find_repeated(self) except -1:
        """Count how often what a candidate leaves out of its unit stands beside others too: "[edit]", "5 stars"."""
        cdef double[::1] leads = self.line("lead repeated"), rests = self.line("rest repeated")
        cdef double[::1] parts = self.line("part repeated"), best = np.zeros(self.view.unit.shape[0])
        cdef Py_ssize_t place
        cdef Candidate one
        lead_texts, rest_texts = [], []
        for place in range(self.count):
            one = self.candidates[place]
            lead_texts.append(self.short_text(self.view.unit[one.unit].start, one.start))
            rest_texts.append(self.short_text(one.end, self.view.unit[one.last].end))
        count_texts(lead_texts, leads)
        count_texts(rest_texts, rests)
        for place in range(self.count):
            one = self.candidates[place]
            best[one.unit] = max(best[one.unit], leads[place], rests[place])
        for place in range(self.count):
            parts[place] = best[self.candidates[place].unit]
        return 0

    cdef str short_text(self, int64_t start, int64_t end):
        return (<str>self.view.page.text)[start:end].strip() if start < end < start + MOST_REST else ""

    cdef int find_sequences(self, const Numbering[::1] numberings) except -1:
        """Say which numbers go on from one candidate to a later one: 1, 2, 3."""
        cdef double[::1] in_sequence = self.line("in sequence")
        # Of whole units and of parts, by the depth of numbers: the latest number, and where it stands.
        cdef int64_t[:, :, ::1] latest = np.full((2, 2, DEEPEST + 1), -1)
        cdef int64_t[:, ::1] numbers = latest[0], places = latest[1]
        cdef Py_ssize_t place, part
        cdef Numbering one
        for place in range(self.count):
            in_sequence[place] = 0
            one, part = numberings[place], self.candidates[place].kind != WHOLE
            if one.kind != DIGITS or not one.number:
                continue
            if numbers[part, one.depth] >= 0 and numbers[part, one.depth] + 1 == one.number:
                in_sequence[place] = in_sequence[places[part, one.depth]] = 1
            if numbers[part, one.depth] != one.number:
                numbers[part, one.depth], places[part, one.depth] = one.number, place
        return 0

    cdef int find_expected(self, const int64_t[::1] words) except -1:
        """Say which candidates a table of contents names: by the target of a link, or by the same words."""
        cdef double[::1] named_before = self.line("named before"), target = self.line("target")
        cdef double[::1] in_page_links = self.line("in-page links"), same_words = self.line("same words")
        cdef int64_t[::1] counts = np.zeros(self.count, np.int64), linked = np.zeros(self.count, np.int64)
        cdef int64_t link = self.bits["link"]
        cdef Py_ssize_t place, node, latest = -1
        cdef bint is_target = False
        cdef Run run
        for place in range(self.count):
            counts[words[place]] += 1
        for place in range(self.count):
            run = self.view.run[self.first_run[place]]
            if self.candidates[place].kind == WHOLE and run.bits & link:
                linked[words[place]] = 1
                named_before[place] = 0
            else:
                named_before[place] = linked[words[place]]
            if self.view.targets and run.node != latest:
                is_target, latest = self.is_target(run.node), run.node
            target[place], in_page_links[place] = is_target, len(self.view.targets)
            same_words[place] = min(counts[words[place]], MOST_SAME)
        return 0

    cdef bint is_target(self, Py_ssize_t node) except -1:
        """Say whether an element around a run, or an empty one right before it, is what a link points to."""
        cdef Py_ssize_t number
        cdef int64_t begin = self.view.node[node].start
        cdef Node one
        for number in range(node, max(node - BEFORE, 0), -1):
            one = self.view.node[number]
            if one.start < begin and one.start < one.end <= begin:
                break
            for name, value in self.view.page.attributes[number]:
                if (name == "id" or name == "name") and value in self.view.targets:
                    return True
        return False

    cdef find_looks(self, tag_code):
        """Return codes for the looks of candidates: by tag path and exact style, or tolerant of small differences."""
        cdef double[::1] ratio = self.line("ratio"), caps = self.line("caps"), upper = self.line("all upper")
        cdef double[::1] colored = self.line("other color"), linked = self.line("link")
        cdef int64_t[:, ::1] codes = np.empty((3, self.count), np.int64)
        cdef int64_t[::1] opened = np.zeros(self.view.unit.shape[0], np.int64)
        cdef int64_t tolerant, part
        cdef Py_ssize_t place
        cdef Candidate one
        cdef Run run
        cdef const Style *style
        for place in range(self.count):
            if self.candidates[place].kind == OPENING:
                opened[self.candidates[place].unit] = 1
        for place in range(self.count):
            one, run = self.candidates[place], self.view.run[self.first_run[place]]
            style = &self.view.style[run.style]
            part = (one.kind != WHOLE) + (one.kind == LABEL)
            # A line that begins with something set off does not look like one that is set off as a whole.
            if one.kind == WHOLE and opened[one.unit]:
                part = 3
            tolerant = 1024 * (
                <int64_t>rint(ratio[place] * 8) * 512
                + (style.weight >= BOLD) * 256
                + <int64_t>style.italic * 128
                + <int64_t>style.underline * 64
                + (caps[place] > 0) * 32
                + (upper[place] > 0) * 16
                + (colored[place] > 0) * 8
                + (linked[place] > 0.5) * 4
                + part
            )
            codes[0, place] = (run.path * 4096 + run.style) * 1024 + part
            codes[1, place] = tolerant + <int64_t>tag_code(self.view.page.tag[self.view.unit[one.unit].container])
            codes[2, place] = tolerant
        return np.asarray(codes)


cdef inline double brightness(int64_t color) noexcept:
    return ((color >> 24 & 255) * 0.299 + (color >> 16 & 255) * 0.587 + (color >> 8 & 255) * 0.114) / 255


cdef int count_texts(list texts, double[::1] out) except -1:
    """Write how often each text is there; nothing counts as none."""
    cdef dict counts = {}
    cdef Py_ssize_t place
    for text in texts:
        if text:
            counts[text] = counts.get(text, 0) + 1
    for place in range(out.shape[0]):
        out[place] = counts.get(texts[place], 0)
    return 0


def fill_own(table, dict row, PageView view, candidates, texts, likely, dict bits, tag_code):
    cdef Filler filler = Filler(table, row, view, candidates, bits)
    filler.describe_style()
    filler.compare_texts_beside()
    filler.look_around(likely)
    filler.name_elements()
    filler.find_repeated()
    filler.find_sequences(texts.numbering)
    filler.find_expected(texts.words)
    return np.asarray(filler.first_run), filler.find_looks(tag_code)

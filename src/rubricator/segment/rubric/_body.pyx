"""Features of units that tell the content body from what is around it."""

from cpython.unicode cimport PyUnicode_FindChar
from libc.stdint cimport int64_t

from rubricator.segment.rubric._view cimport Node, PageView, Run, Style, Unit

import numpy as np

cdef enum:
    PROSE = 60  # Characters from which on a unit may be prose.
    SHORT_PAGE = 600  # A page with fewer characters is all content: there is too little around it to tell it from.

cdef double EDGE_WEIGHT = 200  # Characters of likely text that weigh as much as an edge that is e times as likely.


def fill_units(
    double[:, ::1] table, dict row, PageView view, Py_ssize_t logarithms, tuple reaches, int levels, tuple beside
):
    cdef double[::1] length = table[row["length"]], from_start = table[row["from start"]], to_end = table[row["to end"]]
    cdef double[::1] at = table[row["at"]], ratio = table[row["ratio"]], plain = table[row["body style"]]
    cdef double[::1] run_count = table[row["runs"]], depth = table[row["depth"]], before = table[row["prose before"]]
    cdef double[::1] link = table[row["link"]], ends = table[row["ends"]], visible = table[row["visible"]]
    cdef double[::1] around, links_around
    cdef const Unit[::1] units = view.unit
    cdef Py_ssize_t count = units.shape[0], number, low, high, reach
    cdef double scale = view.scale, text_length = len(view.page.text), total = max(text_length * scale, 1.0)
    cdef double body_size = max(view.style[view.body_style].size, 1.0), characters
    # Sums over the units before.
    cdef double[:, ::1] sums = np.zeros((3, count + 1))
    cdef double[::1] prose = sums[0], links = sums[1], text = sums[2]
    cdef Unit unit
    cdef Run run
    table[row["size"]] = np.log(total)
    count_commas(view.page.text, units, table[row["commas"]])
    for number in range(count):
        unit = units[number]
        run = view.run[unit.first_run]
        characters = (unit.end - unit.start) * scale
        length[number], from_start[number] = characters, unit.start * scale
        link[number], ends[number], visible[number] = unit.link, unit.ends, unit.visible
        to_end[number] = max(total - unit.end * scale, 0)
        at[number] = unit.start / max(text_length, 1)
        depth[number] = view.node[unit.container].depth
        ratio[number], plain[number] = view.style[run.style].size / body_size, run.style == view.body_style
        run_count[number] = unit.stop_run - unit.first_run
        prose[number + 1] = prose[number] + characters * (1 - unit.link) * (characters > PROSE)
        links[number + 1] = links[number] + unit.link * characters
        text[number + 1] = text[number] + characters
    for number in range(count):
        before[number] = prose[number] / max(prose[count], 1.0)
    for reach in reaches:
        around, links_around = table[row[f"prose around {reach}"]], table[row[f"links around {reach}"]]
        for number in range(count):
            low, high = max(number - reach, 0), min(number + reach + 1, count)
            around[number] = prose[high] - prose[low]
            links_around[number] = (links[high] - links[low]) / max(text[high] - text[low], 1)
    for level in range(levels):
        describe_ancestors(table, row, view, prose, total / scale, level)
    np.log1p(table[:logarithms], out=np.asarray(table[:logarithms]))
    for name in beside:
        for step in (1, 2):
            shift(table[row[name]], table[row[f"{name} before {step}"]], table[row[f"{name} after {step}"]], step)


cdef int shift(const double[::1] values, double[::1] before, double[::1] after, Py_ssize_t step) except -1:
    """Write what the units some steps before and after each have; -1 where there is none."""
    cdef Py_ssize_t number, count = values.shape[0]
    for number in range(count):
        before[number] = values[number - step] if number >= step else -1
        after[number] = values[number + step] if number + step < count else -1
    return 0


cdef int count_commas(str text, const Unit[::1] units, double[::1] commas) except -1:
    cdef Py_ssize_t at, number
    cdef Py_UCS4 mark
    commas[:] = 0
    for mark in u",、，":
        number = 0
        at = PyUnicode_FindChar(text, mark, 0, len(text), 1)
        while at >= 0:
            while number < units.shape[0] and units[number].end <= at:
                number += 1
            if number == units.shape[0]:
                break
            commas[number] += units[number].start <= at
            at = PyUnicode_FindChar(text, mark, at + 1, len(text), 1)
    return 0


cdef int describe_ancestors(
    double[:, ::1] table, dict row, PageView view, const double[::1] prose, double text_length, int level
) except -1:
    """Say of the element so far above each unit's container how much text, links, prose and units it holds."""
    cdef double[::1] texts = table[row[f"text above {level}"]], links = table[row[f"links above {level}"]]
    cdef double[::1] proses = table[row[f"prose above {level}"]], counts = table[row[f"units above {level}"]]
    cdef const int64_t[:] unit_starts = view.units["start"], run_starts = view.runs["start"]
    cdef double all_prose = max(prose[prose.shape[0] - 1], 1.0), length
    cdef Py_ssize_t number, low = 0, high = 0, first = 0, stop = 0, above
    cdef int64_t at
    cdef Node node
    for number in range(unit_starts.shape[0]):
        at = view.unit[number].container
        for above in range(level):
            at = view.node[at].parent
        node = view.node[at]
        # Its units and runs are near those of the element looked at before.
        low, high = first_from(unit_starts, node.start, low), first_from(unit_starts, node.end, high)
        first, stop = first_from(run_starts, node.start, first), first_from(run_starts, node.end, stop)
        length = node.end - node.start
        texts[number] = length / text_length
        links[number] = (view.linked[stop] - view.linked[first]) / max(length, 1)
        proses[number] = (prose[high] - prose[low]) / all_prose
        counts[number] = high - low
    return 0


def choose_body(
    PageView view, const double[::1] likely, const double[::1] begins, const double[::1] ends, double threshold,
    Py_ssize_t least=0,
):
    cdef const Unit[::1] units = view.unit
    cdef Py_ssize_t count = units.shape[0], number, latest = 0, first = 0, stop = 0
    cdef int64_t length, whole = 0
    cdef double total = 0, best = 0, worth
    # What is gained by beginning at the latest best place; the likely text before it, and inside the best body.
    cdef double beginning = 0, before = 0, inside = 0
    least = min(least, count)
    for number in range(count):
        length = units[number].end - units[number].start
        whole += length
        if not number or begins[number] - total > beginning:
            latest, beginning, before = number, begins[number] - total, total
        total += (likely[number] - threshold) * length * view.scale / EDGE_WEIGHT
        worth = beginning + (total + ends[number + 1])
        if number + 1 >= least and (not stop or worth > best):
            best, first, stop, inside = worth, latest, number + 1, total - before
    if whole < SHORT_PAGE:
        return 0, count
    if inside > 0:
        return first, stop
    return 0, 0


cdef inline Py_ssize_t first_from(const int64_t[:] values, int64_t least, Py_ssize_t guess) except -1:
    """Return the first place of sorted values whose value is not less; it is looked for from a guess outward."""
    cdef Py_ssize_t count = values.shape[0], low = min(max(guess, 0), count), high = low, middle, step = 1
    while low and values[low - 1] >= least:
        high = low - 1
        low = max(high - step, 0)
        step *= 2
    while high < count and values[high] < least:
        low = high + 1
        high = min(low + step, count)
        step *= 2
    while low < high:
        middle = (low + high) // 2
        if values[middle] < least:
            low = middle + 1
        else:
            high = middle
    return low

"""Twin of `_seen` in `emit/fragments.py`."""

cdef enum:
    VISIBLE = 1  # as in `page/model.py`

cdef str _IMAGE = "\ufffc"


def seen(page, list found):
    """Return what a reader sees of units, a line for each, with a sign for each image; and where which place is."""
    cdef str text = page.text, gap, part
    cdef tuple tags = page.tag
    cdef const unsigned char[::1] flags = page.flags
    cdef list parts = [], offsets = [0], places = [0]
    cdef Py_ssize_t at = 0, edge = 0, start, end, node
    for unit in found:
        gap = "\n" if parts else ""
        for start, end, node in <tuple?>unit[4]:
            if not flags[node] & VISIBLE:
                continue
            if not gap and parts and start > edge and (text[edge].isspace() or text[start - 1].isspace()):
                gap = " "
            if gap:
                parts.append(gap)
                at += len(gap)
                gap = ""
            offsets.append(at)
            places.append(start)
            part = text[start:end] if <str>tags[node] == "#text" else _IMAGE
            parts.append(part)
            at += len(part)
            edge = end
    return "".join(parts), offsets, places

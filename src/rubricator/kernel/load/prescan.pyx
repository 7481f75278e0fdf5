"""Twin of `_next_meta` in `load/prescan.py`: the bytes of a head, read one by one."""

from cpython.bytes cimport PyBytes_AS_STRING

cdef enum:
    WANTING = -1  # Where the bytes end before what is looked for.

ctypedef unsigned char uchar

cdef const char *META = b"meta"


def next_meta(bytes head, Py_ssize_t position):
    """Return where the next meta element ends, and its attributes; None when the bytes end before."""
    cdef Head reader = Head.__new__(Head)
    cdef dict attributes = {}
    reader.head, reader.signs, reader.stop = head, <const uchar *>PyBytes_AS_STRING(head), len(head)
    if position < 0:
        raise IndexError("a place before the first byte")
    reader.at = reader.index_of_meta(position)
    if reader.at == WANTING:
        return None
    reader.at += 5
    while reader.next_attribute():
        if reader.name_start == reader.name_stop:
            return reader.at, attributes
        name = head[reader.name_start : reader.name_stop].lower()
        if name not in attributes:
            attributes[name] = head[reader.value_start : reader.value_stop].lower()
    return None


cdef class Head:
    """The first bytes of a page. Places that are read lie from 0 to `stop`."""

    cdef bytes head
    cdef const uchar *signs
    cdef Py_ssize_t at, stop
    cdef Py_ssize_t name_start, name_stop, value_start, value_stop

    cdef int sign(self, Py_ssize_t at) noexcept:
        """Return a byte, or -1 after the last."""
        return self.signs[at] if at < self.stop else WANTING

    cdef Py_ssize_t find(self, uchar sign, Py_ssize_t at) noexcept:
        """Return where a byte is, from some place on."""
        while at < self.stop:
            if self.signs[at] == sign:
                return at
            at += 1
        return WANTING

    cdef Py_ssize_t index_of_meta(self, Py_ssize_t at) noexcept:
        cdef int mark
        cdef Py_ssize_t name
        while at != WANTING:
            if self.sign(at) == c"<":
                mark = self.sign(at + 1)
                name = at + 1 + (mark == c"/")
                if mark == c"!" and self.sign(at + 2) == c"-" and self.sign(at + 3) == c"-":
                    # The dashes of "-->" may be those of "<!--": "<!-->" is a whole comment.
                    at = self.find(c">", at + 4)
                    while at != WANTING and not (self.signs[at - 1] == c"-" and self.signs[at - 2] == c"-"):
                        at = self.find(c">", at + 1)
                elif self.opens_meta(at + 1):
                    return at
                elif is_letter(self.sign(name)):
                    at = self.after_attributes(name)
                elif mark == c"!" or mark == c"/" or mark == c"?":
                    at = self.find(c">", at)
            if at != WANTING:
                at = self.find(c"<", at + 1)
        return WANTING

    cdef bint opens_meta(self, Py_ssize_t at) noexcept:
        """Say whether a tag has this name, and its attributes may follow."""
        cdef int place
        for place in range(4):
            # This bit tells the case of letters.
            if self.sign(at + place) | 32 != META[place]:
                return False
        return is_space(self.sign(at + 4)) or self.sign(at + 4) == c"/"

    cdef Py_ssize_t after_attributes(self, Py_ssize_t at) noexcept:
        """Return where a tag ends, from its name on."""
        while at < self.stop and not is_space(self.signs[at]) and self.signs[at] != c">":
            at += 1
        self.at = at
        while self.next_attribute():
            if self.name_start == self.name_stop:
                return self.at
        return WANTING

    cdef bint next_attribute(self) noexcept:
        """The standard's "get an attribute": say whether there were bytes enough. At the end of the tag it has no name."""
        cdef int quote
        while is_space(self.sign(self.at)) or self.sign(self.at) == c"/":
            self.at += 1
        self.name_start = self.name_stop = self.value_start = self.value_stop = self.at
        if self.sign(self.at) == c">":
            return True
        if self.at >= self.stop:
            return False
        self.at += 1
        while self.at < self.stop and not ends_name(self.signs[self.at]):
            self.at += 1
        self.name_stop = self.at
        self.skip_space()
        if self.sign(self.at) != c"=":
            return self.at < self.stop
        self.at += 1
        self.skip_space()
        quote = self.sign(self.at)
        if quote == c'"' or quote == c"'":
            self.value_start = self.at + 1
            self.value_stop = self.find(<uchar>quote, self.value_start)
            self.at = self.value_stop + 1
            return self.value_stop != WANTING
        self.value_start = self.at
        while self.at < self.stop and not is_space(self.signs[self.at]) and self.signs[self.at] != c">":
            self.at += 1
        self.value_stop = self.at
        return self.at < self.stop

    cdef void skip_space(self) noexcept:
        while is_space(self.sign(self.at)):
            self.at += 1


cdef inline bint is_space(int sign) noexcept:
    return sign == 32 or sign == 9 or sign == 10 or sign == 12 or sign == 13


cdef inline bint is_letter(int sign) noexcept:
    return c"a" <= sign <= c"z" or c"A" <= sign <= c"Z"


cdef inline bint ends_name(int sign) noexcept:
    return is_space(sign) or sign == c"/" or sign == c">" or sign == c"="

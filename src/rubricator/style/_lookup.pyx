"""What is known of a sheet alone, for `select_candidates`: its selectors by what they ask of a page."""

cimport cython

cdef enum:
    CHECK_EVERY = 1024

cdef enum:
    # Nothing but names is asked for; attributes are; or it is not known without parsing.
    PLAIN
    VALUED
    OTHER


@cython.final
cdef class Entry:
    """A selector of a rule, the names that it needs, or None before it is asked for them, and what was made of it."""


@cython.final
cdef class Asked:
    """The selectors whose first attribute is this one, with this operator, by the value that they ask for."""

    cdef sort(self):
        """Sort values, each with the longest other that it begins with, or -1."""
        cdef list within = [], values = sorted(self.entries)
        cdef Py_ssize_t at
        cdef str value
        cdef Integers outer = Integers()
        for at in range(len(values)):
            value = values[at]
            while within and not value.startswith(<str>values[<Py_ssize_t>within[len(within) - 1]]):
                within.pop()
            outer.add(<int>within[len(within) - 1] if within else -1)
            within.append(at)
        # The values last: another thread may look at the same sheet.
        self.outer = outer
        self.values = values


@cython.final
cdef class Lookup:
    """The selectors of a sheet: by the first class or id that each needs, by its key, or by the value it asks for."""

    def __init__(self, dict index, bint quirks, budget):
        cdef dict asked = {}
        cdef Entry entry
        cdef tuple found, alone
        cdef Py_ssize_t number = 0
        cdef str key, text, name
        self.named, self.quirks = {}, quirks
        for key, group in index.items():
            alone = (key,)
            for found in <list>group:
                if not number % CHECK_EVERY:
                    budget.check()
                number += 1
                text, name = found[1], key
                entry = Entry.__new__(Entry)
                entry.rule, entry.text, entry.names = found[0], text, alone
                if text != key:
                    form = form_of(text)
                    if form == VALUED and add_asked(asked, entry):
                        continue
                    if form == PLAIN:
                        entry.names, name = None, first_name(text, quirks) or key
                        entry.key = key
                if name in self.named:
                    (<list>self.named[name]).append(entry)
                else:
                    self.named[name] = [entry]
        self.asked = list(asked.values())

    cdef tuple names_of(self, Entry entry):
        """Return the names that a plain selector needs."""
        cdef str text = entry.text.lower() if self.quirks else entry.text
        cdef Py_ssize_t at = 0, stop
        cdef list names = [entry.key]
        while True:
            stop = find_name(text, &at)
            if stop < 0:
                break
            names.append(text[at:stop])
            at = stop
        entry.names = tuple(names)
        return entry.names


cdef bint add_asked(dict asked, Entry entry) except -1:
    """Add a selector to those that ask for a value of an attribute; say whether it does."""
    cdef tuple found = asked_attribute(entry.text)
    cdef Asked group
    cdef str name, sign, value
    if found is None:
        return False
    name, sign, value = (<str>found[0]).lower(), found[1], (<str>found[2]).lower()
    group = asked.get(name + sign)
    if group is None:
        group = asked[name + sign] = Asked.__new__(Asked)
        group.name, group.sign, group.entries = name, sign, {}
    if sign == "$=":
        value += "\n"
    if value in group.entries:
        (<list>group.entries[value]).append(entry)
    else:
        group.entries[value] = [entry]
    return True


cdef int form_of(str selector) noexcept:
    cdef Py_UCS4 mark
    cdef int form = PLAIN
    for mark in selector:
        if mark == c"(" or mark == c"\\":
            return OTHER
        if mark == c"[":
            form = VALUED
    return form


cdef str first_name(str selector, bint quirks):
    """Return the first class or id of a plain selector, or None."""
    cdef Py_ssize_t at = 0, stop
    if quirks:
        selector = selector.lower()
    stop = find_name(selector, &at)
    return selector[at:stop] if stop >= 0 else None


cdef Py_ssize_t find_name(str selector, Py_ssize_t *begin) except -2:
    """Find the next class or id, dot or hash included; return its end, or -1."""
    cdef Py_ssize_t at = begin[0], stop = len(selector)
    cdef Py_UCS4 mark
    while at < stop:
        mark = selector[at]
        begin[0] = at
        at += 1
        if mark == c"." or mark == c"#":
            while at < stop and is_name_character(selector[at]):
                at += 1
            if at > begin[0] + 1:
                return at
    return -1


cdef tuple asked_attribute(str selector):
    """Return the name, operator and value of the first attribute with one, as `_ATTRIBUTE` finds it, or None."""
    cdef Py_ssize_t at = 0, stop = len(selector), begin, name_stop, close
    cdef Py_UCS4 mark
    while True:
        at = selector.find("[", at) + 1
        if not at:
            return None
        begin = at
        while at < stop and is_word_character(selector[at]):
            at += 1
        name_stop = at
        if at == begin or at == stop:
            continue
        if selector[at] in "~|^$*":
            at += 1
        if at + 1 >= stop or selector[at] != c"=":
            continue
        at += 1
        sign = selector[name_stop:at]
        mark = selector[at]
        if mark == c'"' or mark == c"'":
            close = selector.find(chr(mark), at + 1)
            # Names that are escaped were sorted out before, so no backslash stands in a string.
            if close >= 0:
                return selector[begin:name_stop], sign, selector[at + 1 : close]
            continue
        close = at
        while close < stop and is_word_character(selector[close]):
            close += 1
        if close > at:
            return selector[begin:name_stop], sign, selector[at:close]


cdef inline bint is_word_character(Py_UCS4 mark) noexcept:
    return mark == c"-" or mark == c"_" or mark.isalnum()


cdef inline bint is_name_character(Py_UCS4 mark) noexcept:
    """Twin of `NAME_CHARACTER` of `css/tokens.py`."""
    return (
        c"a" <= mark <= c"z" or mark >= 128 or mark == c"-" or c"0" <= mark <= c"9" or c"A" <= mark <= c"Z"
        or mark == c"_"
    )

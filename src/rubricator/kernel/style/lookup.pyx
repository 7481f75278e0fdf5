"""What is known of a sheet alone, for `select_candidates`: its selectors by what they ask of a page."""

cimport cython

cdef enum:
    CHECK_EVERY = 1024

cdef tuple NOTHING = ()


@cython.final
cdef class Entry:
    """A selector of a rule, the names that it needs besides what it is found by, and what was made of it so far."""


@cython.final
cdef class Asked:
    """The selectors whose first attribute is this one, with this operator, by the value that they ask for."""

    def __init__(self, str name, str sign):
        self.name, self.sign, self.entries = name, sign, {}

    cdef sort(self):
        """Sort values, each with the longest other that it begins with itself, or -1."""
        cdef list within = []
        cdef Py_ssize_t at
        cdef str value
        self.values, self.outer = sorted(self.entries), Integers()
        for at in range(len(self.values)):
            value = self.values[at]
            while within and not value.startswith(<str>self.values[<Py_ssize_t>within[len(within) - 1]]):
                within.pop()
            self.outer.add(<int>within[len(within) - 1] if within else -1)
            within.append(at)


@cython.final
cdef class Lookup:
    """The selectors of a sheet: by the name that is rarest in the sheet of those that each needs, or by a value."""

    def __init__(self, dict index, bint quirks, budget):
        cdef dict counts = {}, asked = {}
        cdef list named = []
        cdef Entry entry
        cdef Asked one
        cdef tuple found
        cdef Py_ssize_t number = 0
        cdef str key
        for key, group in index.items():
            for found in <list>group:
                if not number % CHECK_EVERY:
                    budget.check()
                number += 1
                entry = Entry.__new__(Entry)
                entry.rule, entry.text = found
                if entry.text == key:
                    entry.names = (key,)
                else:
                    entry.names, found = needs_of(key, entry.text, quirks)
                    if found is not None:
                        self._add(asked, found, entry)
                        continue
                named.append(entry)
                for name in entry.names:
                    counts[name] = counts.get(name, 0) + 1
        self.named, self.asked = {}, list(asked.values())
        for entry in named:
            rarest = entry.names[0]
            if len(entry.names) > 1:
                for name in entry.names:
                    if counts[name] < counts[rarest]:
                        rarest = name
                entry.names = tuple([name for name in entry.names if name != rarest])
            else:
                entry.names = NOTHING
            if rarest in self.named:
                (<list>self.named[rarest]).append(entry)
            else:
                self.named[rarest] = [entry]
        for one in self.asked:
            if one.sign == "=" or one.sign == "^=":
                one.sort()

    cdef _add(self, dict asked, tuple found, Entry entry):
        """Add a selector that asks for a value of an attribute."""
        cdef str name = (<str>found[0]).lower(), sign = found[1], value = (<str>found[2]).lower()
        cdef Asked group = asked.get((name, sign))
        if group is None:
            group = asked[name, sign] = Asked(name, sign)
        if sign == "$=":
            value += "\n"
        if value in group.entries:
            (<list>group.entries[value]).append(entry)
        else:
            group.entries[value] = [entry]


cdef tuple needs_of(str key, str selector, bint quirks):
    """Return the names that a selector needs, its key first, and what it asks of its first attribute, or None."""
    cdef Py_ssize_t at = 0, stop = len(selector), begin
    cdef Py_UCS4 mark
    cdef bint valued = False
    cdef list names = [key]
    for mark in selector:
        if mark == c"(" or mark == c"\\":
            return (key,), None
        if mark == c"[":
            valued = True
    if valued:
        return (key,), asked_attribute(selector)
    if quirks:
        selector = selector.lower()
        stop = len(selector)
    while at < stop:
        mark = selector[at]
        at += 1
        if mark == c"." or mark == c"#":
            begin = at
            while at < stop and is_name_character(selector[at]):
                at += 1
            if at > begin:
                name = selector[begin - 1 : at]
                if name != key:
                    names.append(name)
    return tuple(names), None


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

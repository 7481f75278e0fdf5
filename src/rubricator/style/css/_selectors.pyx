"""Twin of `parse_plain` in `style/css/selectors.py`: selectors of tags, ids and classes."""

cdef object Complex = None, Compound
cdef frozenset EMPTY = frozenset()
cdef long long ID, CLASS


cdef load_pure():
    global Complex, Compound, ID, CLASS
    from rubricator.style.css import compounds

    Compound, ID, CLASS = compounds.Compound, compounds.ID, compounds.CLASS
    Complex = compounds.Complex


def parse_plain(str text):
    """Parse a selector of tags, ids and classes with descendant and child combinators; None when it is another one."""
    if Complex is None:
        load_pure()
    cdef Py_ssize_t at = 0, stop = len(text), begin
    cdef Py_UCS4 mark
    cdef list compounds = [], classes = []
    cdef set keys = set(), above = set()
    cdef str tag = "", ident = "", combinator = "", following, part
    cdef bint begun = False, identified = False
    cdef object weight = 0
    while at < stop:
        following = ""
        while at < stop and is_space(text[at]):
            following = " "
            at += 1
        if at < stop and text[at] == c">":
            following = ">"
            at += 1
            while at < stop and is_space(text[at]):
                at += 1
        if at == stop or (following and not begun):
            return None
        if following:
            compounds.append(compound_of(tag, ident, classes, combinator))
            tag, ident, classes, combinator = "", "", [], following
            above |= keys
        begin = at
        mark = text[at]
        at += 1
        if mark == c"." or mark == c"#":
            if at < stop and text[at] == c"-":
                at += 1
            if at == stop or not is_letter(text[at]):
                return None
        elif (begun and not following) or not (is_letter(mark) or mark == c"*"):
            return None
        if mark != c"*":
            while at < stop and is_name(text[at]):
                at += 1
        begun = True
        if mark == c"*":
            continue
        part = text[begin:at]
        if mark == c".":
            classes.append(part[1:])
            weight += CLASS
        elif mark == c"#":
            # Two ids may stand on one compound, which then never matches.
            if identified:
                return None
            identified = True
            ident = part[1:]
            weight += ID
        else:
            tag = part = part.lower()
            weight += 1
        keys.add(part)
    if not begun:
        return None
    compounds.append(compound_of(tag, ident, classes, combinator))
    compounds.reverse()
    every = frozenset(keys)
    key = "#" + ident if ident else "." + <str>min(classes) if classes else tag
    return tuple.__new__(
        Complex,
        (tuple(compounds), weight, every, every, frozenset(above), key, True, len(compounds) == 1, "", EMPTY),
    )


cdef object compound_of(str tag, str ident, list classes, str combinator):
    return tuple.__new__(Compound, (tag, ident, frozenset(classes) if classes else EMPTY, (), (), combinator))


cdef inline bint is_space(Py_UCS4 mark) noexcept:
    return mark == c" " or 9 <= mark <= 13


cdef inline bint is_letter(Py_UCS4 mark) noexcept:
    return c"a" <= mark <= c"z" or c"A" <= mark <= c"Z" or mark == c"_"


cdef inline bint is_name(Py_UCS4 mark) noexcept:
    return is_letter(mark) or mark == c"-" or c"0" <= mark <= c"9"

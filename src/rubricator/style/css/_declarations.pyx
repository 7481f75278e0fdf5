"""Twin of `style/css/declarations.py`: the body of a rule, or a `style` attribute, as values of properties."""

cdef object pure = None, Declarations, EMPTY, parse_property
cdef frozenset KNOWN
cdef Py_ssize_t MOST_CACHED


cdef load_pure():
    """Read the tables of the module in Python, and what is seldom asked for."""
    global pure, Declarations, EMPTY, KNOWN, MOST_CACHED, parse_property
    from rubricator.style.css import declarations

    Declarations, EMPTY, MOST_CACHED = declarations.Declarations, declarations._EMPTY, declarations._MOST_CACHED
    KNOWN = frozenset([*declarations.PARSERS, *declarations._SHORTHANDS])
    parse_property = declarations.parse_property
    pure = declarations


def parse_declarations(str text, quirks=False):
    """Parse a declaration block; what is not understood is dropped alone."""
    if pure is None:
        load_pure()
    if not text or ":" not in text:
        return EMPTY
    cdef dict normal = {}, important = {}, target
    cdef str part, name, value, shorter
    cdef Py_ssize_t colon, begin, stop
    for part in split(text):
        colon = colon_of(part, &begin, &stop)
        if colon < 0:
            continue
        name = part[begin:stop]
        if not name.startswith("--"):
            name = name.lower()
            if name not in KNOWN:
                continue
        value = part[colon + 1 :].strip()
        target = normal
        if value and value[len(value) - 1] in "tT" and "!" in value:
            shorter = pure._IMPORTANT.sub("", value)
            if shorter != value:
                target, value = important, shorter.rstrip()
        if len(name) + len(value) <= MOST_CACHED:
            found = parse_property(name, value, quirks)
        else:
            found = pure.longhands(name, value, quirks)
        for longhand, parsed in <tuple>found:
            if target is important or longhand not in important:
                target[longhand] = parsed
    return tuple.__new__(Declarations, (normal, important))


cdef list split(str text):
    """Split at semicolons that stand outside of strings and brackets."""
    cdef Py_UCS4 mark
    for mark in text:
        if mark == c"(" or mark == c'"' or mark == c"'" or mark == c"\\" or mark == c"*":
            return pure._split(text)
    return text.split(";")


cdef Py_ssize_t colon_of(str part, Py_ssize_t* begin, Py_ssize_t* stop) except -2:
    """Return where the colon of a declaration stands, or -1, and where its name does; as `_NAME` finds them."""
    cdef Py_ssize_t at = 0, length = len(part)
    while at < length and is_space(part[at]):
        at += 1
    begin[0] = at
    if at + 2 < length and part[at] == c"-" and part[at + 1] == c"-" and is_custom(part[at + 2]):
        while at < length and is_custom(part[at]):
            at += 1
    else:
        while at < length and is_word(part[at]):
            at += 1
    stop[0] = at
    if at == begin[0]:
        return -1
    while at < length and is_space(part[at]):
        at += 1
    return at if at < length and part[at] == c":" else -1


cdef inline bint is_space(Py_UCS4 mark) noexcept:
    return mark == c" " or 9 <= mark <= 13


cdef inline bint is_word(Py_UCS4 mark) noexcept:
    return (
        c"a" <= mark <= c"z" or mark == c"-" or c"A" <= mark <= c"Z" or c"0" <= mark <= c"9" or mark == c"_"
    )


cdef inline bint is_custom(Py_UCS4 mark) noexcept:
    return not is_space(mark) and mark != c":" and mark != c";"

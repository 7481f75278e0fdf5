"""Twins of `style/css/syntax.py` and `style/css/sheet.py`: flat rules, and the index of their selectors."""

cimport cython
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ

cdef object syntax = None, sheet, Rule

cdef enum:
    CHECK_EVERY = 256


cdef load_pure():
    """Read the modules in Python, which take what is seldom met."""
    global syntax, sheet, Rule
    from rubricator.style.css import sheet as sheet_module
    from rubricator.style.css import syntax as syntax_module

    sheet, Rule = sheet_module, syntax_module.Rule
    syntax = syntax_module


@cython.final
cdef class Text:
    """A string and where its characters lie. Readers stay below `stop`, which is its length."""

    cdef str text
    cdef int kind
    cdef void* data
    cdef Py_ssize_t stop

    def __init__(self, str text):
        self.text = text
        self.kind = PyUnicode_KIND(text)
        self.data = PyUnicode_DATA(text)
        self.stop = len(text)

    cdef inline Py_UCS4 read(self, Py_ssize_t at) noexcept:
        # Callers have compared `at` with `stop`, or with a place that is below it.
        return PyUnicode_READ(self.kind, self.data, at)


def flat_rules(str text, Py_ssize_t at, Py_ssize_t left, str layer, list rules):
    """Read rules up to the first that is not flat; return where that begins, and how many may still be read."""
    if syntax is None:
        load_pure()
    cdef Text source = Text(text)
    cdef Py_ssize_t begin, brace, close
    cdef bint is_ascii = text.isascii()
    while left > 0:
        begin = after_space(source, at)
        brace = prelude_stop(source, begin)
        if brace < 0 or text.find("&", begin, brace) >= 0:
            break
        close = body_stop(source, brace + 1)
        if close < 0:
            break
        if is_relevant(source, brace + 1, close) if is_ascii else in_python(text[brace + 1 : close]):
            rules.append(tuple.__new__(Rule, (text[begin:brace], text[brace + 1 : close], layer)))
        at = close + 1
        left -= 1
    return at, left


cdef bint in_python(str body):
    return syntax._RELEVANT.search(body.lower()) is not None


cdef Py_ssize_t after_space(Text source, Py_ssize_t at) except -1:
    cdef Py_UCS4 mark
    while at < source.stop:
        mark = source.read(at)
        if mark.isspace():
            at += 1
        elif mark == c"<" and source.text.startswith("<!--", at):
            at += 4
        elif mark == c"-" and source.text.startswith("-->", at):
            at += 3
        else:
            break
    return at


cdef Py_ssize_t prelude_stop(Text source, Py_ssize_t at) noexcept:
    """Return where the brace stands that opens a rule, or -1."""
    cdef Py_UCS4 mark
    while at < source.stop:
        mark = source.read(at)
        if mark == c"{":
            return at
        if mark == c"}" or mark == c"@" or mark == c";":
            return -1
        if mark == c'"' or mark == c"'":
            at = string_stop(source, at + 1, mark)
            if at < 0:
                return -1
        at += 2 if mark == c"\\" else 1
    return -1


cdef Py_ssize_t body_stop(Text source, Py_ssize_t at) noexcept:
    """Return where the brace stands that closes a body without blocks in it, or -1."""
    cdef Py_UCS4 mark
    while at < source.stop:
        mark = source.read(at)
        if mark == c"}":
            return at
        if mark == c"{":
            return -1
        if mark == c'"' or mark == c"'":
            at = string_stop(source, at + 1, mark)
            if at < 0:
                return -1
        at += 1
    return -1


cdef Py_ssize_t string_stop(Text source, Py_ssize_t at, Py_UCS4 quote) noexcept:
    """Return where the quote stands that closes a string, or -1."""
    cdef Py_UCS4 mark
    while at < source.stop:
        mark = source.read(at)
        if mark == quote:
            return at
        if mark == c"\n":
            return -1
        at += 2 if mark == c"\\" else 1
    return -1


cdef bint is_relevant(Text source, Py_ssize_t at, Py_ssize_t stop) noexcept:
    """Twin of `_RELEVANT`: could a body hold a property that is computed here?"""
    cdef unsigned int mark
    while at < stop:
        # Capitals become small letters; what else changes is told apart by `says`.
        mark = <unsigned int>source.read(at) | 32
        if mark == c"f":
            if says(source, at, stop, b"font", 4) or says(source, at, stop, b"float", 5):
                return True
        elif mark == c"o":
            if says(source, at, stop, b"olor", 4):
                return True
        elif mark == c"b":
            if says(source, at, stop, b"background", 10):
                return True
        elif mark == c"t":
            if says(source, at, stop, b"text-dec", 8) or says(source, at, stop, b"text-align", 10):
                return True
            if says(source, at, stop, b"text-tr", 7):
                return True
        elif mark == c"d":
            if says(source, at, stop, b"display", 7):
                return True
        elif mark == c"v":
            if says(source, at, stop, b"visibility", 10):
                return True
        elif mark == c"p":
            if says(source, at, stop, b"position", 8):
                return True
        elif mark == c"w":
            if says(source, at, stop, b"white-space", 11):
                return True
        elif mark == c"h":
            if says(source, at, stop, b"height", 6):
                return True
        elif mark == c"c":
            if says(source, at, stop, b"clip", 4):
                return True
        elif mark == c"a":
            if says(source, at, stop, b"all", 3):
                return True
        elif mark == c"-":
            if at + 1 < stop and source.read(at) == c"-" and source.read(at + 1) == c"-":
                return True
        at += 1
    return False


cdef bint says(Text source, Py_ssize_t at, Py_ssize_t stop, const char* word, Py_ssize_t length) noexcept:
    """Say whether a word of ASCII letters and hyphens stands at a place, in capitals or not."""
    cdef Py_ssize_t place
    cdef unsigned int mark
    if stop - at < length:
        return False
    for place in range(length):
        mark = source.read(at + place)
        if c"A" <= mark <= c"Z":
            mark += 32
        if mark != <unsigned char>word[place]:
            return False
    return True


def index_selectors(list rules, bint quirks, limits, budget):
    """Return the selectors of rules by key, and whether there were more than the limits allow."""
    if syntax is None:
        load_pure()
    cdef dict index = {}
    cdef bint overflow = False
    cdef Py_ssize_t left = limits.selectors, number, depth = limits.selector_depth
    cdef str selectors, selector
    cdef list entries
    cdef object key
    for number in range(len(rules)):
        if not number % CHECK_EVERY:
            budget.check()
        selectors = (<tuple>rules[number])[0]
        if ":-" in selectors and sheet._FOREIGN.search(selectors):
            continue
        nested = "(" in selectors and selectors.count("(") > depth
        for selector in split_commas(selectors):
            left -= 1
            if left < 0 or (nested and sheet._is_too_deep(selector, depth)):
                overflow = True
                break
            key = key_of(selector)
            if key is not None:
                if quirks:
                    key = key.lower()
                entries = index.get(key)
                if entries is None:
                    entries = index[key] = []
                entries.append((number, selector))
    return index, overflow


cdef list split_commas(str text):
    """Split at commas that stand outside of brackets and strings."""
    cdef Text source = Text(text)
    cdef Py_ssize_t at
    cdef Py_UCS4 mark
    cdef bint commas = False, plain = True
    for at in range(source.stop):
        mark = source.read(at)
        if mark == c",":
            commas = True
        elif mark == c"(" or mark == c"[" or mark == c"\\" or mark == c'"' or mark == c"'":
            plain = False
    if not commas:
        return [text]
    return text.split(",") if plain else syntax.split_commas(text)


cdef object key_of(str selector):
    """Return the key of a selector's rightmost compound; those without brackets and escapes are read here."""
    cdef Text source = Text(selector)
    cdef Py_ssize_t at, begin, stop = source.stop, hashed = -1, dotted = -1, end
    cdef Py_UCS4 mark
    cdef bint pseudo = False, universal = False
    for at in range(source.stop):
        mark = source.read(at)
        if mark == c"(" or mark == c"[" or mark == c"\\":
            return sheet.key_of(selector)
        if mark == c":":
            pseudo = True
    if pseudo and sheet._NEVER.search(selector):
        return None
    while stop and source.read(stop - 1).isspace():
        stop -= 1
    begin = stop
    while begin:
        mark = source.read(begin - 1)
        if mark.isspace() or mark == c">" or mark == c"+" or mark == c"~":
            break
        begin -= 1
    if begin == stop:
        return None
    for at in range(begin, stop):
        mark = source.read(at)
        if mark == c":":
            stop = at
            break
        if mark == c"#" and hashed < 0:
            hashed = at
        elif mark == c"." and dotted < 0:
            dotted = at
        elif mark == c"*" or mark == c"|":
            universal = True
    at = hashed if hashed >= 0 else dotted
    if at < 0:
        return "" if universal else selector[begin:stop].lower()
    end = at + 1
    while end < stop and is_name_character(source.read(end)):
        end += 1
    return selector[at:end] if end > at + 1 else None


cdef inline bint is_name_character(Py_UCS4 mark) noexcept:
    """Twin of `NAME_CHARACTER` of `css/tokens.py`."""
    return (
        c"a" <= mark <= c"z" or mark >= 128 or mark == c"-" or c"0" <= mark <= c"9" or c"A" <= mark <= c"Z"
        or mark == c"_"
    )

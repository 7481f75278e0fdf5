"""Selectors as objects with named fields, what they ask of one element, and the parser of the most frequent ones."""

from rubricator.style.css._text cimport Text, is_letter, is_name_character, read, text_of

from rubricator.style.css.tokens import html_words

ID, CLASS = 1 << 40, 1 << 20
cdef frozenset NONE = frozenset()
cdef frozenset FOLDED_VALUES = frozenset(
    "accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir "
    "direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref "
    "noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign "
    "valuetype vlink".split()
)
"""Attributes whose values HTML compares without case."""


cdef class Pseudo:
    """A pseudo-class, with its argument already parsed."""

    def __init__(self, name, arguments=(), step=0, offset=0, text=""):
        self.name, self.arguments, self.step, self.offset, self.text = name, arguments, step, offset, text


cdef class Compound:
    """A compound and the combinator that ties it to the compound on its left ('' for the leftmost)."""

    def __init__(self, str tag, str id, frozenset classes, tuple attributes, tuple pseudos, str combinator):
        self.tag, self.id, self.classes, self.combinator = tag, id, classes, combinator
        self.attributes, self.pseudos = attributes, pseudos


cdef class Complex:
    """A complex selector: compounds from right to left, and what follows from them; see the stub."""

    def __init__(self, compounds, specificity, keys, references, key, static, simple, leading="", tests=NONE):
        self.compounds, self.specificity, self.keys, self.references = compounds, specificity, keys, references
        self.key, self.static, self.simple, self.leading, self.tests = key, static, simple, leading, tests


cdef class Shape:
    """What selectors ask of an element itself."""

    def __init__(self, str tag, str id, frozenset classes, dict attributes):
        self.tag, self.id, self.classes, self.attributes = tag, id, classes, attributes


cdef bint fits(Compound compound, Shape shape) except -1:
    """Return whether an element's tag and attributes are what a compound asks for, pseudo-classes aside."""
    if compound.tag and compound.tag != shape.tag:
        return False
    if compound.id and compound.id != shape.id:
        return False
    if compound.classes:
        for name in compound.classes:
            if name not in shape.classes:
                return False
    for attribute in compound.attributes:
        actual = shape.attributes.get(attribute.name)
        if actual is None or not value_matches(attribute, actual):
            return False
    return True


cdef bint value_matches(attribute, str actual) except -1:
    """Return whether the value of an attribute is what a selector asks for."""
    cdef str name, operator, value
    name, operator, value, fold = <tuple>attribute
    if not operator:
        return True
    if fold or name in FOLDED_VALUES:
        actual, value = actual.lower(), value.lower()
    if operator == "=":
        return actual == value
    if operator == "~=":
        return value in html_words(actual)
    if operator == "|=":
        return actual == value or actual.startswith(value + "-")
    if not value:
        return False
    if operator == "^=":
        return actual.startswith(value)
    return actual.endswith(value) if operator == "$=" else value in actual


cpdef Complex parse_plain(str text):
    """Parse a selector of tags, ids and classes with descendant and child combinators; None when it is another one."""
    cdef Text source = text_of(text)
    cdef Py_ssize_t at = 0, begin, ids = 0, classes = 0, tags = 0
    cdef list compounds = [], own = []
    cdef set tag_keys = set(), keys = set()
    cdef str tag = "", ident = "", combinator = "", following, part
    cdef Py_UCS4 sign
    while at < source.stop:
        begin = at
        at = after_space(source, at)
        following = " " if at > begin else ""
        if at < source.stop and read(source, at) == u">":
            following = ">"
            at = after_space(source, at + 1)
        if at == source.stop or (following and not begin):
            return None
        if following:
            compounds.append(Compound(tag, ident, frozenset(own) if own else NONE, (), (), combinator))
            tag, ident, own, combinator = "", "", [], following
        begin, sign = at, read(source, at)
        at += 1
        if sign == u"*" and (following or not begin):
            continue
        if sign == u"." or sign == u"#":
            if at < source.stop and read(source, at) == u"-":
                at += 1
            if at == source.stop or not is_letter(read(source, at)):
                return None
        elif (begin and not following) or not is_letter(sign):
            return None
        while at < source.stop and is_name_character(read(source, at)):
            at += 1
        part = text[begin:at]
        if sign == u".":
            own.append(part[1:])
            classes += 1
        elif sign == u"#":
            # Two ids may stand on one compound, which then never matches.
            if ident:
                return None
            ident = part[1:]
            ids += 1
        else:
            tag = part.lower()
            tag_keys.add(tag)
            tags += 1
            continue
        keys.add(part)
    if not source.stop:
        return None
    compounds.append(Compound(tag, ident, frozenset(own) if own else NONE, (), (), combinator))
    compounds.reverse()
    names = frozenset(keys)
    needed = frozenset(tag_keys | keys) if tag_keys else names
    key = "#" + ident if ident else "." + <str>min(own) if own else tag
    return Complex(
        tuple(compounds), ids * ID + classes * CLASS + tags, needed, names, key, True, len(compounds) == 1
    )


cdef Py_ssize_t after_space(Text source, Py_ssize_t at) noexcept:
    while at < source.stop and (read(source, at) == u" " or 9 <= read(source, at) <= 13):
        at += 1
    return at

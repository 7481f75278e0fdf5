"""Stylesheets as text: where rules, strings and brackets end, and the index of selectors."""

import re

from rubricator.style.css._selectors cimport parse_plain
from rubricator.style.css._text cimport Text, is_name_character, read, text_of

from rubricator.style.css.declarations import KNOWN, parse_declarations
from rubricator.style.css.keys import is_too_deep, key_of
from rubricator.style.css.selectors import is_valid_list, remembered_selector

cdef enum:
    CHECK_EVERY = 256

cdef object FOREIGN = re.compile(r"(?<!\\):-(?:moz|ms|o)-")
"""Pseudo-classes of other browsers: Chromium drops the whole rule."""
cdef object VALUE = re.compile(r"""\[([\w-]+)([~|^$*]?=)(?:"([^"\\]*)"|'([^'\\]*)'|([\w-]+))""")
cdef tuple UNMATCHED = tuple(
    ": hover focus active visited before after first-l target placeholder invalid -moz -ms -webkit-".split()
)
"""How states and pseudo-elements begin, which match nothing."""


cdef class Rule:
    """A style rule: selectors and declarations as written, and the cascade layer it stands in ('' for none).

    Declarations are parsed, and all selectors of the rule, when a page first asks for them.
    """

    def __init__(self, str selectors, str body, str layer):
        self.selectors, self.body, self.layer = selectors, body, layer

    cdef load_declarations(self, bint quirks):
        if self.normal is None:
            self.normal, self.important = parse_declarations(self.body, quirks)

    cdef bint is_valid(self, bint quirks) except -1:
        """Return whether all selectors are valid, as one is known to be; one that is not drops the rule."""
        if self.validity is None:
            self.validity = "," not in self.selectors or is_valid_list(self.selectors, quirks)
        return self.validity


def flat_rules(str text, Py_ssize_t at, Py_ssize_t left, str layer, list rules):
    """Read rules up to the first that is not flat; return where that begins, and how many may still be read."""
    cdef Text source = text_of(text)
    cdef Py_ssize_t brace, close
    cdef bint is_relevant = False
    while True:
        at = after_space(source, text, at)
        brace = prelude_stop(source, at) if left > 0 else -1
        close = body_stop(source, brace + 1, text, &is_relevant) if brace >= 0 else -1
        if close < 0:
            return at, left
        if is_relevant:
            rules.append(Rule(text[at:brace], text[brace + 1 : close], layer))
        at = close + 1
        left -= 1


cdef Py_ssize_t after_space(Text source, str text, Py_ssize_t at) except -1:
    cdef Py_UCS4 mark
    while at < source.stop:
        mark = read(source, at)
        if mark.isspace():
            at += 1
        elif mark == u"<" and text.startswith("<!--", at):
            at += 4
        elif mark == u"-" and text.startswith("-->", at):
            at += 3
        else:
            break
    return at


cdef Py_ssize_t prelude_stop(Text source, Py_ssize_t at) noexcept:
    """Return where the brace stands that opens a rule without `&`, or -1."""
    cdef Py_UCS4 mark
    cdef int opened = 0
    while at < source.stop:
        mark = read(source, at)
        at += 1
        if u"a" <= mark <= u"z":
            continue
        if mark == u"{":
            return -1 if opened else at - 1
        if mark == u"}" or mark == u"@" or mark == u";" or mark == u"&":
            return -1
        if mark == u'"' or mark == u"'":
            at = string_stop(source, at, mark) + 1
            if at > source.stop or read(source, at - 1) != mark:
                return -1
        elif mark == u"\\":
            at += 1
        opened += step_in(mark)
    return -1


cdef Py_ssize_t body_stop(Text source, Py_ssize_t at, str text, bint *is_relevant) except -2:
    """Return where the brace stands that closes a body without blocks in it, or -1; and whether it may be of use."""
    cdef Py_UCS4 mark
    cdef int opened = 0
    cdef bint begins = True
    is_relevant[0] = False
    while at < source.stop:
        mark = read(source, at)
        at += 1
        if begins and not mark.isspace():
            begins = False
            is_relevant[0] = is_relevant[0] or is_known(source, at - 1, text)
        if u"a" <= mark <= u"z":
            continue
        if mark == u"}":
            return -1 if opened else at - 1
        if mark == u"{":
            return -1
        if mark == u";":
            begins = True
        elif mark == u'"' or mark == u"'":
            at = string_stop(source, at, mark) + 1
            if at > source.stop or read(source, at - 1) != mark:
                return -1
        opened += step_in(mark)
    return -1


cdef inline int step_in(Py_UCS4 mark) noexcept:
    """Return 1 for a bracket that opens, -1 for one that closes."""
    return (mark == u"(" or mark == u"[") - (mark == u")" or mark == u"]")


cdef Py_ssize_t string_stop(Text source, Py_ssize_t at, Py_UCS4 quote) noexcept:
    """Return where the quote stands that closes a string, or the line break or end that breaks it off."""
    cdef Py_UCS4 mark
    while at < source.stop:
        mark = read(source, at)
        if mark == quote or mark == u"\n":
            return at
        at += 2 if mark == u"\\" else 1
    return source.stop


cdef bint is_known(Text source, Py_ssize_t at, str text) except -1:
    """Return whether a declaration begins with the name of a property that is computed here, or a custom one."""
    cdef Py_ssize_t begin = at
    cdef bint has_capitals = False
    cdef str name
    while at < source.stop and is_name_character(read(source, at)):
        has_capitals = has_capitals or u"A" <= read(source, at) <= u"Z"
        at += 1
    name = text[begin:at]
    return (name.lower() if has_capitals else name) in KNOWN or name.startswith("--")


cpdef Py_ssize_t find_mark(str text, Py_ssize_t at, str marks) except -1:
    """Return where the next of some marks stands outside of strings and brackets; the length of the text without one.

    A bracket that is never closed reaches to the end, as it does in browsers.
    """
    cdef Text source = text_of(text)
    cdef list closing = []
    cdef Py_UCS4 mark
    while at < source.stop:
        mark = read(source, at)
        at += 1
        if u"a" <= mark <= u"z":
            continue
        if mark == u'"' or mark == u"'":
            at = string_stop(source, at, mark) + 1
        elif mark == u"\\":
            at += 1
        elif not closing and mark in marks:
            return at - 1
        elif mark == u"{" or mark == u"(" or mark == u"[":
            closing.append(u"}" if mark == u"{" else u")" if mark == u"(" else u"]")
        elif closing and mark == <Py_UCS4>closing[len(closing) - 1]:
            closing.pop()
    return source.stop


cdef class IndexedSelector:
    """A selector of a sheet with its rule, the number of that, and what it was parsed into when a page first asked."""

    cdef Complex parsed(self, bint quirks):
        """Return the selector, None where it is not valid."""
        cdef str text
        if self.selector is None and not self.is_invalid:
            text = self.text.strip()
            self.selector = parse_plain(text.lower() if quirks else text) or remembered_selector(text, quirks)
            self.is_invalid = self.selector is None
        return self.selector


cdef class SelectorIndex:
    """The selectors of a sheet: by a name that each surely needs, or by the value of an attribute that it asks for."""

    def __init__(self):
        self.named, self.valued, self.count, self.is_full = {}, {}, 0, False


def index_selectors(list rules, bint quirks, limits, budget):
    """Index the selectors of rules; those beyond the limits are left out."""
    cdef SelectorIndex index = SelectorIndex()
    cdef Py_ssize_t number, most = limits.selectors, depth = limits.selector_depth
    cdef Rule rule
    cdef str text
    for number, rule in enumerate(rules):
        if not number % CHECK_EVERY:
            budget.check()
        if ":-" in rule.selectors and FOREIGN.search(rule.selectors) is not None:
            continue
        for text in split_selectors(rule.selectors):
            if index.count == most or ("(" in text and is_too_deep(text, depth)):
                index.is_full = True
                break
            index.count += 1
            add(index, rule, number, text, quirks)
    return index


cdef list split_selectors(str text):
    """Split at commas that stand outside of brackets and strings."""
    cdef list parts = []
    cdef Py_ssize_t at = 0, stop
    if is_plain(text):
        return text.split(",")
    while at <= len(text):
        stop = find_mark(text, at, ",")
        parts.append(text[at:stop])
        at = stop + 1
    return parts


cdef add(SelectorIndex index, Rule rule, Py_ssize_t number, str text, bint quirks):
    """Put a selector into the index, unless it can never match."""
    cdef IndexedSelector entry
    cdef dict group = index.named
    cdef str name
    if is_plain(text):
        if ":" in text and is_unmatched(text):
            return
        name = needed_name(text)
    else:
        found = VALUE.search(text) if "[" in text and "(" not in text and "\\" not in text else None
        if found is not None:
            attribute, operator, one, two, three = found.groups("")
            group = index.valued.setdefault((attribute.lower(), operator), {})
            name = (one or two or three).lower()
        else:
            name = key_of(text)
    if name is None:
        return
    if quirks:
        name = name.lower()
    entry = IndexedSelector.__new__(IndexedSelector)
    entry.rule, entry.number, entry.text = rule, number, text
    entries = group.get(name)
    if entries is None:
        group[name] = [entry]
    else:
        (<list>entries).append(entry)


cdef bint is_plain(str selectors) noexcept:
    """Return whether selectors hold no brackets, strings or escapes."""
    cdef Text source = text_of(selectors)
    cdef Py_ssize_t at
    cdef Py_UCS4 mark
    for at in range(source.stop):
        mark = read(source, at)
        if mark == u"(" or mark == u"[" or mark == u"\\" or mark == u'"' or mark == u"'":
            return False
    return True


cdef bint is_unmatched(str text) except -1:
    """Return whether a plain selector asks for a state or a pseudo-element."""
    cdef Py_ssize_t at = text.find(":")
    while at >= 0:
        if text.startswith(UNMATCHED, at + 1) and not text.startswith("-webkit-any", at + 1):
            return True
        at = text.find(":", at + 1)
    return False


cdef str needed_name(str text):
    """Return the first class or id of a plain selector, else its key."""
    cdef Text source = text_of(text)
    cdef Py_ssize_t at, stop
    cdef Py_UCS4 mark
    cdef bint is_tag = source.stop > 0
    for at in range(source.stop):
        mark = read(source, at)
        is_tag = is_tag and is_name_character(mark)
        if mark == u"." or mark == u"#":
            stop = at + 1
            while stop < source.stop and is_name_character(read(source, stop)):
                stop += 1
            if stop > at + 1:
                return text[at:stop]
    return text.lower() if is_tag else key_of(text)

"""Twin of `style/kinds.py`: kinds of elements that nothing in a page tells apart."""

from rubricator.kernel.candidates cimport Candidate, Names, as_list

cdef object pure = None, Shape, NOTHING, NO_DECLARATIONS, FOLDED
cdef frozenset NO_CLASSES = frozenset()

cdef enum:
    PRESENT = 1
    VALUED = 2


cdef load_pure():
    """Read the tables of the module in Python, and what is seldom asked for."""
    global pure, Shape, NOTHING, NO_DECLARATIONS, FOLDED
    from rubricator.style import kinds
    from rubricator.style.css import matching

    Shape, NOTHING, NO_DECLARATIONS = kinds.Shape, kinds._NOTHING, kinds._NO_DECLARATIONS
    FOLDED = matching._FOLDED_VALUES
    pure = kinds


cdef class Kind:
    """Elements that no selector, inline style or presentational attribute of the page tells apart."""

    def __init__(self, shape, tuple keys, hints, inline, list sure, list static, list dynamic):
        cdef int bit
        self.shape, self.keys, self.hints, self.inline = shape, keys, hints, inline
        self.sure, self.static, self.dynamic = sure, static, dynamic
        self.tag, self.attributes = (<tuple>shape)[0], (<tuple>shape)[3]
        self.bits[0] = self.bits[1] = self.bits[2] = self.bits[3] = 0
        for key in keys:
            bit = hash(key) & 255
            self.bits[bit >> 6] |= (<uint64_t>1) << (bit & 63)


def distinct_kinds(document, Names names, dict candidates, trials):
    """Number the kinds of elements that candidates, inline styles and presentational attributes can tell apart."""
    if pure is None:
        load_pure()
    cdef set referenced = references_of(candidates)
    cdef list flags = flags_of(names.attribute_names, referenced)
    cdef dict classes = classes_of(names.classes, referenced)
    cdef list tags = as_list(document.tag), attributes = as_list(document.attributes)
    cdef list attribute_numbers = names.attribute_numbers, kinds = [], kind_of = []
    cdef dict numbers = {}
    cdef bint quirks = document.quirks
    cdef Py_ssize_t node, at = 0
    cdef int number, flag
    cdef tuple pair
    for node in range(len(tags)):
        tag = tags[node]
        held = attributes[node]
        ident, own, kept, key = "", NO_CLASSES, None, tag
        if held:
            for pair in held:
                number = attribute_numbers[at]
                at += 1
                if number == 0:
                    own = classes[pair[1] or ""]
                elif number == 1:
                    ident = pair[1] or ""
                    if quirks:
                        ident = ident.lower()
                    if "#" + <str>ident not in referenced:
                        ident = ""
                flag = flags[number]
                if flag:
                    if kept is None:
                        kept = []
                    kept.append((pair[0], (pair[1] or "") if flag == VALUED else ""))
            if kept is not None:
                key = (tag, ident, own, *kept)
            elif ident or own:
                key = (tag, ident, own)
        known = numbers.get(key)
        if known is None:
            known = numbers[key] = len(kinds)
            shape = tuple.__new__(Shape, (tag.lower(), ident, own, dict(kept) if kept is not None else {}))
            kinds.append(kind_of_shape(shape, candidates, quirks, trials))
        kind_of.append(known)
    return kinds, kind_of


cdef set references_of(dict candidates):
    """Return all names that decide matches."""
    cdef set referenced = set()
    cdef Candidate candidate
    for group in candidates.values():
        for candidate in <list>group:
            referenced.update(candidate.references)
    return referenced


cdef list flags_of(list names, set referenced):
    """Say of each attribute whether its values, its presence or nothing of it matters."""
    cdef list flags = []
    cdef str name
    for name in names:
        if name in pure.PRESENTATIONAL or name == "style" or f"[{name}=" in referenced:
            flags.append(VALUED)
        else:
            flags.append(PRESENT if "[" + name in referenced else 0)
    return flags


cdef dict classes_of(dict classes, set referenced):
    """Keep the classes that some selector asks for."""
    cdef dict found = {}
    cdef list own
    for text, words in classes.items():
        own = [word for word in <list>words if "." + <str>word in referenced]
        found[text] = frozenset(own) if own else NO_CLASSES
    return found


cdef Kind kind_of_shape(shape, dict candidates, bint quirks, trials):
    cdef tuple parts = <tuple>shape
    cdef dict attributes = parts[3]
    cdef list keys = [parts[0]], groups = [], sure = [], static = [], dynamic = []
    cdef Candidate candidate
    cdef Py_ssize_t tried = 0
    if parts[2]:
        keys.extend(["." + <str>name for name in <frozenset>parts[2]])
    if attributes:
        keys.extend(["[" + <str>name for name in attributes])
    if parts[1]:
        keys.append("#" + <str>parts[1])
    for key in ("", *keys):
        group = candidates.get(key)
        if group is not None:
            groups.append(group)
            tried += len(<list>group)
    trials.spend(tried)
    for group in groups:
        for candidate in <list>group:
            if fits(<tuple>candidate.compounds[0], parts):
                (sure if candidate.simple else static if candidate.static else dynamic).append(candidate)
    inline, hints = NO_DECLARATIONS, NOTHING
    if attributes:
        if "style" in attributes:
            inline = pure.parse_declarations(attributes["style"], quirks or parts[0] in pure.DRAWN)
        if not pure.PRESENTATIONAL.isdisjoint(attributes):
            hints = pure.presentational_hints(parts[0], attributes)
    return Kind(shape, tuple(keys), hints, inline, sure, static, dynamic)


cdef bint fits(tuple compound, tuple shape) except -1:
    """Return whether an element's tag and attributes are what a compound asks for, pseudo-classes aside."""
    cdef str asked = compound[0]
    cdef frozenset classes
    if asked and asked != <str>shape[0]:
        return False
    asked = compound[1]
    if asked and asked != <str>shape[1]:
        return False
    classes = compound[2]
    if classes:
        own = <frozenset>shape[2]
        for name in classes:
            if name not in own:
                return False
    for attribute in <tuple>compound[3]:
        if not has_attribute(<tuple>attribute, <dict>shape[3]):
            return False
    return True


cdef bint has_attribute(tuple wanted, dict attributes) except -1:
    cdef str actual = attributes.get(wanted[0]), sign = wanted[1], value = wanted[2]
    if actual is None:
        return False
    if not sign:
        return True
    if wanted[3] or wanted[0] in FOLDED:
        actual, value = actual.lower(), value.lower()
    if sign == "=":
        return actual == value
    if sign == "~=":
        return value in actual.split()
    if sign == "|=":
        return actual == value or actual.startswith(value + "-")
    if not value:
        return False
    if sign == "^=":
        return actual.startswith(value)
    return actual.endswith(value) if sign == "$=" else value in actual

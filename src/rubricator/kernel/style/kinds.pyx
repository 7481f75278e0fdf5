"""Twin of `style/kinds.py`: kinds of elements that nothing in a page tells apart."""

cimport cython

from rubricator.kernel.style.candidates cimport Candidate, Names, as_list

cdef object pure = None, Shape, NOTHING, NO_DECLARATIONS, FOLDED
cdef frozenset NO_CLASSES = frozenset()

cdef enum:
    MOST_AT_ONCE = 4096


cdef load_pure():
    """Read the tables of the module in Python, and what is seldom asked for."""
    global pure, Shape, NOTHING, NO_DECLARATIONS, FOLDED
    from rubricator.style import kinds
    from rubricator.style.css import matching

    Shape, NOTHING, NO_DECLARATIONS = kinds.Shape, kinds._NOTHING, kinds._NO_DECLARATIONS
    FOLDED = matching._FOLDED_VALUES
    pure = kinds


@cython.final
cdef class Kind:
    """Elements that no selector, inline style or presentational attribute of the page tells apart."""

    def __init__(self, shape, keys, hints, inline, sure, static, dynamic):
        self.fill(shape, list(keys), hints, inline, list(sure), list(static), list(dynamic))

    cdef fill(self, shape, list keys, hints, inline, list sure, list static, list dynamic):
        cdef int bit
        self.shape, self.keys, self.hints, self.inline = shape, tuple(keys), hints, inline
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
    cdef set referenced = set(), tests = set()
    read_candidates(candidates, referenced, tests)
    cdef Tally tally = Tally(trials)
    cdef list questions = questions_of(names.attribute_names, referenced, tests, tally), kept
    cdef dict classes = classes_of(names.classes, referenced), numbers = {}
    cdef list tags = as_list(document.tag), attributes = as_list(document.attributes)
    cdef list attribute_numbers = names.attribute_numbers, kinds = [], kind_of = []
    cdef bint quirks = document.quirks
    cdef Py_ssize_t node, at = 0
    cdef int number
    cdef Question question
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
                question = questions[number]
                if question is None:
                    continue
                answer = question.ask(pair[1] or "")
                if answer is not None:
                    if kept is None:
                        kept = [tag, "", NO_CLASSES]
                    kept.append(pair[0])
                    kept.append(answer)
            if kept is not None:
                kept[1], kept[2] = ident, own
                key = tuple(kept)
            elif ident or own:
                key = (tag, ident, own)
        known = numbers.get(key)
        if known is None:
            known = numbers[key] = len(kinds)
            shape = tuple.__new__(Shape, (tag.lower(), ident, own, attributes_of(held, kept)))
            kinds.append(kind_of_shape(shape, candidates, quirks, tally))
        kind_of.append(known)
    tally.spend()
    return kinds, kind_of


@cython.final
cdef class Tally:
    """Counts trials, and spends them in lots."""

    cdef object trials
    cdef Py_ssize_t tried

    def __init__(self, trials):
        self.trials, self.tried = trials, 0

    cdef add(self, Py_ssize_t tried):
        self.tried += tried
        if self.tried > MOST_AT_ONCE:
            self.spend()

    cdef spend(self):
        self.trials.spend(self.tried)
        self.tried = 0


cdef dict attributes_of(held, list kept):
    """Return the attributes that were asked for: after tag, id and classes, their names and answers are `kept`."""
    cdef dict found = {}
    cdef tuple pair
    cdef set names
    if kept is not None:
        names = set(kept[3::2])
        for pair in held:
            if pair[0] in names:
                found[pair[0]] = pair[1] or ""
    return found


cdef read_candidates(dict candidates, set referenced, set tests):
    """Collect all names and values that decide matches."""
    cdef Candidate candidate
    for group in candidates.values():
        for candidate in <list>group:
            referenced.update(candidate.references)
            if candidate.tests:
                tests.update(candidate.tests)


@cython.final
cdef class Question:
    """What is asked of one attribute: its value, or whether it passes tests, or is there."""

    cdef bint valued, present
    cdef list tests
    cdef dict answers
    cdef Tally tally

    cdef object ask(self, str value):
        """Return what tells a value from others, None when nothing asks for the attribute."""
        if self.valued:
            return value
        if self.tests is None:
            return ""
        if value not in self.answers:
            self.tally.add(len(self.tests))
            passed = "".join(["y" if passes(<tuple>test, value) else "n" for test in self.tests])
            self.answers[value] = passed if "y" in passed else "" if self.present else None
        return self.answers[value]


cdef list questions_of(list names, set referenced, set tests, Tally tally):
    """Return what is asked of each attribute, None where nothing is."""
    cdef list questions = []
    cdef str name
    cdef Question question
    cdef dict by_name = {}
    for test in tests:
        by_name.setdefault((<tuple>test)[0], []).append(test)
    for name in names:
        question = Question()
        question.tally, question.answers, question.tests = tally, {}, by_name.get(name)
        question.valued = (
            name in pure.PRESENTATIONAL
            or name == "style"
            or f"[{name}=" in referenced
            or (question.tests is not None and len(question.tests) > <Py_ssize_t>pure._MOST_TESTS)
        )
        question.present = "[" + name in referenced
        asked = question.valued or question.present or question.tests is not None
        questions.append(question if asked else None)
    return questions


cdef dict classes_of(dict classes, set referenced):
    """Keep the classes that some selector asks for."""
    cdef dict found = {}
    cdef list own
    for text, words in classes.items():
        own = [word for word in <list>words if "." + <str>word in referenced]
        found[text] = frozenset(own) if own else NO_CLASSES
    return found


cdef Kind kind_of_shape(shape, dict candidates, bint quirks, Tally tally):
    cdef tuple parts = <tuple>shape
    cdef dict attributes = parts[3]
    cdef list keys = [parts[0]], groups = [], sure = [], static = [], dynamic = []
    cdef Kind kind = Kind.__new__(Kind)
    cdef Candidate candidate
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
            tally.add(len(<list>group))
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
    kind.fill(shape, keys, hints, inline, sure, static, dynamic)
    return kind


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
    cdef str actual = attributes.get(wanted[0])
    return actual is not None and passes(wanted, actual)


cdef bint passes(tuple wanted, str actual) except -1:
    """Return whether a value is what a selector asks for."""
    cdef str sign = wanted[1], value = wanted[2]
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

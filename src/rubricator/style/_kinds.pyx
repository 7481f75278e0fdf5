"""Twin of `style/kinds.py`: kinds of elements that nothing in a page tells apart."""

import array

cimport cython
from cpython cimport array

from rubricator.characters cimport first_letter
from rubricator.style._candidates cimport Candidate, Names
from rubricator.page._symbols cimport ID, SymbolTable
from rubricator.style._census cimport Integers, in_lower_case
from rubricator.style._pairs cimport Pairs

cdef array.array INTS = array.array("i")
cdef object pure = None, Shape, NOTHING, NO_DECLARATIONS, html_words
cdef object parse_declarations, remembered_declarations
cdef frozenset NO_CLASSES = frozenset(), DRAWN, PRESENTATIONAL, VALUED, FOLDED
cdef dict bare = {}, quirky_bare = {}
"""By tag: the candidates of any element, those of the tag, and the kind that follows. Agent rules only."""

cdef enum:
    MOST_AT_ONCE = 4096
    MOST_BARE = 256
    MOST_CACHED = 512  # as in `style/css/declarations.py`


cdef load_pure():
    """Read the tables of the module in Python, and what is seldom asked for."""
    global pure, Shape, NOTHING, NO_DECLARATIONS, DRAWN, FOLDED, PRESENTATIONAL, VALUED, html_words
    global parse_declarations, remembered_declarations
    from rubricator.style import kinds
    from rubricator.style.css import declarations, matching

    Shape, NOTHING, NO_DECLARATIONS = kinds.Shape, kinds._NOTHING, kinds._NO_DECLARATIONS
    parse_declarations, remembered_declarations = declarations.parse_declarations, declarations.remembered_declarations
    DRAWN, PRESENTATIONAL, VALUED = kinds.DRAWN, kinds.PRESENTATIONAL, kinds.PRESENTATIONAL | {"style"}
    FOLDED, html_words = matching._FOLDED_VALUES, matching.html_words
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
    cdef SymbolTable symbols = names.symbols
    cdef Tally tally = Tally(trials)
    cdef list sets = [NO_CLASSES], kinds = [], tags = list(symbols.tags)
    cdef int[::1] set_of = sets_of(names, referenced, sets)
    cdef Questions questions = Questions(symbols.names, referenced, tests, tally, len(sets), document.quirks)
    # A kind is told by its tag and classes, and each answer leads from one pair of numbers to the next.
    cdef Pairs pairs = Pairs()
    cdef Integers kind_of_pair = Integers()
    cdef const int[::1] tag_of = symbols.tag, class_of = symbols.own_class, firsts = symbols.first
    cdef const int[::1] name_of = symbols.name
    cdef Py_ssize_t count = tag_of.shape[0], node, at, first, stop
    cdef array.array kind_of = array.clone(INTS, count, False)
    cdef int[::1] column = kind_of
    cdef int own, pair, answer, name, number
    cdef str ident
    cdef tuple held
    # Most nodes are texts, or elements without attributes.
    cdef int[::1] kind_of_tag_alone = array.clone(INTS, len(tags), True)
    for node in range(count):
        first, stop = firsts[node], firsts[node + 1]
        if first == stop:
            # One more than the number, 0 before it is known.
            number = kind_of_tag_alone[tag_of[node]]
            if number:
                column[node] = number - 1
                continue
        own = 0 if class_of[node] < 0 else set_of[class_of[node]]
        pair = pairs.number(tag_of[node], own)
        ident, held = "", ()
        for at in range(first, stop):
            name = name_of[at]
            if not questions.asked[name]:
                continue
            held = names.attributes[node]
            value = (<tuple?>held[at - first])[1] or ""
            if name == ID:
                ident = questions.ident(value)
            answer = questions.ask(name, value)
            if answer >= 0:
                pair = pairs.number(pair, answer)
        if ident:
            pair = pairs.number(pair, questions.number(ident))
        while kind_of_pair.count <= pair:
            kind_of_pair.add(-1)
        if kind_of_pair.items[pair] < 0:
            kind_of_pair.items[pair] = <int>len(kinds)
            tag = in_lower_case(<str>tags[tag_of[node]])
            kept = questions.kept(held) if held else {}
            if ident or own or kept:
                shape = tuple.__new__(Shape, (tag, ident, sets[own], kept))
                kinds.append(kind_of_shape(shape, candidates, questions.quirks, tally))
            else:
                kinds.append(kind_of_tag(tag, candidates, questions.quirks, tally))
        column[node] = kind_of_pair.items[pair]
        if first == stop:
            kind_of_tag_alone[tag_of[node]] = column[node] + 1
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


cdef read_candidates(dict candidates, set referenced, set tests):
    """Collect all names, but for those of tags, and all values that decide matches."""
    cdef Candidate candidate
    for group in candidates.values():
        for candidate in <list>group:
            if candidate.refers:
                referenced.update(candidate.references)
            if candidate.tests:
                tests.update(candidate.tests)


@cython.final
cdef class Questions:
    """What is asked of attributes, by the numbers of their names. Answers have numbers from `first` on."""

    cdef bint quirks
    cdef dict names, numbers
    cdef list questions
    cdef set referenced
    cdef unsigned char[::1] asked
    cdef int first

    def __init__(self, dict names, set referenced, set tests, Tally tally, int first, bint quirks):
        cdef dict by_name = {}
        cdef set valued = set(), present = set()
        cdef bint asked = False
        cdef Py_UCS4 mark
        for test in tests:
            by_name.setdefault((<tuple>test)[0], []).append(test)
        for one in referenced:
            mark = (<str>one)[0] if one else c" "
            if mark == c"#":
                asked = True
            elif mark == c"[":
                if (<str>one)[len(<str>one) - 1] == c"=":
                    valued.add(one[1 : len(<str>one) - 1])
                else:
                    present.add(one[1:])
        self.questions = [
            question_of(name in VALUED or name in valued, name in present, by_name.get(name), tally) for name in names
        ]
        self.asked = bytearray([question is not None for question in self.questions])
        if asked:
            self.asked[ID] = True
        self.names, self.referenced, self.first, self.quirks = names, referenced, first, quirks
        self.numbers = {}

    cdef str ident(self, str value):
        """Return an id, or the empty string when nothing asks for it."""
        if self.quirks:
            value = in_lower_case(value)
        return value if "#" + value in self.referenced else ""

    cdef int number(self, object answer) except -1:
        return self.numbers.setdefault(answer, self.first + len(self.numbers))

    cdef int ask(self, int name, str value) except -2:
        """Return the number of what tells a value from others, or -1 when nothing asks for the attribute."""
        cdef Question question = self.questions[name]
        if question is None:
            return -1
        if not question.valued and question.tests is None:
            value = ""
        known = question.known.get(value)
        if known is None:
            answer = question.ask(value)
            known = question.known[value] = -1 if answer is None else self.number((name, answer))
        return known

    cdef dict kept(self, tuple held):
        """Return the attributes that something asks for."""
        cdef set kept = {name for name, value in held if self.ask(self.names[name], value or "") >= 0}
        return {name: value or "" for name, value in held if name in kept}


@cython.final
cdef class Question:
    """What is asked of one attribute: its value, or whether it passes tests, or is there."""

    cdef bint valued, present
    cdef list tests
    cdef dict known
    """The numbers of answers, by value."""
    cdef Tally tally

    cdef object ask(self, str value):
        """Return what tells a value from others, None when nothing asks for the attribute."""
        cdef long long passed = 0
        if self.valued:
            return value
        if self.tests is None:
            return ""
        self.tally.add(len(self.tests))
        # They are no more than have room: where there are many, the value is asked for.
        for test in self.tests:
            passed = passed << 1 | passes(<tuple>test, value)
        return passed if passed else "" if self.present else None


cdef Question question_of(bint valued, bint present, list tests, Tally tally):
    """Return what is asked of an attribute, None where nothing is."""
    cdef Question question
    if not (valued or present or tests is not None):
        return None
    question = Question()
    question.tally, question.known, question.tests, question.present = tally, {}, tests, present
    question.valued = valued or (tests is not None and len(tests) > <Py_ssize_t>pure._MOST_TESTS)
    return question


cdef int[::1] sets_of(Names names, set referenced, list sets):
    """Keep the classes that some selector asks for; return the number among `sets` for each text of `class`."""
    cdef Py_ssize_t count = names.ends.count, place, at = 0
    cdef array.array found = array.clone(INTS, count, True)
    cdef dict numbers = {NO_CLASSES: 0}
    cdef list own = []
    for place in range(count):
        while at < names.ends.items[place]:
            word = names.words[at]
            if word in referenced:
                own.append((<str>word)[1:])
            at += 1
        if own:
            kept = frozenset(own)
            if kept not in numbers:
                numbers[kept] = len(sets)
                sets.append(kept)
            found.data.as_ints[place] = numbers[kept]
            own = []
    return found


cdef Kind kind_of_tag(str tag, dict candidates, bint quirks, Tally tally):
    """Return the kind of elements of which only the tag matters: where agent rules alone ask for it, a remembered one."""
    cdef dict remembered = quirky_bare if quirks else bare
    cdef list any_group = candidates.get(""), group = candidates.get(tag)
    cdef tuple known = remembered.get(tag)
    cdef Kind kind
    if known is not None and known[0] is any_group and known[1] is group:
        tally.add((0 if any_group is None else len(any_group)) + (0 if group is None else len(group)))
        return known[2]
    kind = kind_of_shape(tuple.__new__(Shape, (tag, "", NO_CLASSES, {})), candidates, quirks, tally)
    if is_agent(any_group) and is_agent(group):
        if len(remembered) >= MOST_BARE:
            remembered.clear()
        remembered[tag] = any_group, group, kind
        # The styles of these do not follow from rules and their parents' alone.
        if tag != "html" and tag != "body" and tag != "table":
            kind.results = {}
    return kind


cdef bint is_agent(list group) except -1:
    cdef Candidate candidate
    if group is not None:
        for candidate in group:
            if candidate.layer >= 0:
                return False
    return True


cdef Kind kind_of_shape(shape, dict candidates, bint quirks, Tally tally):
    cdef tuple parts = <tuple>shape
    cdef dict attributes = parts[3]
    cdef list keys = [parts[0]], sure = [], static = [], dynamic = []
    cdef Kind kind = Kind.__new__(Kind)
    if parts[2]:
        keys.extend(["." + <str>name for name in <frozenset>parts[2]])
    if attributes:
        keys.extend(["[" + <str>name for name in attributes])
    if parts[1]:
        keys.append("#" + <str>parts[1])
    sort_fitting(candidates.get(""), parts, tally, sure, static, dynamic)
    for key in keys:
        sort_fitting(candidates.get(key), parts, tally, sure, static, dynamic)
    inline, hints = NO_DECLARATIONS, NOTHING
    if attributes:
        if "style" in attributes:
            inline = inline_declarations(<str>attributes["style"], quirks or parts[0] in DRAWN)
        for name in attributes:
            if name in PRESENTATIONAL:
                hints = pure.presentational_hints(parts[0], attributes)
                break
    kind.fill(shape, keys, hints, inline, sure, static, dynamic)
    return kind


cdef int sort_fitting(list group, tuple shape, Tally tally, list sure, list static, list dynamic) except -1:
    """Add those of some candidates that fit to the others of their sort."""
    cdef Candidate candidate
    if group is None:
        return 0
    tally.add(len(group))
    for candidate in group:
        if fits(<tuple>candidate.compounds[0], shape):
            (sure if candidate.simple else static if candidate.static else dynamic).append(candidate)
    return 0


cdef object inline_declarations(str text, bint quirks):
    """Parse a `style` attribute, or remember it."""
    return (remembered_declarations if len(text) <= MOST_CACHED else parse_declarations)(text, quirks)


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
    cdef str value = wanted[2]
    # Of signs that are `=` with another before it, the first tells them apart.
    cdef Py_UCS4 sign = first_letter(<str?>wanted[1])
    if not sign:
        return True
    if wanted[3] or wanted[0] in FOLDED:
        actual, value = in_lower_case(actual), in_lower_case(value)
    if sign == u"=":
        return actual == value
    if sign == u"~":
        return value in html_words(actual)
    if sign == u"|":
        return actual == value or actual.startswith(value + "-")
    if not value:
        return False
    if sign == u"^":
        return actual.startswith(value)
    return actual.endswith(value) if sign == u"$" else value in actual

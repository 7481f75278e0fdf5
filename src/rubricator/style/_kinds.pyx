"""Kinds of elements: those that no selector, inline style or presentational attribute of a page tells apart."""

from cpython.array cimport array, clone

from rubricator.page._symbols cimport ID, SymbolTable
from rubricator.style._candidates cimport Candidate, PageNames
from rubricator.style.css._matching cimport MatchBudget
from rubricator.style.css._selectors cimport Complex, Compound, fits, value_matches

from rubricator.page.model import TEXT
from rubricator.style.css.declarations import NO_DECLARATIONS, inline_declarations
from rubricator.style.hints import PRESENTATIONAL, SVG_TAGS, presentational_hints

cdef array INTEGERS = array("i")
cdef frozenset NO_CLASSES = frozenset()
cdef dict NO_HINTS = {}

cdef enum:
    MOST_TESTS = 24  # Of the values of one attribute, which are all tried on each value.


cdef class Kind(Shape):
    """Elements that nothing in a page tells apart, and the candidates that fit them.

    Those in `always` match them all; of the others the rightmost compound fits: `static` depend on ancestors, `dynamic`
    on siblings too.
    """

    def __init__(self, str tag, str id, frozenset classes, dict attributes, dict candidates, bint quirks, MatchBudget match_budget):
        self.tag, self.id, self.classes, self.attributes = tag, id, classes, attributes
        self.is_text = tag == TEXT
        self.always, self.static, self.dynamic = [], [], []
        self.add_fitting(candidates.get(""), match_budget)
        self.add_fitting(candidates.get(tag), match_budget)
        if id:
            self.add_fitting(candidates.get("#" + id), match_budget)
        for name in classes:
            self.add_fitting(candidates.get("." + <str>name), match_budget)
        for name in attributes:
            self.add_fitting(candidates.get("[" + <str>name), match_budget)
        self.inline, self.hints = NO_DECLARATIONS, NO_HINTS
        if attributes:
            if "style" in attributes:
                self.inline = inline_declarations(attributes["style"], quirks or tag in SVG_TAGS)
            if not PRESENTATIONAL.isdisjoint(attributes):
                self.hints = presentational_hints(tag, attributes)

    cdef add_fitting(self, list group, MatchBudget match_budget):
        cdef Candidate candidate
        cdef Complex selector
        if group is None:
            return
        match_budget.charge(len(group))
        for candidate in group:
            selector = candidate.selector
            if fits(<Compound>selector.compounds[0], self):
                fitting = self.always if selector.simple else self.static if selector.static else self.dynamic
                (<list>fitting).append(candidate)


def distinct_kinds(PageNames names, attributes, dict candidates, bint quirks, MatchBudget match_budget):
    """Return the kinds of elements of a page, and the number of its kind for each node."""
    cdef SymbolTable symbols = names.symbols
    cdef set referenced = set(), tests = set()
    add_asked(candidates, referenced, tests)
    cdef list questions = questions_of(symbols, referenced, tests, match_budget)
    cdef list tags = list(symbols.tags), kinds = [], sets = [NO_CLASSES]
    cdef const int[::1] set_of = class_sets(names, referenced, sets), name_of = symbols.name
    cdef const int[::1] tag_of = symbols.tag, class_of = symbols.own_class, first_of = symbols.first
    cdef Py_ssize_t count = tag_of.shape[0], node, place, own
    cdef long long case
    cdef bint ids = any([(<str>name).startswith("#") for name in referenced])
    cdef str ident, text
    cdef dict number_of_case = {}, cases = {}
    cdef array column = clone(INTEGERS, count, False)
    cdef int[::1] kind_of = column, kind_of_tag = array("i", [-1]) * len(tags)
    cdef Question question
    for node in range(count):
        if first_of[node] == first_of[node + 1] and kind_of_tag[tag_of[node]] >= 0:
            kind_of[node] = kind_of_tag[tag_of[node]]
            continue
        own = 0 if class_of[node] < 0 else set_of[class_of[node]]
        # A tag and a set of classes are a case; each answer leads from one to the next.
        case = tag_of[node] * len(sets) + own
        ident = ""
        for place in range(first_of[node], first_of[node + 1]):
            question = questions[name_of[place]]
            if question is not None:
                answer = question.answer(symbols.value[place] or "")
                if answer is not None:
                    case = cases.setdefault((case, answer), len(tags) * len(sets) + len(cases))
            if ids and name_of[place] == ID:
                text = symbols.value[place] or ""
                ident = text.lower() if quirks else text
                if "#" + ident in referenced:
                    case = cases.setdefault((case, (ident,)), len(tags) * len(sets) + len(cases))
                else:
                    ident = ""
        number = number_of_case.get(case)
        if number is None:
            number = number_of_case[case] = len(kinds)
            kept = asked_attributes(attributes[node], symbols.names, questions)
            tag = (<str>tags[tag_of[node]]).lower()
            kinds.append(Kind(tag, ident, sets[own], kept, candidates, quirks, match_budget))
        kind_of[node] = number
        if first_of[node] == first_of[node + 1]:
            kind_of_tag[tag_of[node]] = number
    return kinds, column


cdef add_asked(dict candidates, set referenced, set tests):
    """Collect all names and all values that decide matches."""
    cdef Candidate candidate
    for group in candidates.values():
        for candidate in group:
            if candidate.selector.references:
                referenced.update(candidate.selector.references)
            if candidate.selector.tests:
                tests.update(candidate.selector.tests)


cdef list questions_of(SymbolTable symbols, set referenced, set tests, MatchBudget match_budget):
    """Return what is asked of each attribute, None where nothing is."""
    cdef dict by_name = {}
    cdef set by_value = {"style", *PRESENTATIONAL}, by_presence = set()
    cdef str name
    for test in tests:
        by_name.setdefault(test.name, []).append(test)
    for name in referenced:
        if name.startswith("["):
            if name.endswith("="):
                by_value.add(name[1:-1])
            else:
                by_presence.add(name[1:])
    by_value.update([name for name, own in by_name.items() if len(own) > MOST_TESTS])
    asked = by_value.union(by_presence, by_name)
    return [
        Question(name, name in by_value, name in by_presence, by_name.get(name), match_budget) if name in asked else None
        for name in symbols.names
    ]


cdef class Question:
    """What is asked of one attribute: its value, or which tests it passes, or whether it is there."""

    cdef str name
    cdef bint by_value, by_presence
    cdef list tests
    cdef dict answers
    cdef MatchBudget match_budget

    def __init__(self, name, by_value, by_presence, tests, match_budget):
        self.name, self.by_value, self.by_presence, self.tests, self.answers = name, by_value, by_presence, tests, {}
        self.match_budget = match_budget

    cdef object answer(self, str value):
        """Return what tells a value from others, None where nothing asks for such a one."""
        if not self.by_value and not self.tests:
            return self.name
        if value in self.answers:
            return self.answers[value]
        if self.by_value:
            answer = self.name, value
        else:
            self.match_budget.charge(len(self.tests))
            passed = tuple([test for test in self.tests if value_matches(test, value)])
            answer = (self.name, passed) if passed or self.by_presence else None
        self.answers[value] = answer
        return answer


cdef dict asked_attributes(attributes, dict numbers, list questions):
    """Return the attributes of an element that something asks for."""
    cdef Question question
    cdef dict found = {}
    for name, value in attributes:
        question = questions[numbers[name]]
        if question is not None and question.answer(value or "") is not None:
            found[name] = value or ""
    return found


cdef int[::1] class_sets(PageNames names, set referenced, list sets):
    """Return for each text of `class` the number of the set of those classes that some selector asks for."""
    cdef frozenset asked = frozenset([(<str>name)[1:] for name in referenced if (<str>name).startswith(".")])
    cdef int[::1] found = clone(INTEGERS, len(names.classes), True)
    cdef dict numbers = {}
    cdef Py_ssize_t place
    for place in range(len(names.classes)):
        own = [word for word in names.classes[place] if word in asked]
        if own:
            kept = frozenset(own)
            found[place] = numbers.setdefault(kept, len(sets))
            if found[place] == len(sets):
                sets.append(kept)
    return found

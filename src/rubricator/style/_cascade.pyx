"""The cascade: elements take their styles from rules and parents, each distinct case computed once."""

from cpython.array cimport array, clone
from cpython.dict cimport PyDict_Update

from rubricator.page._symbols cimport append
from rubricator.style._candidates cimport Candidate
from rubricator.style._computed cimport Resolver
from rubricator.style._kinds cimport Kind
from rubricator.style.css._matching cimport Matcher

from rubricator.style.computed import ROOT

cdef array INTEGERS = array("i")

cdef enum:
    UNKNOWN = -1
    MERGED_PER_TRIAL = 4  # As many rules that matched are merged in the time of one trial.


cdef class Case:
    """What rules, attributes and inline style declare for some elements of one kind, and the styles that follow.

    `style_below` gives the number of the style for that of the parent.
    """

    cdef Kind kind
    cdef dict specified, agent, style_below

    def __init__(self, Kind kind, list matched, link_color, bint quirks):
        self.kind, self.specified, self.agent, self.style_below = kind, {}, {}, {}
        cdef dict author = {}
        cdef list rules = kind.always + matched, important = []
        cdef Candidate candidate
        rules.sort(key=order_of)
        for candidate in rules:
            candidate.rule.load_declarations(quirks)
            PyDict_Update(self.agent if candidate.of_agent else author, candidate.rule.normal)
            if candidate.rule.important:
                important.append(candidate)
        PyDict_Update(self.specified, self.agent)
        if link_color is not None and kind.tag == "a" and "href" in kind.attributes:
            self.specified["color"] = link_color
        inline_normal, inline_important = kind.inline
        PyDict_Update(self.specified, kind.hints)
        PyDict_Update(self.specified, author)
        PyDict_Update(self.specified, inline_normal)
        important.sort(key=important_order_of)
        for candidate in important:
            PyDict_Update(self.specified, candidate.rule.important)
        PyDict_Update(self.specified, inline_important)


def order_of(Candidate candidate):
    return candidate.order


def important_order_of(Candidate candidate):
    """Return the place of important declarations: the order of layers is turned round."""
    layer, specificity, appearance = candidate.order
    return -layer, specificity, appearance


cdef class Styles:
    """The distinct styles of a page, and the cases that they were computed for."""

    cdef list styles
    cdef dict numbers, cases
    cdef Resolver resolver
    cdef Matcher matcher
    cdef object link_color

    def __init__(self, Resolver resolver, Matcher matcher, link_color):
        self.styles, self.numbers, self.cases = [ROOT], {ROOT: 0}, {}
        self.resolver, self.matcher, self.link_color = resolver, matcher, link_color

    cdef list matching(self, list candidates, Py_ssize_t node):
        """Return the candidates that match an element."""
        cdef list found = []
        cdef Candidate candidate
        self.matcher.match_budget.charge(len(candidates))
        for candidate in candidates:
            if self.matcher.match_fitting(candidate.selector.compounds, node):
                found.append(candidate)
        return found

    cdef Case case_of(self, Kind kind, list matched):
        """Return the case of a kind of which some candidates match."""
        key = (kind, *matched) if matched else kind
        case = self.cases.get(key)
        if case is None:
            self.matcher.match_budget.charge((len(kind.always) + len(matched)) // MERGED_PER_TRIAL)
            case = self.cases[key] = Case(kind, matched, self.link_color, self.resolver.quirks)
        return case

    cdef int style_in(self, Case case, int parent, bint is_root) except -1:
        """Return the number of the style that elements of a case have in a parent of some style."""
        known = case.style_below.get(parent)
        if known is None:
            style = self.resolver.compute(self.styles[parent], case.kind.tag, case.specified, case.agent, is_root)
            known = self.numbers.setdefault(style, len(self.styles))
            if known == len(self.styles):
                self.styles.append(style)
            case.style_below[parent] = known
        return known


def walk(const int[::1] parents, list kinds, const int[::1] kind_of, Matcher matcher, Resolver resolver, link_color):
    """Return the number of the style of each node, and the distinct styles."""
    cdef Styles styles = Styles(resolver, matcher, link_color)
    # A path is what kinds of elements stand above a node and at it: candidates that ancestors decide match alike.
    cdef dict paths = {}
    cdef list case_of_path = [None]
    cdef array style_of_path = array("i", [0])
    cdef Py_ssize_t count = parents.shape[0], node, above, path
    cdef array style_column = clone(INTEGERS, count, True)
    cdef int[::1] style_of = style_column, path_of = clone(INTEGERS, count, True)
    cdef int style
    cdef Kind kind
    cdef Case case
    for node in range(1, count):
        above = parents[node]
        kind = kinds[kind_of[node]]
        if kind.is_text:
            style_of[node] = style_of[above]
            continue
        key = <long long>path_of[above] * len(kinds) + kind_of[node]
        path = paths.setdefault(key, len(case_of_path))
        if path == len(case_of_path):
            case_of_path.append(styles.case_of(kind, styles.matching(kind.static, node)))
            append(style_of_path, UNKNOWN)
        path_of[node] = <int>path
        style = style_of_path.data.as_ints[path]
        if style == UNKNOWN:
            case = case_of_path[path]
            matched = styles.matching(kind.dynamic, node)
            if matched:
                case = styles.case_of(kind, styles.matching(kind.static, node) + matched)
            style = styles.style_in(case, style_of[above], above == 0)
            # Where candidates that siblings decide have no say, all elements at the end of a path have one style.
            if not kind.dynamic and style_of_path.data.as_ints[path_of[above]] != UNKNOWN:
                style_of_path.data.as_ints[path] = style
        style_of[node] = style
    return style_column, styles.styles

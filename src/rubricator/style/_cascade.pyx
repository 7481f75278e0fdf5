"""Twin of `walk` in `style/cascade.py`: elements take their styles, each distinct case computed once."""

import array

cimport cython
from cpython cimport array
from cpython.dict cimport PyDict_Update
from libc.stdint cimport uint64_t

from rubricator.style._candidates cimport Candidate
from rubricator.style._census cimport Integers, in_lower_case
from rubricator.page.model import TEXT
from rubricator.style.computed import ROOT

from rubricator.style._computed cimport Resolver
from rubricator.style._kinds cimport Kind, fits
from rubricator.style._pairs cimport Pairs

cdef array.array INTS = array.array("i"), WORDS = array.array("Q")
cdef object pure = None
cdef list NOTHING = []

cdef enum:
    # As in the module in Python.
    CHECK_EVERY = 512
    CHECK_AFTER = 1 << 16
    MERGED_PER_TRIAL = 4

cdef enum:
    # Longer climbs are left to `Matcher`, which remembers them and counts them as trials.
    SHORT_CLIMB = 64
    # Longer lists are sorted as lists are.
    SHORT_LIST = 24
    FIRST_PATHS = 512
    MOST_RESULTS = 64
    # A field of Computed.
    CUSTOM = 18


cdef load_pure():
    global pure
    from rubricator.style import cascade

    pure = cascade


@cython.final
cdef class Paths:
    """The distinct paths of kinds from the root down, and which static candidates match at the end of each."""

    cdef dict numbers
    cdef list matches, kinds
    cdef const int[::1] parent
    cdef object matcher
    cdef int[::1] kind_of, match_of, match_of_kind
    """`match_of_kind` is where no candidate matches; 0 before it is asked for."""
    cdef uint64_t[::1] bits
    """Four words for each path: which keys its elements have, by their hashes."""
    cdef Py_ssize_t tried
    """Arguments of pseudo-classes that were tried and are not counted yet."""

    def __init__(self, const int[::1] parent, list kinds, int[::1] kind_of, matcher):
        self.numbers, self.matches, self.tried = {}, [[]], 0
        self.parent, self.kinds, self.kind_of, self.matcher = parent, kinds, kind_of, matcher
        self.match_of_kind = array.clone(INTS, len(kinds), True)
        self.match_of = array.clone(INTS, FIRST_PATHS, True)
        self.bits = array.clone(WORDS, 4 * FIRST_PATHS, True)

    cdef add(self, int path, int above, int number, Py_ssize_t node):
        """Match the static candidates of a path met for the first time."""
        cdef Kind kind = self.kinds[number]
        cdef list found = self.matching(kind.static, above, node) if kind.static else NOTHING
        cdef int word, match
        if path >= self.match_of.shape[0]:
            self.grow()
        if found:
            key = (number, *ids_of(found))
            match = self.numbers.setdefault(key, len(self.matches))
            if match == len(self.matches):
                self.matches.append(found)
        else:
            match = self.match_of_kind[number]
            if not match:
                match = self.match_of_kind[number] = <int>len(self.matches)
                self.matches.append(NOTHING)
        self.match_of[path] = match
        for word in range(4):
            self.bits[4 * path + word] = self.bits[4 * above + word] | kind.bits[word]

    cdef grow(self):
        """Make room for twice as many paths; most pages have few for their size."""
        cdef Py_ssize_t count = self.match_of.shape[0]
        cdef int[::1] match_of = array.clone(INTS, 2 * count, True)
        cdef uint64_t[::1] bits = array.clone(WORDS, 8 * count, True)
        match_of[:count] = self.match_of
        bits[: 4 * count] = self.bits
        self.match_of, self.bits = match_of, bits

    cdef list matching(self, list candidates, int above, Py_ssize_t node):
        """Return the candidates that match; the fit of the rightmost compound with the element is known already."""
        cdef list found = []
        cdef Candidate candidate
        cdef int at, bit
        for candidate in candidates:
            for at in range(candidate.above_count):
                bit = candidate.above[at]
                if not (self.bits[4 * above + (bit >> 6)] >> (bit & 63)) & 1:
                    break
            else:
                if self.match(candidate, node):
                    found.append(candidate)
        return found

    cdef bint match(self, Candidate candidate, Py_ssize_t node) except -1:
        """Match a selector as `Matcher` does: each descendant combinator takes the nearest match."""
        cdef tuple compounds = candidate.compounds
        cdef Py_ssize_t at = 0, first, above, found, climbed
        if not candidate.plain:
            return self.matcher.match(compounds, node) >= 0
        found = self.chain(compounds, &at, node)
        while found > 0 and at < len(compounds) - 1:
            first = at + 1
            above = self.parent[found]
            found = -1
            climbed = 0
            while above > 0:
                at = first
                found = self.chain(compounds, &at, above)
                if found > 0:
                    break
                climbed += 1
                if climbed > SHORT_CLIMB:
                    return self.matcher.match(compounds, node) >= 0
                above = self.parent[above]
        return found > 0

    cdef Py_ssize_t chain(self, tuple compounds, Py_ssize_t* at, Py_ssize_t node) except -2:
        """Match compounds joined by child combinators; return the leftmost element, or -1."""
        cdef tuple compound
        while True:
            compound = <tuple>compounds[at[0]]
            if not self.holds(compound, node):
                return -1
            if <str>compound[5] != ">":
                return node
            node = self.parent[node]
            if node <= 0:
                return -1
            at[0] += 1

    cdef bint holds(self, tuple compound, Py_ssize_t node) except -1:
        """Return whether one element matches one plain compound."""
        cdef Kind kind = self.kinds[self.kind_of[node]]
        if not fits(compound, <tuple>kind.shape):
            return False
        for pseudo in <tuple>compound[4]:
            if not self.pseudo(<tuple>pseudo, kind, node):
                return False
        return True

    cdef bint pseudo(self, tuple pseudo, Kind kind, Py_ssize_t node) except -1:
        """Match the most frequent pseudo-classes; the others are left to `Matcher`."""
        cdef str name = pseudo[0]
        cdef bint negated = name == "not"
        if name == "any-link" or name == "link":
            return "href" in kind.attributes and (kind.tag == "a" or kind.tag == "area")
        if name == "never":
            return False
        if name == "disabled" and "disabled" not in kind.attributes:
            return False
        if name == "root":
            return self.parent[node] == 0
        if name == "dir" or name == "lang":
            return self.inherited(pseudo, node)
        if not (negated or name == "is" or name == "where"):
            return self.matcher._pseudo(pseudo, node, kind.shape)
        for argument in <tuple>pseudo[1]:
            if len(<tuple>(<tuple>argument)[0]) > 1:
                return self.matcher._pseudo(pseudo, node, kind.shape)
        self.tried += len(<tuple>pseudo[1])
        for argument in <tuple>pseudo[1]:
            # Parsers allow 32 levels of nesting, so this is as deep as calls go.
            if self.holds(<tuple>(<tuple>(<tuple>argument)[0])[0], node):
                return not negated
        return negated

    cdef bint inherited(self, tuple pseudo, Py_ssize_t node) except -1:
        """Match `:lang()` and `:dir()`, which the nearest ancestor with the attribute decides."""
        cdef str name = pseudo[0], wanted = pseudo[4], value
        cdef Py_ssize_t above = node, climbed = 0
        while above > 0:
            value = (<Kind>self.kinds[self.kind_of[above]]).attributes.get(name)
            if value is not None:
                value = in_lower_case(value)
                return value == wanted or (name == "lang" and value.startswith(wanted + "-"))
            above = self.parent[above]
            climbed += 1
            if climbed == SHORT_CLIMB:
                return self.matcher._inherited(name, wanted, node)
        return name == "dir" and wanted == "ltr"


cdef tuple ids_of(list candidates):
    return tuple([id(candidate) for candidate in candidates])


def walk(document, list kinds, int[::1] kind_of, matcher, Resolver resolver, trials, link_color):
    """Compute the style of each element after that of its parent, once per distinct case."""
    if pure is None:
        load_pure()
    cdef const int[::1] parents = document.parent
    cdef list styles = [ROOT], dynamic, matched, static
    cdef dict numbers = {ROOT: 0}, computed = {}
    # (Path of the parent, kind) -> path; that of the document is before them all.
    cdef Pairs next_path = Pairs()
    cdef Py_ssize_t count = parents.shape[0], node, above, tried = 0
    cdef array.array found = array.clone(INTS, count, True), own_paths = array.clone(INTS, count, True)
    cdef array.array settled_styles = array.clone(INTS, count + 1, True)
    # Below, parents stand before their nodes, and there are no more paths than nodes.
    cdef int *style_of = found.data.as_ints
    cdef int *path_of = own_paths.data.as_ints
    cdef int *settled = settled_styles.data.as_ints
    cdef Paths paths = Paths(parents, kinds, kind_of, matcher)
    # (Style of the parent, candidates that match) -> style, where no dynamic candidate matches.
    cdef Pairs cases = Pairs()
    cdef Integers style_of_case = Integers()
    cdef int path_count = 1, number, path = 0, above_path, style, match, place
    cdef Kind kind
    cdef bytes is_text = bytes([(<Kind>kind).tag == TEXT for kind in kinds])
    for node in range(1, count):
        above = parents[node]
        if not 0 <= above < node:
            raise ValueError("a node stands before its parent")
        number = kind_of[node]
        if is_text[number]:
            style_of[node] = style_of[above]
            continue
        above_path = path_of[above]
        path = path_of[node] = next_path.number(above_path, number) + 1
        if path < path_count and settled[path] >= 0:
            style_of[node] = settled[path]
            continue
        kind = kinds[number]
        if path == path_count:
            path_count += 1
            paths.add(path, above_path, number, node)
            settled[path] = -1
            tried += len(kind.static)
        dynamic = None
        if kind.dynamic:
            dynamic = paths.matching(kind.dynamic, above_path, node)
            tried += len(kind.dynamic)
        if not path % CHECK_EVERY or tried + paths.tried > CHECK_AFTER:
            trials.spend(tried + paths.tried)
            tried = paths.tried = 0
        match = paths.match_of[path]
        style, place = -1, -1
        if dynamic:
            key = (style_of[above], match, ids_of(dynamic))
            known = computed.get(key)
            if known is not None:
                style = known
        else:
            place = cases.number(style_of[above], match)
            if place < style_of_case.count:
                style = style_of_case.items[place]
        if style < 0:
            static = paths.matches[match]
            if kind.results is not None and above and not static and not dynamic:
                tried += len(kind.sure) // MERGED_PER_TRIAL
                result = remembered(styles[style_of[above]], kind, resolver)
            else:
                matched = kind.sure + static
                if dynamic:
                    matched += dynamic
                tried += len(matched) // MERGED_PER_TRIAL
                result = compute(styles[style_of[above]], kind, matched, above == 0, resolver, link_color)
            known = numbers.get(result)
            if known is None:
                known = numbers[result] = len(styles)
                styles.append(result)
            style = known
            if dynamic:
                computed[key] = style
            else:
                style_of_case.add(style)
        style_of[node] = style
        if not kind.dynamic and settled[above_path] >= 0:
            settled[path] = style
    return found, styles


cdef object remembered(parent, Kind kind, Resolver resolver):
    """Compute the style of an element that only agent rules ask for, or return what was computed in another page."""
    if (<tuple>parent)[CUSTOM] is not None:
        return compute(parent, kind, list(kind.sure), False, resolver, None)
    if kind.root_size != resolver.root_size or len(kind.results) >= MOST_RESULTS:
        kind.results.clear()
        kind.root_size = resolver.root_size
    found = kind.results.get(parent)
    if found is None:
        found = compute(parent, kind, list(kind.sure), False, resolver, None)
        # Another thread may have read another page meanwhile.
        if kind.root_size == resolver.root_size:
            kind.results[parent] = found
    return found


cdef object compute(parent, Kind kind, list matched, bint is_root, Resolver resolver, link_color):
    cdef dict agent = {}, author = {}, important = {}, specified
    cdef tuple inline = <tuple>kind.inline
    merge(matched, agent, author, important)
    specified = agent.copy()
    if link_color is not None and kind.tag == "a" and "href" in kind.attributes:
        specified["color"] = link_color
    if kind.hints:
        PyDict_Update(specified, kind.hints)
    if author:
        PyDict_Update(specified, author)
    if inline[0]:
        PyDict_Update(specified, inline[0])
    if important:
        PyDict_Update(specified, important)
    if inline[1]:
        PyDict_Update(specified, inline[1])
    if resolver.quirks and kind.tag == "table" and "color" not in specified:
        specified["color"] = resolver.body_color
    style = resolver.compute(parent, specified, agent, is_root)
    if kind.tag == "body":
        resolver.body_color = style.color
    return style


cdef merge(list matched, dict agent, dict author, dict important):
    """Merge declarations in cascade order; important ones have the order of their layers turned round."""
    cdef Candidate candidate
    cdef list weighty = []
    sort(matched)
    for candidate in matched:
        if candidate.normal:
            PyDict_Update(agent if candidate.layer < 0 else author, candidate.normal)
        if candidate.important:
            weighty.append(candidate)
    if weighty:
        weighty.sort(key=lambda c: (-c.order[0], *c.order[1:]))
        for candidate in weighty:
            PyDict_Update(important, candidate.important)


cdef sort(list matched):
    """Sort by order; most lists are short and nearly sorted."""
    cdef Py_ssize_t at, place
    cdef Candidate candidate
    if len(matched) > SHORT_LIST:
        matched.sort(key=order_of)
        return
    for at in range(1, len(matched)):
        candidate = matched[at]
        place = at
        while place and comes_before(candidate, <Candidate>matched[place - 1]):
            matched[place] = matched[place - 1]
            place -= 1
        matched[place] = candidate


def order_of(Candidate candidate):
    return candidate.order


cdef inline bint comes_before(Candidate one, Candidate other):
    if one.layer != other.layer:
        return one.layer < other.layer
    if one.specificity != other.specificity:
        return one.specificity < other.specificity
    return one.appearance < other.appearance

"""Does an element match a selector? Read from right to left over the flat document, without backtracking.

Descendant and sibling combinators take the nearest match: what stands further left only needs room above or before it,
and the nearest match leaves the most room. So a match costs at most the length of the ancestor chain.
"""

from bisect import bisect_left

from rubricator.style.css._selectors cimport fits

cdef enum:
    LONG_CLIMB = 64  # Longer climbs are remembered, and charged.
    CHECK_AFTER = 1 << 12


class MatchBudgetError(Exception):
    """The selectors of a page were tried as often as its limits allow; the cascade goes on with fewer of them."""


cdef class MatchBudget:
    """How often selectors may still be tried on elements."""

    def __init__(self, left, budget):
        self.left, self.budget, self.unchecked = left, budget, 0

    cpdef int charge(self, Py_ssize_t tried) except -1:
        """Count selectors that were tried; look at the time budget now and then."""
        self.left -= tried
        self.unchecked += tried
        if self.left < 0:
            raise MatchBudgetError
        if self.unchecked > CHECK_AFTER:
            self.unchecked = 0
            self.budget.check()
        return 0


cdef class Matcher:
    """Matches selectors against the elements of one document; `uncommon` answers for the less frequent pseudo-classes."""

    def __init__(self, document, list shapes, kind_of, MatchBudget match_budget, uncommon):
        self.document, self.shapes, self.kind_of, self.match_budget = document, shapes, kind_of, match_budget
        self.parent, self.kinds, self.uncommon = document.parent, kind_of, uncommon
        self.climbs, self.earlier_siblings, self.answers = {}, {}, {}

    cpdef Py_ssize_t match(self, tuple compounds, Py_ssize_t node) except -2:
        """Return the element that the leftmost compound matched, or -1."""
        return self.left_of(compounds, 0, node) if self.holds(compounds[0], node) else -1

    cdef bint match_fitting(self, tuple compounds, Py_ssize_t node) except -1:
        """Match a selector whose rightmost compound fits an element; its pseudo-classes may take long and come last."""
        return self.left_of(compounds, 0, node) >= 0 and self.has_state(compounds[0], node, self.shapes[self.kinds[node]])

    cdef Py_ssize_t left_of(self, tuple compounds, Py_ssize_t at, Py_ssize_t node) except -2:
        """Match what stands left of the compound at a place, which matched; return the leftmost element, or -1."""
        node = self.segment_left(compounds, &at, node)
        while node >= 0 and at < len(compounds) - 1:
            at += 1
            node = self.climb(compounds, &at, node)
        return node

    cpdef Py_ssize_t match_segment(self, tuple compounds, Py_ssize_t node) except -2:
        """Match up to the first descendant combinator; return the leftmost element, or -1."""
        cdef Py_ssize_t at = 0
        return self.segment(compounds, &at, node)

    cdef Py_ssize_t climb(self, tuple compounds, Py_ssize_t *at, Py_ssize_t node) except -2:
        """Find the nearest ancestor where the compounds from `at` match; long climbs are remembered."""
        cdef Py_ssize_t first = at[0], above = self.parent[node], step = above, found = -1, climbed = 0
        cdef Compound compound = compounds[first]
        while above > 0:
            known = self.climbs.get((id(compounds), first, above)) if self.climbs else None
            if known is not None:
                found, at[0] = known
                break
            if fits(compound, self.shapes[self.kinds[above]]):
                at[0] = first
                found = self.segment(compounds, at, above)
                if found >= 0:
                    break
            climbed += 1
            above = self.parent[above]
        if climbed > LONG_CLIMB:
            self.match_budget.charge(climbed)
            while step != above:
                self.climbs[id(compounds), first, step] = found, at[0]
                step = self.parent[step]
        return found

    cdef Py_ssize_t segment(self, tuple compounds, Py_ssize_t *at, Py_ssize_t node) except -2:
        """Match up to the next descendant combinator, and leave `at` there; return the leftmost element, or -1."""
        return self.segment_left(compounds, at, node) if self.holds(compounds[at[0]], node) else -1

    cdef Py_ssize_t segment_left(self, tuple compounds, Py_ssize_t *at, Py_ssize_t node) except -2:
        """Match what stands left of the compound at a place, as `segment` does."""
        node = self.chain_left(compounds, at, node)
        while node >= 0 and (<Compound>compounds[at[0]]).combinator == "~":
            at[0] += 1
            node = self.earlier(compounds, at, node)
        return node

    cdef Py_ssize_t chain_left(self, tuple compounds, Py_ssize_t *at, Py_ssize_t node) except -2:
        """Match compounds joined by child and next-sibling combinators left of the one at a place."""
        cdef str combinator
        while True:
            combinator = (<Compound>compounds[at[0]]).combinator
            if combinator == ">":
                node = self.parent[node]
            elif combinator == "+":
                node = self.uncommon.previous(node)
            else:
                return node
            at[0] += 1
            if node <= 0 or not self.holds(compounds[at[0]], node):
                return -1

    cdef Py_ssize_t earlier(self, tuple compounds, Py_ssize_t *at, Py_ssize_t node) except -2:
        """Find the nearest preceding sibling where the compounds from `at` match; those of a parent are remembered."""
        cdef Py_ssize_t first = at[0], found, place
        cdef list matches = self.earlier_siblings.get((id(compounds), first, self.parent[node]))
        if matches is None:
            siblings = self.uncommon.siblings(self.parent[node])
            self.match_budget.charge(len(siblings))
            matches = self.earlier_siblings[id(compounds), first, self.parent[node]] = []
            for sibling in siblings:
                at[0] = first
                found = self.chain_left(compounds, at, sibling) if self.holds(compounds[first], sibling) else -1
                if found >= 0:
                    matches.append((sibling, found, at[0]))
        place = bisect_left(matches, (node,))
        if not place:
            return -1
        _, found, at[0] = matches[place - 1]
        return found

    cdef bint holds(self, Compound compound, Py_ssize_t node) except -1:
        """Return whether one element matches one compound."""
        cdef Shape shape = self.shapes[self.kinds[node]]
        if not fits(compound, shape):
            return False
        return self.has_state(compound, node, shape)

    cdef bint has_state(self, Compound compound, Py_ssize_t node, Shape shape) except -1:
        """Return whether the pseudo-classes of a compound match."""
        for pseudo in compound.pseudos:
            if not self.pseudo(pseudo, node, shape):
                return False
        return True

    cdef bint pseudo(self, Pseudo pseudo, Py_ssize_t node, Shape shape) except -1:
        cdef str name = pseudo.name
        cdef bint negated = name == "not"
        if name == "any-link" or name == "link":
            return "href" in shape.attributes and (shape.tag == "a" or shape.tag == "area")
        if name == "never" or (name == "disabled" and "disabled" not in shape.attributes):
            return False
        if name == "root":
            return self.parent[node] == 0
        if not (negated or name == "is" or name == "where"):
            return self.uncommon.matches(pseudo, node, shape, self)
        self.match_budget.charge(len(pseudo.arguments))
        for argument in pseudo.arguments:
            if self.argument(argument, node):
                return not negated
        return negated

    cpdef bint argument(self, Complex argument, Py_ssize_t node) except -1:
        """Match an argument. Answers are remembered: asked again at each step of a climb, the work would multiply."""
        if len(argument.compounds) == 1:
            return self.holds(argument.compounds[0], node)
        key = id(argument), node
        answer = self.answers.get(key)
        if answer is None:
            answer = self.answers[key] = self.match(argument.compounds, node) >= 0
        return answer

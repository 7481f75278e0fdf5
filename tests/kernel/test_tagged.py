"""Elements for headings, and the units of chosen ones: the compiled functions against those in Python."""

from __future__ import annotations

import numpy as np

from rubricator.segment.rubric.candidates import WHOLE, find_candidates
from rubricator.segment.rubric.sight import look
from rubricator.segment.rubric.tagged import Element

from .twins import both, some_pages


def test_elements_for_headings() -> None:
    pure, compiled = both("rubric.tagged.find_elements")
    rng = np.random.default_rng(1)
    found = 0
    for page in some_pages():
        table = find_candidates(look(page)).table
        depth, tagged, in_nav = rng.integers(0, 3, (3, len(table))).astype(np.float64)
        given = (table, depth, tagged, in_nav, rng.random(len(table)), WHOLE, 0.5, 2, Element)
        assert compiled(*given) == pure(*given)
        assert all(type(element) is Element for some in compiled(*given) for element in some)
        found += min(map(len, pure(*given)))
    assert found > 10


def test_units_of_chosen_ones() -> None:
    pure, compiled = both("rubric.tagged.likely_units")
    rng = np.random.default_rng(1)
    for page in some_pages():
        table = find_candidates(look(page)).table
        given = (table, np.flatnonzero(rng.random(len(table)) > 0.5).tolist(), rng.random(len(table)))
        assert compiled(*given) == pure(*given)
        assert list(compiled(*given)) == list(pure(*given))
    assert compiled(table, [], rng.random(len(table))) == {}

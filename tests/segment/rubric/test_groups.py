"""Groups of one look."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rubricator.segment.rubric.candidates import WHOLE, find_candidates
from rubricator.segment.rubric.features import candidate_features
from rubricator.segment.rubric.groups import numbered
from rubricator.segment.rubric.texts import read_texts
from rubricator.segment.rubric.view import build_view

from ...page.pages import render


@given(st.lists(st.integers(-(2**62), 2**62) | st.integers(0, 3), max_size=40))
def test_groups_are_numbered_in_the_order_of_their_looks(looks: list[int]) -> None:
    places = {look: place for place, look in enumerate(sorted(set(looks)))}
    found = numbered(np.array(looks, dtype=np.int64))
    assert found.dtype == np.int64
    assert found.tolist() == [places[look] for look in looks]


def test_a_line_that_begins_set_off_looks_unlike_one_that_is_set_off_as_a_whole() -> None:
    page = render("<p><b>1. Fees</b></p><p><b>1.1 Kilns.</b> You pay for them.</p><p><b>2. Rights</b></p><p>Some.</p>")
    view = build_view(page)
    candidates = find_candidates(view)
    seen = candidate_features(view, candidates, read_texts(view, candidates), np.ones(len(view.units)))
    whole = {page.text[one.start : one.end]: number for number, one in enumerate(candidates) if one.kind == WHOLE}
    for name in ("path", "look", "style"):
        fees, kilns, rights = (
            int(seen.looks[name][whole[text]]) for text in ("1. Fees", "1.1 Kilns. You pay for them.", "2. Rights")
        )
        assert fees == rights != kilns

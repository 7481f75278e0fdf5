"""Groups of one look."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rubricator.segment.rubric.groups import numbered


@given(st.lists(st.integers(-(2**62), 2**62) | st.integers(0, 3), max_size=40))
def test_groups_are_numbered_in_the_order_of_their_looks(looks: list[int]) -> None:
    places = {look: place for place, look in enumerate(sorted(set(looks)))}
    found = numbered(np.array(looks, dtype=np.int64))
    assert found.dtype == np.int64
    assert found.tolist() == [places[look] for look in looks]

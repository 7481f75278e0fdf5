"""Foreign matter: the compiled function against the one in Python."""

from __future__ import annotations

import numpy as np
import pytest

from .twins import both


@pytest.mark.parametrize("seed", range(40))
def test_spans_of_foreign_units(seed: int) -> None:
    pure, compiled = both("rubric.foreign.foreign_spans")
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 60))
    bounds = np.cumsum(rng.integers(1, 30, 2 * count))
    start, end = bounds[::2], bounds[1::2]
    likely = rng.choice([0.01, 0.05, 0.1, 0.2, 0.5, 0.9, 1.0], count)
    kept = [(int(start[unit]), int(end[unit])) for unit in np.flatnonzero(rng.random(count) < 0.2)]
    ends = rng.choice(bounds, 3).tolist() if seed % 3 else []
    given = (np.ascontiguousarray(start), np.ascontiguousarray(end), likely, kept, ends, int(end[-1]) + 5, 0.1, 0.45)
    assert compiled(*given) == pure(*given)

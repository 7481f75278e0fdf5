"""B-cubed by hand."""

from __future__ import annotations

import pytest

from rubricator.evaluate.metrics.clusters import b_cubed


def test_b_cubed_by_hand() -> None:
    # P: 2/3, 2/3, 1/3, 1, 1; R: 1, 1, 1/3, 2/3, 2/3; both sum to 11/3.
    score = b_cubed("aaabb", "xxyyy")
    assert score == pytest.approx((11 / 15,) * 3)


def test_b_cubed_of_extremes() -> None:
    assert b_cubed("ab", "xy") == (1, 1, 1)
    assert b_cubed("aaaa", "wxyz") == pytest.approx((0.25, 1, 0.4))
    assert b_cubed("abcd", "xxxx") == pytest.approx((1, 0.25, 0.4))
    assert b_cubed([], []) == (0, 0, 0)


def test_b_cubed_with_weights_counts_an_element_as_often() -> None:
    assert b_cubed("ab", "xx", [3, 1]) == pytest.approx(b_cubed("aaab", "xxxx"))
    assert b_cubed("ab", "xx", [0, 0]) == (0, 0, 0)
    with pytest.raises(ValueError, match="same elements"):
        b_cubed("a", "xy")

"""Purity by hand."""

from __future__ import annotations

import pytest
from purity import macro_purity, micro_purity, purity, subdocuments


def test_a_subdocument_ends_before_the_next_and_the_last_at_the_end() -> None:
    assert subdocuments([2, 5, 9], 12) == {(2, 5), (5, 9), (9, 12)}
    assert subdocuments([], 12) == set()


def test_purity_by_hand() -> None:
    # 3 of 4 and 1 of 2 elements are in the best list, so P = 4/6; of gold 3 of 3 and 1 of 2, so IP = 4/5.
    found = [{"a", "b", "c", "x"}, {"d", "y"}]
    wanted = [{"a", "b", "c"}, {"d", "e"}]
    score = purity(found, wanted)
    assert score == pytest.approx((4 / 6, 4 / 5, 2 / (6 / 4 + 5 / 4)))


def test_a_list_that_lacks_an_item_has_a_wrong_subdocument_before_it() -> None:
    found, wanted = [subdocuments([0, 6], 9)], [subdocuments([0, 3, 6], 9)]
    assert purity(found, wanted) == pytest.approx((1 / 2, 1 / 3, 0.4))


def test_purity_of_itself_and_of_nothing() -> None:
    lists = [subdocuments([0, 3], 9), subdocuments([4, 6], 9)]
    assert purity(lists, lists) == (1, 1, 1)
    assert purity([], lists) == purity(lists, []) == purity([], []) == (0, 0, 0)


def test_micro_counts_lists_found_where_there_are_none_and_macro_does_not() -> None:
    good = [subdocuments([0, 3], 9)]
    pages = [(good, good), ([subdocuments([1, 2], 9)], [])]
    assert micro_purity(pages) == pytest.approx((0.5, 1, 2 / 3))
    assert macro_purity(pages) == (1, 1, 1)
    assert micro_purity([]) == macro_purity([]) == (0, 0, 0)


def test_micro_keeps_pages_apart() -> None:
    one, other = [subdocuments([0, 3], 9)], [subdocuments([0, 3], 9)]
    assert micro_purity([(one, []), ([], other)]) == (0, 0, 0)

"""The measures of the HEPS paper by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.ranges import (
    PageScore,
    RangedBlock,
    block_precision_given_headings,
    fleiss_kappa,
    macro,
    right_parents,
    same_ranges,
    score_page,
)


def block(start: int, end: int, heading: tuple[int, int], parent: int | None = None) -> RangedBlock:
    return RangedBlock(((start, end),), ((heading,),), parent)


GOLD = [block(0, 40, (0, 5)), block(10, 20, (10, 13), 0), block(20, 40, (20, 23), 0), block(40, 60, (40, 45))]


def test_ranges_are_the_same_however_they_are_cut() -> None:
    assert same_ranges(((0, 3), (3, 9)), ((0, 9),))
    assert same_ranges(((5, 9), (0, 3)), ((0, 3), (5, 9)))
    assert not same_ranges(((0, 9),), ((0, 8),))
    assert not same_ranges(((0, 3), (4, 9)), ((0, 9),))


def test_transitions_do_not_count() -> None:
    assert same_ranges(((0, 12),), ((0, 9),), ((9, 12),))
    assert same_ranges(((0, 9),), ((0, 12),), ((9, 12),))
    assert same_ranges(((0, 10),), ((0, 12),), ((9, 12),))
    assert not same_ranges(((0, 8),), ((0, 12),), ((9, 12),))
    assert not same_ranges(((0, 13),), ((0, 12),), ((9, 12),))


def test_empty_ranges_are_the_same_in_one_place_only() -> None:
    assert same_ranges(((5, 5),), ((5, 5),))
    assert not same_ranges(((5, 5),), ((7, 7),))
    assert not same_ranges((), ((7, 7),))


def test_headings_and_blocks_are_counted_apart() -> None:
    found = [block(0, 40, (0, 6)), block(10, 20, (10, 13)), block(50, 60, (50, 52))]
    assert score_page(found, GOLD) == PageScore(Counts(1, 3, 4), Counts(2, 3, 4))


def test_several_headings_of_a_block_are_one() -> None:
    gold = [RangedBlock(((0, 20),), (((0, 4),), ((5, 9),)))]
    one, other = block(0, 20, (0, 4)), block(5, 20, (5, 9))
    assert score_page([other], gold).heading == Counts(1, 1, 1)
    assert score_page([one, other], gold).heading == Counts(1, 2, 1)


def test_a_heading_of_several_ranges() -> None:
    gold = [RangedBlock(((0, 20),), (((0, 4), (8, 9)),))]
    assert score_page([RangedBlock(((0, 20),), (((0, 4), (8, 9)),))], gold).heading.right == 1
    assert score_page([block(0, 20, (0, 4))], gold).heading.right == 0


def test_blocks_without_headings_are_no_found_headings() -> None:
    found = [RangedBlock(((0, 40),), ()), block(40, 60, (40, 45))]
    assert score_page(found, GOLD) == PageScore(Counts(1, 1, 4), Counts(2, 2, 4))


def test_means_leave_out_pages_with_nothing_found_or_nothing_to_find() -> None:
    pages = [
        PageScore(Counts(1, 2, 4), Counts(2, 2, 4)),
        PageScore(Counts(0, 0, 3), Counts(0, 0, 3)),
        PageScore(Counts(0, 5, 0), Counts(0, 5, 0)),
    ]
    score = macro(pages)
    assert (score.p_h, score.r_h) == (0.25, 0.125)
    assert score.f_h == pytest.approx(2 * 0.25 * 0.125 / 0.375)
    assert (score.p_b, score.r_b, score.f_b) == pytest.approx((0.5, 0.25, 1 / 3))
    assert macro([]) == (0,) * 6


def test_gold_against_itself_and_nothing() -> None:
    assert macro([score_page(GOLD, GOLD)]) == (1,) * 6
    assert macro([score_page([], GOLD)]) == (0,) * 6
    assert right_parents(GOLD, GOLD) == Counts(4, 4, 4)
    assert right_parents([], GOLD) == Counts(0, 0, 4)


def test_block_precision_given_right_headings() -> None:
    found = [GOLD[0], block(10, 18, (10, 13)), block(41, 60, (41, 45))]
    assert block_precision_given_headings(found, GOLD).precision == 0.5


def test_right_parents_need_both_right() -> None:
    found = [block(0, 40, (0, 6)), block(10, 20, (10, 13), 0), block(20, 40, (20, 23)), block(40, 60, (40, 45))]
    assert right_parents(found, GOLD) == Counts(1, 4, 4)


def test_fleiss_kappa_of_the_textbook() -> None:
    # J. L. Fleiss' example as it is usually given: 10 subjects, 14 raters, 5 categories; P = .378, P_e = .213.
    table = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0),
        (2, 5, 3, 2, 2),
        (6, 5, 2, 1, 0),
        (0, 2, 2, 3, 7),
    ]
    rows = [list(Counter(dict(enumerate(row))).elements()) for row in table]
    assert fleiss_kappa(rows) == pytest.approx(0.210, abs=0.0005)


def test_fleiss_kappa_by_hand() -> None:
    # Two raters, four candidates: agreement 3/4; yes 5/8, no 3/8, so chance is 34/64.
    rows = [[True, True], [True, True], [False, False], [True, False]]
    assert fleiss_kappa(rows) == pytest.approx((3 / 4 - 34 / 64) / (1 - 34 / 64))
    assert fleiss_kappa([[True, False], [False, True]]) == -1
    assert fleiss_kappa([[True, True, True]] * 3) == 1
    assert fleiss_kappa([]) == 1
    for wrong in ([[True]], [[True, False], [True]]):
        with pytest.raises(ValueError, match="same number"):
            fleiss_kappa(wrong)

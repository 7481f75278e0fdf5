"""Which candidates are chosen, on probabilities whose expected F1 was computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric.candidates import JOINED, OPENING, WHOLE, Candidate, Candidates
from rubricator.segment.rubric.choice import (
    choose_headings,
    drop_outside_body,
    heading_confidence,
    title_confidence,
    without_overlaps,
)


def units(count: int) -> list[Candidate]:
    """Make candidates that are each a unit of their own."""
    return [Candidate(10 * number, 10 * number + 9, number, number, 0, WHOLE) for number in range(count)]


def chosen(probabilities: list[float], *, share: float = 0.5, floor: float = 0.15, least: float = 0.6) -> list[float]:
    """Return the probabilities of the chosen, in document order."""
    found = choose_headings(Candidates.of(units(len(probabilities))), np.array(probabilities), share, floor, least)
    return [probabilities[number] for number in found]


@pytest.mark.parametrize(
    ("probabilities", "expected"),
    [
        # F1 of the best two: 2 * 1.7 / (2 + 1.8) = .89, so the threshold is .45.
        ([0.1, 0.9, 0.8], [0.9, 0.8]),
        # F1 of the best one: 2 * .95 / (1 + 1.35) = .81, of two .81 * .. = 2 * 1.35 / (2 + 1.35) = .806; threshold .40.
        ([0.95, 0.4], [0.95]),
        # F1 of all three: 2 * .83 / (3 + .83) = .43, so the threshold is .22: a hard page is judged leniently.
        ([0.25, 0.3, 0.28], [0.25, 0.3, 0.28]),
        # The same .3 is nothing beside four plain ones: 2 * 3.6 / (4 + 3.9) = .91, threshold .46.
        ([0.9, 0.9, 0.3, 0.9, 0.9], [0.9, 0.9, 0.9, 0.9]),
    ],
)
def test_the_greatest_expected_f1_decides(probabilities: list[float], expected: list[float]) -> None:
    assert chosen(probabilities) == expected


def test_share_stands_for_the_half() -> None:
    assert chosen([0.9, 0.38]) == [0.9]
    assert chosen([0.9, 0.38], share=0.4) == [0.9, 0.38]


def test_the_floor_is_the_lowest_threshold() -> None:
    assert chosen([0.2] * 20, floor=0.1) == [0.2] * 20
    assert chosen([0.2] * 20, floor=0.21) == []


def test_nothing_likely_is_nothing_chosen() -> None:
    assert chosen([]) == []
    assert chosen([0.01, 0.02]) == []
    assert chosen([0.1, 0.1, 0.12]) == []
    assert chosen([0.5]) == []
    assert chosen([0.5], least=0.4) == [0.5]


def test_the_most_probable_of_overlapping_candidates_stays() -> None:
    candidates = [
        Candidate(0, 9, 0, 0, 0, WHOLE),
        Candidate(0, 4, 0, 0, 0, OPENING),
        Candidate(10, 19, 1, 1, 0, WHOLE),
        Candidate(10, 29, 1, 2, 0, JOINED),
        Candidate(20, 29, 2, 2, 0, WHOLE),
    ]
    assert without_overlaps(Candidates.of(candidates), np.array([0.4, 0.6, 0.7, 0.9, 0.8])) == [3, 1]
    assert without_overlaps(Candidates.of(candidates), np.array([0.6, 0.4, 0.9, 0.7, 0.8])) == [2, 4, 0]
    assert choose_headings(Candidates.of(candidates), np.array([0.4, 0.6, 0.7, 0.9, 0.8]), 0.5, 0.1, 0.5) == [1, 3]


def test_parts_that_only_touch_do_not_overlap() -> None:
    candidates = [Candidate(0, 4, 0, 0, 0, OPENING), Candidate(4, 9, 0, 0, 1, OPENING)]
    assert without_overlaps(Candidates.of(candidates), np.array([0.5, 0.5])) == [0, 1]


def test_what_is_overlapped_by_the_unlikely_is_kept() -> None:
    candidates = [Candidate(0, 9, 0, 0, 0, WHOLE), Candidate(0, 4, 0, 0, 0, OPENING)]
    assert without_overlaps(Candidates.of(candidates), np.array([0.01, 0.06])) == [1]


def test_confidence_grows_with_probability() -> None:
    for confidence in (heading_confidence, title_confidence):
        values = confidence(np.linspace(0, 1, 101)).tolist()
        assert values == sorted(values)
        assert 0.3 <= values[0] < values[-1] <= 1


def test_headings_outside_of_the_body_that_are_hardly_part_of_it_are_left_out() -> None:
    candidates, everything, likely = Candidates.of(units(5)), [0, 1, 2, 3, 4], np.array([0.9, 0.9, 0.0, 0.2, 0.9])
    assert drop_outside_body(candidates, everything, likely, 15, 25, 0, 0.35) == [0, 1, 2, 4]
    assert drop_outside_body(candidates, everything, likely, 15, 25, 10, 0.35) == [1, 2, 4], "above the title"
    assert drop_outside_body(candidates, everything, likely, 0, 45, 10, 0.35) == everything

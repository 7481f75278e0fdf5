"""Axes hold what they show, and end in round numbers."""

from __future__ import annotations

import pytest

from rubricator.evaluate.report.axes import HEIGHT, WIDTH, place, rank_axis, share_axis, size_axis


@pytest.mark.parametrize(
    ("sizes", "ends"),
    [
        ([], (1, 2)),
        ([0], (1, 2)),
        ([7], (5, 10)),
        ([100], (100, 100)),
        ([2_500, 31_000], (2_000, 50_000)),
        ([1, 3_000_000], (1, 5_000_000)),
    ],
)
def test_the_axis_of_sizes_ends_in_round_numbers(sizes: list[int], ends: tuple[int, int]) -> None:
    axis = size_axis("size", sizes)
    assert (axis.low, axis.high) == ends
    assert 1 <= len(axis.ticks) <= 8


def test_large_sizes_are_written_short() -> None:
    assert [text for _, text in size_axis("size", [200, 5_000_000]).ticks] == ["1 k", "10 k", "100 k", "1 M"]


@pytest.mark.parametrize(("count", "ticks"), [(1, ["1"]), (2, ["1", "2"]), (41, "1 11 21 31 41".split())])
def test_ranks_are_whole_numbers(count: int, ticks: list[str]) -> None:
    assert [text for _, text in rank_axis("pages", count).ticks] == ticks


def test_values_stand_inside_of_the_drawing() -> None:
    for x in (share_axis("share"), rank_axis("pages", 1), size_axis("size", [100])):
        for value in (x.low, x.high):
            for score in (0.0, 1.0):
                across, up = place(x, share_axis("F1"), (value, score))
                assert 0 <= across <= WIDTH
                assert 0 <= up <= HEIGHT

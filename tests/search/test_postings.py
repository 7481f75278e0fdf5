"""Tests of the postings of a segment."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from rubricator.search.postings import POSTING, Segment, merged, pack, unpack
from rubricator.search.ranking import PARTS


def parts(text: str, heading: str = "", path: str = "") -> dict[str, list[str]]:
    return dict(zip(PARTS, (text.split(), heading.split(), path.split()), strict=True))


def rows(segment: Segment) -> dict[str, list[tuple[int, ...]]]:
    return {term: found.tolist() for term, found in segment.postings()}


def test_a_term_is_counted_in_each_part() -> None:
    segment = Segment()
    segment.add(7, 1, parts("kiln shelf kiln", "kiln", "pots"))
    segment.add(8, 1, parts("", "", ""))
    segment.add(9, 1, parts("pots", "", "kiln kiln"))
    assert rows(segment) == {
        "kiln": [(0, 2, 1, 0), (2, 0, 0, 2)],
        "pots": [(0, 0, 0, 1), (2, 1, 0, 0)],
        "shelf": [(0, 1, 0, 0)],
    }
    assert [column[2:5] for column in segment.columns] == [(3, 1, 1), (0, 0, 0), (1, 0, 2)]


def test_counts_end_at_what_a_posting_can_hold() -> None:
    segment = Segment()
    segment.add(1, 1, parts("a " * 70_000, "a " * 300, "a " * 255))
    assert rows(segment) == {"a": [(0, 65_535, 255, 255)]}


def test_postings_are_those_of_counting() -> None:
    chance = random.Random(4)
    segment = Segment()
    wanted: dict[str, list[tuple[int, ...]]] = {}
    for window in range(60):
        words = {part: chance.choices("abcdefghijklmnop", k=chance.randrange(30)) for part in PARTS}
        segment.add(window, 1, words)
        counts = [Counter(words[part]) for part in PARTS]
        for term in set().union(*counts):
            wanted.setdefault(term, []).append((window, *(count[term] for count in counts)))
    found = rows(segment)
    assert found == wanted
    assert list(found) == sorted(found)


def test_no_words_no_postings() -> None:
    segment = Segment()
    segment.add(1, 1, parts(""))
    assert rows(segment) == {}


def test_merging_keeps_living_windows() -> None:
    segment = Segment()
    for text in ("kiln", "pot", "kiln kiln"):
        segment.add(1, 1, parts(text))
    found = dict(segment.postings())["kiln"]
    whole = merged([(unpack(pack(found), POSTING), np.array([-1, 0, 1])), (found, np.array([2, 3, 4]))])
    assert whole.tolist() == [(1, 2, 0, 0), (2, 1, 0, 0), (4, 2, 0, 0)]

"""Causes of errors, on hand-made facts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from causes import CAUSES, EXTENT, FALSE, MISSED, Facts, cause_of

PLAIN = Facts(MISSED, "Oars", own=0.1, blended=0.1)
FOUND = Facts(FALSE, "Oars", own=0.8, blended=0.8)


@pytest.mark.parametrize(
    ("facts", "cause"),
    [
        (PLAIN, "other"),
        (FOUND, "other"),
        (Facts(MISSED, "Oars", placed=False, candidate=False), "text not in page"),
        (Facts(MISSED, "Oars", candidate=False), "no candidate"),
        (Facts(EXTENT, "3. Oars", "Oars"), "wrong extent: number"),
        (Facts(EXTENT, "Oars", "Chapter IV: Oars"), "wrong extent: number"),
        (Facts(EXTENT, "Oars[edit]", "Oars"), "wrong extent: too long"),
        (Facts(EXTENT, "Oars", "Oars and sails"), "wrong extent: too short"),
        (Facts(EXTENT, "Oars of", "of wood"), "wrong extent"),
        (replace(PLAIN, title=True), "title mix-up"),
        (replace(PLAIN, found_on_page=0), "none found on page"),
        (replace(FOUND, found_on_page=0), "other"),
        (replace(FOUND, gold_on_page=0), "none in gold of page"),
        (replace(PLAIN, visible=False), "hidden text"),
        (replace(PLAIN, in_body=False), "outside found body"),
        (replace(PLAIN, own=0.6, blended=0.4), "pulled by its group"),
        (replace(PLAIN, own=0.6, blended=0.6), "other"),
        (replace(FOUND, own=0.4, blended=0.6), "pulled by its group"),
        (replace(PLAIN, alike=4, alike_gold=1), "gold splits a look"),
        (replace(FOUND, alike=4, alike_gold=3), "gold splits a look"),
        (replace(PLAIN, alike=4, alike_gold=4), "whole look"),
        (replace(FOUND, alike=30, alike_gold=1), "other granularity"),
        (replace(FOUND, alike=30, alike_gold=1, listed=True), "other granularity"),
        (replace(FOUND, alike=30, alike_gold=12), "other"),
        (replace(FOUND, alike=1, alike_gold=0), "other"),
        (replace(PLAIN, run_in=True), "run-in"),
        (replace(PLAIN, listed=True), "list item or cell"),
    ],
)
def test_a_cause_is_decided_by_the_facts(facts: Facts, cause: str) -> None:
    assert cause_of(facts) == cause


def test_of_several_causes_the_first_counts() -> None:
    every = replace(
        PLAIN, title=True, found_on_page=0, visible=False, in_body=False, own=0.9, alike=9, run_in=True, listed=True
    )
    assert cause_of(every) == "title mix-up"
    assert cause_of(replace(every, title=False)) == "none found on page"
    assert cause_of(replace(every, title=False, found_on_page=1)) == "hidden text"
    assert list(CAUSES)[-1] == "other"

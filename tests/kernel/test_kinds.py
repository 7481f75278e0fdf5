"""Kinds of elements: the twins agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given

from rubricator.limits import Trials

from ..random_pages import pages
from .styles import Styled, all_pages, styled, trials
from .twins import both


def orders(candidates: list[Any]) -> list[tuple[int, ...]]:
    return sorted([candidate.order for candidate in candidates])


def described(kind: Any) -> tuple[object, ...]:
    matched = [orders(kind.sure), orders(kind.static), orders(kind.dynamic)]
    return kind.shape, sorted(kind.keys), dict(kind.hints), kind.inline, matched


def kinds_of(page: Styled, twin: int, spent: Trials) -> tuple[list[Any], Sequence[int]]:
    names = both("style.candidates.Names")[twin](page.document)
    candidates = page.candidates(both("style.candidates.select_candidates")[twin], names)
    found: tuple[list[Any], Sequence[int]] = both("style.kinds.distinct_kinds")[twin](
        page.document, names, candidates, spent
    )
    return found


def compare(page: Styled) -> int:
    pure_trials, compiled_trials = trials(), trials()
    pure, pure_kind_of = kinds_of(page, 0, pure_trials)
    compiled, kind_of = kinds_of(page, 1, compiled_trials)
    assert list(kind_of) == pure_kind_of
    assert [described(kind) for kind in compiled] == [described(kind) for kind in pure]
    assert compiled_trials.left == pure_trials.left
    return len(pure)


def test_pages() -> None:
    assert sum(map(compare, all_pages())) > 200


@given(pages())
def test_random_pages(html: str) -> None:
    compare(styled(html))

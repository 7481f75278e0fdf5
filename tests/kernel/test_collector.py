"""Columns of a page are none of the collector's business."""

from __future__ import annotations

import gc

import pytest

from rubricator.kernel import TWINS
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.style.static import render_static

COLUMNS = ("tag", "parent", "stop", "start", "end", "style", "attributes", "data")


@pytest.mark.parametrize("values", [(), ("a", 1), (("a", "b"), ())])
def test_both_return_what_they_are_given(values: tuple[object, ...]) -> None:
    if "collector.settled" not in TWINS:
        pytest.skip("the kernel was not built")
    pure, compiled = TWINS["collector.settled"]
    assert pure(values) is values
    assert compiled(values) is values


def test_a_page_leaves_little_to_look_through() -> None:
    if "collector.settled" not in TWINS:
        pytest.skip("the kernel was not built")
    page = render_static(load("<p id=a class=b>one<p hidden>two" * 50), limits=Limits(), budget=Budget())
    assert not [name for name in COLUMNS if gc.is_tracked(getattr(page, name))]
    pairs = [pair for pairs in page.attributes for pair in pairs]
    assert len(pairs) == 150
    assert not any(map(gc.is_tracked, (*page.attributes, *pairs)))

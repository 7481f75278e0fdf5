"""Edges of the body: what changes from one unit to the next."""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric.edges import edge_features
from rubricator.segment.rubric.view import build_view

from ...page.pages import render

PAGE = """<nav><a href=/>Home</a></nav><div id=main><section><h2>One</h2><p>Text of one.</p></section>
<section><p>Text of two.</p></section></div><footer>Imprint</footer>"""


def test_what_ends_and_begins_between_two_units() -> None:
    view = build_view(render(PAGE))
    columns = edge_features(view, np.array([0.0, 1.0, 1.0, 1.0, 0.0]))
    assert {len(column) for column in columns.values()} == {6}
    # Before Home, One, Text of one, Text of two, Imprint, and at the end.
    assert columns["levels ended"].tolist() == [0, 1, 1, 2, 3, 0]
    assert columns["levels begun"].tolist() == [0, 3, 1, 2, 1, 0]
    assert columns["into nav"].tolist() == [0, -1, 0, 0, 0, 0]
    assert columns["into foot"].tolist() == [0, 0, 0, 0, 1, 0]
    assert columns["body before 1"].tolist() == [0, 0, 1, 1, 1, 0]
    assert columns["body after 1"].tolist() == [0, 1, 1, 1, 0, 0]
    assert columns["share of body"].tolist() == pytest.approx([0, 0, 3 / 27, 15 / 27, 1, 1])
    assert columns["ends before"].tolist() == [0, 0, 0, 1, 1, 0]


@pytest.mark.parametrize("page", ["<p>x", "<p>x<p>y", "<div>" * 200 + "<p>x</p>" + "</div>" * 200 + "<p>y"])
def test_tiny_and_deep_pages(page: str) -> None:
    view = build_view(render(page))
    columns = edge_features(view, np.full(len(view.units), 0.5))
    assert {len(column) for column in columns.values()} == {len(view.units) + 1}
    assert all(np.isfinite(column).all() for column in columns.values())

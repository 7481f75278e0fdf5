"""The content body: which run of units is chosen, and what tells its units from others."""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric.body import choose_body, unit_features
from rubricator.segment.rubric.view import build_view

from ...page.pages import render

LONG = "It has a second sentence too, and so on. " * 8
PAGE = f"""<ul class=menu><li><a href=/a>Home</a><li><a href=/b>Contact</a></ul>
<div id=main><p>This is the first paragraph of the text, which goes on for a while, and then ends. {LONG}</p>
<p>Short one.</p>
<p>And another paragraph, that is as long as the first one was, with <a href=/x>a link</a> in it. {LONG}</p></div>
<footer>Copyright</footer>"""
EVEN = np.full(7, -3.0)
"""Any place may begin or end a body."""


@pytest.mark.parametrize(
    ("likely", "expected"),
    [
        ([0.1, 0.1, 0.9, 0.9, 0.9, 0.1], (2, 5)),
        ([0.1, 0.1, 0.9, 0.1, 0.9, 0.1], (2, 5)),  # a short unit between two long ones
        ([0.6, 0.0, 0.9, 0.9, 0.9, 0.1], (2, 5)),  # a short unit apart from the text
        ([0.9, 0.9, 0.1, 0.1, 0.1, 0.1], (0, 2)),
        ([1.0] * 6, (0, 6)),
    ],
)
def test_the_run_with_the_most_text_that_is_likely(likely: list[float], expected: tuple[int, int]) -> None:
    assert choose_body(build_view(render(PAGE)), np.array(likely), EVEN, EVEN, 0.35) == expected


def test_bodies_begin_and_end_where_bodies_do() -> None:
    likely = np.array([0.1, 0.5, 0.9, 0.9, 0.9, 0.3])
    assert choose_body(build_view(render(PAGE)), likely, EVEN, EVEN, 0.35) == (1, 5)
    begins, ends = np.full(7, -6.0), np.full(7, -6.0)
    begins[2], ends[6] = -0.1, -0.1
    assert choose_body(build_view(render(PAGE)), likely, begins, ends, 0.35) == (2, 6)
    begins[2], begins[4] = -6.0, -5.5  # the text before outweighs it
    assert choose_body(build_view(render(PAGE)), likely, begins, ends, 0.35) == (1, 6)


def test_a_body_does_not_end_too_early() -> None:
    view, likely = build_view(render(PAGE)), np.array([0.1, 0.9, 0.9, 0.9, 0.1, 0.1])
    free, least = (choose_body(view, likely, EVEN, EVEN, 0.35, least) for least in (0, 5))
    assert free[1] < least[1] == 5
    assert choose_body(view, likely, EVEN, EVEN, 0.35, 99)[1] == 6


def test_a_page_of_few_words_is_all_content() -> None:
    view = build_view(render("<nav>Menu</nav><p>Text.</p><p>More</p>"))
    assert choose_body(view, np.array([0.1, 0.9, 0.1]), EVEN[:4], EVEN[:4], 0.35) == (0, 3)


def test_nothing_likely_is_no_body() -> None:
    first, stop = choose_body(build_view(render(PAGE)), np.zeros(6), EVEN, EVEN, 0.35)
    assert first == stop


def test_features_of_units() -> None:
    columns = unit_features(build_view(render(PAGE)))
    assert {len(column) for column in columns.values()} == {6}
    assert columns["ends"].tolist() == [0, 0, 1, 1, 1, 0]
    assert columns["commas"].tolist() == [0, 0, 10, 0, 10, 0]
    assert columns["in .nav"].tolist() == [1, 1, 0, 0, 0, 0]
    assert columns["in foot"].tolist() == [0, 0, 0, 0, 0, 1]


def test_the_share_of_links_is_a_share() -> None:
    columns = unit_features(build_view(render("<p>ab <a href=x>cd</a></p><p>plain</p><p><a href=y>all</a></p>")))
    assert columns["link"].tolist() == pytest.approx([0.4, 0, 1])
    assert columns["in link"].tolist() == [0, 0, 1]


def test_what_is_around_and_above_units() -> None:
    html = "<div><p>ab, <a href=x>cd</a></p><p>plain，、</p></div><p><a href=y>all</a></p>"
    columns = unit_features(build_view(render(html)))
    assert columns["commas"].tolist() == [1, 2, 0]
    assert columns["link before 1"].tolist() == pytest.approx([-1, 1 / 3, 0])
    assert columns["link after 2"].tolist() == [1, -1, -1]
    assert columns["links around 1"].tolist() == pytest.approx([2 / 13, 5 / 16, 3 / 10])
    assert np.expm1(columns["units above 0"]).tolist() == pytest.approx([1, 1, 1])
    assert np.expm1(columns["units above 1"]).tolist() == pytest.approx([2, 2, 3])
    assert columns["text above 1"].tolist() == pytest.approx([14 / 18, 14 / 18, 1])
    assert columns["links above 1"].tolist() == pytest.approx([2 / 14, 2 / 14, 5 / 18])


@pytest.mark.parametrize("page", ["<p>x", "<p>x<p>y", "<p>x<p>y<p>z", "<div><p>word " * 1500])
def test_features_of_tiny_and_deep_pages(page: str) -> None:
    columns = unit_features(build_view(render(page)))
    assert {len(column) for column in columns.values()} == {page.count("<p>")}
    assert all(np.isfinite(column).all() for column in columns.values())

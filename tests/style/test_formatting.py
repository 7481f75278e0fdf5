"""Pages are cut where formatting elements that are left open would fill the memory, and nowhere else."""

from __future__ import annotations

import pytest

from rubricator.limits import Budget
from rubricator.style.formatting import parsable

OPEN = "".join(f"<b class=x{number}>" for number in range(10))


def kept(html: str, most: int = 100) -> str:
    return parsable(html, most, Budget())


def test_a_page_ends_where_open_elements_become_too_many() -> None:
    assert kept(OPEN + "<p>x\r\n" * 20) == OPEN + "<p>x\n" * 10


@pytest.mark.parametrize(
    "html",
    [
        "<p>x</p>" * 1000,
        "<p><b class=x>x</b></p>" * 20,
        "<b>" * 1000,
        OPEN + "</b>" * 10 + "<p>x" * 20,
        OPEN * 20,
        "<table><td>" + "<p><i class=y>x</i>" * 20,
    ],
)
def test_other_pages_are_whole(html: str) -> None:
    assert kept(html) == html


def test_equal_elements_count_three_times() -> None:
    html = "<b>" * 50 + "<p>x" * 20
    assert kept(html) == html
    assert kept(html, 40) == "<b>" * 50 + "<p>x" * 13


@pytest.mark.parametrize(
    "idle", ["<table><td>" + "</b>" * 10 + "</table>", "<!--" + "</b>" * 10 + "-->", "<p title='" + "</b>" * 10 + "'>"]
)
def test_end_tags_that_close_nothing_do_not_hide_what_is_open(idle: str) -> None:
    assert len(kept(OPEN + idle + "<p>x" * 20)) < len(OPEN + idle + "<p>x" * 20)

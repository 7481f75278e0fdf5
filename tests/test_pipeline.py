"""Reading a page: what is asked for is checked first."""

from __future__ import annotations

import math

import pytest

import rubricator
from rubricator.errors import UsageError

NEWS = """<h2>Latest</h2><p>Other news of the day, told in a line or two for those who come by.
<h2>Soups</h2><p>Every soup begins with onions that are cut small and left to sweat for a long time.
<h2>Stews</h2><p>A stew wants less water than a soup, more time, and a lid that closes well enough.
<h2>Newsletter</h2><p>Leave your address here, and a letter comes by post each month of the year."""


@pytest.mark.parametrize("timeout", [0, -1, math.nan])
def test_a_time_that_is_none_is_wrong_use(timeout: float) -> None:
    with pytest.raises(UsageError, match="give a time above 0"):
        rubricator.read("<p>a", timeout=timeout)


@pytest.mark.parametrize("method", ["rubric", "tags"])
def test_a_content_body_is_given_as_a_range_of_the_text(method: str) -> None:
    text = rubricator.read(NEWS, method=method).text
    body = text.index("Soups"), text.index(" Newsletter")
    found = rubricator.read(NEWS, method=method, body=body)
    inside = [block.heading.text for block in found.root.walk() if block.heading and body[0] <= block.start < body[1]]
    assert found.body == body
    assert inside == ["Soups", "Stews"]
    if method == "rubric":  # Others read the element around, which is all of this page.
        assert [block.heading.text for block in found.root.children if block.heading] == inside


def test_the_element_around_a_range_is_read() -> None:
    page = f"<div>{NEWS}</div><h2>Legal</h2><p>All rights are kept."
    text = rubricator.read(page, method="tags").text
    found = rubricator.read(page, method="tags", body=(0, text.index(" Legal")))
    assert "Legal" not in [block.heading.text for block in found.root.walk() if block.heading]


@pytest.mark.parametrize("body", [(-1, 5), (5, 5), (7, 3), (0, 10_000)])
def test_a_body_that_is_no_range_of_the_text_is_wrong_use(body: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match="is no range of the page's text, which has 1 characters"):
        rubricator.read("<p>a", body=body)

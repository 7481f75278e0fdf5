"""Gold titles cut to the lines in their largest font."""

from __future__ import annotations

import pytest

from rubricator.evaluate.gold.title_lines import specified_title

from ...page.pages import render

PAGE = render(
    "<p>Menu<p style='font-size:12px'>Football<h1>Allen leaves<br>the club</h1>"
    "<p style='font-size:18px'>After three years he has had enough<p>Text that follows goes on and on."
)


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        ("Allen leaves the club", "Allen leaves the club"),
        ("Allen leaves the club After three years he has had enough", "Allen leaves the club"),
        ("Football Allen leaves the club", "Allen leaves the club"),
        ("Football Allen leaves the club After three years he has had enough", "Allen leaves the club"),
        ("Nowhere on the page", "Nowhere on the page"),
        ("Football", "Football"),
    ],
)
def test_the_lines_in_the_largest_font_count(marked: str, wanted: str) -> None:
    assert specified_title(PAGE, marked) == wanted

"""Separator detection and weights (section 4.2)."""

from __future__ import annotations

import pytest

from rubricator.segment.vips.parts import Part
from rubricator.segment.vips.rectangle import Rectangle
from rubricator.segment.vips.separators import find_gaps

from .boxes import boxed
from .reading import separators


def gaps(*rectangles: tuple[int, int, int, int], horizontal: bool = True) -> list[tuple[int, int]]:
    pool = [Part((number,), (0, 0), Rectangle(*edges)) for number, edges in enumerate(rectangles)]
    return [(gap.start, gap.end) for gap in find_gaps(pool, horizontal)]


def test_the_process_of_figure_5() -> None:
    """Three blocks split the separator; the fourth cuts one off and covers another."""
    three = [(0, 0, 100, 20), (0, 40, 40, 60), (0, 80, 40, 100)]
    assert gaps(*three) == [(20, 40), (60, 80)]
    assert gaps(*three, (50, 50, 100, 120)) == [(20, 40)]


def test_the_order_of_blocks_does_not_matter() -> None:
    blocks = [(0, 80, 40, 100), (50, 50, 100, 120), (0, 0, 100, 20), (0, 40, 40, 60)]
    assert gaps(*blocks) == [(20, 40)]


def test_vertical_separators() -> None:
    assert gaps((0, 0, 30, 90), (40, 0, 60, 90), (60, 0, 90, 10), horizontal=False) == [(30, 40), (60, 60)]


def test_blocks_that_overlap_have_no_separator() -> None:
    assert gaps((0, 0, 90, 50), (0, 40, 90, 100)) == []
    assert gaps((0, 0, 90, 100), (0, 40, 90, 60), (0, 120, 90, 130)) == [(100, 120)]


def test_the_borders_of_the_pool_are_no_separators() -> None:
    assert gaps((10, 10, 90, 50)) == gaps((10, 10, 90, 50), horizontal=False) == []


def weight(before: str = "", after: str = "", between: str = "", gap: int = 30, tag: str = "div") -> float:
    """Return the weight of the separator between two blocks."""
    page = boxed(f"""<div style="font: 16px serif"><div {before} box="0 0 500 50">one</div>{between}
        <{tag} {after} box="0 {50 + gap} 500 50">two</{tag}></div>""")
    ((direction, start, end, value),) = separators(page)
    assert (direction, start, end) == ("horizontal", 50, 50 + gap)
    return value


def test_the_more_distance_the_higher() -> None:
    assert [weight(tag="address", gap=gap, after="style='font: inherit'") for gap in (0, 12, 36, 60, 600)] == [
        0.0,
        0.1,
        0.3,
        0.5,
        0.5,
    ]


@pytest.mark.parametrize("line", ['<hr box="0 60 500 2">', '<img src=i.png box="0 60 500 2">'])
def test_a_line_makes_it_higher(line: str) -> None:
    assert weight(between=line, gap=60) == pytest.approx(weight(gap=60) + 0.2)
    elsewhere = line.replace("0 60 500", "600 60 300")
    assert weight(between=elsewhere, gap=60) == weight(gap=60)


def test_other_fonts_make_it_higher() -> None:
    plain = weight(gap=60)
    assert weight(gap=60, before="style='font-size: 20px'") == pytest.approx(plain + 0.1)
    assert weight(gap=60, after="style='font-size: 20px'") == pytest.approx(plain + 0.2)
    assert weight(gap=60, after="style='font-weight: bold'") == pytest.approx(plain + 0.1)
    assert weight(gap=60, after="style='font: bold 20px serif'") == pytest.approx(plain + 0.3)


def test_other_backgrounds_make_it_higher() -> None:
    assert weight(gap=60, after="style='background: #dde'") == pytest.approx(weight(gap=60) + 0.4)


def test_blocks_that_are_alike_make_it_lower() -> None:
    assert weight(gap=60) == pytest.approx(weight(gap=60, tag="address", after="style='font: inherit'") - 0.2)

"""The checks of section 5.4.5 on a small page."""

from __future__ import annotations

from pathlib import Path

from assumptions import check

from rubricator.evaluate.metrics.counts import Counts
from tests.evaluate.pages import HTML

from .pages import judged


def of(right: int, size: int) -> Counts:
    return Counts(right, size, size)


def test_all_assumptions_hold_on_a_tidy_page(tmp_path: Path) -> None:
    # Lists of siblings: Fees and Privacy; Late fees alone.
    assert check(judged(tmp_path)) == (of(3, 3), of(3, 3), of(3, 3), of(1, 1), of(2, 2))


def test_a_style_that_other_texts_have_is_not_its_own(tmp_path: Path) -> None:
    html = HTML.replace("<h3>Late fees</h3>", "<p>Late fees</p>")
    checks = check(judged(tmp_path, html))
    assert checks.own_style == of(2, 3)
    assert checks.opens == of(3, 3)


def test_a_part_of_a_text_has_no_style_of_its_own(tmp_path: Path) -> None:
    html = HTML.replace("<h3>Late fees</h3><p>Ten", "<blockquote>Late fees Ten").replace(
        "week.</p>", "week.</blockquote>"
    )
    assert check(judged(tmp_path, html)).own_style == of(2, 3)


def test_siblings_that_look_different_are_no_list_of_one_style(tmp_path: Path) -> None:
    checks = check(judged(tmp_path, HTML.replace("<h2>Privacy", "<h2 style='color:red'>Privacy")))
    assert (checks.lists, checks.all_lists) == (of(0, 1), of(1, 2))
    assert checks.own_style == of(3, 3)


def test_what_stands_before_the_heading_in_its_element(tmp_path: Path) -> None:
    html = HTML.replace("<h2>Privacy</h2>", "<div>Monday <h2>Privacy</h2></div>")
    checks = check(judged(tmp_path, html))
    assert checks.opens == of(2, 3)


def test_what_stands_after_the_block_in_its_element(tmp_path: Path) -> None:
    html = HTML.replace("each week.</p>", "each week. <i>Advertisement</i></p>")
    checks = check(judged(tmp_path, html))
    assert checks.opens == of(3, 3)
    assert checks.sequence == of(1, 3)

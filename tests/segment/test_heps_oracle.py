"""HEPS finds what a literal reading of the paper finds, on pages that nobody thought of."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings

from rubricator.limits import Budget
from rubricator.load import Source
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.segment.heps import PRESETS, Parameters, extract
from tests.random_pages import pages, styled_pages
from tests.segment import heps_oracle

# Thresholds at which few lists are filtered, so that what comes after the filters is seen often.
LENIENT = Parameters(including_upper=0.5, empty=0.9, no_sibling=1.0, non_unique=1.0, too_long=0.9)
VARIANTS = {
    "paper": PRESETS["paper"],
    "reference": PRESETS["reference"],
    "lenient": LENIENT,
    "lenient reference": replace(
        LENIENT, inclusive=True, hidden=True, image_text="words", break_by_any=True, no_sibling=1.1, non_unique=1.1
    ),
    "hidden": replace(LENIENT, hidden=True),
    "leave breaking": replace(LENIENT, leave_breaking=True),
    "no tag path": replace(LENIENT, tag_path=False),
    "no computed style": replace(LENIENT, computed_style=False),
    "no image height": replace(LENIENT, image_height=False),
    "document order": replace(LENIENT, sort_by_depth=False),
    **{f"drop {number}": replace(PRESETS["paper"], drop=(number,)) for number in range(1, 6)},
    "drop all": replace(PRESETS["paper"], drop=(1, 2, 3, 4, 5)),
    "reference, drop all": replace(PRESETS["reference"], drop=(1, 2, 3, 4, 5)),
}

Found = tuple[list[tuple[int, str]], list[int], list[tuple[int, int, int, int]]]
"""Leaves with what they say, the list that each is in, and blocks: heading, first leaf, one past the last, parent."""


def render(html: str) -> Page:
    return render_static(Source(html, "utf-8", ""))


def groups(looks: Sequence[Hashable]) -> list[int]:
    """Number looks in the order of their first leaf."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(look, len(numbers)) for look in looks]


def ours(page: Page, parameters: Parameters) -> Found:
    tree = extract(page, page.body, parameters, Budget(), 100)
    return (
        [(leaf.first, leaf.content) for leaf in tree.leaves],
        groups([leaf.look for leaf in tree.leaves]),
        [(block.heading, block.begin, block.finish, block.parent) for block in tree.blocks[1:]],
    )


def expected(page: Page, parameters: Parameters) -> Found:
    leaves, blocks = heps_oracle.run(page, page.body, parameters)
    number = {leaf: place for place, leaf in enumerate(leaves)}
    return (
        [(leaf.page_node, " ".join(leaf.contents) or " ") for leaf in leaves],
        groups([leaf.look for leaf in leaves]),
        [
            (number[block.heading], number[block.leaves[0]], number[block.leaves[-1]] + 1, block.parent)
            for block in blocks
            if block.heading is not None
        ],
    )


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(styled_pages())
@example("<p>a <b>x</b> a<p style='font-size:30px'><b style='font-size:16px'>y</b><p>z")
def test_headings_blocks_and_parents_are_those_of_the_paper(name: str, html: str) -> None:
    page = render(html)
    assert ours(page, VARIANTS[name]) == expected(page, VARIANTS[name])


@pytest.mark.parametrize("name", ["paper", "reference", "lenient", "lenient reference"])
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(pages())
def test_pages_of_all_tags_too(name: str, html: str) -> None:
    page = render(html)
    assert ours(page, VARIANTS[name]) == expected(page, VARIANTS[name])

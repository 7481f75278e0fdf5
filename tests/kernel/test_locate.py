"""Blocks are given the same XPaths and anchors by both."""

from __future__ import annotations

import pytest

from rubricator.limits import Limits
from rubricator.page.lookup import Lookup
from rubricator.page.model import Page
from rubricator.page.xpath import XPaths
from rubricator.pipeline import structure_of
from rubricator.structure.model import Block, Heading

from .twins import both, some_pages

PAGES = some_pages()


@pytest.mark.parametrize("limits", [Limits(), Limits(xpath_steps=3), Limits(xpath_characters=150)])
@pytest.mark.parametrize("page", PAGES)
def test_blocks_are_located(page: Page, limits: Limits) -> None:
    pure, compiled = both("structure.locate.located")
    root = structure_of(page, "tags").root
    asked = [(Lookup(page), XPaths(page, limits)) for _ in range(2)]
    expected, found = (
        located(root, page.body, *own, Block, Heading) for located, own in zip((pure, compiled), asked, strict=True)
    )
    assert found == expected
    assert asked[0][1].no_room == asked[1][1].no_room
    assert asked[0][1].too_long == asked[1][1].too_long

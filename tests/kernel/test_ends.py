"""Where blocks end: the compiled function against the one in Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.page.model import BLOCK, IMAGE, Page
from rubricator.segment.rubric.sight import look

from ..page.pages import render
from ..random_pages import pages, styled_pages
from .twins import both, some_pages


def compare(page: Page, seed: int = 1) -> int:
    """Take some units for headings of random ranks; return how many have blocks."""
    pure, compiled = both("rubric.ends.nested")
    sight, rng = look(page), np.random.default_rng(seed)
    units = [one for one in sight.units if rng.random() < 0.6]
    # A heading may reach over two units.
    headings = [(one.start, one.end) for one in units]
    joined = [(low, high) for (low, _), (_, high) in zip(headings[::2], headings[1::2], strict=False)]
    for spans in (headings, joined):
        ranks = rng.integers(1, 4, len(spans)).tolist()
        for depth in (100, 2):
            given = (sight, spans, ranks, seed, len(page.text), depth, IMAGE, BLOCK, frozenset({"p", "h3"}))
            found = compiled(*given)
            assert found == pure(*given)
    return len(found[0])


def test_ends_of_blocks() -> None:
    assert sum(compare(page, seed) for page in some_pages() for seed in range(5)) > 100


@given(st.one_of(pages(), styled_pages()), st.integers(0, 99))
@settings(max_examples=150, deadline=None)
def test_ends_of_blocks_of_random_pages(html: str, seed: int) -> None:
    compare(render(html), seed)


PICTURES = "<div><h3>Oak</h3><p>It grows.</p><div><span><img src=x alt='An elm'></span><h3>Elm</h3></div><p>It too.</p>"


def test_ends_before_pictures() -> None:
    for seed in range(20):
        compare(render(PICTURES * 4), seed)


def test_ends_in_deep_pages() -> None:
    compare(render("<div>word " * 2000))

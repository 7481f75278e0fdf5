"""What is clipped away is for screen readers only: it is heard, not seen, and breaks no line."""

from __future__ import annotations

import pytest

from rubricator.page.model import SCREEN_READER_ONLY, VISIBLE

from .pages import render

HEARD_BY = (
    "position:absolute; clip:rect(0,0,0,0)",
    "position:fixed; clip:rect(1px 1px 1px 1px)",
    "position:absolute; clip:rect(0px, 1px, 1px, 0px)",
    "clip-path:inset(50%)",
    "clip-path:inset(0 0 100%)",
)
SEEN_WITH = (
    "clip:rect(0,0,0,0)",
    "position:absolute; clip:rect(0,auto,auto,0)",
    "position:absolute; clip:rect(0,20px,20px,0)",
    "position:absolute; clip:rect(0,0,0,0); clip:auto",
    "clip-path:inset(10% 20%)",
    "clip-path:circle(50%)",
)


@pytest.mark.parametrize("declarations", [*HEARD_BY, *SEEN_WITH])
def test_what_is_cut_away_is_only_heard(declarations: str) -> None:
    for page in (
        render(f"<p>Read<span style='{declarations}'> <b>more</b></span>, all"),
        render(f"<style>.a {{ {declarations} }}</style><p>Read<span class=a> <b>more</b></span>, all"),
    ):
        node = next(n for n, tag in enumerate(page.tag) if tag == "#text" and page.data[n] == "more")
        assert page.flags[node] & (VISIBLE | SCREEN_READER_ONLY) == (
            SCREEN_READER_ONLY if declarations in HEARD_BY else VISIBLE
        )
        if declarations in HEARD_BY:
            assert page.text == "Read more, all", "it breaks no line"


def test_what_is_not_displayed_is_not_heard() -> None:
    for around, inside in (
        ("display:none", HEARD_BY[0]),
        (HEARD_BY[0], "display:none"),
        (HEARD_BY[0], "visibility:hidden"),
    ):
        page = render(f"<div style='{around}'><p style='{inside}'>more</p></div>")
        assert not page.flags[page.tag.index("#text")] & (VISIBLE | SCREEN_READER_ONLY)

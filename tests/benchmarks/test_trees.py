"""Our tree is the standard's: lexbor, which shares no code with turbohtml, builds the same."""

from __future__ import annotations

import pytest
import trees

pytest.importorskip("selectolax.lexbor")

_DEEP = 500
"""Parsers stop nesting at 512 elements, as browsers do, and flatten what is deeper each in a way of its own."""
BROKEN = 60


def test_pages_have_the_same_elements_at_the_same_places() -> None:
    compared = 0
    for name, html in trees.own_pages(BROKEN):
        ours = trees.our_tree(html)
        if max((depth for depth, _ in ours), default=0) < _DEEP:
            assert trees.first_difference(ours, trees.lexbor_tree(html)) == "", name
            compared += 1
    assert compared > BROKEN


def test_a_difference_is_seen() -> None:
    ours = trees.our_tree("<p>a<div>b</div>")
    assert ours == [(1, "html"), (2, "head"), (2, "body"), (3, "p"), (3, "div")]
    assert trees.first_difference(ours, trees.lexbor_tree("<p>a<span>b</span>")).startswith(
        "element 4: ours (3, 'div')"
    )


def test_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert trees.main(["--broken", "2"]) == 0
    told = capsys.readouterr().out
    assert "lexbor    the same tree on " in told and "lxml" in told

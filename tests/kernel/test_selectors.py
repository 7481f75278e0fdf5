"""Plain selectors: the twins agree on what is one, and on what it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .twins import both

SELECTORS = (
    "",
    "a",
    "*",
    "**",
    "*a",
    "*.a",
    "a*",
    "A.B.b#C",
    "a b>c > .d  #e",
    "> a",
    "a >",
    "a > > b",
    ".-a.--b",
    ".-",
    "#-_x",
    ".1",
    "#a#b",
    "#a #b",
    "a.a.a",
    "a:b",
    "a[b]",
    "a,b",
    "a+b",
    "\u00e9",
    "a\u00a0b",
    "a\x0bb",
    "a\x1cb",
    "_a-_1 __",
    "a\n",
    "\ud800",
)


@pytest.mark.parametrize("text", SELECTORS)
def test_selectors(text: str) -> None:
    compare(text)


@given(st.text("aB_-1.#*> \n:é", max_size=12))
def test_random_selectors(text: str) -> None:
    compare(text)


def compare(text: str) -> None:
    pure, compiled = (parse(text) for parse in both("style.selectors.parse_plain"))
    assert compiled == pure
    if pure:
        assert [type(compound) for compound in compiled.compounds] == [type(compound) for compound in pure.compounds]

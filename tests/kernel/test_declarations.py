"""Declarations of rules and `style` attributes: the twins agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .twins import both

BLOCKS = (
    "",
    "color",
    "color:red",
    " COLOR : Red ;; font-size:2em!important;color:blue",
    "color:red!important;color:blue;color:lime ! IMPORTANT",
    "--a:1;--:2;--b c:3;--\u00e9 : 4;-- d:5",
    "color:red;/* ; */font-weight:bold",
    "background:url(a;b);font-family:'a;b',\"c\"",
    "color\u00a0:red;\u00a0color:blue;\x0bcolor\x0c:\x0bgreen",
    "width:1px;unknown:2;colour:red;color:bad",
    "font:" + "x" * 600 + ";font:bold 1px Arial",
    "\ud800:red;color:\udfff",
)


@pytest.mark.parametrize("text", BLOCKS)
@pytest.mark.parametrize("quirks", [False, True])
def test_blocks(text: str, quirks: bool) -> None:
    pure, compiled = both("style.declarations.parse_declarations")
    assert compiled(text, quirks) == pure(text, quirks)


@given(st.text("color:;-! important()'\"\\*/\u00a0é", max_size=30), st.sampled_from(BLOCKS))
def test_random_blocks(text: str, block: str) -> None:
    pure, compiled = both("style.declarations.parse_declarations")
    for one in (text, text + block, block + text, f"color{text}:red", f"color:{text}"):
        assert compiled(one) == pure(one)

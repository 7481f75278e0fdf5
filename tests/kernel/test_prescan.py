"""The compiled prescan reads the same meta elements as the one in Python."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .twins import both

PIECES = [
    *(b"<meta", b"<META ", b"<meta/", b"<meta>", b"</meta ", b"<metal ", b"<link", b"<a", b"</p>", b"<!--", b"-->"),
    *(b"<!-->", b"<!--->", b"<!DOCTYPE html>", b"<?xml ?>", b"</ x>", b"<3", b"<", b">", b"/", b"=", b" ", b"\n\f\t\r"),
    *(b'"', b"'", b" charset", b"=utf-8", b'="KOI8-R"', b" http-equiv=Content-Type", b" content=x", b"-", b"!"),
    *(b" x = y", b" a=b a=c", b"\0\xff", b" =x", b" ==", b" a =", b" b= >", b" c=/>", b"M", b"\x0d-"),
]


def compare(head: bytes) -> None:
    pure, compiled = both("load.prescan.next_meta")
    position = 0
    while True:
        expected = pure(head, position)
        assert compiled(head, position) == expected
        if expected is None:
            return
        position = expected[0]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join))
def test_pieces(head: bytes) -> None:
    compare(head)
    for cut in range(len(head)):
        compare(head[:cut])


@given(st.binary())
def test_bytes(data: bytes) -> None:
    compare(data)
    compare(b"<meta " + data + b"<meta charset=x>")


@pytest.mark.parametrize("position", [3, 20, 21, 1 << 40])
def test_places(position: int) -> None:
    pure, compiled = both("load.prescan.next_meta")
    head = b"<p a='<meta b>'><meta c>"
    assert compiled(head, position) == pure(head, position)

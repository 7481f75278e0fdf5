"""The compiled decoder gives the same texts as the one in Python, and refuses the same bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .twins import both

EDGES = [0, 0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]


def compare(data: bytes) -> str | None:
    pure, compiled = both("load.encoding.utf8")
    found: str | None = compiled(data)
    assert found == pure(data)
    if found is not None:
        # Equal texts must also be held alike: as narrow as their characters are.
        assert found.__sizeof__() == data.decode().__sizeof__()
    return found


@given(st.text(), st.integers(0, 40))
def test_texts(text: str, ascii_before: int) -> None:
    text = "a" * ascii_before + text + "b" * 17 + text
    assert compare(text.encode()) == text


@given(st.binary(), st.integers(0, 20))
def test_bytes(data: bytes, ascii_before: int) -> None:
    compare(b"a" * ascii_before + data)


@pytest.mark.parametrize("code", EDGES)
def test_edges(code: int) -> None:
    data = chr(code).encode()
    for before in range(20):
        for cut in range(len(data) + 1):
            compare(b"a" * before + data[:cut])
            compare(b"a" * before + data[:cut] + b"z" * 20)
            compare(b"a" * before + data + data[:cut])


@pytest.mark.parametrize("lead", range(0x80, 0x100))
def test_leads(lead: int) -> None:
    for second in range(0x70, 0xD0):
        for rest in (b"", b"\x80", b"\x80\x80", b"\xbf\xbf", b"\x80a", b"\x80\xc0", b"\x80\x80\x80"):
            compare(bytes([lead, second]) + rest)

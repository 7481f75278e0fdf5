"""Comments, strings, addresses and escapes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.style.css.tokens import empty_odd_addresses, split_commas, strip_comments, unescape

COMMENTS = [
    ("a/* b */c", "a c"),
    ("a/* b", "a "),
    ("a/**/b/* c */", "a b "),
    ("/*/ a */b", " b"),
    ('"/* a */"', '"/* a */"'),
    ("'it\\'s /* a */' /* b */", "'it\\'s /* a */'  "),
    ('"bad /* a\n /* b */c', '"bad /* a\n  c'),
    ('"long \\\n /* a */" /* b */', '"long \\\n /* a */"  '),
    ("url(//a/*b) /* c */d", "url(//a/*b)  d"),
    ('url("a") /* c */d', 'url("a")  d'),
    ("a'b\n/* c */'d", "a'b\n 'd"),
    ("/* it's */ a", "  a"),
    ("(/* a */'/* b */'", "( '/* b */'"),
    ("a('b'url(/*c*/", "a('b'url(/*c*/"),
]


@pytest.mark.parametrize(("text", "stripped"), COMMENTS)
def test_comments_become_spaces(text: str, stripped: str) -> None:
    assert strip_comments(text) == stripped


@given(st.text(alphabet="ab/*\"'\\\n()url{}", max_size=40))
def test_stripping_only_takes_away(text: str) -> None:
    stripped = strip_comments(text)
    assert len(stripped) <= len(text)
    assert "/*" in text or stripped == text


ADDRESSES = [
    ("url(a.png)", "url(a.png)"),
    ("url(data:image/png;base64,AA==)", "url(data:image/png;base64,AA==)"),
    ("url(data:image/svg+xml,<style>.a{}</style>)", "url()"),
    ("url(data:image/svg+xml,<svg a='b'>)", "bad-url()"),
    ("url(it's.png)", "bad-url()"),
    ("url(a}b)", "url()"),
    ("url('it}s.png')", "url('it}s.png')"),
    ("url(a{b url(c{d)", "url(a{b url()"),
    ("url(data:text/css;charset=x,p{})", r"url(data:text/css\;charset=x,p\{\})"),
    ('[style*="url("] b[title="a)"]', '[style*="url("] b[title="a)"]'),
]


@pytest.mark.parametrize(("text", "emptied"), ADDRESSES)
def test_odd_addresses_are_emptied(text: str, emptied: str) -> None:
    assert empty_odd_addresses(text) == emptied


COMMAS = [
    ("a, b", ["a", " b"]),
    (":is(a, b), c", [":is(a, b)", " c"]),
    ("[x=','],b", ["[x=',']", "b"]),
    ("'a,b',c", ["'a,b'", "c"]),
    (r"a\,b,c", [r"a\,b", "c"]),
    ("a),b", ["a)", "b"]),
    ("", [""]),
]


@pytest.mark.parametrize(("text", "parts"), COMMAS)
def test_commas_outside_of_brackets_and_strings_separate(text: str, parts: list[str]) -> None:
    assert split_commas(text) == parts


ESCAPES = [
    (r"a\:b", "a:b"),
    (r"\31 23", "123"),
    (r"\000031x", "1x"),
    (r"\0", "\ufffd"),
    (r"\d800", "\ufffd"),
    (r"\110000", "\ufffd"),
    ("a\\\nb", "ab"),
    (r"\1f600", "😀"),
    ("a\\", "a\\"),
]


@pytest.mark.parametrize(("text", "plain"), ESCAPES)
def test_escapes(text: str, plain: str) -> None:
    assert unescape(text) == plain

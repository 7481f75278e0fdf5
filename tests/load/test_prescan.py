from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.load.prescan import PRESCAN_BYTES, charset_of_content, prescan


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"<meta charset=koi8-r>", "koi8-r"),
        (b'<META\tCHARSET="KOI8-R">', "koi8-r"),
        (b"<meta/charset='koi8-r'/>", "koi8-r"),
        (b"<meta charset = koi8-r >", "koi8-r"),
        (b"<meta charset=' koi8-r '>", "koi8-r"),
        (b"<meta name=x charset=koi8-r>", "koi8-r"),
        (b"<meta charset=koi8-r charset=big5>", "koi8-r"),
        (b"<meta charset=koi8-r><meta charset=big5>", "koi8-r"),
        (b"<meta charset=nonsense><meta charset=big5>", "big5"),
        (b"<meta =charset=big5 charset=koi8-r>", "koi8-r"),
        (b"<meta charset=latin1>", "windows-1252"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=utf-16be>", "utf-8"),
        (b'<meta http-equiv=Content-Type content="text/html; charset=koi8-r">', "koi8-r"),
        (b'<meta content="text/html; charset=koi8-r" http-equiv="CONTENT-TYPE">', "koi8-r"),
        (b'<meta content="text/html; charset=koi8-r">', None),
        (b'<meta http-equiv=refresh content="text/html; charset=koi8-r">', None),
        (b'<meta http-equiv=content-type content="charset=big5" charset=koi8-r>', "koi8-r"),
        (b'<meta http-equiv=content-type content="charset=big5" charset=nonsense>', None),
        (b"<!-- <meta charset=big5> --><meta charset=koi8-r>", "koi8-r"),
        (b"<!--><meta charset=koi8-r>", "koi8-r"),
        (b"<!---><meta charset=koi8-r>", "koi8-r"),
        (b"<!-- <meta charset=big5>", None),
        (b"<!doctype html><?php ?></ ><meta charset=koi8-r>", "koi8-r"),
        (b"<div title='<meta charset=big5>'><meta charset=koi8-r>", "koi8-r"),
        (b"<a href=x <meta charset=big5></a/b><meta charset=koi8-r>", "koi8-r"),
        (b"<script>'<meta charset=koi8-r>'</script>", "koi8-r"),
        (b"<metadata charset=koi8-r>", None),
        (b"<meta charset=koi8-r", None),
        (b"<meta charset='koi8-r>", None),
        (b"text < 3 <meta charset=koi8-r>", "koi8-r"),
        (b"no markup at all", None),
        (b"", None),
        (b"<?xml version='1.0' encoding='koi8-r'?><html>", "koi8-r"),
        (b"<?xml version='1.0' encoding = \"koi8-r\"?><html>", "koi8-r"),
        (b"<?xml version='1.0' encoding='utf-16'?><html>", "utf-8"),
        (b"<?xml version='1.0' encoding='koi8-r'?><meta charset=big5>", "big5"),
        (b"<?xml version='1.0'?><p encoding='koi8-r'>", None),
        (b"<?xml version='1.0' encoding='koi8-r'", None),
        (b" <?xml version='1.0' encoding='koi8-r'?>", None),
        ("<?xml".encode("utf-16le"), "utf-16le"),
        ("<?xml".encode("utf-16be"), "utf-16be"),
    ],
)
def test_declaration(head: bytes, name: str | None) -> None:
    assert prescan(head) == name


def test_looks_at_the_first_1024_bytes_only() -> None:
    meta = b"<meta charset=koi8-r>"
    assert prescan(b" " * (PRESCAN_BYTES - len(meta)) + meta) == "koi8-r"
    assert prescan(b" " * (PRESCAN_BYTES - len(meta) + 1) + meta) is None


@pytest.mark.parametrize(
    ("content", "label"),
    [
        (b"text/html; charset=utf-8", b"utf-8"),
        (b"text/html; charset = utf-8;x", b"utf-8"),
        (b"charset='utf-8' x", b"utf-8"),
        (b'charset="utf-8', None),
        (b"charset charset=utf-8", b"utf-8"),
        (b"charset", None),
        (b"text/html", None),
    ],
)
def test_charset_of_content(content: bytes, label: bytes | None) -> None:
    assert charset_of_content(content) == label


_PIECES = st.sampled_from(
    [b"<meta ", b"charset=", b"koi8-r", b"<!--", b"-->", b">", b"'", b'"', b"=", b"/", b" ", b"<"]
)


@given(st.lists(_PIECES | st.binary(max_size=3)).map(b"".join))
def test_any_bytes_end_in_the_declared_encoding_or_none(head: bytes) -> None:
    assert prescan(head) in (None, "koi8-r")


@given(st.binary(max_size=1000).map(lambda data: data.replace(b"<", b"")))
def test_text_before_the_declaration_does_not_matter(text: bytes) -> None:
    assert prescan(text + b"<meta charset=koi8-r>") == "koi8-r"

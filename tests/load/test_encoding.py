from __future__ import annotations

import pytest
import webencodings
from hypothesis import given
from hypothesis import strategies as st

from rubricator.load.encoding import decode_page, decode_sheet, without_surrogates

LABELS = sorted(webencodings.LABELS)


def codes(data: bytes, transport: str | None = None) -> list[str]:
    return [notice.code for notice in decode_page(data, transport).notices]


@pytest.mark.parametrize(
    ("data", "transport", "encoding", "text"),
    [
        (b"\xef\xbb\xbf<meta charset=koi8-r>\xc3\xa9", "big5", "utf-8", "<meta charset=koi8-r>\u00e9"),
        (b"\xff\xfe<\0p\0", "utf-8", "utf-16le", "<p"),
        (b"\xfe\xff\0<\0p", None, "utf-16be", "<p"),
        (b"<meta charset=koi8-r>\xc3\xa9", "utf-8", "utf-8", "<meta charset=koi8-r>\u00e9"),
        (b"<meta charset=utf-8>\xc3\xa9", "nonsense", "utf-8", "<meta charset=utf-8>\u00e9"),
        (b"<meta charset=koi8-r>\xc1", None, "koi8-r", "<meta charset=koi8-r>\u0430"),
        (b"\xe9\x80\x81\xe9 ", None, "windows-1252", "\u00e9\u20ac\u0081\u00e9 "),
        (b"caf\xe9", None, "windows-1252", "caf\u00e9"),
        (b" " * 1024 + b"<meta charset=koi8-r>\xc1", None, "koi8-r", " " * 1024 + "<meta charset=koi8-r>\u0430"),
        (b"<\0p\0", "UTF-16", "utf-16le", "<p"),
        (b"\x80\xff", "x-user-defined", "x-user-defined", "\uf780\uf7ff"),
        (b"\x81\x30\x81\x30", "gbk", "gbk", "\u0080"),
        (b"\x80\xa2\xe3\xff", "gbk", "gbk", "\u20ac\u20ac\ufffd"),
        (b"a\x80\x80b\x81", "gb18030", "gb18030", "a\u20ac\u20acb\ufffd"),
        (b"\xad\xa1\xa1\xa1\xf9\xa1", "euc-jp", "euc-jp", "\u2460\u3000\u7e8a"),
        (b"\xa1\xc1\xa1\xdd\xa9\xa1\xa4\xa2\xad", "euc-jp", "euc-jp", "\uff5e\uff0d\ufffd\u3042\ufffd"),
        (b"a\0b", "utf-8", "utf-8", "a\0b"),
    ],
)
def test_order_of_declarations(data: bytes, transport: str | None, encoding: str, text: str) -> None:
    decoded = decode_page(data, transport)
    assert (decoded.encoding, decoded.text) == (encoding, text)


def test_undeclared_utf8_is_read_as_utf8_with_a_notice() -> None:
    decoded = decode_page("café".encode())
    assert (decoded.encoding, decoded.text) == ("utf-8", "café")
    (notice,) = decoded.notices
    assert notice.code == "charset-guess"
    assert "read as utf-8" in notice.message


def test_undeclared_utf8_that_was_cut_in_a_character_is_still_seen() -> None:
    assert decode_page("éé".encode()[:-1]).encoding == "utf-8"


def test_undeclared_latin1_does_not_look_like_utf8() -> None:
    (notice,) = decode_page(b"caf\xe9 noir").notices
    assert notice.code == "charset-guess"
    assert "read as windows-1252, the default of the web" in notice.message


def test_late_declaration_of_the_default_changes_nothing() -> None:
    assert codes(b" " * 1024 + b"<meta charset=latin1>caf\xe9") == []


@pytest.mark.parametrize(
    ("data", "transport"),
    [
        (b"caf\xe9 noir", "klingon"),
        (b"<meta charset=klingon>caf\xe9 noir", None),
        (b'<?xml version="1.0" encoding="klingon"?>caf\xe9 noir', None),
        (b"<!--" + b" " * 2000 + b"--><meta http-equiv=content-type content='a; charset=klingon'>caf\xe9", None),
    ],
)
def test_an_unknown_charset_is_named(data: bytes, transport: str | None) -> None:
    decoded = decode_page(data, transport)
    assert decoded.encoding == "windows-1252"
    (notice,) = decoded.notices
    assert notice.code == "charset-unsupported"
    assert "'klingon'" in notice.message


def test_ascii_needs_no_declaration() -> None:
    assert codes(b"<p>plain") == []


def test_few_damaged_characters_are_no_lie_many_are() -> None:
    assert codes(b"<meta charset=utf-8>" + b"\xe9 " * 3) == []
    assert codes(b"<meta charset=utf-8>" + b"\xe9 " * 4) == ["charset-doubtful"]
    assert codes(b"<meta charset=utf-8>" + b"\xe9 " * 4 + b"x" * 5000) == []


def test_replacement_characters_of_the_page_itself_are_no_lie() -> None:
    assert codes(("<meta charset=utf-8>" + "\ufffd" * 50).encode()) == []


@pytest.mark.parametrize("label", ["iso-2022-kr", "hz-gb-2312", "replacement"])
def test_encodings_that_browsers_refuse(label: str) -> None:
    decoded = decode_page(b"<p>caf\xe9", label)
    assert (decoded.encoding, decoded.text) == ("windows-1252", "<p>caf\u00e9")
    assert [notice.code for notice in decoded.notices] == ["charset-unsupported"]


@pytest.mark.parametrize("codec", ["utf-32-le", "utf-32-be"])
def test_utf32_is_pointed_out(codec: str) -> None:
    assert codes("\ufeff<p>".encode(codec)) == ["charset-unsupported"]


def test_lone_surrogates_of_utf16_are_replaced() -> None:
    assert decode_page(b"\xff\xfea\0\x00\xd8b\0").text == "a\ufffdb"


@given(st.binary(), st.sampled_from(LABELS) | st.text() | st.none())
def test_decoding_never_fails_and_fits_utf8(data: bytes, transport: str | None) -> None:
    decoded = decode_page(data, transport)
    assert decoded.text.encode("utf-8").decode("utf-8") == decoded.text
    assert webencodings.lookup(decoded.encoding).name == decoded.encoding


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_declared_utf8_comes_back(text: str) -> None:
    assert decode_page(text.encode(), "utf-8").text == text.removeprefix("\ufeff")


@given(st.text(alphabet=st.sampled_from("a\ud800\udc00\U0001f600")))
def test_surrogates_are_joined_or_replaced(text: str) -> None:
    clean = without_surrogates(text)
    assert not any("\ud800" <= character <= "\udfff" for character in clean)
    assert clean.replace("\ufffd", "").count("a") == text.count("a")
    assert clean.count("\U0001f600") == text.count("\U0001f600")


@pytest.mark.parametrize(
    ("data", "transport", "fallback", "text"),
    [
        (b"\xef\xbb\xbf@charset 'x';\xc3\xa9", "koi8-r", "big5", "@charset 'x';\u00e9"),
        (b'@charset "koi8-r";\xc3\xa9', "utf-8", "big5", '@charset "koi8-r";\u00e9'),
        (b'@charset "koi8-r";\xc1', None, "utf-8", '@charset "koi8-r";\u0430'),
        (b'@charset "utf-16";\xc3\xa9', None, "big5", '@charset "utf-16";\u00e9'),
        (b'@charset "koi8-r" ;\xc3\xa9', None, "utf-8", '@charset "koi8-r" ;\u00e9'),
        (b"@charset 'koi8-r';\xc3\xa9", None, "utf-8", "@charset 'koi8-r';\u00e9"),
        (b'@charset "nonsense";\xc3\xa9', "nonsense", "utf-8", '@charset "nonsense";\u00e9'),
        (b"\xc1", None, "koi8-r", "\u0430"),
        (b"\xc3\xa9", None, "nonsense", "\u00e9"),
        (b"a\xe9", "iso-2022-kr", "utf-8", "a\u00e9"),
    ],
)
def test_sheets(data: bytes, transport: str | None, fallback: str, text: str) -> None:
    assert decode_sheet(data, transport, fallback) == text


@pytest.mark.parametrize(
    ("language", "text", "encoding"),
    [
        ("ru", "Привет, мир", "windows-1251"),
        ("ja", "温泉の入り方", "shift_jis"),
        ("ja-JP", "温泉の入り方", "euc-jp"),
        ("zh-CN", "你好，世界", "gbk"),
        ("zh-TW", "你好，世界", "big5"),
        ("pl", "Zażółć gęślą", "iso-8859-2"),
        ("de", "Grüße", "windows-1252"),
    ],
)
def test_without_a_declaration_the_language_tells_the_encoding(language: str, text: str, encoding: str) -> None:
    html = f"<!doctype html><html class=x lang='{language}'><h1>{text}</h1>"
    found = decode_page(html.encode(encoding))
    assert (found.text, found.encoding) == (html, encoding)
    (notice,) = found.notices
    assert notice.code == "charset-guess"
    assert encoding in notice.message


def test_bytes_that_do_not_fit_the_language_are_read_as_the_web_does() -> None:
    found = decode_page(b"<html lang=ja><p>\xfc\xff gr\xfc\xdfe")
    assert found.encoding == "windows-1252"

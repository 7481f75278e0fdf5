"""Hostile pages, in the sizes that attackers choose: a right answer, a clear error, or a notice in the output."""

from __future__ import annotations

import time

import pytest

import rubricator
from rubricator.errors import LoadError, PageTimeoutError
from rubricator.limits import Limits
from rubricator.segment import static_methods
from rubricator.structure.model import Structure
from tests.robustness.outputs import write_all, write_once
from tests.trees import headings

MANY = 100_000


def take(data: bytes, method: str = "heps") -> Structure:
    """Read a page and write it in every form."""
    structure = rubricator.read(data, method=method)
    write_once(structure)
    return structure


def codes(structure: Structure) -> list[str]:
    return [notice.code for notice in structure.warnings]


@pytest.mark.parametrize(
    "data", [b"", b" \n\t\r\f ", b"\xef\xbb\xbf", b"\xff\xfe", b"<!-- nothing -->", b"<html></html>"]
)
@pytest.mark.parametrize("method", static_methods())
def test_nothing_is_a_structure_without_text(data: bytes, method: str) -> None:
    structure = rubricator.read(data, method=method)
    write_all(structure)
    assert structure.text == ""
    assert structure.root.children == ()
    assert "no-text" in codes(structure)
    assert ("empty-page" in codes(structure)) == (not data.strip())


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"PK\x03\x04\x14\x00\x06\x00",
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00",
    ],
    ids=["pdf", "png", "zip", "gzip"],
)
def test_files_of_another_kind_are_told(data: bytes) -> None:
    with pytest.raises(LoadError, match="not a web page"):
        rubricator.read(data)


@pytest.mark.parametrize("data", [bytes(range(256)) * 200, bytes(range(32)) * 2000, b"\x00" * 100_000])
def test_binary_files_have_a_notice(data: bytes) -> None:
    assert "binary-content" in codes(take(data))


def test_nul_bytes_are_left_out_of_the_text() -> None:
    structure = take(b"<h2>He\x00ad</h2><p>te\x00xt\x00</p><\x00b>bold</b><p title='\x00'>end")
    assert "\x00" not in structure.text
    assert structure.text.startswith("Head text")


@pytest.mark.parametrize("cut", range(1, 9))
def test_truncated_characters_cost_only_themselves(cut: int) -> None:
    data = "<meta charset=utf-8><h2>見出し</h2><p>本文😀".encode()[:-cut]
    structure = take(data)
    assert structure.text.startswith("見出し")
    assert len(structure.text) <= len("見出し 本文😀")


@pytest.mark.parametrize("charset", ["utf-16", "utf-16be", "nonsense", "utf-7", "x-user-defined", "replacement", ""])
def test_a_charset_that_lies_does_not_lose_the_page(charset: str) -> None:
    structure = take(f"<meta charset='{charset}'><h2>Plain words</h2><p>and more of them".encode("ascii"))
    assert "Plain words" in structure.text or structure.text == "\ufffd"


@pytest.mark.parametrize("charset", ["shift_jis", "euc-kr", "gb18030", "big5", "iso-2022-jp"])
@pytest.mark.parametrize("text", ["日本語のテキスト", "naïve café", "\ud800x"])
def test_text_in_another_charset_than_told_is_still_text(charset: str, text: str) -> None:
    data = f"<meta charset={charset}><h2>{text}</h2><p>{text}".encode("utf-8", "surrogatepass")
    assert take(data).text


NESTED = {
    "div": (b"<div>" * MANY + b"x", "x"),
    "div with text": (b"<div>x " * (MANY // 4), " ".join("x" * (MANY // 4))),
    "closed div": (b"<div>" * MANY + b"x" + b"</div>" * MANY + b"y", "x y"),
    "b": (b"<b>" * MANY + b"x", "x"),
    "b with text": (b"<b>x " * (MANY // 4), " ".join("x" * (MANY // 4))),
    "a": (b"<a href=x>" * MANY + b"x", "x"),
    "font": (b"<font size=+1 color=red>" * MANY + b"x", "x"),
    "b and p": (b"<b><p>x" * (MANY // 8), " ".join("x" * (MANY // 8))),
    "tables": (b"<table><tr><td>x" * (MANY // 8), " ".join("x" * (MANY // 8))),
    "bare tables": (b"<table>" * MANY + b"x", "x"),
    "lists": (b"<ul><li>x" * (MANY // 8), " ".join("x" * (MANY // 8))),
    "empty lists": (b"<ol>" * MANY + b"<li>x", "x"),
    "quotes": (b"<blockquote>" * MANY + b"x", "x"),
    "details": (b"<details>" * MANY + b"x", "x"),
    "drawings": (b"<svg>" + b"<g>" * MANY + b"<text>x", "x"),
    "formulas": (b"<math>" + b"<mrow>" * MANY + b"<mi>x", "x"),
    "templates": (b"<p>x" + b"<template>" * MANY + b"y", "x y"),
    "unclosed p": (b"<p>x" * (MANY // 4), " ".join("x" * (MANY // 4))),
    "preformatted": (b"<pre>" * MANY + b"x", "x"),
    "buttons": (b"<button>" * MANY + b"x", "x"),
}


@pytest.mark.parametrize(("data", "text"), NESTED.values(), ids=NESTED.keys())
def test_a_hundred_thousand_nested_elements(data: bytes, text: str) -> None:
    assert take(data).text == text


UNCLOSED = {
    "title": (b"<title>T", ""),
    "style": (b"<p>x<style>p{color:red", "x"),
    "script": (b"<p>x<script>if (a < b) {", "x"),
    "comment": (b"<p>x<!-- y", "x"),
    "tag": (b"<p>x<b class='y", "x"),
    "doctype": (b"<!DOCTYPE html PUBLIC '", ""),
    "textarea": (b"<p>x<textarea><b>y", "x <b>y"),
    "select": (b"<select><option>x<option>y", "x y"),
    "everything": (b"<html><body><table><tr><td><ul><li><dl><dt><b><i><a href=x><font><h1>x", "x"),
    "only end tags": (b"</p></b></table></html></body></div>x</h1>", "x"),
    "cdata": (b"<p>x<svg><![CDATA[y", "xy"),
    "entity": (b"<p>x&amp", "x&"),
}


@pytest.mark.parametrize(("data", "text"), UNCLOSED.values(), ids=UNCLOSED.keys())
def test_what_is_not_closed_is_closed_at_the_end(data: bytes, text: str) -> None:
    structure = take(data)
    assert structure.text.split() == text.split()


def test_a_million_attributes_on_one_element() -> None:
    attributes = b" ".join(b"a%d=1" % number for number in range(1_000_000))
    assert take(b"<p " + attributes + b">x").text == "x"


def test_a_million_attributes_on_a_page() -> None:
    elements = [b"<p a b=2 c=3 d='4' e f g h i j%d>x" % number for number in range(MANY)]
    assert rubricator.read(b"".join(elements)).text.count("x") == MANY


@pytest.mark.parametrize("name", ["class", "id", "style", "href", "src", "alt", "title", "data-x", "height", "lang"])
def test_an_attribute_of_five_megabytes(name: str) -> None:
    value = b"x" * 5_000_000
    structure = take(b'<h2>Head</h2><img %b="%b"><a %b="%b">text' % (name.encode(), value, name.encode(), value))
    assert structure.text.startswith("Head")


CSS_BOMBS = {
    "universal rules": b"*{color:red}" * MANY,
    "universal selectors": b",".join([b"*"] * MANY) + b"{color:red}",
    "descendants": b" ".join([b"*"] * 10_000) + b"{color:red}",
    "is": b":is(" * 20_000 + b"p" + b")" * 20_000 + b"{color:red}",
    "not": b":not(" * 20_000 + b"p" + b")" * 20_000 + b"{color:red}",
    "is with lists": b":is(p,b,:is(p,b,:is(p,b,:is(p,b,:is(p,b)))))" * 50 + b"{color:red}",
    "has": b"p:has(" * 1000 + b"b" + b")" * 1000 + b"{color:red}",
    "nested rules": b"p{" * 50_000 + b"color:red",
    "nested media": b"@media all{" * 50_000 + b"p{color:red}",
    "open parentheses": b"p{color:rgb(" + b"(" * MANY,
    "calc": b"p{font-size:calc(" + b"(" * 50_000 + b"1px" + b")" * 50_000 + b")}",
    "calc sums": b"p{font-size:calc(" + b"1px + " * 50_000 + b"1px)}",
    "custom property cycle": b":root{"
    + b"".join(b"--a%d:var(--a%d);" % (n, (n + 1) % 20_000) for n in range(20_000))
    + b"}p{color:var(--a0)}",
    "custom properties that double": b":root{--a0:x;"
    + b"".join(b"--a%d:var(--a%d)var(--a%d);" % (n + 1, n, n) for n in range(200))
    + b"}p{color:var(--a200);font-family:var(--a150)}",
    "fallbacks": b"p{color:" + b"var(--a," * 20_000 + b"red" + b")" * 20_000 + b"}",
    "import of itself": b"@import 'data:text/css,@import %22x.css%22;';" * 1000,
    "layers": b"@layer " + b",".join(b"l%d" % n for n in range(20_000)) + b";p{color:red}",
    "layers in layers": b"@layer a{" * 10_000 + b"p{color:red}",
    "unclosed strings": b"p{content:'" * 20_000,
    "unclosed comments": b"/* " * 50_000,
    "escapes": b"\\" * MANY + b"{color:red}",
    "braces": b"{" * MANY + b"}" * MANY,
    "closing braces": b"}" * MANY + b"p{color:red}",
    "one long selector": b"." + b"x" * 1_000_000 + b"{color:red}",
    "many classes": b".x" * 50_000 + b"{color:red}",
    "many attributes": b"[x]" * 20_000 + b"{color:red}",
    "declarations": b"p{" + b"color:red;" * MANY + b"}",
}


@pytest.mark.parametrize("css", CSS_BOMBS.values(), ids=CSS_BOMBS.keys())
def test_css_bombs_cost_only_their_rules(css: bytes) -> None:
    body = b"".join(b"<h2>Head %d</h2><p class=x>Some <b>words</b> to read.</p>" % number for number in range(20))
    structure = take(b"<style>" + css + b"</style><style>h2{font-size:30px}</style>" + body, "tags")
    assert headings(structure) == [f"Head {number}" for number in range(20)]


@pytest.mark.parametrize("css", CSS_BOMBS.values(), ids=CSS_BOMBS.keys())
def test_css_bombs_in_an_attribute(css: bytes) -> None:
    assert take(b"<p style='" + css.replace(b"'", b"&#39;") + b"'>x</p><p>y").text.split() == ["x", "y"]


@pytest.mark.parametrize("method", static_methods())
def test_fifty_thousand_headings(method: str) -> None:
    data = b"".join(
        b"<h2 id=i%d>Head %d</h2><p>Some words under it.</p>" % (number, number) for number in range(50_000)
    )
    structure = rubricator.read(data, method=method)
    # ASDUS takes a text for a title when long prose follows that repeats it: here none does.
    found = 0 if method.startswith("asdus") else 50_000
    assert headings(structure) == [f"Head {number}" for number in range(found)]
    if method == "heps":
        write_once(structure)


def test_blocks_that_nest_too_deep_are_left_out_with_a_notice() -> None:
    opened = "<ul><li><b>First {0}</b> has some words under it.</li><li><b>Second {0}</b> has some words under it."
    structure = take("".join(opened.format(number) for number in range(150)).encode())
    assert max(block.level for block in structure.root.walk()) == 100
    assert [notice.message for notice in structure.warnings] == [
        "100 headings nest deeper than 100 levels and were left out"
    ]


def test_long_xpaths_are_null_with_a_notice() -> None:
    data = b"<div>" * 200 + b"".join(b"<p><b>Head %d</b> and some words</p>" % number for number in range(9))
    structure = rubricator.read(data, method="heps", limits=Limits(xpath_steps=100))
    write_all(structure)
    assert codes(structure) == ["xpath-limit"]
    assert [block.heading.xpath for block in structure.root.walk() if block.heading] == [None] * 9
    assert "xpath-limit" not in codes(rubricator.read(data))


def test_one_paragraph_of_five_megabytes() -> None:
    structure = take(b"<p>" + b"All the words of a book. " * 200_000)
    assert len(structure.text) == 25 * 200_000 - 1


def test_one_word_of_five_megabytes() -> None:
    assert len(take(b"<p>" + b"x" * 5_000_000).text) == 5_000_000


@pytest.mark.parametrize("element", [b"<p></p>", b"<b></b>", b"<br>", b"<hr>", b"<td></td>", b"<li>", b"<div> </div>"])
def test_a_hundred_thousand_empty_elements(element: bytes) -> None:
    assert take(b"<h2>Head</h2>" + element * MANY + b"text").text == "Head text"


@pytest.mark.parametrize(
    "images", [b"<img src=%d.png>", b"<div><img src=%d.png height=9></div><div><img src=b.png></div>"]
)
def test_pages_of_images_only(images: bytes) -> None:
    structure = rubricator.read(b"".join(images % number for number in range(5000)))
    write_once(structure)
    assert structure.text == ""
    assert "no-text" in codes(structure)
    assert structure.to_markdown().count("![](42.png)") == 1
    assert structure.to_html().count('src="42.png"') == 1


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"<frameset><frame src=a.html><frame src=b.html></frameset>", ""),
        (b"<frameset><noframes><h2>No frames</h2></noframes></frameset>", ""),
        (b"<script>" + b"document.write('<h2>x</h2>');" * 1000 + b"</script>", ""),
        (b"<iframe><h2>inside</h2></iframe>", ""),
        (b"<noscript><h2>Off</h2><p>Turn it on.</noscript>", "Off Turn it on."),
        (b"plain text, no tags at all", "plain text, no tags at all"),
    ],
)
@pytest.mark.parametrize("method", static_methods())
def test_pages_without_a_body_to_speak_of(data: bytes, text: str, method: str) -> None:
    structure = rubricator.read(data, method=method)
    write_all(structure)
    assert structure.text == text


@pytest.mark.parametrize("limits", [Limits(page_bytes=2000), Limits(nodes=300)])
def test_what_is_over_a_limit_is_left_out_with_a_notice(limits: Limits) -> None:
    page = b"".join(b"<h2>Head %d</h2><p>Some words.</p>" % number for number in range(500))
    structure = rubricator.read(page, limits=limits)
    write_all(structure)
    assert structure.text.startswith("Head 0 Some words. Head 1")
    assert structure.warnings


@pytest.mark.parametrize("method", static_methods())
@pytest.mark.parametrize("seconds", [0.05, 0.25])
def test_a_time_budget_holds_on_a_page_that_takes_longer(method: str, seconds: float) -> None:
    page = b"".join(b"<p><b>Head %d</b></p><p>text <i>and</i> more" % number for number in range(300_000))
    started = time.process_time()
    with pytest.raises(PageTimeoutError, match=f"budget of {seconds:g} s"):
        rubricator.read(page, method=method, timeout=seconds)
    # CPU time, since machines that run tests are busy; the whole page takes more.
    assert time.process_time() - started < seconds + 2

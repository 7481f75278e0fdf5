"""Quirks mode: what makes a page quirky, and what differs in it. The expected looks are Chromium's."""

from __future__ import annotations

import pytest

from .pages import STRICT, looks

DOCTYPES: list[tuple[str, bool]] = [
    ("<!DOCTYPE>", True),
    ("<!DOCTYPE html>", False),
    ("<!doctype HTML>", False),
    ('<!DOCTYPE html SYSTEM "about:legacy-compat">', False),
    ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">', True),
    ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">', False),
    ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">', False),
    ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">', True),
    ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN" "x">', True),
    ('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">', False),
    ('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Frameset//EN" "x">', False),
    ('<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">', True),
    ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">', True),
    ('<!DOCTYPE html PUBLIC "HTML">', True),
    ('<!DOCTYPE html SYSTEM "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd">', True),
    ("<!DOCTYPE foo>", True),
    ("", True),
    ("<!-- c --><!DOCTYPE html>", False),
    ("x<!DOCTYPE html>", True),
    ('<?xml version="1.0"?><!DOCTYPE html>', False),
    ("<html><!DOCTYPE html>", True),
    ('<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Frameset//EN" "">', True),
]


@pytest.mark.parametrize(("start", "quirky"), DOCTYPES)
def test_doctypes(start: str, quirky: bool) -> None:
    assert looks(f"{start}<style>p{{font-size:20}}</style><p>x").endswith("20px block") == quirky


MODES: list[tuple[str, str, str, str]] = [
    (
        ".foo{color:red}.BAR{font-weight:700}",
        "<p class=FOO>a<p class=bar>b",
        "#ff0000 block | 700 block",
        "block | block",
    ),
    ("#foo{color:red}", "<p id=FOO>a", "#ff0000 block", "block"),
    (
        "[class=foo]{color:red}[class~=foo]{font-weight:700}",
        "<p class=FOO>a<p class=foo>b",
        "block | 700 #ff0000 block",
        "block | 700 #ff0000 block",
    ),
    (
        "p{font-size:20}b{font-size:20.5}i{font:20 Arial}u{font:bold 20/30 x}",
        "<p>a<b>b</b><i>c</i><u>d",
        "20px block | 20.5px 700 | 20px italic | 20px underline",
        "block | 700 | italic | underline",
    ),
    ("p{font-size:calc(20)}", "<p>a", "block", "block"),
    ("p{color:ff000080}b{color:f008}", "<p>a<b>b", "block | 700", "block | 700"),
    (
        "body{font:italic bold 20px/2 Arial;color:red;text-align:center;white-space:pre;"
        "text-transform:uppercase;visibility:visible}",
        "x<table><tr><td>a<th>b<caption>c</table>",
        "20px 700 italic #ff0000 center block uppercase | #ff0000 table-cell uppercase | 700 #ff0000 "
        "center table-cell uppercase | #ff0000 center table-caption uppercase",
        "20px 700 italic #ff0000 center block uppercase | 20px 700 italic #ff0000 center table-cell "
        "uppercase | 20px 700 italic #ff0000 center table-cell uppercase | 20px 700 italic #ff0000 "
        "center table-caption uppercase",
    ),
    (
        "body{color:red}div{color:blue;font-size:30px}",
        "x<div>y<table><tr><td>a<table><td>n</table></table>",
        "#ff0000 block | 30px #0000ff block | #ff0000 table-cell | #ff0000 table-cell",
        "#ff0000 block | 30px #0000ff block | 30px #0000ff table-cell | 30px #0000ff table-cell",
    ),
    (
        "div{color:blue;font-size:30px}",
        "x<div>y<table><tr><td>a</table>",
        "block | 30px #0000ff block | table-cell",
        "block | 30px #0000ff block | 30px #0000ff table-cell",
    ),
    (
        "table{color:inherit;font-size:inherit}body{color:red}div{color:blue;font-size:30px;font-weight:700}",
        "<div>y<table><tr><td>a</table>",
        "30px 700 #0000ff block | 30px #0000ff table-cell",
        "30px 700 #0000ff block | 30px 700 #0000ff table-cell",
    ),
    (
        "body{font-family:monospace}",
        "x<table><td>a</table>",
        "13px block | 13px table-cell",
        "13px block | 13px table-cell",
    ),
    (
        "html{font-size:10px}body{font-size:14px}td{font-size:1.2em}",
        "x<table><td>a</table>",
        "14px block | 19.2px table-cell",
        "14px block | 16.8px table-cell",
    ),
    (":hover{color:red}p:hover{color:red}", "<p>a", "block", "block"),
    ("td{font-weight:700}", "<table><td>q", "700 table-cell", "700 table-cell"),
    (
        "",
        '<p style="font-size:20;color:ff0000">a<p style="color:#ff0000">b',
        "20px #ff0000 block | #ff0000 block",
        "block | #ff0000 block",
    ),
    ("P{color:red}", "<p>a", "#ff0000 block", "#ff0000 block"),
    ("p:not(.foo){color:red}", "<p class=FOO>a<p>b", "block | #ff0000 block", "#ff0000 block | #ff0000 block"),
    (":is(.foo){color:red}", "<p class=FOO>a<p>b", "#ff0000 block | block", "block | block"),
    (".fo\\6f{color:red}", "<p class=FOO>a", "#ff0000 block", "block"),
    (
        "p{--x:ff0000;color:var(--x)}b{--s:20;font-size:var(--s)}",
        "<p>a<b>b",
        "#ff0000 block | 20px 700 #ff0000",
        "block | 700",
    ),
    ("@media (min-width:100){p{color:red}}", "<p>a", "block", "block"),
    ("p{background:ff0000}b{background-color:ff0000}", "<p>a<b>b", "block | 700 on #ff0000", "block | 700"),
    ("p{text-decoration:underline ff0000}", "<p>a", "block", "block"),
    ("a:link{color:red}", "<a HREF=x>a</a>", "underline #ff0000", "underline #ff0000"),
    ("[TYPE=foo]{color:red}[type=Foo]{font-weight:700}", "<p type=FOO>x", "700 #ff0000 block", "700 #ff0000 block"),
    ("img{}", "<form>a</form>b", "block | block", "block | block"),
    ("ul li{color:red}", "<ul><li>a</ul><li>b", "#ff0000 list-item | list-item", "#ff0000 list-item | list-item"),
    (".Foo{color:red!important}.foo{color:blue}", "<p class=fOO>x", "#ff0000 block", "block"),
    (
        "html{font-size:20px;color:red}",
        "a<table><td>b",
        "20px #ff0000 block | #ff0000 table-cell",
        "20px #ff0000 block | 20px #ff0000 table-cell",
    ),
    ("div:has(.foo){color:red}", "<div>x<p class=FOO>a", "#ff0000 block | #ff0000 block", "block | block"),
    ("p:nth-child(1 of .foo){color:red}", "<div>x<p class=FOO>a</div>", "block | #ff0000 block", "block | block"),
]


@pytest.mark.parametrize(("css", "body", "quirky", "strict"), MODES)
def test_both_modes(css: str, body: str, quirky: str, strict: str) -> None:
    page = f"<style>{css}</style><body class=K id=Idd>{body}"
    assert looks(page) == quirky
    assert looks(STRICT + page) == strict


QUIRKY: list[tuple[str, str]] = [
    ("<font size=3>a", "600 italic #800080 right"),
    ("<font size=-1>a", "13px 600 italic #800080 right"),
    ("<font size=+1>a<font size=+1>b</font></font>", "18px 600 italic #800080 right | 18px 600 italic #800080 right"),
    ('<font size="">a', "20px 600 italic #800080 right"),
    (
        "<center>a<p>b<table><td>c</table></center>",
        "20px 600 italic #800080 center block | 20px 600 italic #800080 center block | #800080 table-cell",
    ),
    (
        "<div align=center>a<table><td>b<th>c</table>",
        "20px 600 italic #800080 center block | #800080 table-cell | 700 #800080 center table-cell",
    ),
    ("<table align=center><td>a", "#800080 table-cell"),
    ("<table align=right><td>a", "#800080 table-cell"),
    (
        "<table align=left><tr><td align=right>a<th>b<th align=left>c<td align=char>d<td align=middle>e<td "
        "align=absmiddle>f",
        "#800080 right table-cell | 700 #800080 center table-cell | 700 #800080 left table-cell | #800080 "
        "table-cell | #800080 center table-cell | #800080 center table-cell",
    ),
    (
        "<table><tr align=center><td>a<th>b<td align=left>c",
        "#800080 center table-cell | 700 #800080 center table-cell | #800080 left table-cell",
    ),
    ("<table><tbody align=right><td>a", "#800080 right table-cell"),
    ("<table><col align=right><td>a", "#800080 table-cell"),
    (
        "<table><caption align=right>a</caption><caption align=bottom>b",
        "#800080 center table-caption | #800080 center table-caption",
    ),
    (
        "<table bgcolor=red><tr bgcolor=blue><td bgcolor=#0f0>a<td>b",
        "#800080 on #00ff00 table-cell | #800080 table-cell",
    ),
    ("<table><tbody bgcolor=red><td>a", "#800080 table-cell"),
    ("<table background=x><td>a", "#800080 table-cell"),
    ("<table><td nowrap>a<th nowrap>b", "#800080 table-cell | 700 #800080 center table-cell"),
    (
        "<table><caption>a</caption><colgroup><col></colgroup><thead><tr><th>b<td>c<tfoot><tr><td>d<tbody><tr><td"
        ">e</table>",
        "#800080 center table-caption | 700 #800080 center table-cell | #800080 table-cell | #800080 table-cell | "
        "#800080 table-cell",
    ),
    (
        '<table><tr><th>a<th style="text-align:inherit">b</table>',
        "700 #800080 center table-cell | 700 #800080 table-cell",
    ),
    (
        '<div style="text-align:right"><table><tr><th>a<td>b<caption>c</table></div>',
        "700 #800080 center table-cell | #800080 table-cell | #800080 center table-caption",
    ),
    ("<center><div>a<p align=left>b", "20px 600 italic #800080 center block | 20px 600 italic #800080 left block"),
    (
        "<table border=1 cellpadding=3 width=100% height=5 valign=top><td valign=top width=5 height=3>a",
        "#800080 table-cell",
    ),
]

BODY = "<body style='font-size:20px;color:purple;font-weight:600;font-style:italic;text-align:right'>"
AROUND = "20px 600 italic #800080 right block"


@pytest.mark.parametrize(("body", "expected"), QUIRKY)
def test_tables_do_not_take_over_the_font_around_them(body: str, expected: str) -> None:
    assert looks(f"{BODY}x{body}") == f"{AROUND} | {expected}"

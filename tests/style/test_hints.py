"""Presentational and `style` attributes. The expected looks are Chromium's."""

from __future__ import annotations

import pytest

from rubricator.style.hints import image_height

from .pages import STRICT, looks, render, texts

ATTRIBUTES: list[tuple[str, str]] = [
    ("<font size=1>a</font>", "10px"),
    ("<font size=2>a", "13px"),
    ("<font size=3>a", ""),
    ("<font size=4>a", "18px"),
    ("<font size=5>a", "24px"),
    ("<font size=6>a", "32px"),
    ("<font size=7>a", "48px"),
    ("<font size=8>a", "48px"),
    ("<font size=0>a", "10px"),
    ("<font size=+1>a", "18px"),
    ("<font size=+2>a", "24px"),
    ("<font size=-1>a", "13px"),
    ("<font size=-2>a<font size=-1>b", "10px | 13px"),
    ("<font size=+1>a<font size=+1>b</font></font>", "18px | 18px"),
    ('<font size="+9">a', "48px"),
    ('<font size="">a', ""),
    ("<font size=x>a", ""),
    ('<font size="4.7">a', "18px"),
    ('<font size=" 5 ">a', "24px"),
    ('<font size="5px">a', "24px"),
    ('<font size="+ 2">a', ""),
    ('<font size="--1">a', ""),
    ("<font color=red>a", "#ff0000"),
    ("<font color=#f00>a", "#ff0000"),
    ("<font color=ff0000>a", "#ff0000"),
    ('<font color="#ff">a', "#0f0f00"),
    ('<font color="">a', ""),
    ("<font color=transparent>a", ""),
    ('<font color="rgb(1,2,3)">a', "#001030"),
    ("<font color=chucknorris>a", "#c00000"),
    ("<font color=#12345678>a", "#124578"),
    ('<font color=" red ">a', "#ff0000"),
    ("<font color=zzz>a", ""),
    ("<font color=f>a", "#0f0000"),
    ("<font color=#f0>a", "#0f0000"),
    ("<font color=inherit>a", "#00e000"),
    ('<font color="currentcolor">a', "#c0e000"),
    ("<font color=123456789abc>a", "#12569a"),
    ('<font color="#é12345">a', "#012345"),
    ("<font color=CanvasText>a", "#caa000"),
    ('<font color="buttonface">a', "#b000ce"),
    ("<font face=monospace>a", "13px"),
    ('<font face="Arial">a', ""),
    ('<font face="Courier, monospace">a', ""),
    ("<font face=monospace size=4>a", ""),
    ("<p align=center>a", "center block"),
    ("<p align=CENTER>a", "center block"),
    ("<p align=middle>a", "center block"),
    ("<p align=right>a<b>b", "right block | 700 right"),
    ("<p align=justify>a", "justify block"),
    ("<p align=foo>a", "block"),
    ("<div align=center>a<table><td>b<th>c</table>", "center block | table-cell | 700 center table-cell"),
    ("<div align=left>a", "left block"),
    ("<div align=middle>a", "center block"),
    ("<h1 align=center>a", "32px 700 center block"),
    ("<h2 align=right>a", "24px 700 right block"),
    ("<table align=center><td>a", "table-cell"),
    ("<table align=right><td>a", "table-cell"),
    (
        "<table align=left><tr><td align=right>a<th>b<th align=left>c<td align=char>d<td align=middle>"
        "e<td align=absmiddle>f",
        "right table-cell | 700 center table-cell | 700 left table-cell | table-cell | center table-cell "
        "| center table-cell",
    ),
    (
        "<table><tr align=center><td>a<th>b<td align=left>c",
        "center table-cell | 700 center table-cell | left table-cell",
    ),
    ("<table><tbody align=right><td>a", "right table-cell"),
    ("<table><col align=right><td>a", "table-cell"),
    ("<table><caption align=right>a</caption><caption align=bottom>b", "center table-caption | center table-caption"),
    ("<table bgcolor=red><tr bgcolor=blue><td bgcolor=#0f0>a<td>b", "on #00ff00 table-cell | table-cell"),
    ("<table><tbody bgcolor=red><td>a", "table-cell"),
    ("<p bgcolor=red>a", "block"),
    ("<div bgcolor=red>a", "block"),
    ("<table background=x><td>a", "table-cell"),
    ("<fieldset align=right><legend align=center>a</legend>b</fieldset>", "center block | right block"),
    ("<hr align=left>a", "block"),
    ("<hr color=red>a", "block"),
    ("<li type=a>a", "list-item"),
    ("<ul align=center><li align=right>a", "right list-item"),
    ("<span align=center>a", "center"),
    ("<section align=center>a", "center block"),
    ("<img align=left>a", "block"),
    ("<input align=left>a", "block"),
    ("<td nowrap>a", "block"),
    ("<table><td nowrap>a<th nowrap>b", "table-cell | 700 center table-cell"),
    ("<pre wrap>a", "13px block"),
    ("<pre width=80>a", "13px block"),
    ("<blink>a</blink><marquee bgcolor=red>b</marquee>", " | on #ff0000 inline-block"),
    ("<basefont size=5 color=red>a", "block"),
    (
        "<body bgcolor=red text=blue link=lime vlink=pink alink=gold>a<a href=x>b</a><a name=y>c</a><a "
        'href=z style="color:teal">d<b>e</b></a>',
        "#0000ff on #ff0000 block | underline #00ff00 | #0000ff | underline #008080 | 700 #008080",
    ),
    ("<p hidden>a", "none hidden"),
    ('<p hidden style="display:block">a', "block"),
    ('<p hidden="">a', "none hidden"),
    ("<b hidden>a", "700 none hidden"),
    ("<div hidden=false>a", "none hidden"),
    ("<p>x<span hidden>b</span>", "block | none hidden"),
    ('<dialog style="display:block">a', "on #ffffff block"),
    ('<div popover style="display:block">a', "on #ffffff block"),
    ("<object data=x.png>e<p>f", " | block"),
    (
        "<textarea>a</textarea><button>b<b>c</b></button><input value=d>",
        "13.33px on #ffffff inline-block | 13.33px on #efefef center inline-block | 13.33px 700 center",
    ),
    (
        "<mark>a</mark><sub>b</sub><sup>c<sup>d</sup></sup><abbr title=x>e</abbr><acronym title=y>"
        "f</acronym><abbr>g</abbr>",
        "on #ffff00 | 13.33px | 13.33px | 11.11px | underline | underline | ",
    ),
    ('<table><tr><th>a<th style="text-align:inherit">b</table>', "700 center table-cell | 700 table-cell"),
    (
        '<div style="text-align:right"><table><tr><th>a<td>b<caption>c</table></div>',
        "700 right table-cell | right table-cell | center table-caption",
    ),
    ("<time>a</time><data>b</data><bdi>c</bdi><bdo dir=rtl>d</bdo><wbr>e<span>f</span>", " |  |  |  | block | "),
    (
        '<a href>a</a><a href="">b</a><a>c</a><a name=x>d</a><area href=x>e',
        "underline #0000ee | underline #0000ee |  |  | block",
    ),
    ("<input type=submit value=x><input type=button><textarea rows=3>a</textarea>", "13.33px on #ffffff inline-block"),
    ("<center><div>a<p align=left>b", "center block | left block"),
    ("<dialog open><h1>a</h1></dialog>", "32px 700 block"),
    ("<font>a<font color=red>b<a href=x>c</a></font></font>", " | #ff0000 | underline #0000ee"),
    ("<a href=x><font color=red>a</font></a>", "#ff0000"),
    ("<label for=x>a</label>", ""),
    ("<table border=1 cellpadding=3 width=100% height=5 valign=top><td valign=top width=5 height=3>a", "table-cell"),
    ('<p style="color:red;;;">a', "#ff0000 block"),
    ('<p style="{color:red}">a', "block"),
    ('<p style="color:red}b{color:blue">a', "block"),
    ('<p style="color:/*x*/red">a', "#ff0000 block"),
    ('<p style="COLOR:RED;Font-Size:20PX">a', "20px #ff0000 block"),
    ('<p style="&#99;olor:red">a', "#ff0000 block"),
    ('<p style="color:red&quot;">a', "block"),
    ("<p style=color:red>a", "#ff0000 block"),
    ('<p style="color:red;color:foo">a', "#ff0000 block"),
    ('<p style="background:url(&quot;a;b&quot;) red">a', "on #ff0000 block"),
    ('<p style="font:bold">a', "block"),
    ('<p style="@media screen{color:red}">a', "block"),
    ('<p style="&{color:red}">a', "block"),
    ('<p style="color:red;{;}font-size:30px">a', "#ff0000 block"),
    ('<p style="--x:red;color:var(--x)">a', "#ff0000 block"),
    ('<p style="color:red!important">a', "#ff0000 block"),
    ('<p style="">a', "block"),
    ("<p style>a", "block"),
    ('<p style="color">a', "block"),
    ('<p style=":">a', "block"),
]


@pytest.mark.parametrize(("body", "expected"), ATTRIBUTES)
def test_attributes(body: str, expected: str) -> None:
    assert looks(f"{STRICT}<body>{body}") == expected


def test_an_alignment_by_style_goes_on_in_tables() -> None:
    assert looks(STRICT + "<div style='text-align:center'>a<table><td>b</table>") == "center block | center table-cell"


def test_the_family_of_a_font() -> None:
    page = render(f"{STRICT}<font face='Comic Sans MS, cursive'>a")
    assert page.styles[page.style[texts(page)[0]]].family == "Comic Sans MS, cursive"


def test_drawings_know_properties_as_attributes() -> None:
    body = (
        "<svg><text font-size=30 font-weight=700 visibility=hidden>a<tspan style='font-size:12'>b</tspan></text></svg>"
    )
    assert looks(STRICT + body) == "30px 700 block hidden | 12px 700 hidden"


HEIGHTS = [
    ("20", "20px"),
    (" 20.50px", "20.5px"),
    ("50%", None),
    ("", None),
    ("tall", None),
    ("9" * 1_000_000, "1e+09px"),
]


@pytest.mark.parametrize(("attribute", "height"), HEIGHTS, ids=lambda value: str(value)[:12])
def test_heights_of_images(attribute: str, height: str | None) -> None:
    assert image_height(attribute) == height

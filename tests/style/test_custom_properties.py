"""Custom properties and `var()`. The expected looks are Chromium's."""

from __future__ import annotations

import pytest

from rubricator.style.computed import Custom, substitute

from .pages import looks, styled

V = "<div id=o>o<p>p <b>b</b></p></div>"
CUSTOM: list[tuple[str, str]] = [
    ("#o{--c:red}p{color:var(--c)}", "block | #ff0000 block | 700 #ff0000"),
    ("p{color:var(--c,blue)}", "block | #0000ff block | 700 #0000ff"),
    ("p{color:var(--c,var(--d,lime))}", "block | #00ff00 block | 700 #00ff00"),
    ("p{color:var(--c,)}", "block | block | 700"),
    ("#o{color:red}p{color:blue;color:var(--c)}", "#ff0000 block | #ff0000 block | 700 #ff0000"),
    ("#o{background:red}p{background:blue;background:var(--c)}", "on #ff0000 block | block | 700"),
    ("#o{color:red;--c:12px}p{color:blue;color:var(--c)}", "#ff0000 block | #ff0000 block | 700 #ff0000"),
    (
        "#o{--a:var(--b);--b:var(--a)}p{color:blue;color:var(--a,red)}b{color:var(--b,lime)}",
        "block | #ff0000 block | 700 #00ff00",
    ),
    ("#o{--a:var(--a)}p{color:var(--a,red)}", "block | #ff0000 block | 700 #ff0000"),
    ("#o{--a:var(--b,red);--b:var(--a,blue)}p{color:var(--a,lime)}", "block | #00ff00 block | 700 #00ff00"),
    (
        "#o{--a:var(--b,red);--b:var(--a,blue);--c:var(--a,pink)}p{color:var(--c,lime)}",
        "block | #ffc0cb block | 700 #ffc0cb",
    ),
    ("#o{--a:red;--b:var(--a)}p{--a:blue;color:var(--b)}b{color:var(--a)}", "block | #ff0000 block | 700 #0000ff"),
    ("#o{--s:10px}p{--s:calc(var(--s) + 5px);font-size:var(--s,30px)}", "block | 30px block | 30px 700"),
    (
        "#o{--f:italic 700 20px Arial;--w:300;--s:25px}p{font:var(--f)}b{font:var(--w) var(--s)/1.5 X}",
        "block | 20px 700 italic block | 25px 300",
    ),
    (
        "#o{--c:red}p{background:url(x) var(--c)}b{background:var(--c) no-repeat}",
        "block | on #ff0000 block | 700 on #ff0000",
    ),
    ("#o{--d:underline}p{text-decoration:var(--d) red}", "block | underline block | 700"),
    ("#o{--r:10,20,30}p{color:rgb(var(--r))}b{color:rgba(var(--r),.5)}", "block | #0a141e block | 700 #0a141e80"),
    ("#o{--n:2}p{font-size:calc(10px * var(--n))}b{font-size:calc(1em*var(--n))}", "block | 20px block | 40px 700"),
    ("#o{--C:red;--c:blue}p{color:var(--C)}b{color:VAR(--c)}", "block | #ff0000 block | 700 #0000ff"),
    ("#o{--c:red}p{--c:initial;color:var(--c,blue)}b{color:var(--c,lime)}", "block | #0000ff block | 700 #00ff00"),
    ("#o{--c:red}p{--c:initial}b{--d:1;color:var(--c,lime)}", "block | block | 700 #00ff00"),
    (
        "*{--a:red;--b:var(--a)}#o{--c:lime}p{--a:blue;color:var(--b)}b{color:var(--c)}",
        "block | #0000ff block | 700 #00ff00",
    ),
    ("#o{--c:red}p{--c:inherit;color:var(--c,blue)}", "block | #ff0000 block | 700 #ff0000"),
    ("#o{--c:red}p{--c:blue;--c:unset;color:var(--c,blue)}", "block | #ff0000 block | 700 #ff0000"),
    ("#o{--c:red}p{--c:revert;color:var(--c,blue)}", "block | #ff0000 block | 700 #ff0000"),
    ("#o{--c:inherit;color:red}p{color:lime;color:var(--c,blue)}", "#ff0000 block | #0000ff block | 700 #0000ff"),
    (
        "#o{color:red}p{color:lime;color:var(--c,inherit)}b{color:var(--c,initial)}",
        "#ff0000 block | #ff0000 block | 700",
    ),
    ("#o{color:red;--c:var(--q,initial)}p{color:lime;color:var(--c)}", "#ff0000 block | #ff0000 block | 700 #ff0000"),
    ("p{--c:red!important;--c:blue;color:var(--c)}", "block | #ff0000 block | 700 #ff0000"),
    ("p{--c:red!important;color:var(--c)}#o p{--c:blue}", "block | #ff0000 block | 700 #ff0000"),
    ("#o{--c:;}p{color:blue;color:var(--c) red}", "block | #ff0000 block | 700 #ff0000"),
    (
        "#o{--c: ;}p{color:blue;color:var(--c)red}b{font-size:var( --x , 30px )}",
        "block | #ff0000 block | 30px 700 #ff0000",
    ),
    ("p{color:red;color:var(c)}b{color:lime;color:var()}", "block | #ff0000 block | 700 #00ff00"),
    ("#o{--x:{a:b;c:d};--c:red}p{color:var(--c)}", "block | #ff0000 block | 700 #ff0000"),
    ("#o{--x:[;];--c:red}p{color:var(--c)}", "block | #ff0000 block | 700 #ff0000"),
    ("#o{--x:);--c:red}p{color:var(--c)}", "block | #ff0000 block | 700 #ff0000"),
    ('#o{--x:";}";--c:red}p{color:var(--c)}', "block | #ff0000 block | 700 #ff0000"),
    ("#o{--c:/*x*/red/*y*/}p{color:var(--c/**/)}", "block | #ff0000 block | 700 #ff0000"),
    ("#o{--n:20}p{font-size:var(--n)px}", "block | block | 700"),
    ("@media (min-width:var(--x)){p{color:red}}#o{--x:1px}", "block | block | 700"),
    ("#o{--\\66oo:red}p{color:var(--foo)}", "block | #ff0000 block | 700 #ff0000"),
    ("#o{--é:red;--😀:blue}p{color:var(--é)}b{color:var(--😀)}", "block | #ff0000 block | 700 #0000ff"),
    (
        "html{--c:red}:root{--d:20px}p{color:var(--c);font-size:var(--d)}",
        "block | 20px #ff0000 block | 20px 700 #ff0000",
    ),
    ("#o{--d:none;--v:hidden}p{visibility:var(--v)}b{display:var(--d)}", "block | block hidden | 700 none hidden"),
    ("@layer a{p{color:red}}p{color:var(--none)}", "block | block | 700"),
    ("#o{--1:red;---:blue;--:lime}p{color:var(--1)}b{color:var(---)}", "block | #ff0000 block | 700 #0000ff"),
    ("#o{--s:2em;font-size:10px}p{font-size:20px}b{font-size:var(--s)}", "10px block | 20px block | 40px 700"),
    ("#o{--x:1}p:not(.q){color:var(--y, rgb(1,2,3))}", "block | #010203 block | 700 #010203"),
    ("p{color:var(--c,red) !important}#o p{color:blue}", "block | #ff0000 block | 700 #ff0000"),
    ('#o{--f:"monospace"}p{font-family:var(--f)}b{font-family:var(--g,monospace)}', "block | block | 13px 700"),
    ("#o{--a:unset}p{color:red;all:var(--a)}", "block |  | 700"),
]


@pytest.mark.parametrize(("css", "expected"), CUSTOM)
def test_custom_properties(css: str, expected: str) -> None:
    assert looks(styled(css, V)) == expected


def test_custom_properties_of_style_attributes() -> None:
    assert looks(styled("", "<div style='--c:red'>x<p style='color:var(--c)'>y")) == "block | #ff0000 block"


def custom(**values: str) -> Custom:
    return Custom(None, {"--" + name: value for name, value in values.items()})


def test_a_chain_of_custom_properties_is_followed() -> None:
    chain = custom(**{f"a{n}": f"var(--a{n + 1})" for n in range(80)}, a80="red")
    assert (substitute("var(--a0)", chain) or "").strip() == "red"


def test_a_chain_without_end_has_no_value() -> None:
    chain = custom(**{f"a{n}": f"var(--a{n + 1})" for n in range(5000)}, a5000="red")
    assert substitute("var(--a0)", chain) is None


def test_properties_that_double_each_other_have_no_value() -> None:
    growing = custom(**{f"a{n}": f"var(--a{n + 1}) var(--a{n + 1})" for n in range(60)}, a60="red")
    assert substitute("var(--a0)", growing) is None


@pytest.mark.parametrize("text", ["var(--a)", "var(--b)", "var(--c)", "1 var(--a) 2"])
def test_properties_that_depend_on_themselves_have_no_value(text: str) -> None:
    assert substitute(text, custom(a="var(--b, 1)", b="var(--c, 2)", c="var(--a, 3)")) is None


def test_what_uses_a_cycle_takes_its_fallback() -> None:
    cyclic = custom(a="var(--a)", b="var(--a, blue)")
    assert (substitute("var(--b)", cyclic) or "").strip() == "blue"


def test_the_same_declarations_on_every_element_are_shared() -> None:
    css = "*{--a:1;--b:red} b{color:var(--b)}"
    assert looks(styled(css, "<div>x<p>y<b>z")) == "block | block | 700 #ff0000"

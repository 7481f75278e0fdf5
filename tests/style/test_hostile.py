"""Pages that are made to hurt: each ends soon, with the right styles or a notice. The budget is only a safety net."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from rubricator.errors import PageTimeoutError
from rubricator.limits import Budget, Limits
from rubricator.page.model import Page
from rubricator.style.css.sheet import parse_sheet

from .pages import STRICT, looks, render, styled, texts

SECONDS = 60.0
BODY = "<div class=a id=b><p class=c>x<b>y</b></p></div>"
PLAIN = "block | 700"


def last_look(page: Page) -> tuple[float, int, int]:
    """Return size, weight and colour of the last text."""
    style = page.styles[page.style[texts(page)[-1]]]
    return style.font_size, style.weight, style.color


SHEETS = {
    "a rule for everything, again and again": ("*{color:red}" * 100_000, "#ff0000 block | 700 #ff0000"),
    "nested :is()": (":is(" * 3000 + "p" + ")" * 3000 + "{color:red}", PLAIN),
    "nested :is() that is not too deep": (":is(" * 30 + "p" + ")" * 30 + "{color:red}", "#ff0000 block | 700 #ff0000"),
    "open brackets": (":not(" * 50_000 + "{color:red}", PLAIN),
    "open blocks": ("a{" * 100_000, PLAIN),
    "declarations in open blocks": ("p{color:red;" * 100_000, "#ff0000 block | 700 #ff0000"),
    "open groups": ("@media screen{" * 100_000, PLAIN),
    "an open string": ('p{color:red;content:"' + "x" * 1_000_000, "#ff0000 block | 700 #ff0000"),
    "an open comment": ("p{color:red}/*" + "x" * 1_000_000, "#ff0000 block | 700 #ff0000"),
    "many open comments": ("p{color:red}" + "/*" * 500_000, "#ff0000 block | 700 #ff0000"),
    "a megabyte of brackets": ("[" * 1_000_000, PLAIN),
    "NUL bytes": ("\0" * 1000 + "p{col\0or:red}b{color:blue}", "block | 700 #0000ff"),
    "nesting that doubles": ("p{" + "&&{" * 40 + "color:red" + "}" * 41, PLAIN),
    "lists that double": ("p{" + "&,&{" * 40 + "color:red" + "}" * 41, PLAIN),
    "custom properties in a circle": ("p{--a:var(--b);--b:var(--a);color:var(--a)}", PLAIN),
    "custom properties that double": (
        "p{" + "".join(f"--a{n}:var(--a{n + 1}) var(--a{n + 1});" for n in range(60)) + "--a60:red;color:var(--a0)}",
        PLAIN,
    ),
    "nested fallbacks": ("p{color:" + "var(--x," * 20_000 + "red" + ")" * 20_000 + "}", PLAIN),
    "layers": ("".join(f"@layer a{n}{{p{{color:red}}}}" for n in range(20_000)), "#ff0000 block | 700 #ff0000"),
    "a layer with many names": ("@layer " + ".".join("abcd" * 300) + "{p{color:red}}", "#ff0000 block | 700 #ff0000"),
    "a layer in thousands of others": (
        "@layer " + ".".join("a" * 60_000) + "{p{color:red}}",
        "#ff0000 block | 700 #ff0000",
    ),
    "an address of spaces": ("@import url(" + " " * 100_000 + ";p{color:red}", PLAIN),
    "an address of spaces and a quote": ("@import url(" + " " * 100_000 + '"x);p{color:red}', PLAIN),
    "brackets that close first": ("]" * 50_000 + "[" * 50_000 + "{color:red}", PLAIN),
    "a product of lists": (".c," * 20_000 + ".c{" + "&," * 20_000 + "&{color:red}}", PLAIN),
    "a product of parents": (".c," * 20_000 + ".c{" + "&" * 40_000 + "{color:red}}", PLAIN),
    "a long selector": ("p " * 200_000 + "{color:red}", PLAIN),
    "a long compound": ("p" + ".c" * 200_000 + "{color:red}", "#ff0000 block | 700 #ff0000"),
    "escapes": ("\\aaaaaa" * 50_000 + "|p{color:red}", PLAIN),
    "conditions": ("@supports " + "(" * 50_000 + "display:grid" + ")" * 50_000 + "{p{color:red}}", PLAIN),
}


@pytest.mark.parametrize(("css", "expected"), SHEETS.values(), ids=SHEETS.keys())
def test_sheets(css: str, expected: str) -> None:
    assert looks(styled(css, BODY)) == expected


SQUARES = {
    "comments in open brackets": "p{color:red;b:c" + "(/**/" * 40_000,
    "open addresses with braces": "p{color:red;b:c" + "url({" * 60_000,
    "rules of brackets that close first": "p{color:red}" + ("p" + "]" * 4900 + "[" * 4900 + "{color:lime}") * 500,
}


@pytest.mark.parametrize("css", SQUARES.values(), ids=SQUARES.keys())
def test_what_once_cost_its_square_ends_soon(css: str) -> None:
    started = time.process_time()
    assert looks(styled(css, BODY)) == "#ff0000 block | 700 #ff0000"
    assert time.process_time() - started < 5


def test_custom_properties_are_not_kept_once_for_each_element() -> None:
    css = ":root{" + "".join(f"--a{n}:1;" for n in range(2000)) + "}p{color:var(--a0,red)}"
    html = styled(css, "".join(f"<p style='--x:{n}'>x" for n in range(2000)))
    tracemalloc.start()
    try:
        render(html)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


LIMITED = [
    ":is(" * 3000 + "p" + ")" * 3000 + "{color:red}",
    "a{" * 100_000,
    "@media screen{" * 100_000,
    "p{" + "&&{" * 40 + "color:red" + "}" * 41,
    ".c," * 20_000 + ".c{" + "&," * 20_000 + "&{color:red}}",
    "*{color:red}" * 200_001,
]


@pytest.mark.parametrize("css", LIMITED, ids=lambda css: css[:12])
def test_what_is_left_out_is_said(css: str) -> None:
    assert "stylesheet-limit" in [notice.code for notice in render(styled(css, BODY)).warnings]


def test_a_hundred_thousand_nested_elements() -> None:
    page = render(STRICT + "<div>" * 100_000 + "x")
    assert last_look(page) == (16.0, 400, 0x000000FF)
    assert len(page.styles) < 10


def test_nested_elements_with_rules_that_climb() -> None:
    css = (
        ".top div{color:red} .no div{color:blue} div:has(b i){font-style:italic}"
        ":is(:is(:is(div div) div) div) div{font-weight:700}"
    )
    page = render(styled(css, "<div class=top>" + "<div>" * 20_000 + "x"), budget=Budget(SECONDS))
    assert last_look(page) == (16.0, 700, 0xFF0000FF)


def test_nested_elements_with_many_rules() -> None:
    page = render(styled("*{color:red}" * 20_000, "<div>" * 20_000 + "x"), budget=Budget(SECONDS))
    assert last_look(page) == (16.0, 400, 0xFF0000FF)


def test_nested_fonts_stay_within_bounds() -> None:
    assert last_look(render(STRICT + "<big>" * 400 + "x")) == (10_000.0, 400, 0x000000FF)
    assert last_look(render(STRICT + "<small>" * 400 + "x"))[0] < 0.01


def test_many_siblings() -> None:
    css = (
        "i ~ i ~ i{color:red} i:nth-child(3n of .q){font-weight:700} p:has(> i ~ i){color:blue}"
        "i + i + i:last-child{font-size:20px}"
    )
    page = render(styled(css, "<p>" + "<i class=q>x</i>" * 20_001), budget=Budget(SECONDS))
    assert last_look(page) == (20.0, 700, 0xFF0000FF)


ATTRIBUTES = {
    "title": ("z" * 1_000_000, "[title*=zz]{color:red}", "#ff0000 block"),
    "class": ("a " * 500_000, ".a{color:red}", "#ff0000 block"),
    "id": ("i" * 1_000_000, "[id^=ii]{color:red}", "#ff0000 block"),
    "style": ("color:red;" * 100_000, "", "#ff0000 block"),
    "align": ("c" * 1_000_000, "", "block"),
    "lang": ("e" * 1_000_000, ":lang(e){color:red}", "block"),
}


@pytest.mark.parametrize(
    ("name", "value", "css", "expected"), [(name, *rest) for name, rest in ATTRIBUTES.items()], ids=list(ATTRIBUTES)
)
def test_a_megabyte_in_an_attribute(name: str, value: str, css: str, expected: str) -> None:
    assert looks(styled(css, f'<p {name}="{value}">x')) == expected


def test_many_attributes_and_many_names() -> None:
    attributes = " ".join(f"a{n}={n}" for n in range(100_000))
    assert looks(styled("[a99999]{color:red}", f"<p {attributes}>x")) == "#ff0000 block"
    classes = " ".join(f"c{n}" for n in range(50_000))
    assert looks(styled(".c49999.c1{color:red}", f"<p class='{classes}'>x")) == "#ff0000 block"


def test_the_budget_ends_what_rules_multiply() -> None:
    with pytest.raises(PageTimeoutError):
        render(styled("* *{color:red}" * 5000, "<div>" * 20_000), budget=Budget(0.05))


def test_the_budget_ends_the_reading_of_rules() -> None:
    with pytest.raises(PageTimeoutError):
        parse_sheet("p{color:red} p:is(b){color:red}", False, Limits(), Budget(-1.0))


def test_the_node_limit_is_said() -> None:
    page = render("<p>x</p>" * 100, limits=Limits(nodes=50))
    assert [notice.code for notice in page.warnings] == ["nodes-left-out"]
    assert len(page.tag) == 50

"""Sheets with errors, nesting and at-rules. The expected looks are Chromium's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.limits import Budget
from rubricator.style.css.syntax import Reader, nest

from .pages import looks, styled

_MEGABYTE = 1_000_000
ERRORS: list[tuple[str, str]] = [
    ("p{color:red;{color:blue}}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color:red;&,{color:blue}}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color:red}@layer a,b{p{font-size:9px}}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color:red}@layer a b{p{font-size:9px}}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color:red}@layer 1{p{font-size:9px}}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("@layer a b,c;@layer d{p{color:red}}@layer c{p{color:blue}}", "#0000ff block | 700 #0000ff | italic #0000ff"),
    ("p{color:red;font-size:calc(10px + (2px", "12px #ff0000 block | 12px 700 #ff0000 | 12px italic #ff0000"),
    ("p{color:rgb(255,0,0", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("<!-- p{color:red} -->b{color:lime}", "#ff0000 block | 700 #00ff00 | italic #ff0000"),
    ("p{color:red", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ('p{color:red;content:"abc}b{color:lime}\ni{color:blue}', "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ('p{content:"abc\n;color:red}b{color:lime}', "#ff0000 block | 700 #00ff00 | italic #ff0000"),
    ("p{color:red}/* b{color:lime}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("}p{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("p{color:red}}b{color:lime}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color:red};b{color:lime}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    (";p{color:red}", "block | 700 | italic"),
    ("p{colr red;color:blue}", "#0000ff block | 700 #0000ff | italic #0000ff"),
    ("p{:red;color:blue}", "#0000ff block | 700 #0000ff | italic #0000ff"),
    ("p{color:red;;;font-size:30px}", "30px #ff0000 block | 30px 700 #ff0000 | 30px italic #ff0000"),
    ("p{*color:red;_color:blue;font-size:30px}", "30px block | 30px 700 | 30px italic"),
    ("p{color:red;{x:y}font-size:30px}", "30px #ff0000 block | 30px 700 #ff0000 | 30px italic #ff0000"),
    ("p{color:red;font-size:30px;!important}", "30px #ff0000 block | 30px 700 #ff0000 | 30px italic #ff0000"),
    ("p{color:red !imp;font-size:30px}", "30px block | 30px 700 | 30px italic"),
    ("p{color:red !important !important;font-size:30px}", "30px block | 30px 700 | 30px italic"),
    ("p{color:red;x:[;];font-size:30px}", "30px #ff0000 block | 30px 700 #ff0000 | 30px italic #ff0000"),
    ("p{x:(;color:red);font-size:30px}", "30px block | 30px 700 | 30px italic"),
    ("p{x:(;color:red}b{color:lime}", "block | 700 | italic"),
    ("{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("p{background:url(a;b) red}b{color:lime}", "on #ff0000 block | 700 #00ff00 | italic"),
    ("p{background:url(a}b) red}b{color:lime}", "on #ff0000 block | 700 #00ff00 | italic"),
    ("p{background:url(//a/*b) red}b{color:lime}/**/", "on #ff0000 block | 700 #00ff00 | italic"),
    ('p{background:url(a"b) red;color:red}b{color:lime}', "#ff0000 block | 700 #00ff00 | italic #ff0000"),
    ("p{font-style:ital\\69c}", "block | 700 | italic"),
    ("p{color:r\x00ed}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("p{color:red;//color:blue;\nfont-size:30px}", "30px #ff0000 block | 30px 700 #ff0000 | 30px italic #ff0000"),
    ("P{COLOR:RED;FONT-SIZE:30PX}", "30px #ff0000 block | 30px 700 #ff0000 | 30px italic #ff0000"),
    ("p{color:re/**/d;font-size:30/**/px;font-weight:/**/700}", "700 block | 900 | 700 italic"),
    ("p{@foo;color:red}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ('p::before{content:"}"}b{color:lime}', "block | 700 #00ff00 | italic"),
    ('p::before{content:"\\"}"}b{color:lime}', "block | 700 #00ff00 | italic"),
    ('p::before{content:"a\\\nb}"}b{color:lime}', "block | 700 #00ff00 | italic"),
    ("p{\r\ncolor:red;\r\nfont-size:30px\r\n}", "30px #ff0000 block | 30px 700 #ff0000 | 30px italic #ff0000"),
    ("p\x0c{color:red}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p\t{\tcolor\t:\tred\t}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("\ufeffp{color:red}", "block | 700 | italic"),
    ("p&gt;b{color:red}", "block | 700 | italic"),
    ("p{color:red;font-size}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color::red;font-size:30px}", "30px block | 30px 700 | 30px italic"),
    ("p{color:#12345g}", "block | 700 | italic"),
    ("p{color:expression(x);font-size:30px}", "30px block | 30px 700 | 30px italic"),
    (
        "p{filter:progid:DXImageTransform.Microsoft.gradient(startColorstr='#80000000',endColorstr='#8000"
        "0000');color:red}",
        "#ff0000 block | 700 #ff0000 | italic #ff0000",
    ),
    (
        "p{background:url(data:image/png;base64,iVBORw0K==) red;color:blue}",
        "#0000ff on #ff0000 block | 700 #0000ff | italic #0000ff",
    ),
    (
        "p{background:url('data:image/svg+xml;utf8,<svg xmlns=\"x\">{;}</svg>') red;color:blue}",
        "#0000ff on #ff0000 block | 700 #0000ff | italic #0000ff",
    ),
    ("p{color:red!important}p{color:blue}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color:rgb(1,2,3;}b{color:lime}", "block | 700 | italic"),
    ("[a{color:red}b{color:lime}", "block | 700 | italic"),
    ("p{color:red}@", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("@media screen{p{color:red}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("@media print{p{color:red}b{color:lime}", "block | 700 | italic"),
    ("@media screen{p{color:red}}}b{color:lime}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p:foo{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("@import url(x)\np{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("@layer x\np{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ('@charset "x" p{color:red} b{color:lime}', "block | 700 #00ff00 | italic"),
    ("color:red;p{color:blue}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("color:red}p{color:blue}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("p{color:red\\9;font-size:30px}", "30px block | 30px 700 | 30px italic"),
    ("p{color:red;color:blue\\0/}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("*html p{color:red}* html b{color:red}", "block | 700 | italic"),
    ("> p{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("p,> b{color:red}", "block | 700 | italic"),
    ("p,,b{color:red}", "block | 700 | italic"),
    ("p,{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    (",p{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("p(x){color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ('p"x"{color:red}b{color:lime}', "block | 700 #00ff00 | italic"),
    (".1a{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("--x{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("50%{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("p!{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("p;b{color:red}i{color:lime}", "block | 700 | italic #00ff00"),
    ('p[x="{"]{color:red}b{color:lime}', "block | 700 #00ff00 | italic"),
    ("p @x{color:red}b{color:lime}", "block | 700 #00ff00 | italic"),
    ("@media screen{p{color:red}@media print{b{color:lime}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color:red!/**/important}p{color:blue}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color:red !\nimportant}p{color:blue}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{--x;color:red}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color :red}", "#ff0000 block | 700 #ff0000 | italic #ff0000"),
    ("p{color(:red;font-size:30px}b{color:lime}", "block | 700 | italic"),
]


@pytest.mark.parametrize(("css", "expected"), ERRORS)
def test_errors_cost_what_they_cost_in_browsers(css: str, expected: str) -> None:
    assert looks(styled(css, "<p>p<b>b</b><i>i</i></p>")) == expected


NESTED: list[tuple[str, str]] = [
    (".a{& .b{color:red}}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (".a{.b{color:red}}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (".a{p{color:red}}", "block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic"),
    (".a{> p{color:red}}", "block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic"),
    (".a{& > .b{color:red}}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (".b{.a &{color:red}}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (
        ".a{color:red;.b{color:blue}color:lime}",
        "#00ff00 block | #0000ff block | italic #0000ff | #00ff00 block | block | italic",
    ),
    (
        ".b{color:red;&{color:blue}color:lime}",
        "block | #00ff00 block | italic #00ff00 | block | #00ff00 block | italic #00ff00",
    ),
    (
        ".a{color:red;@media (min-width:1px){color:blue;.b{color:lime}}}",
        "#0000ff block | #00ff00 block | italic #00ff00 | #0000ff block | block | italic",
    ),
    (".a{@media print{color:blue}}", "block | block | italic | block | block | italic"),
    ("@media screen{.a{.b{color:red}}}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (
        ".a{@supports (display:grid){color:red}}",
        "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic",
    ),
    (".a,.x{.b,.d{color:red}}", "block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic"),
    ("#zz,.a{.b{color:red}}.a .b.b{color:blue}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (".a{.b{.c{color:red}}}", "block | block | italic #ff0000 | block | block | italic"),
    (
        ".b{&.b{color:red}}.b{&&{font-size:30px}}",
        "block | 30px #ff0000 block | 30px italic #ff0000 | block | 30px #ff0000 block | 30px italic #ff0000",
    ),
    (".b{+ .d{color:red}}", "block | block | italic | #ff0000 block | block | italic"),
    (".b{~ .d{color:red}}", "block | block | italic | #ff0000 block | block | italic"),
    (".a{&.a{color:red}}", "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic"),
    (".a{:foo{color:blue}.b{color:red}}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (".a{.b,:foo{color:red}.d{color:lime}}", "block | block | italic | #00ff00 block | block | italic"),
    (".a{&:first-child{color:red}}", "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic"),
    ("p{&:not(.b){color:red}}", "block | block | italic | #ff0000 block | block | italic"),
    (".a{color:red .b{color:blue}}", "block | block | italic | block | block | italic"),
    (".a{&:hover{color:red}}", "block | block | italic | block | block | italic"),
    (".a{&::before{color:red}}", "block | block | italic | block | block | italic"),
    ("&{color:red}", "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | #ff0000 block | italic #ff0000"),
    ("& .b{color:red}", "block | #ff0000 block | italic #ff0000 | block | #ff0000 block | italic #ff0000"),
    (".a{:is(.b,.d){color:red}}", "block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic"),
    (".a{&:has(.c){color:red}}", "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic"),
    (
        ".a{@layer q{color:red}color:blue}",
        "#0000ff block | #0000ff block | italic #0000ff | #0000ff block | block | italic",
    ),
    ("@layer q{.a{.b{color:red}}}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (".b{.c{color:red!important}}.c{color:blue}", "block | block | italic #ff0000 | block | block | italic #ff0000"),
    (".a{--x:red;.b{color:var(--x)}}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (
        ".a{--x:{.b{color:red}};color:blue}",
        "#0000ff block | #0000ff block | italic #0000ff | #0000ff block | block | italic",
    ),
    (
        ".a{color:red;b:hover{color:blue}}",
        "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic",
    ),
    (
        ".a{/*{*/color:red;/*}*/.b{color:blue}}",
        "#ff0000 block | #0000ff block | italic #0000ff | #ff0000 block | block | italic",
    ),
    (
        ".a{\n  color : red ;\n  .b {\n color:blue\n}\n}",
        "#ff0000 block | #0000ff block | italic #0000ff | #ff0000 block | block | italic",
    ),
    (".a{@container (min-width:1px){color:red}}", "block | block | italic | block | block | italic"),
    ("@scope (.a) to (.b){i{color:red}}", "block | block | italic | block | block | italic"),
    ("@starting-style{.a{color:red}}", "block | block | italic | block | block | italic"),
    (".a{@nest &{color:red}}", "block | block | italic | block | block | italic"),
    (".b{.c{color:red}}.b .c{color:blue}", "block | block | italic #0000ff | block | block | italic #0000ff"),
    (".b .c{color:blue}.b{.c{color:red}}", "block | block | italic #ff0000 | block | block | italic #ff0000"),
    (
        ".b{i{color:red}color:pink}i{color:lime}",
        "block | #ffc0cb block | italic #ff0000 | block | #ffc0cb block | italic #ff0000",
    ),
    (".a{.b >{color:red}}", "block | block | italic | block | block | italic"),
    (".a{*{color:red}}", "block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic"),
    ('.a{[class="&"]{color:red}.b{color:blue}}', "block | #0000ff block | italic #0000ff | block | block | italic"),
    (".a{@media print, screen{.b{color:red}}}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (
        ".a{@media screen{@media (min-width:1px){color:red}}}",
        "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic",
    ),
    (".a{font:20px X;.b{font-size:1.5em}}", "20px block | 30px block | 30px italic | 20px block | block | italic"),
    (
        ".b{:not(&){color:red}}",
        "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | #ff0000 block | italic #ff0000",
    ),
    (
        ".b{:is(&,.d){color:red}}",
        "block | #ff0000 block | italic #ff0000 | #ff0000 block | #ff0000 block | italic #ff0000",
    ),
    (
        ".a{:where(&) .b{color:red}}.b{color:blue}",
        "block | #0000ff block | italic #0000ff | block | #0000ff block | italic #0000ff",
    ),
    (".a::before{.b{color:red}}", "block | block | italic | block | block | italic"),
    (".a{.b{color:red}", "block | #ff0000 block | italic #ff0000 | block | block | italic"),
    (
        ".a{color:red;font:x{y}}.b{color:lime}",
        "#ff0000 block | #00ff00 block | italic #00ff00 | #ff0000 block | #00ff00 block | italic #00ff00",
    ),
    ('.a{@import "x";color:red}', "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic"),
    (
        ".a{@keyframes x{from{color:blue}}color:red}",
        "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic",
    ),
    (
        ".a{@font-face{color:blue}color:red}",
        "#ff0000 block | #ff0000 block | italic #ff0000 | #ff0000 block | block | italic",
    ),
]


N = "<div class=a>a<p class=b>b<i class=c>c</i></p><p class=d>d</p></div><p class=b>e<i class=c>f</i></p>"


@pytest.mark.parametrize(("css", "expected"), NESTED)
def test_nesting(css: str, expected: str) -> None:
    assert looks(styled(css, N)) == expected


AT_RULES: list[tuple[str, str, str]] = [
    (
        "@supports (display:grid){p{color:lime}}@supports not (color:red){p{color:red}}@media print{b{color:red}}",
        "<p>p<b>b",
        "#00ff00 block | 700 #00ff00",
    ),
    (
        "@keyframes x{from{color:red}to{color:blue}}@-webkit-keyframes y{p{color:red}}"
        "@font-face{font-family:x}@page{color:red}@counter-style x{}b{color:lime}",
        "<p>p<b>b",
        "block | 700 #00ff00",
    ),
    ("@foo{p{color:red}}@bar x;b{color:lime}", "<p>p<b>b", "block | 700 #00ff00"),
    ("@foo p{color:red}b{color:lime}", "<p>p<b>b", "block | 700 #00ff00"),
    ("@container x (min-width:1px){p{color:red}}", "<div><p>p</p></div><p>q", "block | block"),
    ("@-moz-document url-prefix(){p{color:red}}b{color:lime}", "<p>p<b>b", "block | 700 #00ff00"),
    (
        '@namespace svg "http://www.w3.org/2000/svg";svg|p{color:red}*|b{color:blue}|i{color:red}',
        "<p>p<b>b<i>i",
        "block | 700 #0000ff | 700 italic #0000ff",
    ),
    ('@charset "x";p{color:red}', "<p>p<b>b", "#ff0000 block | 700 #ff0000"),
]


@pytest.mark.parametrize(("css", "body", "expected"), AT_RULES)
def test_at_rules(css: str, body: str, expected: str) -> None:
    assert looks(styled(css, body)) == expected


def read(css: str, cap: int = 1000) -> Reader:
    return Reader(css, cap, Budget()).read()


def test_a_reader_keeps_rules_in_order_and_leaves_out_what_is_not_computed() -> None:
    reader = read("p{color:red} b{margin:0} @media print{i{color:red}} @layer x{u{font:1px a}}")
    assert [(rule.selectors, rule.body, rule.layer) for rule in reader.rules] == [
        ("p", "color:red", ""),
        ("u", "font:1px a", "x"),
    ]


def test_layers_are_noted_in_order_with_those_before_imports() -> None:
    reader = read('@layer a, b.c; @import "x.css" layer(d); @layer e{@layer f{}}')
    assert (list(reader.layers), reader.early_layers) == (["a", "b.c", "d", "e", "e.f"], 2)
    assert reader.imports == [("x.css", "d")]


def test_nested_selectors_are_resolved_against_their_parents() -> None:
    assert nest("b, &:hover, > i", "p, .a") == ":is(p, .a) b,:is(p, .a):hover,:is(p, .a) > i"
    assert nest('[title="a&b"]', "p") == ':is(p) [title="a&b"]'


@pytest.mark.parametrize(
    "css", ["a{" * 100_000, "@media screen{" * 100_000, "p{" + "&&{" * 40 + "color:red", "p{color:red}" * 1001]
)
def test_what_is_nested_too_deep_or_too_much_is_said(css: str) -> None:
    assert read(css).overflow


@pytest.mark.parametrize(
    "unit",
    ["[", "(", "{", "}", '"', "'\n", "/*", "/*/", "@", "\\", "url(", "url(data:", "a(b", "}{", "({)}", '"\n{', "\0"],
)
def test_a_megabyte_of_one_thing_ends(unit: str) -> None:
    assert not read(unit * (_MEGABYTE // len(unit) // (5 if "{" in unit else 1)), _MEGABYTE).rules


PIECES = ["p", "b", " ", "\n", "{", "}", "(", ")", "[", "]", ";", ":", ",", '"', "'", "\\", "/*", "*/", "@media ",
          "@layer ", "@import ",
          "&", "color:red", "url(", "--x:", "var(--x)", "!important", ":is(", "::before", "<!--", "0"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=60))
def test_no_text_is_too_odd_for_a_sheet(css: str) -> None:
    body = "<div class=a><p id=b style='color:blue'>x</p><b>y</b></div>"
    assert looks(styled(css.replace("<", " "), body)).count(" | ") == 1

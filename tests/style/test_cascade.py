"""Which declaration wins, and what the keywords that every property takes mean. The expected looks are Chromium's."""

from __future__ import annotations

import pytest

from .pages import looks, styled

P = '<p id=a class="x y">one <b class=k>two</b></p><div class=k>three</div>'
W = "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>"
ORDER: list[tuple[str, str]] = [
    ("p{color:red}p{color:blue}", "#0000ff block | 700 #0000ff | block"),
    ("p{color:red}.x{color:green}#a{color:blue}p.x.y{color:pink}", "#0000ff block | 700 #0000ff | block"),
    ("p{color:red!important}#a{color:blue}", "#ff0000 block | 700 #ff0000 | block"),
    ("p{color:red ! IMPORTANT}#a{color:blue!important}", "#0000ff block | 700 #0000ff | block"),
    ("p{color:red!important;color:blue}", "#ff0000 block | 700 #ff0000 | block"),
    (
        "@layer a{p{color:red!important}}@layer b{p{color:blue!important}}p{color:green!important}",
        "#ff0000 block | 700 #ff0000 | block",
    ),
    ("@layer a{p{color:red}}@layer b{p{color:blue}}", "#0000ff block | 700 #0000ff | block"),
    ("@layer b,a;@layer a{p{color:red}}@layer b{p{color:blue}}", "#ff0000 block | 700 #ff0000 | block"),
    ("p{color:green}@layer a{#a{color:red}}", "#008000 block | 700 #008000 | block"),
    (
        "@layer a{@layer n{p{color:red}}p{color:blue}}@layer b.c{p{color:teal}}@layer b{p{font-size:30px}}",
        "30px #008080 block | 30px 700 #008080 | block",
    ),
    ("@layer a.b{p{color:red}}@layer a{p{color:blue}}", "#0000ff block | 700 #0000ff | block"),
    ("@layer a{p{color:blue}}@layer a.b{p{color:red}}", "#0000ff block | 700 #0000ff | block"),
    (
        "@layer a.b.c{p{color:red}}@layer a.b{p{color:blue}}@layer a.d{p{color:lime}}@layer a.b.e{p{color:teal}}",
        "#00ff00 block | 700 #00ff00 | block",
    ),
    (
        "@layer x.y, x.z;@layer x.z{p{color:red}}@layer x.y{p{color:blue}}@layer x{b{color:lime}}@layer "
        "x.z{b{color:pink}}",
        "#ff0000 block | 700 #00ff00 | block",
    ),
    (
        "@layer{p{color:red}}@layer{p{color:blue}}@layer a{b{color:lime}}@layer{b{color:teal}}",
        "#0000ff block | 700 #008080 | block",
    ),
    (
        "@layer a{@layer{p{color:red}}p{color:blue}}@layer{@layer a{p{color:pink}}}",
        "#ffc0cb block | 700 #ffc0cb | block",
    ),
    (
        "@media (min-width:100px){@layer a{p{color:red}}}@layer b{p{color:blue}}@layer a{p{color:lime}}",
        "#0000ff block | 700 #0000ff | block",
    ),
    (
        "@media (max-width:100px){@layer a{p{color:red}}}@layer b{p{color:blue}}@layer a{p{color:lime}}",
        "#00ff00 block | 700 #00ff00 | block",
    ),
    ("p{color:red;@layer z{color:blue}}", "#ff0000 block | 700 #ff0000 | block"),
    ("@layer a{@layer n{p{color:red!important}}p{color:blue!important}}", "#ff0000 block | 700 #ff0000 | block"),
    ("@layer a , b.c ;@layer b.c{p{color:red}}@layer a{p{color:blue}}", "#ff0000 block | 700 #ff0000 | block"),
]


@pytest.mark.parametrize(("css", "expected"), ORDER)
def test_importance_layers_specificity_and_order(css: str, expected: str) -> None:
    assert looks(styled(css, P)) == expected


ORIGINS: list[tuple[str, str, str]] = [
    ("p{color:red}", '<p style="color:blue">t</p>', "#0000ff block"),
    (
        "p{color:red!important}",
        '<p style="color:blue">t</p><p style="color:blue!important">t2</p>',
        "#ff0000 block | #0000ff block",
    ),
    ("*{color:green}", "<font color=red>t</font><p align=center>u", "#008000 | #008000 center block"),
    (
        "font{font-size:10px}td{text-align:right}",
        "<font size=7>t</font><table><td align=center>u",
        "10px | right table-cell",
    ),
    ("@layer a{p{color:red!important}}", '<p style="color:blue!important">t', "#0000ff block"),
]


@pytest.mark.parametrize(("css", "body", "expected"), ORIGINS)
def test_sheets_and_attributes(css: str, body: str, expected: str) -> None:
    assert looks(styled(css, body)) == expected


KEYWORDS: list[tuple[str, str, str, str, str]] = [
    (
        "color:red",
        "inherit",
        "#ff0000 block | 700 #ff0000 | 700 italic #ff0000 | 32px 700 #ff0000 block | underline #ff0000 | 700 "
        "#ff0000 center table-cell",
        "#ff0000 block | 700 | 700 italic | 32px 700 block | underline | 700 center table-cell",
        "#ff0000 block | 700 #ff0000 | 700 italic #ff0000 | 32px 700 #ff0000 block | underline #0000ee | 700 "
        "#ff0000 center table-cell",
    ),
    (
        "font-size:30px",
        "inherit",
        "30px block | 30px 700 | 30px 700 italic | 30px 700 block | 30px underline #0000ee | 30px 700 center "
        "table-cell",
        "30px block | 700 | 700 italic | 700 block | underline #0000ee | 700 center table-cell",
        "30px block | 30px 700 | 30px 700 italic | 60px 700 block | 30px underline #0000ee | 30px 700 center "
        "table-cell",
    ),
    (
        "font-weight:300",
        "inherit",
        "300 block | 300 | 300 italic | 32px 300 block | 300 underline #0000ee | 300 center table-cell",
        "300 block |  | italic | 32px block | underline #0000ee | center table-cell",
        "300 block |  | italic | 32px 700 block | 300 underline #0000ee | 700 center table-cell",
    ),
    (
        "font-style:italic",
        "inherit",
        "italic block | 700 italic | 700 italic | 32px 700 italic block | italic underline #0000ee | 700 italic "
        "center table-cell",
        "italic block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
        "italic block | 700 italic | 700 italic | 32px 700 italic block | italic underline #0000ee | 700 italic "
        "center table-cell",
    ),
    (
        "text-decoration:underline",
        "initial",
        "underline block | 700 underline | 700 italic | 32px 700 underline block | underline #0000ee | 700 center "
        "table-cell",
        "underline block | 700 | 700 italic | 32px 700 block | #0000ee | 700 center table-cell",
        "underline block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "text-align:right",
        "inherit",
        "right block | 700 right | 700 italic right | 32px 700 right block | underline #0000ee right | 700 right "
        "table-cell",
        "right block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 table-cell",
        "right block | 700 right | 700 italic right | 32px 700 right block | underline #0000ee right | 700 right "
        "table-cell",
    ),
    (
        "text-transform:uppercase",
        "inherit",
        "block uppercase | 700 uppercase | 700 italic uppercase | 32px 700 block uppercase | underline #0000ee "
        "uppercase | 700 center table-cell uppercase",
        "block uppercase | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
        "block uppercase | 700 uppercase | 700 italic uppercase | 32px 700 block uppercase | underline #0000ee "
        "uppercase | 700 center table-cell uppercase",
    ),
    (
        "visibility:hidden",
        "inherit",
        "block hidden | 700 hidden | 700 italic hidden | 32px 700 block hidden | underline #0000ee hidden | 700 "
        "center table-cell hidden",
        "block hidden | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
        "block hidden | 700 hidden | 700 italic hidden | 32px 700 block hidden | underline #0000ee hidden | 700 "
        "center table-cell hidden",
    ),
    (
        "background-color:lime",
        "initial",
        "on #00ff00 block | 700 on #00ff00 | 700 italic | 32px 700 on #00ff00 block | underline #0000ee on #00ff00 "
        "| 700 center table-cell",
        "on #00ff00 block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
        "on #00ff00 block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "display:block",
        "initial",
        "block | 700 block | 700 italic | 32px 700 block | underline #0000ee block | 700 center table-row",
        "block | 700 | 700 italic | 32px 700 | underline #0000ee | 700 center",
        "block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "font:italic 700 30px Arial",
        "inherit",
        "30px 700 italic block | 30px 700 italic | 30px 700 italic | 30px 700 italic block | 30px 700 italic "
        "underline #0000ee | 30px 700 italic center table-cell",
        "30px 700 italic block |  | italic | block | underline #0000ee | center table-cell",
        "30px 700 italic block | 30px 900 italic | 30px 900 italic | 60px 700 italic block | 30px 700 italic "
        "underline #0000ee | 30px 700 italic center table-cell",
    ),
    (
        "background:red",
        "initial",
        "on #ff0000 block | 700 on #ff0000 | 700 italic | 32px 700 on #ff0000 block | underline #0000ee on #ff0000 "
        "| 700 center table-cell",
        "on #ff0000 block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
        "on #ff0000 block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
]


@pytest.mark.parametrize(("declaration", "unset", "inherit", "initial", "revert"), KEYWORDS)
def test_inherit_initial_unset_and_revert(
    declaration: str, unset: str, inherit: str, initial: str, revert: str
) -> None:
    expected = {"inherit": inherit, "initial": initial, "revert": revert}
    for keyword, looking in {**expected, "unset": expected[unset]}.items():
        css = f"div{{{declaration}}}b,h1,th,a{{{declaration.partition(':')[0]}:{keyword}}}"
        assert looks(styled(css, W)) == looking, keyword


KEYWORDS_AROUND: list[tuple[str, str, str]] = [
    (
        "div{color:red;font-size:30px}h1,b,a{all:initial}",
        "<div>d<b>b</b><h1>h</h1><a href=x>l</a></div>",
        "30px #ff0000 block |  |  | ",
    ),
    (
        "div{color:red;font-size:30px}h1,b,a{all:unset}",
        "<div>d<b>b</b><h1>h</h1><a href=x>l</a></div>",
        "30px #ff0000 block | 30px #ff0000 | 30px #ff0000 | 30px #ff0000",
    ),
    (
        "div{color:red;font-size:30px}h1,b,a{color:blue;font-weight:100}h1,b,a{all:revert}",
        "<div>d<b>b</b><h1>h</h1><a href=x>l</a></div>",
        "30px #ff0000 block | 30px 700 #ff0000 | 60px 700 #ff0000 block | 30px underline #0000ee",
    ),
    (
        "div{color:red;background:blue}b{all:inherit}",
        "<div>d<b>b</b></div>",
        "#ff0000 on #0000ff block | #ff0000 on #0000ff block",
    ),
    (
        "font{color:revert}td{text-align:revert}",
        "<font color=red size=5>t</font><table><td align=center>u",
        "24px | table-cell",
    ),
    (
        "b{background:inherit}div{background:red}",
        "<div>a<i>b<b>c</b></i><b>d</b></div>",
        "on #ff0000 block | italic | 700 italic | 700 on #ff0000",
    ),
    ("b{display:inherit}", "<div>a<b>c</b></div><span>x<b>y</b></span>", "block | 700 block |  | 700"),
    ("b{text-decoration:inherit}u{color:red}", "<u>a<b>c</b></u>", "underline #ff0000 | 700 underline #ff0000"),
    ("b{height:inherit}", '<div style="height:5px">a<b>c</b></div>', "block | 700"),
]


@pytest.mark.parametrize(("css", "body", "expected"), KEYWORDS_AROUND)
def test_all_and_keywords_of_what_stands_around(css: str, body: str, expected: str) -> None:
    assert looks(styled(css, body)) == expected


def test_a_class_that_is_named_twice_weighs_twice() -> None:
    assert looks(styled(".x.x{color:red}p.x{color:blue}", "<p class=x>t")) == "#ff0000 block"
    assert looks(styled(".x.x:not(b){color:red}p.x:not(i){color:blue}", "<p class=x>t")) == "#ff0000 block"


def test_selectors_over_several_lines_keep_their_combinators() -> None:
    body = "<div class=a><p>in</p></div><p>out"
    assert looks(styled(".a\np{color:red}", body)) == "#ff0000 block | block"
    assert looks(styled("div\n>\np{color:red}", body)) == "#ff0000 block | block"

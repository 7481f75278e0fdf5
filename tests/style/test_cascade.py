"""Which declaration wins, and what the keywords that every property takes mean. The expected looks are Chromium's."""

from __future__ import annotations

import pytest

from .pages import looks, styled

P = '<p id=a class="x y">one <b class=k>two</b></p><div class=k>three</div>'
W = "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>"
ORDER: list[tuple[str, str, str]] = [
    ("p{color:red}p{color:blue}", P, "#0000ff block | 700 #0000ff | block"),
    ("p{color:red}.x{color:green}#a{color:blue}p.x.y{color:pink}", P, "#0000ff block | 700 #0000ff | block"),
    ("p{color:red!important}#a{color:blue}", P, "#ff0000 block | 700 #ff0000 | block"),
    ("p{color:red ! IMPORTANT}#a{color:blue!important}", P, "#0000ff block | 700 #0000ff | block"),
    ("p{color:red!important;color:blue}", P, "#ff0000 block | 700 #ff0000 | block"),
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
    (
        "@layer a{p{color:red!important}}@layer b{p{color:blue!important}}p{color:green!important}",
        P,
        "#ff0000 block | 700 #ff0000 | block",
    ),
    ("@layer a{p{color:red}}@layer b{p{color:blue}}", P, "#0000ff block | 700 #0000ff | block"),
    ("@layer b,a;@layer a{p{color:red}}@layer b{p{color:blue}}", P, "#ff0000 block | 700 #ff0000 | block"),
    ("p{color:green}@layer a{#a{color:red}}", P, "#008000 block | 700 #008000 | block"),
    (
        "@layer a{@layer n{p{color:red}}p{color:blue}}@layer b.c{p{color:teal}}@layer b{p{font-size:30px}}",
        P,
        "30px #008080 block | 30px 700 #008080 | block",
    ),
    ("@layer a.b{p{color:red}}@layer a{p{color:blue}}", P, "#0000ff block | 700 #0000ff | block"),
    ("@layer a{p{color:blue}}@layer a.b{p{color:red}}", P, "#0000ff block | 700 #0000ff | block"),
    (
        "@layer a.b.c{p{color:red}}@layer a.b{p{color:blue}}@layer a.d{p{color:lime}}@layer a.b.e{p{color:teal}}",
        P,
        "#00ff00 block | 700 #00ff00 | block",
    ),
    (
        "@layer x.y, x.z;@layer x.z{p{color:red}}@layer x.y{p{color:blue}}@layer x{b{color:lime}}@layer "
        "x.z{b{color:pink}}",
        P,
        "#ff0000 block | 700 #00ff00 | block",
    ),
    (
        "@layer{p{color:red}}@layer{p{color:blue}}@layer a{b{color:lime}}@layer{b{color:teal}}",
        P,
        "#0000ff block | 700 #008080 | block",
    ),
    (
        "@layer a{@layer{p{color:red}}p{color:blue}}@layer{@layer a{p{color:pink}}}",
        P,
        "#ffc0cb block | 700 #ffc0cb | block",
    ),
    (
        "@media (min-width:100px){@layer a{p{color:red}}}@layer b{p{color:blue}}@layer a{p{color:lime}}",
        P,
        "#0000ff block | 700 #0000ff | block",
    ),
    (
        "@media (max-width:100px){@layer a{p{color:red}}}@layer b{p{color:blue}}@layer a{p{color:lime}}",
        P,
        "#00ff00 block | 700 #00ff00 | block",
    ),
    ("p{color:red;@layer z{color:blue}}", P, "#ff0000 block | 700 #ff0000 | block"),
    ("@layer a{@layer n{p{color:red!important}}p{color:blue!important}}", P, "#ff0000 block | 700 #ff0000 | block"),
    ("@layer a , b.c ;@layer b.c{p{color:red}}@layer a{p{color:blue}}", P, "#ff0000 block | 700 #ff0000 | block"),
    ("@layer a{p{color:red!important}}", '<p style="color:blue!important">t', "#0000ff block"),
]


@pytest.mark.parametrize(("css", "body", "expected"), ORDER)
def test_origin_importance_layers_specificity_and_order(css: str, body: str, expected: str) -> None:
    assert looks(styled(css, body)) == expected


WIDE: list[tuple[str, str, str]] = [
    (
        "div{color:red}b,h1,th,a{color:inherit}",
        W,
        "#ff0000 block | 700 #ff0000 | 700 italic #ff0000 | 32px 700 #ff0000 block | underline #ff0000 | "
        "700 #ff0000 center table-cell",
    ),
    (
        "div{color:red}b,h1,th,a{color:initial}",
        W,
        "#ff0000 block | 700 | 700 italic | 32px 700 block | underline | 700 center table-cell",
    ),
    (
        "div{color:red}b,h1,th,a{color:unset}",
        W,
        "#ff0000 block | 700 #ff0000 | 700 italic #ff0000 | 32px 700 #ff0000 block | underline #ff0000 | "
        "700 #ff0000 center table-cell",
    ),
    (
        "div{color:red}b,h1,th,a{color:revert}",
        W,
        "#ff0000 block | 700 #ff0000 | 700 italic #ff0000 | 32px 700 #ff0000 block | underline #0000ee | "
        "700 #ff0000 center table-cell",
    ),
    (
        "div{font-size:30px}b,h1,th,a{font-size:inherit}",
        W,
        "30px block | 30px 700 | 30px 700 italic | 30px 700 block | 30px underline #0000ee | 30px 700 "
        "center table-cell",
    ),
    (
        "div{font-size:30px}b,h1,th,a{font-size:initial}",
        W,
        "30px block | 700 | 700 italic | 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{font-size:30px}b,h1,th,a{font-size:unset}",
        W,
        "30px block | 30px 700 | 30px 700 italic | 30px 700 block | 30px underline #0000ee | 30px 700 "
        "center table-cell",
    ),
    (
        "div{font-size:30px}b,h1,th,a{font-size:revert}",
        W,
        "30px block | 30px 700 | 30px 700 italic | 60px 700 block | 30px underline #0000ee | 30px 700 "
        "center table-cell",
    ),
    (
        "div{font-weight:300}b,h1,th,a{font-weight:inherit}",
        W,
        "300 block | 300 | 300 italic | 32px 300 block | 300 underline #0000ee | 300 center table-cell",
    ),
    (
        "div{font-weight:300}b,h1,th,a{font-weight:initial}",
        W,
        "300 block |  | italic | 32px block | underline #0000ee | center table-cell",
    ),
    (
        "div{font-weight:300}b,h1,th,a{font-weight:unset}",
        W,
        "300 block | 300 | 300 italic | 32px 300 block | 300 underline #0000ee | 300 center table-cell",
    ),
    (
        "div{font-weight:300}b,h1,th,a{font-weight:revert}",
        W,
        "300 block |  | italic | 32px 700 block | 300 underline #0000ee | 700 center table-cell",
    ),
    (
        "div{font-style:italic}b,h1,th,a{font-style:inherit}",
        W,
        "italic block | 700 italic | 700 italic | 32px 700 italic block | italic underline #0000ee | 700 "
        "italic center table-cell",
    ),
    (
        "div{font-style:italic}b,h1,th,a{font-style:initial}",
        W,
        "italic block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{font-style:italic}b,h1,th,a{font-style:unset}",
        W,
        "italic block | 700 italic | 700 italic | 32px 700 italic block | italic underline #0000ee | 700 "
        "italic center table-cell",
    ),
    (
        "div{font-style:italic}b,h1,th,a{font-style:revert}",
        W,
        "italic block | 700 italic | 700 italic | 32px 700 italic block | italic underline #0000ee | 700 "
        "italic center table-cell",
    ),
    (
        "div{text-decoration:underline}b,h1,th,a{text-decoration:inherit}",
        W,
        "underline block | 700 underline | 700 italic | 32px 700 underline block | underline #0000ee | "
        "700 center table-cell",
    ),
    (
        "div{text-decoration:underline}b,h1,th,a{text-decoration:initial}",
        W,
        "underline block | 700 | 700 italic | 32px 700 block | #0000ee | 700 center table-cell",
    ),
    (
        "div{text-decoration:underline}b,h1,th,a{text-decoration:unset}",
        W,
        "underline block | 700 | 700 italic | 32px 700 block | #0000ee | 700 center table-cell",
    ),
    (
        "div{text-decoration:underline}b,h1,th,a{text-decoration:revert}",
        W,
        "underline block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{text-align:right}b,h1,th,a{text-align:inherit}",
        W,
        "right block | 700 right | 700 italic right | 32px 700 right block | underline #0000ee right | "
        "700 right table-cell",
    ),
    (
        "div{text-align:right}b,h1,th,a{text-align:initial}",
        W,
        "right block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 table-cell",
    ),
    (
        "div{text-align:right}b,h1,th,a{text-align:unset}",
        W,
        "right block | 700 right | 700 italic right | 32px 700 right block | underline #0000ee right | "
        "700 right table-cell",
    ),
    (
        "div{text-align:right}b,h1,th,a{text-align:revert}",
        W,
        "right block | 700 right | 700 italic right | 32px 700 right block | underline #0000ee right | "
        "700 right table-cell",
    ),
    (
        "div{text-transform:uppercase}b,h1,th,a{text-transform:inherit}",
        W,
        "block uppercase | 700 uppercase | 700 italic uppercase | 32px 700 block uppercase | underline "
        "#0000ee uppercase | 700 center table-cell uppercase",
    ),
    (
        "div{text-transform:uppercase}b,h1,th,a{text-transform:initial}",
        W,
        "block uppercase | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{text-transform:uppercase}b,h1,th,a{text-transform:unset}",
        W,
        "block uppercase | 700 uppercase | 700 italic uppercase | 32px 700 block uppercase | underline "
        "#0000ee uppercase | 700 center table-cell uppercase",
    ),
    (
        "div{text-transform:uppercase}b,h1,th,a{text-transform:revert}",
        W,
        "block uppercase | 700 uppercase | 700 italic uppercase | 32px 700 block uppercase | underline "
        "#0000ee uppercase | 700 center table-cell uppercase",
    ),
    (
        "div{visibility:hidden}b,h1,th,a{visibility:inherit}",
        W,
        "block hidden | 700 hidden | 700 italic hidden | 32px 700 block hidden | underline #0000ee "
        "hidden | 700 center table-cell hidden",
    ),
    (
        "div{visibility:hidden}b,h1,th,a{visibility:initial}",
        W,
        "block hidden | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{visibility:hidden}b,h1,th,a{visibility:unset}",
        W,
        "block hidden | 700 hidden | 700 italic hidden | 32px 700 block hidden | underline #0000ee "
        "hidden | 700 center table-cell hidden",
    ),
    (
        "div{visibility:hidden}b,h1,th,a{visibility:revert}",
        W,
        "block hidden | 700 hidden | 700 italic hidden | 32px 700 block hidden | underline #0000ee "
        "hidden | 700 center table-cell hidden",
    ),
    (
        "div{background-color:lime}b,h1,th,a{background-color:inherit}",
        W,
        "on #00ff00 block | 700 on #00ff00 | 700 italic | 32px 700 on #00ff00 block | underline #0000ee "
        "on #00ff00 | 700 center table-cell",
    ),
    (
        "div{background-color:lime}b,h1,th,a{background-color:initial}",
        W,
        "on #00ff00 block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{background-color:lime}b,h1,th,a{background-color:unset}",
        W,
        "on #00ff00 block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{background-color:lime}b,h1,th,a{background-color:revert}",
        W,
        "on #00ff00 block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{display:block}b,h1,th,a{display:inherit}",
        W,
        "block | 700 block | 700 italic | 32px 700 block | underline #0000ee block | 700 center table-row",
    ),
    (
        "div{display:block}b,h1,th,a{display:initial}",
        W,
        "block | 700 | 700 italic | 32px 700 | underline #0000ee | 700 center",
    ),
    (
        "div{display:block}b,h1,th,a{display:unset}",
        W,
        "block | 700 | 700 italic | 32px 700 | underline #0000ee | 700 center",
    ),
    (
        "div{display:block}b,h1,th,a{display:revert}",
        W,
        "block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{font:italic 700 30px Arial}b,h1,th,a{font:inherit}",
        W,
        "30px 700 italic block | 30px 700 italic | 30px 700 italic | 30px 700 italic block | 30px 700 "
        "italic underline #0000ee | 30px 700 italic center table-cell",
    ),
    (
        "div{font:italic 700 30px Arial}b,h1,th,a{font:initial}",
        W,
        "30px 700 italic block |  | italic | block | underline #0000ee | center table-cell",
    ),
    (
        "div{font:italic 700 30px Arial}b,h1,th,a{font:unset}",
        W,
        "30px 700 italic block | 30px 700 italic | 30px 700 italic | 30px 700 italic block | 30px 700 "
        "italic underline #0000ee | 30px 700 italic center table-cell",
    ),
    (
        "div{font:italic 700 30px Arial}b,h1,th,a{font:revert}",
        W,
        "30px 700 italic block | 30px 900 italic | 30px 900 italic | 60px 700 italic block | 30px 700 "
        "italic underline #0000ee | 30px 700 italic center table-cell",
    ),
    (
        "div{background:red}b,h1,th,a{background:inherit}",
        W,
        "on #ff0000 block | 700 on #ff0000 | 700 italic | 32px 700 on #ff0000 block | underline #0000ee "
        "on #ff0000 | 700 center table-cell",
    ),
    (
        "div{background:red}b,h1,th,a{background:initial}",
        W,
        "on #ff0000 block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{background:red}b,h1,th,a{background:unset}",
        W,
        "on #ff0000 block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
    (
        "div{background:red}b,h1,th,a{background:revert}",
        W,
        "on #ff0000 block | 700 | 700 italic | 32px 700 block | underline #0000ee | 700 center table-cell",
    ),
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


@pytest.mark.parametrize(("css", "body", "expected"), WIDE)
def test_inherit_initial_unset_and_revert(css: str, body: str, expected: str) -> None:
    assert looks(styled(css, body)) == expected


def test_a_class_that_is_named_twice_weighs_twice() -> None:
    assert looks(styled(".x.x{color:red}p.x{color:blue}", "<p class=x>t")) == "#ff0000 block"
    assert looks(styled(".x.x:not(b){color:red}p.x:not(i){color:blue}", "<p class=x>t")) == "#ff0000 block"


def test_selectors_over_several_lines_keep_their_combinators() -> None:
    body = "<div class=a><p>in</p></div><p>out"
    assert looks(styled(".a\np{color:red}", body)) == "#ff0000 block | block"
    assert looks(styled("div\n>\np{color:red}", body)) == "#ff0000 block | block"

"""Which elements a selector matches. The expected ones are what `querySelectorAll` of Chromium gives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.page.model import TEXT

from .pages import STRICT, looks, render, styled

DOCUMENT = """<!doctype html><html id=html lang=en><head id=head><style>%s{background:#010203}</style><body id=body>
<main id=main class="A b" data-x="Foo Bar" lang=en-US title="a.b">m
<p id=p1 class="p q">1 <em id=e1>2</em> <em id=e2 class=q>3</em></p>
<ul id=ul><li id=l1>4</li><li id=l2 class=s>5</li><li id=l3>6 <b id=b1>7</b></li>
<li id=l4 class=s>8</li><li id=l5>9</li></ul>
<p id=p2>10<a id=a1 href=x>11</a><a id=a2>12</a></p><span id=sp></span><i id=i1>13</i>
<p id=p3 lang=fr>14<input id=in1 type=checkbox checked><input id=in2 disabled></p><h2 id=h2>15</h2>
<select id=se multiple><option id=o1 selected>16<option id=o2>17</select>
<div id=d1>18<div id=d2>19<div id=d3 class=deep>20<s id=s1>21</s></div></div></div>
<em id=e3>22</em></main></body></html>"""


def matched(selector: str) -> str:
    """Return the ids of the elements that get a background, which is not inherited."""
    page = render(DOCUMENT.replace("%s", selector))
    elements = [
        node
        for node, tag in enumerate(page.tag)
        if tag != TEXT and page.styles[page.style[node]].background == 0x010203FF
    ]
    ids = [dict(page.attributes[node]).get("id") for node in elements]
    return " ".join(name for name in ids if name)


MATCHES = [
    ("div>p", ""),
    ("div p", ""),
    ("p em", "e1 e2"),
    ("p>em", "e1 e2"),
    ("p+ul", "ul"),
    ("p~p", "p2 p3"),
    ("h2~div", "d1"),
    ("h2~em", "e3"),
    ("ul+p", "p2"),
    ("i+p", "p3"),
    ("em+em", "e2"),
    ("li+li", "l2 l3 l4 l5"),
    ("li~li.s", "l2 l4"),
    (".A .q", "p1 e2"),
    (".A.b", "main"),
    ("div.b", ""),
    ("#main p", "p1 p2 p3"),
    ("#MAIN p", ""),
    (".a p", ""),
    ("[data-x]", "main"),
    ('[data-x="Foo Bar"]', "main"),
    ("[data-x=Foo]", ""),
    ("[data-x~=Foo]", "main"),
    ('[data-x~="foo" i]', "main"),
    ("[data-x^=Fo]", "main"),
    ("[data-x$=ar]", "main"),
    ('[data-x*="o B"]', "main"),
    ('[data-x*=""]', ""),
    ('[data-x^=""]', ""),
    ("[data-x$='']", ""),
    ('[data-x~=""]', ""),
    ('[data-x~="Foo Bar"]', ""),
    ("[lang|=en]", "html main"),
    ('[lang|="en-us"]', "main"),
    ('[lang="EN-US"]', "main"),
    ("[LANG]", "html main p3"),
    ("[data-X]", "main"),
    ("[title=a\\.b]", "main"),
    ('[title="a.b"]', "main"),
    ("[type=CHECKBOX]", "in1"),
    ('[data-x="foo bar"i]', "main"),
    ("[class~=b]", "main"),
    ("[class=A]", ""),
    ("[class^=A]", "main"),
    ("[id=r]", ""),
    ("[href]", "a1"),
    ("a[href=x]", "a1"),
    ("[ data-x ]", "main"),
    ('[data-x = "Foo Bar" i ]', "main"),
    ("[*|lang]", "html main p3"),
    ("[|lang]", "html main p3"),
    ("p:first-child", "p1"),
    ("li:first-child", "l1"),
    ("li:last-child", "l5"),
    ("em:last-child", "e2 e3"),
    ("em:only-child", ""),
    ("s:only-child", "s1"),
    ("b:only-child", "b1"),
    ("b:only-of-type", "b1"),
    ("em:only-of-type", "e3"),
    ("p:first-of-type", "p1"),
    ("p:last-of-type", "p3"),
    ("em:last-of-type", "e2 e3"),
    ("em:first-of-type", "e1 e3"),
    ("li:nth-child(2)", "l2"),
    ("li:nth-child(odd)", "l1 l3 l5"),
    ("li:nth-child(even)", "l2 l4"),
    ("li:nth-child(2n+1)", "l1 l3 l5"),
    ("li:nth-child(-n+2)", "l1 l2"),
    ("li:nth-child(n+3)", "l3 l4 l5"),
    ("li:nth-child(3n)", "l3"),
    ("li:nth-child(+3n - 2)", "l1 l4"),
    ("li:nth-child(3N-1)", "l2 l5"),
    ("li:nth-child( 2n + 1 )", "l1 l3 l5"),
    ("li:nth-child(-2n+5)", "l1 l3 l5"),
    ("li:nth-child(0)", ""),
    ("li:nth-child(-1)", ""),
    ("li:nth-child(n)", "l1 l2 l3 l4 l5"),
    ("li:nth-child(+n)", "l1 l2 l3 l4 l5"),
    ("li:nth-child(-n)", ""),
    ("li:nth-child(0n+2)", "l2"),
    ("li:nth-child(ODD)", "l1 l3 l5"),
    ("li:nth-child(n+ 2)", "l2 l3 l4 l5"),
    ("li:nth-child(n +2)", "l2 l3 l4 l5"),
    ("li:nth-child(-n-1)", ""),
    ("li:nth-child(2 of .s)", "l4"),
    (":nth-child(1 of .q)", "p1 e2"),
    ("li:nth-child(even of li.s)", "l4"),
    ("li:nth-child(odd of :not(.s))", "l1 l5"),
    ("li:nth-last-child(1 of .s)", "l4"),
    ("li:nth-child(2n of li, b)", "l2 l4"),
    ("li:nth-last-child(2)", "l4"),
    ("li:nth-last-child(-n+2)", "l4 l5"),
    ("p:nth-of-type(2)", "p2"),
    ("p:nth-last-of-type(2)", "p2"),
    ("p:nth-of-type(odd)", "p1 p3"),
    (":root", "html"),
    ("html:root", "html"),
    ("span:empty + i", "i1"),
    (":link", "a1"),
    ("a:link", "a1"),
    ("a:any-link", "a1"),
    ("a:-webkit-any-link", "a1"),
    ("a:visited", ""),
    ("a:not(:visited)", "a1 a2"),
    ("a:hover", ""),
    ("a:not(:hover)", "a1 a2"),
    (":checked", "in1 o1"),
    (":checked+input", "in2"),
    (":disabled", "in2"),
    ("p:has(:disabled)", "p3"),
    ("p:has(:checked)", "p3"),
    ("option:checked", "o1"),
    (":lang(en)", "html head body main p1 e1 e2 ul l1 l2 l3 b1 l4 l5 p2 a1 a2 sp i1 h2 se o1 o2 d1 d2 d3 s1 e3"),
    (":lang(fr)", "p3 in1 in2"),
    ("p:lang(en)", "p1 p2"),
    ("p:lang(FR)", "p3"),
    (":lang(en-US)", "main p1 e1 e2 ul l1 l2 l3 b1 l4 l5 p2 a1 a2 sp i1 h2 se o1 o2 d1 d2 d3 s1 e3"),
    (":lang(en-GB)", ""),
    (":not(p)", "html head body main e1 e2 ul l1 l2 l3 b1 l4 l5 a1 a2 sp i1 in1 in2 h2 se o1 o2 d1 d2 d3 s1 e3"),
    ("li:not(.s)", "l1 l3 l5"),
    ("li:not(.s, :first-child)", "l3 l5"),
    ("li:not(.s):not(:first-child)", "l3 l5"),
    ("p:not(.q em)", "p1 p2 p3"),
    (":not(ul) > p", "p1 p2 p3"),
    ("li:not(ul *)", ""),
    ("li:not(ul > .s)", "l1 l3 l5"),
    ("li:not(:nth-child(2))", "l1 l3 l4 l5"),
    ("li:not(:hover)", "l1 l2 l3 l4 l5"),
    (":is(p,i)", "p1 p2 i1 p3"),
    (":is(p.q,i) em", "e1 e2"),
    ("div :is(.s, .q)", ""),
    (":is(:foo, i)", "i1"),
    (":is()", ""),
    (":where(p)", "p1 p2 p3"),
    (":where(#main) p", "p1 p2 p3"),
    (":where(:foo)", ""),
    ("li:is(.s:last-child, :nth-child(2))", "l2"),
    (":-webkit-any(p,i)", "p1 p2 i1 p3"),
    ("p:has(em)", "p1"),
    ("p:has(> em)", "p1"),
    ("div:has(> p)", ""),
    ("p:has(+ ul)", "p1"),
    ("p:has(~ h2)", "p1 p2 p3"),
    ("li:has(b)", "l3"),
    (":has(b)", "html body main ul l3"),
    ("div:has(div)", "d1 d2"),
    ("div:has(> div > div)", "d1"),
    ("div:has(.deep s)", "d1 d2"),
    ("p:has(em, a)", "p1 p2"),
    ("p:has(em.q)", "p1"),
    ("p:has(em + em)", "p1"),
    ("ul:has(li + .s)", "ul"),
    ("ul:has(> li:nth-child(4) b)", ""),
    ("p:not(:has(em))", "p2 p3"),
    ("li:has(+ .s)", "l1 l3"),
    ("li:has(+ .s b)", ""),
    ("li:has(~ li b)", "l1 l2"),
    ("em:has(+ em)", "e1"),
    ("li:has(+ li ~ .s)", "l1 l2"),
    ("li:has(+ .s ~ .s)", "l1"),
    ("li:has(+ li ~ li b)", "l1"),
    ("li:has(+ li + li ~ .s)", "l1"),
    ("p:has(+ ul ~ i ~ h2)", "p1"),
    ("p:has(+ ul li ~ li b)", "p1"),
    ("p:has(+ ul ~ i ~ ul)", ""),
    ("div:has(p):has(h2)", ""),
    ("body:has(#main) p", "p1 p2 p3"),
    ("html:has(b) i", "i1"),
    (":has(> b):not(p)", "l3"),
    ("p:has(:is(em,i))", "p1"),
    ("div:has(:not(p))", "d1 d2 d3"),
    ("p:has(a:link)", "p2"),
    ("div:has(> p > em)", ""),
    ("div:has(p ~ h2)", ""),
    ("div:has(h2 ~ p)", ""),
    ("ul:has(.s ~ li > b)", "ul"),
    ("p:first-child:has(em)", "p1"),
    ("p:has(>em:first-child)", "p1"),
    ("em:not(p > em)", "e3"),
    ("*", "html head body main p1 e1 e2 ul l1 l2 l3 b1 l4 l5 p2 a1 a2 sp i1 p3 in1 in2 h2 se o1 o2 d1 d2 d3 s1 e3"),
    ("* em", "e1 e2 e3"),
    ("*.q", "p1 e2"),
    ("div *", "d2 d3 s1"),
    ("div > *", "d2 d3 s1"),
    ("p * ", "e1 e2 a1 a2 in1 in2"),
    ("body", "body"),
    ("BODY p", "p1 p2 p3"),
    ("P", "p1 p2 p3"),
    ("Em", "e1 e2 e3"),
    ("em.Q", ""),
    ("em.q.q", "e2"),
    ("p.p1.q", ""),
    ("p.q.p1", ""),
    ("#main#main p", "p1 p2 p3"),
    ("#main#s p", ""),
    ("p:hover em", ""),
    ("p::before", ""),
    ("p::first-line", ""),
    ("p::-webkit-foo", ""),
    ("p::selection", ""),
    ("p:defined", "p1 p2 p3"),
    ("input:enabled", "in1"),
    ("p:has(:enabled)", "p3"),
    ("p:read-only", "p1 p2 p3"),
    (":scope", "html"),
    (":scope > body > div", ""),
    ("p:not(:target)", "p1 p2 p3"),
    (":optional", "in1 in2 se"),
    ("p:has(:required)", ""),
    ("p:has(:optional)", "p3"),
    ("p:has(:indeterminate)", ""),
    ("p:has(:default)", "p3"),
    (
        ":dir(ltr)",
        "html head body main p1 e1 e2 ul l1 l2 l3 b1 l4 l5 p2 a1 a2 sp i1 p3 in1 in2 h2 se o1 o2 d1 d2 d3 s1 e3",
    ),
    ("p:dir(ltr)", "p1 p2 p3"),
    ("p:dir(rtl)", ""),
    (":state(x)", ""),
    (":host-context(p)", ""),
    ("p:FIRST-CHILD", "p1"),
    ("LI:NTH-CHILD(2)", "l2"),
    ("p:NOT(.q)", "p2 p3"),
    ("p:not( .q )", "p2 p3"),
    ("p:is( .q , em )", "p1"),
    ("p >em", "e1 e2"),
    ("p> em", "e1 e2"),
    ("p   >   em", "e1 e2"),
    ("p em,i", "e1 e2 i1"),
    ("p  ,  i", "p1 p2 i1 p3"),
    ("p\tem", "e1 e2"),
    ("p\nem", "e1 e2"),
    ("p ", "p1 p2 p3"),
    (" em", "e1 e2 e3"),
    ("p", "p1 p2 p3"),
    ("em", "e1 e2 e3"),
    ("svg", ""),
    ("*|p", "p1 p2 p3"),
    ("|p", ""),
    ("*|*", "html head body main p1 e1 e2 ul l1 l2 l3 b1 l4 l5 p2 a1 a2 sp i1 p3 in1 in2 h2 se o1 o2 d1 d2 d3 s1 e3"),
    ('[data-x|="Foo Bar"]', "main"),
    ("[title|=a]", ""),
    (".--", ""),
    (".a1", ""),
    ("#a1", "a1"),
    ("--x", ""),
    (".--x", ""),
    ("-x", ""),
    (".\\31", ""),
    ("#-x", ""),
    (".é", ""),
    (".A > .q", "p1"),
    ("main\n>\np", "p1 p2 p3"),
    ("main\tp\nem", "e1 e2"),
    (".q .q", "e2"),
    (".q.q.q", "p1 e2"),
    ("p ~ p ~ em", "e3"),
    (".s ~ li ~ .s", "l4"),
    ("main:has(> div s)", "main"),
    ("main:has(> ul .s + li b)", "main"),
    ("div:has(> div > .deep)", "d1"),
    ("li:has(+ li b)", "l2"),
    (":is(main ul) .s", "l2 l4"),
    (":not(main li)", "html head body main p1 e1 e2 ul b1 p2 a1 a2 sp i1 p3 in1 in2 h2 se o1 o2 d1 d2 d3 s1 e3"),
    ("p:nth-last-of-type(n+2)", "p1 p2"),
    ('[lang="EN-us" i]', "main"),
    ('[data-x="foo bar" i]', "main"),
    ("[type=checkbox]", "in1"),
]


@pytest.mark.parametrize(("selector", "ids"), MATCHES)
def test_selectors(selector: str, ids: str) -> None:
    assert matched(selector) == ids


SIBLINGS = "<i class=b>1</i><i class=a>2</i><i class=b>3</i><i class=c>4</i><i class=c>5</i><i class=b>6</i>"
NESTED = (
    "<div class=a>1<div class=b>2<div class=a>3<div class=b>4<div class=b>5<p class=c>6</p></div></div></div></div>"
)
CHAINS = [
    (".a ~ .b ~ .c", SIBLINGS, "45"),
    (".a + .b ~ .c", SIBLINGS, "45"),
    (".b ~ .b ~ .c", SIBLINGS, "45"),
    (".b ~ .a ~ .b + .c", SIBLINGS, "4"),
    (".c ~ .c", SIBLINGS, "5"),
    (".a > .b .c", NESTED, "6"),
    (".a .b > .c", NESTED, "6"),
    (".a > .a > .c", NESTED, ""),
    (".a .b > .b > .c", NESTED, "6"),
    (":is(.a .b) .c", NESTED, "6"),
    (":not(.a .b) > .c", NESTED, ""),
    (".a:has(> .b .c)", NESTED, "13"),
    (".a:has(> .a .c)", NESTED, ""),
    (".b:has(> .a > .b)", NESTED, "2"),
]


@pytest.mark.parametrize(("selector", "body", "numbers"), CHAINS)
def test_chains_take_the_match_that_leaves_room(selector: str, body: str, numbers: str) -> None:
    page = render(styled(f"{selector}{{background:#010203}}", body))
    hits = [
        node
        for node, tag in enumerate(page.tag)
        if tag == TEXT and page.styles[page.style[node]].background == 0x010203FF
    ]
    assert "".join(page.data[node] for node in hits) == numbers


def test_no_element_has_two_ids() -> None:
    assert looks(styled("#a#b{color:red} #b#b{font-weight:700}", "<p id=a>x</p><p id=b>y")) == "block | 700 block"


def test_names_with_escapes() -> None:
    css = r".w-1\/2{color:red} .md\:x{color:blue} .\31 0{color:lime} #a\.b{color:teal} .\[x\]{color:tan}"
    body = "<b class='w-1/2'>1</b><b class='md:x'>2</b><b class=10>3</b><b id=a.b>4</b><b class='[x]'>5</b>"
    assert looks(styled(css, body)) == "700 #ff0000 | 700 #0000ff | 700 #00ff00 | 700 #008080 | 700 #d2b48c"


def test_only_white_space_of_html_separates_classes() -> None:
    assert looks(styled(".a{color:red}", "<b class='a\fb'>1</b><b class='a\xa0b'>2</b>")) == "700 #ff0000 | 700"


def test_what_is_empty() -> None:
    body = "<div><p></p>1</div><div><p> </p>2</div><div><p><!--c--></p>3</div><div><p><b></b></p>4</div>"
    expected = "#ff0000 block | block | #ff0000 block | block"
    assert looks(styled("div:has(> p:empty){color:red}", body)) == expected


def test_languages_are_inherited() -> None:
    body = "<div lang=de>a<p>b<span lang=en-GB>c<i lang=''>d</i></span></p></div>e"
    expected = "#ff0000 block | #ff0000 block | 700 #ff0000 | 700 italic #ff0000 | block"
    assert looks(styled(":lang(de){color:red} :lang(en){font-weight:700}", body)) == expected


COMPOUNDS = st.sampled_from(["p", "em", ".q", "#l3", "[lang]", "[data-x~=Foo]", ":first-child", ":nth-child(2n+1)",
                             "li.s", "*", ":empty",
                             ":not(.s)", ":is(em, i)", ":has(b)", ":root", ":link", ":checked", ":lang(fr)",
                             ":only-child"])  # fmt: skip
SELECTORS = st.lists(st.tuples(COMPOUNDS, st.sampled_from([" ", ">", "+", "~"])), min_size=1, max_size=4).map(
    lambda parts: "".join(compound + combinator for compound, combinator in parts).rstrip(" >+~")
)


@given(SELECTORS)
@settings(deadline=None)
def test_logic_holds_for_every_selector(selector: str) -> None:
    every = set(matched("*").split())
    hits = set(matched(selector).split())
    assert set(matched(f":is({selector})").split()) == hits
    assert set(matched(f":where({selector}, {selector})").split()) == hits
    assert set(matched(f":not({selector})").split()) == every - hits


def test_the_places_of_siblings_are_those_without_text() -> None:
    assert (
        looks(STRICT + "<style>b:nth-child(2){color:red}</style><p>x<b>1</b>y<b>2</b>z")
        == "block | 700 | block | 700 #ff0000 | block"
    )

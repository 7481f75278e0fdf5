"""Pages whose markup needs no repair are read as the parser reads them; the others are left to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from turbohtml.treebuild import parse_into

from tests.kernel.twins import both
from tests.random_pages import pages

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))
START, END = "<!doctype html><html lang=en><head><title>T</title></head><body>", "</body></html>"
SOUND = (
    "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'>\n<p>x",
    "<p>no head, no body",
    "text\n first",
    "<title>&lt;b&gt; &amp; c</title>\n<meta charset=utf-8>\n<p>x",
    "<head> <base href=/> <link rel=x> <noscript><link rel=y><style>a{}</style></noscript></head>\n <body>x",
    "<head><div>opens the body</div><body class=late id='b'><p>x",
    "<head><script>if (a<b) '</scrip'</script ><style><!-- a > b{} --></style></head><p>x",
    "<script><!-- <script> a </script> b --> </script>c",
    "<script><!--<script</script>x<script><!--><script></script>y<script><!-- <scripty> -- </script >z",
    "<script><!---<SCRIPT/></script\n>--!></script>y<script><!-- <script> --></script>z",
    "<head><noscript><link> <img></noscript><p>x",
    "<head><noscript> \n x<b>y</b></noscript><p>z",
    "<head><noscript>&#32;<link>&#32; x",
    "<p ='x' a==b c=d=e>y",
    f"{START}<p>a<p>b<div>c</div>d</p>e<h1>f<h2>g</h1>h{END}\n<!-- late -->\n",
    f"{START}<ul><li>a<ul><li>b<li>c</ul><li>d</ul><dl><dt>a<dd>b<dt>c</dl>{END}",
    f"{START}<table> <tr><th>a<td>b<p>c<tr><td><table><tbody><tr><td>x</table></table>{END}",
    f"{START}<table><thead><tr><td>a</td></tr></thead><tfoot><tr><td>b</table><p>c<table></table>{END}",
    f"{START}<table><caption>a <b>b</b><p>c</caption> <colgroup> <col></col></colgroup><tr><td>x</table>{END}",
    f"{START}<table><col><col><tr><td>a<caption>b<tbody><tr><td>c<col></table>{END}",
    f"{START}<table><caption><table><caption>a</table></caption><colgroup></table>{END}",
    f"{START}<form><p>a<input type=text disabled value=''></form><form><form></form>{END}",
    f"{START}<select><option>a<option selected>b<optgroup label=x><option>c</select><button>go</button>{END}",
    f"{START}<svg viewbox='0 0 9 9'><title>t</title><g><path d=M0 /><clippath/></g><svg/></svg><svg/>x{END}",
    f"{START}<a href=?a=1&b=2&amp;c&copy=3>&nbsp;&#8217;&#x1F600;&#150;&unknown;</a> & < 5 &x;{END}",
    f"{START}<b><i>x</i></b></b></span></img>y<p>a</em>b<!-- c -->d<![if x]>e{END}",
    f"{START}<PRE>\n\n x</PRE><textarea>\n<b>&amp;</textarea><iframe><p></iframe><noscript><b>x</b></noscript>{END}",
    f"{START}<object><p>a</object><video><source src=x></video><br/><hr/><custom-name A=1 a=2 b b=3>x</custom-name>",
    f"{START}</p>an empty paragraph{END} after</body>",
    f"{START}Grüße — 日本語 😀 <p title='„x“'>é</p>\r\n<p>\ry{END}",
)
REPAIRED = (
    "<p><b>a</p><p>b",
    "<b>a<i>b</b>c</i>",
    "<a>b<a>c",
    "<table>x<tr><td>y</table>",
    "<table><div>x</div></table>",
    "<table><caption><b>x</caption></table>",
    "<table><colgroup>x</colgroup></table>",
    "<p>x<table></table>",
    "<ruby>a<rt>b</ruby>",
    "<template><p>x</template>",
    "<math><mi>x</math>",
    "<svg><p>x</svg>",
    "<svg><![CDATA[x]]></svg>",
    "<frameset><frame></frameset>",
    "<button>a<button>b",
    "<form><div></form>x</div>",
    "<p>&notit; &amp x",
    "<p>&#0;",
    "a\0b",
    "<p x=",
    "<!-- open",
    "<script>open",
    "<script><!-- <script> </script>",
    "</>x",
    "<?php x ?>",
    "<br></br>",
    "<p>x<!doctype html>",
    "<!doctype html system 'x'>x",
    "<head></head><meta name=late>",
    "<body><body class=late>",
    "<pre>&#10;x",
    "<div>" * 300,
    "<p " + " ".join(f"a{number}" for number in range(60)) + ">x",
    f"<{'x' * 60}>y",
)
NAMES = (
    "p div span a b i ul ol li dl dt dd table tbody tr td th form input button select option optgroup textarea h1 h2 "
    "hr br pre svg path title desc object label noscript script style dialog address html head body meta rt "
    "caption col colgroup"
).split()
TEXTS = ("x", " ", "\n", "a b", "&amp;", "&nbsp;", "&copy", "&#10;", "< 5", "é", "😀", "<!-- c -->", "<!x>", "\r\n")
ATTRIBUTES = (
    "",
    " class=a",
    " id='x'",
    ' title="a&amp;b"',
    " href=?a&copy=1",
    " A=1 a=2",
    " checked",
    " viewbox=x/",
    "/",
)
TOKENS = st.one_of(
    st.builds("<{}{}>".format, st.sampled_from(NAMES), st.sampled_from(ATTRIBUTES)),
    st.builds("</{}>".format, st.sampled_from(NAMES)),
    st.sampled_from((*TEXTS, "<script><!--<script>", "-->")),
)
NESTED = st.recursive(
    st.sampled_from(TEXTS),
    lambda inner: st.builds(
        lambda name, attributes, parts: f"<{name}{attributes}>{''.join(parts)}</{name}>",
        st.sampled_from(NAMES),
        st.sampled_from(ATTRIBUTES),
        st.lists(inner, max_size=4),
    ),
)


def read(html: str) -> Any:
    """Return what is read of a page by the parser, and by the short way: None where it gives up."""
    _, builder = both("style.document.Builder")
    _, read_sound = both("style.markup.read_sound")
    quick, whole = builder(lambda node: node + 4096), builder(lambda node: node + 4096)
    parse_into(html, whole)
    return contents(whole), contents(quick) if read_sound(html, quick) else None


def contents(builder: Any) -> Any:
    return builder.columns(), builder.places(), builder.doctype, builder.is_deep()


@pytest.mark.parametrize("html", SOUND)
def test_sound_pages_are_read_as_the_parser_does(html: str) -> None:
    whole, quick = read(html)
    assert quick == whole


@pytest.mark.parametrize("html", REPAIRED, ids=range(len(REPAIRED)))
def test_others_are_left_to_the_parser(html: str) -> None:
    assert read(html)[1] is None


def test_most_pages_are_sound() -> None:
    found = [read(path.read_text("utf-8")) for path in PAGES]
    assert all(quick in (None, whole) for whole, quick in found)
    assert sum(quick is not None for _, quick in found) > 0.8 * len(found)


@given(
    st.one_of(st.lists(TOKENS, max_size=12).map("".join), NESTED, NESTED.map(lambda html: START + html + END), pages())
)
def test_random_pages(html: str) -> None:
    whole, quick = read(html)
    assert quick in (None, whole)


def test_texts_that_are_put_together_piece_by_piece_do_not_take_long() -> None:
    assert read("<p>" + "a</x>" * 100)[1] is not None
    assert read("<p>" + "a</x>" * 200_000)[1] is None

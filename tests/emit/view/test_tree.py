"""The page as it is shown: what passes, and what must never do."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.emit.view.limits import ViewLimits
from tests.emit.hostile import MARKUP

from .views import PNG, PNG_DATA, check_safe, data_of, head, markup, shown, view

SEEDS = sorted((Path(__file__).parents[3] / "fuzz" / "seeds").glob("*.html"))
FILES = {"http://e.org/d/a.png": PNG}
VECTORS = (
    "<script>top.pwned=1</script>",
    "<svg><script>top.pwned=1</script></svg>",
    "<svg onload=top.pwned=1><g onclick=x /></svg>",
    "<svg><a xlink:href='javascript:top.pwned=1'><text>x</text></a></svg>",
    "<svg><use href='http://evil.test/x.svg#a'/><use href='data:image/svg+xml,<svg id=x onload=y>#x'/></svg>",
    "<svg><animate attributeName=href values='javascript:top.pwned=1' /><set attributeName=onclick to=x /></svg>",
    "<svg><image href='http://evil.test/i.png' /><feImage href='http://evil.test/f.png' /></svg>",
    "<svg><foreignObject><iframe src='javascript:top.pwned=1'></iframe></foreignObject></svg>",
    "<svg><style>@import 'http://evil.test/s.css';</style><path fill='url(http://evil.test/p)' /></svg>",
    "<math><a xlink:href='javascript:x'><mi href='javascript:x'>x</mi></a></math>",
    "<math><annotation-xml encoding='text/html'><img src=x onerror=top.pwned=1></annotation-xml></math>",
    "<img src=x onerror='top.pwned=1'>",
    "<img src='javascript:top.pwned=1'><img src='//evil.test/i.png' srcset='http://evil.test/2.png 2x'>",
    "<img src='data:text/html,<script>top.pwned=1</script>'>",
    "<a href='javascript:top.pwned=1' target=_top ping='http://evil.test'>x</a>",
    "<a href='  java&#10;script:top.pwned=1'>x</a>",
    "<iframe src='http://evil.test/'></iframe><iframe srcdoc='<script>top.pwned=1</script>'></iframe>",
    "<object data='http://evil.test/'><param name=movie value=x>inside</object><embed src='http://evil.test/'>",
    "<meta http-equiv=refresh content='0;url=http://evil.test/'>",
    "<base href='http://evil.test/'><img src=b.png>",
    "<link rel=stylesheet href='http://evil.test/s.css'><link rel=prefetch href='http://evil.test/p'>",
    "<form action='http://evil.test/' id=f><input id=appendChild name=setAttribute autofocus onfocus=top.pwned=1>"
    "<button formaction='javascript:top.pwned=1'>b</button></form>",
    "<img name=createElementNS><form name=documentElement></form><img id=body name=body>",
    "<style>@import 'http://evil.test/i.css'; a{background:url(javascript:top.pwned=1)}</style>",
    "<style>a{background:url( 'http://evil.test/a' );x:\\75 rl(http://evil.test/b)}@\\69mport 'http://evil.test/c';</style>",
    "<style>a{width:expression(top.pwned=1);behavior:url(http://evil.test/h.htc);-moz-binding:url(//evil.test/x)}</style>",
    "<style>a{background:image-set('http://evil.test/i' 1x);src:src('http://evil.test/s')}</style>",
    "<style>a{content:'\\\nurl(http://evil.test/n)'}b{x:\"a\rurl(http://evil.test/r)\"}</style>",
    "<style></style><script>top.pwned=1</script></style>",
    "<style>/* </style><img src=x onerror=top.pwned=1> */</style>",
    "<p style=\"background:url('http://evil.test/s')\" onmouseover=top.pwned=1>x</p>",
    "<p style='background:url(&quot;http://evil.test/&quot;);x:&lt;/style>&lt;script>top.pwned=1&lt;/script>'>x</p>",
    "<textarea></textarea><script>top.pwned=1</script></textarea>",
    "<title></title><script>top.pwned=1</script>",
    "<noscript><img src=x onerror=top.pwned=1><meta http-equiv=refresh content='0;url=http://evil.test/'></noscript>",
    "<template><img src=x onerror=top.pwned=1></template>",
    "<video src='http://evil.test/v' poster='http://evil.test/p' autoplay><source src='http://evil.test/s'></video>",
    "<audio src='http://evil.test/a' autoplay></audio><picture><source srcset='http://evil.test/i'><img></picture>",
    "<body background='http://evil.test/b' onload=top.pwned=1><table background='http://evil.test/t'>",
    "<h1>&lt;/script&gt;&lt;script&gt;top.pwned=1&lt;/script&gt;&lt;/iframe&gt;&lt;!--</h1>",
    "<div is=x-y shadowrootmode=open><template shadowrootmode=open><script>top.pwned=1</script></template></div>",
    '<a"b c"d=\'x\'>x</a"b><p "onclick"=top.pwned=1 onclick\x0c=top.pwned=1>x',
    "<frameset onload=top.pwned=1><frame src='javascript:top.pwned=1'></frameset>",
    "<isindex action='javascript:x'><marquee onstart=top.pwned=1>x</marquee><details open ontoggle=top.pwned=1>x",
    "<input type=image src='http://evil.test/i' onerror=top.pwned=1><bgsound src='http://evil.test/b'>",
)


@pytest.mark.parametrize("vector", VECTORS)
def test_nothing_that_runs_or_loads_passes(vector: str) -> None:
    made = view(f"<h1>Title</h1>{vector}<p>after")
    check_safe(made)
    assert "after" in markup(data_of(made)) or "<frameset" in vector or "<textarea>" in vector


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_seeds_are_shown_safely(seed: Path) -> None:
    check_safe(view(seed.read_text("utf-8"), methods=("rubric", "heps", "tags")))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(VECTORS), MARKUP, st.text(max_size=12)), max_size=6).map("".join))
def test_whatever_stands_together(html: str) -> None:
    check_safe(view(html))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_vectors_that_are_cut_and_joined(draw: st.DataObject) -> None:
    pieces = []
    for vector in draw.draw(st.lists(st.sampled_from(VECTORS), min_size=1, max_size=4)):
        low = draw.draw(st.integers(0, len(vector)))
        pieces.append(vector[low : draw.draw(st.integers(low, len(vector)))])
    check_safe(view("".join(pieces)))


def test_drawings_have_no_attributes_that_send_or_load() -> None:
    check_safe(view("<svg action='http://evil.test/' name=f srcset=x data=y is=z ping=p width=5></svg>"))


def test_elements_texts_and_attributes_are_kept() -> None:
    html = '<p class="a b" data-x=1 lang=de>One <b id=two>two</b></p><x-card>three</x-card>'
    assert shown(html) == '<p class="a b" data-x="1" lang="de">One <b id="two">two</b></p><x-card>three</x-card>'


def test_links_lead_nowhere_but_look_the_same() -> None:
    assert shown("<a href='http://e.org/x'>x</a><a>y</a>") == (
        '<a href="#" data-was-href="http://e.org/x">x</a><a>y</a>'
    )


def test_images_are_put_in_their_place() -> None:
    assert shown("<img src=a.png alt=A>", FILES) == f'<img src="{PNG_DATA}" data-was-src="a.png" alt="A"></img>'
    assert shown("<img srcset='x.png 1x, a.png 2x'>", FILES) == f'<img src="{PNG_DATA}"></img>'
    assert shown("<img src=b.png>", FILES) == '<img src="data:," data-was-src="b.png"></img>'
    assert shown("<table background=a.png></table>", FILES) == f'<table background="{PNG_DATA}"></table>'


def test_the_base_decides_where_resources_are() -> None:
    files = {"http://e.org/i/a.png": PNG}
    assert f'src="{PNG_DATA}"' in shown("<head><base href='/i/'></head><body><img src=a.png>", files)


def test_frames_and_plugins_keep_their_place() -> None:
    found = shown("<iframe src=x width=300 height=80% class=f>text</iframe><object data=x>inside</object><embed src=y>")
    assert found == (
        '<shown-iframe data-was-src="x" width="300" height="80%" class="f" data-shown-size="1"></shown-iframe>'
        "<shown-object>inside</shown-object>"
        '<shown-embed data-was-src="y"></shown-embed>'
    )
    sheet = markup(data_of(view("<iframe width=300 height=80%></iframe>"))).partition("<style>")[2]
    assert "[data-shown-size='1']{width:300px;height:80%}" in sheet


def test_sheets_stand_where_they_were_named() -> None:
    files = {"http://e.org/d/a.css": b"p{color:red}"}
    assert head("<link rel=stylesheet href=a.css media=screen><style>b{}</style><title>x</title>", files) == (
        '<style media="screen">p{color:red}</style><style>b{}</style>'
    )
    for unused in (
        "rel='alternate stylesheet'",
        "rel=stylesheet disabled",
        "rel=stylesheet type=text/less",
        "rel=icon",
    ):
        assert head(f"<link {unused} href=a.css>", files) == ""
    assert head("<style title=A>a{}</style><style title=B>b{}</style>") == "<style>a{}</style>"


def test_what_is_left_out_is_still_counted_by_selectors() -> None:
    assert shown("<p><script>x</script>a</p>") == "<p><left-out></left-out>a</p>"


def test_drawings() -> None:
    html = "<svg viewBox='0 0 1 1'><linearGradient id=g /><path d=M0 fill='url(#g)' /><use xlink:href='#g' /></svg>"
    assert shown(html) == (
        '<svg:svg viewBox="0 0 1 1"><svg:linearGradient id="g"></svg:linearGradient>'
        '<svg:path d="M0" fill="url("#g")"></svg:path><svg:use xlink:href="#g"></svg:use></svg:svg>'
    )


def test_drawings_hold_html_again() -> None:
    found = shown("<svg><foreignObject><p onclick=x>a<a href=y>b</a></p></foreignObject></svg>")
    assert found == (
        '<svg:svg><svg:foreignObject><p>a<a href="#" data-was-href="y">b</a></p></svg:foreignObject></svg:svg>'
    )


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<!doctype html><p>x", "<!DOCTYPE html>"),
        ("\n<!-- c --><!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN' \"http://w/s.dtd\"><p>x", None),
        ("<p>x", ""),
        ("<!doctype <script>><p>x", ""),
    ],
)
def test_doctypes(html: str, written: str | None) -> None:
    found = data_of(view(html))["doctype"]
    assert found == (
        written if written is not None else "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN' \"http://w/s.dtd\">"
    )


def test_deep_pages_become_flat() -> None:
    made = view("<div>" * 20_000 + "<h2>Deep</h2>")
    rows = data_of(made)["rows"]
    assert isinstance(rows, list)
    depth: list[int] = []
    for row in rows:
        assert isinstance(row, list) and isinstance(row[0], int)
        depth.append(depth[row[0]] + 1 if row[0] >= 0 else 0)
    assert max(depth) <= ViewLimits().depth + 1
    assert "Deep" in markup(data_of(made))


def test_too_many_nodes_are_a_notice() -> None:
    made = view("<p>x</p>" * 100, limits=ViewLimits(nodes=50))
    rows = data_of(made)["rows"]
    assert isinstance(rows, list) and len(rows) <= 52
    assert [notice.code for notice in made.warnings] == ["view-limit"]

"""The sheets of a page: which are used, in which order, and what is said about those that are not. As in Chromium."""

from __future__ import annotations

import pytest

from rubricator.errors import PageTimeoutError
from rubricator.limits import Budget, Limits
from rubricator.load import Resource
from rubricator.style.css import conditions, sheet
from rubricator.style.css.declarations import parse_property, remembered_declarations
from rubricator.style.css.selectors import parse_selector
from rubricator.style.css.sheet import forget_sheets, parse_sheet

from .pages import STRICT, Files, looks, render

P = '<p id=a class="x y">one <b class=k>two</b></p><div class=k>three</div>'
BLUE = {"/i.css": "p{color:blue}"}
BIG_BLUE = {"/i.css": "p{color:blue;font-size:30px}"}
BLUE_AND_RED = {"/i.css": "p{color:blue}", "/j.css": "p{color:red}"}
LAYERED = {"/i.css": "p{color:blue;font-size:30px}@layer z{p{font-weight:700}}p{font-weight:300}"}
IMPORTS: list[tuple[str, dict[str, str], str]] = [
    ("@import url(data:text/css,p{color:red});", {}, "#ff0000 block | 700 #ff0000 | block"),
    ("@import url(data:text/css;base64,cHtjb2xvcjpyZWR9);", {}, "#ff0000 block | 700 #ff0000 | block"),
    (
        '@import "/missing.css" layer(a);@import "/i.css" layer(b);@layer a{p{color:blue}}',
        {"/i.css": "p{color:red}"},
        "#ff0000 block | 700 #ff0000 | block",
    ),
    (
        '@import "/i.css" layer(a) print;@import "/i.css" layer(b);@layer a{p{color:blue}}',
        {"/i.css": "p{color:red}"},
        "#0000ff block | 700 #0000ff | block",
    ),
    ('@import "/i.css";p{color:red}', BIG_BLUE, "30px #ff0000 block | 30px 700 #ff0000 | block"),
    (
        '@import url(/i.css) screen;@import url("/j.css") print;',
        {"/i.css": "p{color:blue;font-size:30px}", "/j.css": "p{color:red}"},
        "30px #0000ff block | 30px 700 #0000ff | block",
    ),
    (
        "@import url(/i.css) layer(q);@layer r{p{color:red}}@layer q{p{font-size:40px}}",
        BIG_BLUE,
        "40px #ff0000 block | 40px 700 #ff0000 | block",
    ),
    ('@import "/i.css" layer;@layer r{p{color:red}}', LAYERED, "30px 300 #ff0000 block | 30px #ff0000 | block"),
    ('@import "/i.css" layer(a.b);@layer a{p{color:red}}', LAYERED, "30px 300 #ff0000 block | 30px #ff0000 | block"),
    (
        '@import "/i.css" supports(display:grid);@import "/j.css" supports(not (display:grid));',
        BLUE_AND_RED,
        "#0000ff block | 700 #0000ff | block",
    ),
    ('@import "/i.css" layer(a) screen and (min-width:10px);', BLUE, "#0000ff block | 700 #0000ff | block"),
    (
        '@import "/i.css" layer(a) supports(display:flex) screen;p{font-size:20px}',
        {"/i.css": "p{color:blue;font-size:10px}"},
        "20px #0000ff block | 20px 700 #0000ff | block",
    ),
    ('p{color:red}@import "/i.css";', BIG_BLUE, "#ff0000 block | 700 #ff0000 | block"),
    ('@layer a;@import "/i.css";', BIG_BLUE, "30px #0000ff block | 30px 700 #0000ff | block"),
    ('@charset "utf-8";@import "/i.css";', BIG_BLUE, "30px #0000ff block | 30px 700 #0000ff | block"),
    ('@layer a{}@import "/i.css";', BIG_BLUE, "block | 700 | block"),
    ('@media print{}@import "/i.css";', BIG_BLUE, "block | 700 | block"),
    (
        '@import "/i.css";@layer a;@import "/j.css";',
        {"/i.css": "p{color:blue;font-size:30px}", "/j.css": "p{color:red}"},
        "30px #0000ff block | 30px 700 #0000ff | block",
    ),
    ('@import "/i.css" layer(b);@import "/j.css" layer(a);', BLUE_AND_RED, "#ff0000 block | 700 #ff0000 | block"),
    (
        '@layer a,b;@import "/i.css" layer(b);@import "/j.css" layer(a);',
        BLUE_AND_RED,
        "#0000ff block | 700 #0000ff | block",
    ),
    ('@IMPORT URL("/i.css") LAYER(b);', BLUE, "#0000ff block | 700 #0000ff | block"),
    (
        '@import "/i.css";',
        {
            "/i.css": '@import "/i.css";@import "/j.css";p{color:blue}',
            "/j.css": '@import "/i.css";p{color:red;font-size:9px}',
        },
        "9px #0000ff block | 9px 700 #0000ff | block",
    ),
    (
        '@import "d/i.css";',
        {"/d/i.css": '@import "k.css";p{color:blue}', "/d/k.css": "p{font-size:30px}"},
        "30px #0000ff block | 30px 700 #0000ff | block",
    ),
]


@pytest.mark.parametrize(("css", "files", "expected"), IMPORTS)
def test_imports(css: str, files: dict[str, str], expected: str) -> None:
    assert looks(f"{STRICT}<style>{css}</style>{P}", files) == expected


SHEETS: list[tuple[str, dict[str, str], str]] = [
    (
        "<link rel=stylesheet href='data:text/plain,p{color:red}'><link rel=stylesheet href='data:,b{color:red}'>",
        {},
        "block | 700 | block",
    ),
    (
        "<style>p{color:red}</style><style>p{color:blue}@layer q{p{font-size:40px}}</style><style>@layer "
        "q{p{font-size:30px}}</style>",
        {},
        "30px #0000ff block | 30px 700 #0000ff | block",
    ),
    (
        '<link rel=stylesheet href=/i.css media=print><link rel="stylesheet" href=/j.css><link rel="alternate '
        'stylesheet" href=/i.css title=x><link rel=stylesheet type=text/less href=/i.css><link rel=STYLESHEET '
        "disabled href=/i.css>",
        BLUE_AND_RED,
        "#ff0000 block | 700 #ff0000 | block",
    ),
    (
        '<style>p{color:lime}</style><link rel="stylesheet" href=/j.css><style>b{color:teal}</style>',
        {"/j.css": "p{color:red}b{color:pink}"},
        "#ff0000 block | 700 #008080 | block",
    ),
    (
        '<link rel="stylesheet" title=A href=/i.css><link rel="stylesheet" title=B href=/j.css>',
        {"/j.css": "p{color:red}", "/i.css": "b{color:pink}"},
        "block | 700 #ffc0cb | block",
    ),
    (
        "<style title=A>p{color:red}</style><style title=B>b{color:blue}</style><style>p{font-size:9px}</style>",
        {},
        "9px #ff0000 block | 9px 700 #ff0000 | block",
    ),
    (
        '<style media=print>p{color:red}</style><style media="screen and '
        '(min-width:99px)">b{color:blue}</style><style type=text/x>p{font-size:9px}</style><style '
        'type="TEXT/CSS">p{font-size:29px}</style>',
        {},
        "29px block | 29px 700 #0000ff | block",
    ),
    (
        "<base href=/q/><link rel=stylesheet href=i.css>",
        {"/q/i.css": "p{color:blue}"},
        "#0000ff block | 700 #0000ff | block",
    ),
    ("<noscript><style>p{color:red}</style></noscript>", {}, "#ff0000 block | 700 #ff0000 | block"),
    ('<link rel=stylesheet href="data:text/css,p{color:red}">', {}, "#ff0000 block | 700 #ff0000 | block"),
    (
        '<link rel=stylesheet href="data:text/css;base64,cHtjb2xvcjpibHVlfQ==">',
        {},
        "#0000ff block | 700 #0000ff | block",
    ),
    (
        '<link rel=stylesheet href=/no.css><style>@import "/no.css";p{color:red}</style>',
        {},
        "#ff0000 block | 700 #ff0000 | block",
    ),
]


@pytest.mark.parametrize(("head", "files", "expected"), SHEETS)
def test_sheets_before_the_text(head: str, files: dict[str, str], expected: str) -> None:
    assert looks(STRICT + head + P, files) == expected


LATE_SHEETS: list[tuple[str, dict[str, str], str]] = [
    ("<style>p{color:red}</style><div><style>b{color:blue}</style>", {}, "#ff0000 block | 700 #0000ff | block"),
    ("<svg><style>p{color:red}</style></svg>", {}, "#ff0000 block | 700 #ff0000 | block"),
    (
        "<link rel=stylesheet href=/j.css>",
        {"/j.css": "p{color:red}b{color:pink}"},
        "#ff0000 block | 700 #ffc0cb | block",
    ),
]


@pytest.mark.parametrize(("rest", "files", "expected"), LATE_SHEETS)
def test_sheets_after_the_text(rest: str, files: dict[str, str], expected: str) -> None:
    assert looks(STRICT + P + rest, files) == expected


def test_sheets_in_a_template_do_not_apply() -> None:
    assert looks(STRICT + "<body><template><style>b{color:red}</style></template><b>x") == "700"


def test_unnamed_layers_of_different_sheets_are_different() -> None:
    css = "@layer{p{color:red}} @layer q{p{color:blue}}"
    later = "@layer{p{color:lime}}"
    assert looks(f"{STRICT}<style>{css}</style><style>{later}</style><p>x") == "#00ff00 block"
    assert looks(f"{STRICT}<style>{later}</style><style>{css}</style><p>x") == "#0000ff block"


def notices(
    html: str, files: dict[str, str] | Files | None = None, limits: Limits | None = None
) -> list[tuple[str, str]]:
    return [(notice.code, notice.message) for notice in render(html, files, limits=limits).warnings]


def test_a_missing_sheet_is_said() -> None:
    assert notices("<link rel=stylesheet href=gone.css><p>x") == [
        ("stylesheet-missing", "a stylesheet could not be had: http://site.test/gone.css")
    ]


def test_many_missing_sheets_are_counted() -> None:
    said = notices("".join(f"<link rel=stylesheet href={n}.css>" for n in range(15)))
    assert len(said) == 11
    assert said[-1] == ("stylesheet-missing", "5 more stylesheets could not be had")


def test_what_is_not_used_is_not_asked_for() -> None:
    files = Files({})
    render(
        "<link rel=stylesheet href=a media=print><link rel='alternate stylesheet' href=b><link rel=icon href=c>"
        "<link rel=stylesheet type=text/less href=d><link rel=stylesheet href=''><style>@import 'e' print;</style>",
        files,
    )
    assert files.asked == []


def test_imports_that_import_each_other_end() -> None:
    files = {"/a": '@import "b";p{color:red}', "/b": '@import "a";@import "/b";b{color:blue}'}
    assert looks(STRICT + "<style>@import 'a';</style><p>x<b>y", files) == "#ff0000 block | 700 #0000ff"
    assert notices(STRICT + "<style>@import 'a';</style>", files) == []


class Endless(Files):
    """Every sheet imports another one."""

    def get(self, url: str) -> Resource | None:
        self.asked.append(url)
        return Resource(f"@import '{url}x';@import '{url}y';p{{color:red}}".encode(), url)


LIMIT = "stylesheets hold more sheets, imports, rules, selectors or nesting than the limits allow; the rest was ignored"


@pytest.mark.parametrize(
    ("html", "limits"),
    [
        ("<link rel=stylesheet href=a>", Limits(import_depth=4)),
        ("<link rel=stylesheet href=a>" * 20, Limits(sheets=5)),
        ("<style>p{color:red}b{color:red}</style>", Limits(rules=1)),
        ("<style>p,b,i{color:red}</style>", Limits(selectors=2)),
        ("<style>:is(:is(:is(p))){color:red}</style>", Limits(selector_depth=2)),
    ],
)
def test_limits_are_said(html: str, limits: Limits) -> None:
    assert ("stylesheet-limit", LIMIT) in notices(html, Endless({}), limits)


def test_the_sheet_limit_holds_for_endless_imports() -> None:
    files = Endless({})
    render("<link rel=stylesheet href=a>", files, limits=Limits(sheets=50))
    assert len(files.asked) == 50


def test_a_page_out_of_time_stops_at_its_sheets() -> None:
    with pytest.raises(PageTimeoutError):
        render("<link rel=stylesheet href=a>", Endless({}), budget=Budget(seconds=-1.0))


def test_sheets_are_parsed_once_per_content() -> None:
    forget_sheets()
    first = parse_sheet("p{color:red}", False, Limits())
    assert parse_sheet("p{color:red}", False, Limits()) is first
    assert parse_sheet("p{color:red}", True, Limits()) is not first
    forget_sheets()
    assert parse_sheet("p{color:red}", False, Limits()) is not first


def cached() -> tuple[int, int]:
    """Return how many sheets are kept, and their size in sum."""
    return len(sheet._cache), sheet._cache_size


def test_kept_sheets_have_a_limit_in_sum() -> None:
    forget_sheets()
    for number in range(20):
        parse_sheet(f"p{{color:red}}/*{number}{'x' * 1_000_000}*/", False, Limits())
    assert cached()[0] == 8
    assert cached()[1] < 16 << 20
    parse_sheet(f"p{{color:red}}/*{'x' * (16 << 20)}*/", False, Limits())
    assert cached()[0] == 8
    for number in range(4):
        parse_sheet("*{color:red}" * 20_000 + f"/*{number}*/", False, Limits())
    assert cached()[0] < 8
    assert cached()[1] < 16 << 20
    forget_sheets()
    assert cached() == (0, 0)


def test_long_texts_are_not_remembered() -> None:
    caches = [
        parse_selector,
        parse_property,
        remembered_declarations,
        conditions._media_matches,
        conditions._supports_matches,
    ]
    long = "x" * 600
    css = f"""p.{long},p:not(.{long}y){{color:red;--{long}:red;font-family:{long}}}
        @media screen and ({long}){{}} @supports (color:{long}){{}}"""
    for cache in caches:
        cache.cache_clear()
    page = f"{STRICT}<style>{css}</style><p class={long} style=--{long}:1>x"
    assert looks(page) == "#ff0000 block"
    kept = [cache.cache_info().currsize for cache in caches]
    assert looks(page.replace("xxx", "zzz")) == "#ff0000 block"
    assert [cache.cache_info().currsize for cache in caches] == kept


@pytest.mark.parametrize(
    "href", ["http://[bad", "data:text/css", "data:text/css;base64,!!!", "\0", "//", "?" * 100_000]
)
def test_odd_addresses_are_only_missing(href: str) -> None:
    assert looks(f"{STRICT}<link rel=stylesheet href='{href}'><p>x") == "block"

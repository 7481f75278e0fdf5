"""Sheets as they are shown."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rubricator.emit.view.sheets import Sheet, shown_declarations, shown_sheets

from .views import check_css


class Inliner:
    """Knows two sheets and one image."""

    def __init__(self, **sheets: str) -> None:
        self.sheets = sheets
        self.images: list[tuple[str, str]] = []

    def sheet(self, url: str, base: str) -> Sheet | None:
        name = url.removesuffix(".css")
        return Sheet(self.sheets[name], f"{base}{url}/") if name in self.sheets else None

    def image(self, url: str, base: str) -> str | None:
        self.images.append((url, base))
        return "data:image/png;base64,AA==" if url == "i.png" else None


IMAGE = 'url("data:image/png;base64,AA==")'
NONE = 'url("data:,")'


def shown(text: str, **sheets: str) -> list[str]:
    return shown_sheets(Sheet(text, "b/"), Inliner(**sheets))


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("a{background:url(i.png)}", f"a{{background:{IMAGE}}}"),
        ("a{background:URL( 'i.png' ) no-repeat}", f"a{{background:{IMAGE} no-repeat}}"),
        ('a{background:\\75 rl("i.png")}', f"a{{background:{IMAGE}}}"),
        ("a{background:url(i\\.png)}", f"a{{background:{IMAGE}}}"),
        ("a{background:url(http://e.test/x)}", f"a{{background:{NONE}}}"),
        ("a{background:url(javascript:x)}", f"a{{background:{NONE}}}"),
        ("a{background:url()}", f"a{{background:{NONE}}}"),
        ("a{fill:url(#g)}", 'a{fill:url("#g")}'),
        ("a{src:url(x.woff2)}", 'a{src:local("")}'),
        ("a{background:url(a b)}", "a{background:bad-url(a b)}"),
        ("a{content:'url(x)'}", "a{content:'url(x)'}"),
        ("a{x:my-url(y)}", "a{x:my-url(y)}"),
        ("a{/* url(x) */color:red}", "a{ color:red}"),
        ("a{width:expression(x)}", "a{width:left-out(x)}"),
        ("a{x:image-set('y' 1x)}", "a{x:left-out('y' 1x)}"),
        ("a{} @import 'x.css';", "a{} @left-out  'x.css';"),
        ("a{height:100vh}", "a{height:calc(100*var(--rubricator-vh))}"),
        ("a{top:-.5dvh}", "a{top:calc(-.5*var(--rubricator-vh))}"),
        (".h-100vh,.min-h-\\[50vh\\]{}", ".h-100vh,.min-h-\\[50vh\\]{}"),
        ("a[href^='http'],[ src ]{}", "a[data-was-href^='http'],[data-was-src ]{}"),
        ("iframe,.iframe,#object,div>object{}", "shown-iframe,.iframe,#object,div>shown-object{}"),
        ("a{object-fit:cover}", "a{object-fit:cover}"),
    ],
)
def test_values(written: str, found: str) -> None:
    assert shown(written) == [found]


def test_imports_stand_before_the_sheet_with_their_conditions() -> None:
    text = "@charset 'x';@layer z;@import 'one.css' layer(l) supports(color:red) print;@import url(two.css);a{}"
    assert shown(text, one="@import url('two.css') screen;o{}", two="t{}") == [
        "@layer z;",
        "@layer l{@supports (color:red){@media print{@media screen{t{}}}}}",
        "@layer l{@supports (color:red){@media print{o{}}}}",
        "t{}",
        "a{}",
    ]


def test_addresses_are_relative_to_their_sheet() -> None:
    inliner = Inliner(one="a{x:url(i.png)}")
    shown_sheets(Sheet("@import 'one.css';b{y:url(k.png)}", "b/"), inliner)
    assert inliner.images == [("i.png", "b/one.css/"), ("k.png", "b/")]


def test_sheets_that_import_each_other_end() -> None:
    class Same(Inliner):
        def sheet(self, url: str, base: str) -> Sheet | None:  # noqa: ARG002 - the protocol's
            return Sheet("@import 'x';a{}", "same")

    assert shown_sheets(Sheet("@import 'x';b{}", "top"), Same()) == ["a{}", "b{}"]


def test_an_endless_chain_ends() -> None:
    class Chain(Inliner):
        def sheet(self, url: str, base: str) -> Sheet | None:  # noqa: ARG002 - the protocol's
            return Sheet("@import 'x';a{}", base + "x")

    assert len(shown_sheets(Sheet("@import 'x';b{}", "top"), Chain(), most_imports=5)) == 6


@pytest.mark.parametrize(
    "unit", ["url(", "@import '", "@layer a;", "\\", "url('", "@import url(a) (", "/*", '"', "vh1"]
)
def test_time_grows_with_the_sheet_only(unit: str) -> None:
    # A quarter of a million characters; anything worse than linear would not end.
    for text in shown(unit * (250_000 // len(unit))):
        check_css(text)


PIECES = (
    "url(",
    ")",
    "'",
    '"',
    "\\",
    "\n",
    "\r",
    "\f",
    "@import ",
    "http://e.test",
    "{",
    "}",
    ";",
    "/*",
    "*/",
    "\\75",
    "rl(",
)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=14).map("".join))
@example("@url(http://e.test)")
def test_nothing_is_asked_for(text: str) -> None:
    for sheet in shown(text):
        check_css(sheet)
    check_css(shown_declarations(text, "b/", Inliner()))

"""Which selectors are valid, how heavy they are, and what they ask for. Validity is that of Chromium."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rubricator.style.css import selectors
from rubricator.style.css.compounds import CLASS, ID, Complex
from rubricator.style.css.keys import key_of
from rubricator.style.css.selectors import parse_selector, parse_selector_list

from .pages import looks, styled

INVALID = [
    "p[class=2]",
    "p[2a]",
    ".x,2x",
    "p, -2x",
    "p > 2x",
    '[lang="EN-US" s]',
    '[type="checkbox" s]',
    '[type="CHECKBOX" s]',
    "[data-x=Foo Bar]",
    '[data-x="Foo Bar" x]',
    "[x|lang]",
    "li:nth-child(2 n)",
    "li:nth-child(+ 2n)",
    "li:nth-child()",
    "li:nth-child(x)",
    "li:nth-child(1.5)",
    "li:nth-child(2n-)",
    "li:nth-child(1 OF .s)",
    "p:nth-of-type(1 of .q)",
    'p:lang("fr")',
    ":lang(fr, de)",
    ':lang("*-US")',
    "p:lang()",
    "li:not()",
    "li:not(:foo)",
    "li:not(::before)",
    ":matches(p,i)",
    ":-moz-any(p,i)",
    "p:has(:foo)",
    "p:has()",
    "p:has(:has(em))",
    "p:foo",
    "p::foo",
    "p::-moz-foo",
    ":playing",
    ":nth-col(1)",
    ":any(p)",
    ":local-link",
    ":blank",
    ":-webkit-any()",
    ":-internal-x",
    ":-ms-x",
    ":-o-x",
    ":-moz-first-node",
    ":contains(x)",
    ":eq(0)",
    ":first",
    ":text",
    "p>>em",
    "p > > em",
    "p + + em",
    "p ~",
    "> p",
    "p >",
    "+p",
    "p,",
    "p,,em",
    "p /deep/ em",
    "",
    "p1.",
    ".",
    "#",
    "p#",
    "p..q",
    "p.q#",
    "p|em",
    "svg|p",
    "p || em",
    "em|*",
    "[xml|lang]",
    "p[",
    "[",
    "(",
    ")",
    "p)",
    "p]",
    ".1",
    ".1a",
    "#1",
    "#1a",
    ".-1",
    "1a",
    "a.1",
]


@pytest.mark.parametrize("selector", INVALID)
def test_invalid_selectors(selector: str) -> None:
    assert parse_selector_list(selector) is None


@pytest.mark.parametrize("selector", ["p:foo", "p::foo", "p,", "> p", "p,,i", "p::before b", "p:not(:foo)", "x|p"])
def test_an_invalid_selector_drops_its_rule_alone(selector: str) -> None:
    assert looks(styled(f"b,{selector}{{color:red}} i{{color:blue}}", "<b>x</b><i>y")) == "700 | italic #0000ff"


NEVER = [
    "p:hover",
    "p:focus",
    "p:active",
    "p:visited",
    "p:target",
    "p:focus-within",
    "p:focus-visible",
    "p:autofill",
    "p:-webkit-autofill",
    "p:fullscreen",
    "p:-webkit-full-screen",
    "p:-webkit-full-page-media",
    "p:-webkit-full-screen-ancestor",
    "p:-webkit-drag",
    "p:picture-in-picture",
    "p:user-invalid",
    "p:user-valid",
    "p:invalid",
    "p:valid",
    "p:in-range",
    "p:out-of-range",
    "p:indeterminate",
    "p:placeholder-shown",
    "p:modal",
    "p:popover-open",
    "p:host",
    "p:window-inactive",
    "p:current",
    "p:past",
    "p:future",
    "p:root",
    "p:empty",
    "p:first-child",
    "p:last-child",
    "p:only-child",
    "p:first-of-type",
    "p:last-of-type",
    "p:only-of-type",
    "p:link",
    "p:any-link",
    "p:checked",
    "p:disabled",
    "p:enabled",
    "p:scope",
    "p:required",
    "p:optional",
    "p:read-only",
    "p:read-write",
    "p:default",
    "p:defined",
    "p:open",
    "p:active-view-transition",
    "p:-webkit-any-link",
    "p:start",
    "p:end",
    "p:horizontal",
    "p:vertical",
    "p:decrement",
    "p:increment",
    "p:corner-present",
    "p:no-button",
    "p:single-button",
    "p:double-button",
    "p:state(x)",
    "p::before",
    "p::after",
    "p::first-line",
    "p::first-letter",
    "p::selection",
    "p::placeholder",
    "p::backdrop",
    "p::marker",
    "p::cue",
    "p::file-selector-button",
    "p::slotted(x)",
    "p::part(x)",
    "p::target-text",
    "p::grammar-error",
    "p::spelling-error",
    "p::highlight(x)",
    "p::view-transition",
    "p::view-transition-group(x)",
    "p::view-transition-image-pair(x)",
    "p::view-transition-old(x)",
    "p::view-transition-new(x)",
    "p::details-content",
    "p::scroll-marker",
    "p::scroll-marker-group",
    "p::scroll-button(*)",
    "p::column",
    "p::checkmark",
    "p::picker-icon",
    "p::picker(select)",
    "p::search-text",
    "p::-webkit-scrollbar",
    "p::-webkit-foo",
    "p::cue(x)",
    "p::-webkit-input-placeholder",
    "p::-webkit-scrollbar-thumb:hover",
    "p::-webkit-scrollbar:horizontal",
    "p::part(x):hover",
    "p::selection:window-inactive",
    "::before",
    "*::before",
    "::-webkit-scrollbar",
    "p:nth-child(2n+1)::before",
    "p:is(::before)",
]


UNKNOWN = [
    "p:target-within",
    "p:paused",
    "p:playing",
    "p:muted",
    "p:seeking",
    "p:stalled",
    "p:buffering",
    "p:volume-locked",
    "p:blank",
    "p:local-link",
    "p:host-context",
    "p:state",
    "p:has-slotted",
    "p:-webkit-resizer",
    "p:cue",
    "p:first",
    "p:left",
    "p:right",
    "p:checked(x)",
    "p:nth-child",
    "p:dir",
    "p:lang",
    "p::-moz-selection",
    "p::-ms-clear",
    "p::-o-x",
    "p::foo",
    "p::placeholder-icon",
    "p::select-fallback-button",
    "p::interest-hint",
    "p::after:hover",
    "p::before:before",
    "p::slotted(p):hover",
    "p:before:hover",
    "p::before p",
    "p::before > p",
    "p::before.x",
    "p:not(:before)",
]


@pytest.mark.parametrize("selector", NEVER)
def test_states_and_pseudo_elements_leave_the_rule_alone(selector: str) -> None:
    assert parse_selector_list(f"b, {selector}") is not None


@pytest.mark.parametrize("selector", UNKNOWN)
def test_unknown_pseudo_classes_and_elements_drop_it(selector: str) -> None:
    assert parse_selector_list(f"b, {selector}") is None


@pytest.mark.parametrize("name", ["tab:active", "md:-ms-2", "md:target-x", "a::b", "a[b", "hover:is(p)"])
def test_escaped_colons_open_no_pseudo_class(name: str) -> None:
    selector = "".join(sign if sign.isalnum() or sign == "-" else f"\\{sign}" for sign in name)
    assert looks(styled(f".{selector}{{color:red}}", f"<p class='{name}'>x")) == "#ff0000 block"


SPECIFICITIES = [
    ("*", 0), ("p", 1), (".a", CLASS), ("#a", ID), ("p.a#b", ID + CLASS + 1), (".a.a", 2 * CLASS), ("p em > i", 3),
    ("[x=y]", CLASS), (":first-child", CLASS), (":not(#a, p)", ID), (":is(.a, p) i", CLASS + 1), (":where(#a) i", 1),
    (":has(> .a)", CLASS), (":nth-child(2 of #a, p)", ID + CLASS), ("p:hover", CLASS + 1), (":not(:where(#a))", 0),
]  # fmt: skip


@pytest.mark.parametrize(("selector", "specificity"), SPECIFICITIES)
def test_specificity(selector: str, specificity: int) -> None:
    parsed = parse_selector(selector)
    assert parsed is not None
    assert parsed.specificity == specificity


KEYS = [("p", "p"), ("P > .Aa", ".Aa"), ("div #x.y", "#x"), ("*", ""),
        ("[x]", ""), ("p [x]", "p"),
        ("p>[x]", ""), ("p:not(.a)", "p"), (":is(.a)", ""), (":is(:not(.a))", ""), ("a\\:b", ""), ("p:first-child",
        "p"), ("", None)]  # fmt: skip


@pytest.mark.parametrize(("selector", "key"), KEYS)
def test_keys_are_found_without_parsing(selector: str, key: str | None) -> None:
    assert key_of(selector) == key


NAMES = st.from_regex(r"-?[a-zA-Z_][a-zA-Z0-9_-]{0,3}", fullmatch=True)
PLAIN_COMPOUNDS = st.builds(
    lambda tag, rest: tag + "".join(rest) or "*",
    st.one_of(st.just(""), st.just("*"), st.from_regex(r"[a-zA-Z_][a-zA-Z0-9_-]{0,3}", fullmatch=True)),
    st.lists(st.builds(str.__add__, st.sampled_from([".", "#"]), NAMES), max_size=3),
)
COMBINATORS = st.sampled_from([" ", ">", " > ", "\n", "\t>", "  "])
PLAIN = st.builds(
    lambda first, rest: first + "".join(combinator + compound for combinator, compound in rest),
    PLAIN_COMPOUNDS,
    st.lists(st.tuples(COMBINATORS, PLAIN_COMPOUNDS), max_size=3),
)


@given(PLAIN, st.booleans())
@example("#a#b", False)
@example("p.A\n.B", True)
def test_plain_selectors_are_read_as_the_general_parser_reads_them(selector: str, quirks: bool) -> None:
    plain = selectors.parse_plain(selector.lower() if quirks else selector)
    if selector.count("#") < 2:
        assert plain
        assert parts(plain) == parts(selectors._parse_complex(selector, 0, quirks))


def parts(selector: Complex) -> object:
    """Return what a selector holds, to be compared."""
    compounds = [(one.tag, one.id, one.classes, one.combinator) for one in selector.compounds]
    return compounds, selector.specificity, selector.keys, selector.references, selector.key, selector.simple


PIECES = ["p", ".a", "#b", "*", " ", ">", "+", "~", ",", ":is(", ":not(", ":has(", ")", "[x", "=", '"y"', " i", "]",
          "::before", ":hover",
          ":nth-child(", "2n+1", " of ", "\\", "|", "&", "(", "\n", ":lang(", "'", "1", "é"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=20))
def test_no_text_is_too_odd_for_a_selector(text: str) -> None:
    parsed = parse_selector_list(text)
    assert parsed is None or all(parse_selector(f":is({part.strip()})") for part in [text] if "," not in text)
    key_of(text)


@pytest.mark.parametrize(
    "text",
    [":is(" * 5000 + "p" + ")" * 5000, ":not(" * 50_000, "[" * 1_000_000, "p " * 200_000, ".a" * 200_000,
     "\\aaaaaa" * 50_000 + "|",
     ":nth-child(" + "9" * 5000 + "n+1)", '[x="' + "y" * 1_000_000 + '"]'],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_hostile_selectors_end(text: str) -> None:
    parsed = parse_selector(text)
    assert parsed is None or parsed.compounds

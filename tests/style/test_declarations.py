"""Declarations one after the other on an element: a later one that is not valid changes nothing. As in Chromium."""

from __future__ import annotations

import pytest

from rubricator.style.css.declarations import Deferred, parse_declarations

from .pages import STRICT, looks

DECLARATIONS: list[tuple[str, str, str]] = [
    ("font-weight:300;font-size:11px", "font:italic bold 20px/1.5 Arial", "20px 700 italic block"),
    ("font-weight:300;font-size:11px", "font:20px Arial", "20px block"),
    ("font-weight:300;font-size:11px", "font:bold Arial", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:bold 20px", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:italic small-caps 700 condensed 1.5em/2 X", "24px 700 italic block"),
    ("font-weight:300;font-size:11px", "font:oblique 10deg 20px X", "20px italic block"),
    ("font-weight:300;font-size:11px", "font:normal normal 20px X", "20px block"),
    ("font-weight:300;font-size:11px", "font:caption", "block"),
    ("font-weight:300;font-size:11px", "font:menu", "block"),
    ("font-weight:300;font-size:11px", "font:inherit", "block"),
    ("font-weight:300;font-size:11px", "font:normal 20px/normal a", "20px block"),
    ("font-weight:300;font-size:11px", "font:100 20px a", "20px 100 block"),
    ("font-weight:300;font-size:11px", "font:1000 20px x", "20px 1000 block"),
    ("font-weight:300;font-size:11px", "font:1001 20px a", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:bolder larger x", "19.2px 700 block"),
    ("font-weight:300;font-size:11px", "font:lighter smaller x", "13.33px 100 block"),
    ("font-weight:300;font-size:11px", "font:20px/calc(1em + 2px) a", "20px block"),
    ("font-weight:300;font-size:11px", "font:calc(10px + 1em) a", "26px block"),
    ("font-weight:300;font-size:11px", "font:clamp(10px, 2vw, 30px)/1.2 a, b", "25.6px block"),
    ("font-weight:300;font-size:11px", "font:italic italic 20px x", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:bold bold 20px x", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:20px 20px", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:20px/1.2em a", "20px block"),
    ("font-weight:300;font-size:11px", "font:20 a", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:-5px a", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:20px a b, c", "20px block"),
    ("font-weight:300;font-size:11px", "font:20px 1a", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:bold italic large Palatino, serif", "18px 700 italic block"),
    ("font-weight:300;font-size:11px", "font:normal normal normal normal normal 20px x", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:small-caption", "block"),
    ("font-weight:300;font-size:11px", "font:20px serif,", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:20px/ 1.5 a", "20px block"),
    ("font-weight:300;font-size:11px", "font:20px /1.5 a", "20px block"),
    ("font-weight:300;font-size:11px", "font:20px / 1.5 a", "20px block"),
    ("font-weight:300;font-size:11px", "font:12px/1.5 a,,b", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:italic 12px var(--n)", "block"),
    ("font-weight:300;font-size:11px", "font:0 a", "0px block"),
    ("font-weight:300;font-size:11px", "font:ITALIC BOLD 20PX/30PX Arial", "20px 700 italic block"),
    ("font-weight:300;font-size:11px", "font:20px monospace", "20px block"),
    ("font-weight:300;font-size:11px", "font:monospace", "11px 300 block"),
    ("font-weight:300;font-size:11px", "font:1em monospace", "13px block"),
    ("font-weight:300;font-size:11px", "font:medium monospace", "13px block"),
    ("font-weight:300;font-size:11px", "font:italic large monospace", "italic block"),
    ("background:lime", "background:red", "on #ff0000 block"),
    ("background:lime", "background:url(x) red", "on #ff0000 block"),
    ("background:lime", "background:red url(a.png) no-repeat", "on #ff0000 block"),
    ("background:lime", "background:no-repeat url(a.png)", "block"),
    ("background:lime", "background:url(a),url(b) blue", "on #0000ff block"),
    ("background:lime", "background:red, blue", "on #00ff00 block"),
    ("background:lime", "background:linear-gradient(red, blue)", "block"),
    ("background:lime", "background:linear-gradient(red, blue) lime", "on #00ff00 block"),
    ("background:lime", "background:none", "block"),
    ("background:lime", "background:transparent", "block"),
    ("background:lime", "background:red blue", "on #00ff00 block"),
    ("background:lime", "background:xyz", "on #00ff00 block"),
    ("background:lime", "background:0 0 / cover red", "on #ff0000 block"),
    ("background:lime", "background:url(a.png) 0 0/100% auto no-repeat #f00", "on #ff0000 block"),
    ("background:lime", "background:center", "block"),
    ("background:lime", "background:#ff", "on #00ff00 block"),
    ("background:lime", "background:fixed border-box rgb(1 2 3 / 50%)", "on #01020380 block"),
    ("background:lime", "background:url(a) 50% 50%, 10px", "block"),
    ("background:lime", "background:url(data:image/png;base64,a,b) red", "on #ff0000 block"),
    (
        "background:lime",
        "background:-webkit-gradient(linear, 0 0, 0 100%, from(red), to(blue)) lime",
        "on #00ff00 block",
    ),
    ("background:lime", "background:-moz-linear-gradient(red,blue) lime", "on #00ff00 block"),
    ("background:lime", "background:currentColor", "on #000000 block"),
    ("background:lime", "background:inherit", "block"),
    ("background:lime", "background:0", "block"),
    ("background:lime", "background:repeat-x scroll 0 0 red", "on #ff0000 block"),
    ("background:lime", "background:RED", "on #ff0000 block"),
    ("background:lime", "background:top left red bottom", "on #00ff00 block"),
    ("background:lime", "background:red none", "on #ff0000 block"),
    ("background:lime", "background:var(--c)", "block"),
    ("background:lime", "background:hsl(0 100% 50%)", "on #ff0000 block"),
    ("background:lime", "background:image-set(url(a) 1x) red", "on #ff0000 block"),
    ("background:lime", "background:padding-box content-box red", "on #ff0000 block"),
    ("background:lime", "background:space round red", "on #ff0000 block"),
    ("background:lime", "background:red local", "on #ff0000 block"),
    ("background:lime", "background:5px 10px 15px red", "on #00ff00 block"),
    ("background:lime", "background:5px 5px 5px 5px 5px red", "on #00ff00 block"),
    ("background:lime", "background:url(a) url(b) red", "on #00ff00 block"),
    ("background:lime", "background:none none red", "on #00ff00 block"),
    ("background:lime", "background:/ red", "on #00ff00 block"),
    ("background:lime", "background:red/", "on #00ff00 block"),
    ("background:lime", "background:color-mix(in srgb, red, blue)", "on #800080 block"),
    ("background:lime", "background:light-dark(red,blue)", "on #ff0000 block"),
    ("background:lime", "background:progid:x", "on #00ff00 block"),
    ("font-weight:300", "font-weight:100", "100 block"),
    ("font-weight:300", "font-weight:1", "1 block"),
    ("font-weight:300", "font-weight:1000", "1000 block"),
    ("font-weight:300", "font-weight:0", "300 block"),
    ("font-weight:300", "font-weight:1001", "300 block"),
    ("font-weight:300", "font-weight:bold", "700 block"),
    ("font-weight:300", "font-weight:bolder", "700 block"),
    ("font-weight:300", "font-weight:lighter", "100 block"),
    ("font-weight:300", "font-weight:normal", "block"),
    ("font-weight:300", "font-weight:BOLD", "700 block"),
    ("font-weight:300", "font-weight:1e2", "100 block"),
    ("font-weight:300", "font-weight:+700", "700 block"),
    ("font-weight:300", "font-weight:-100", "300 block"),
    ("font-weight:300", "font-weight:calc(400+300)", "300 block"),
    ("font-weight:300", "font-weight:700.0", "700 block"),
    ("font-weight:300", "font-weight:var(--q,600)", "600 block"),
    ("font-weight:300", "font-weight:x", "300 block"),
    ("font-weight:300", "font-weight:7e2", "700 block"),
    ("", "font-style:italic", "italic block"),
    ("", "font-style:oblique", "italic block"),
    ("", "font-style:oblique 10deg", "italic block"),
    ("", "font-style:oblique 0deg", "block"),
    ("", "font-style:oblique 20", "block"),
    ("", "font-style:italic 5deg", "block"),
    ("", "font-style:normal", "block"),
    ("", "font-style:ITALIC", "italic block"),
    ("", "font-style:slanted", "block"),
    ("", "font-style:oblique -10deg", "italic block"),
    ("", "font-style:oblique 100deg", "block"),
    ("text-align:right", "text-align:left", "left block"),
    ("text-align:right", "text-align:right", "right block"),
    ("text-align:right", "text-align:center", "center block"),
    ("text-align:right", "text-align:justify", "justify block"),
    ("text-align:right", "text-align:start", "block"),
    ("text-align:right", "text-align:end", "end block"),
    ("text-align:right", "text-align:-webkit-center", "center block"),
    ("text-align:right", "text-align:-webkit-left", "left block"),
    ("text-align:right", "text-align:-webkit-right", "right block"),
    ("text-align:right", "text-align:justify-all", "right block"),
    ("text-align:right", "text-align:CENTER", "center block"),
    ("text-align:right", "text-align:foo", "right block"),
    ("text-align:right", "text-align:-webkit-auto", "block"),
    ("text-align:right", "text-align:-moz-center", "right block"),
    ("text-transform:lowercase", "text-transform:none", "block"),
    ("text-transform:lowercase", "text-transform:uppercase", "block uppercase"),
    ("text-transform:lowercase", "text-transform:lowercase", "block lowercase"),
    ("text-transform:lowercase", "text-transform:capitalize", "block capitalize"),
    ("text-transform:lowercase", "text-transform:full-width", "block lowercase"),
    ("text-transform:lowercase", "text-transform:full-size-kana", "block lowercase"),
    ("text-transform:lowercase", "text-transform:UPPERCASE", "block uppercase"),
    ("text-transform:lowercase", "text-transform:foo", "block lowercase"),
    ("text-transform:lowercase", "text-transform:uppercase full-width", "block lowercase"),
]


@pytest.mark.parametrize(("before", "declaration", "expected"), DECLARATIONS)
def test_values_and_shorthands(before: str, declaration: str, expected: str) -> None:
    assert looks(f'{STRICT}<p style="{before};{declaration}">x') == expected


DECORATIONS: list[tuple[str, str, str]] = [
    ("underline", "underline block", "underline block"),
    ("none", "block", "block"),
    ("underline overline", "underline overline block", "underline overline block"),
    ("underline red", "underline block", "overline block"),
    ("underline wavy red 2px", "underline block", "overline block"),
    ("line-through solid", "line-through block", "overline block"),
    ("overline underline", "underline overline block", "underline overline block"),
    ("underline underline", "overline block", "overline block"),
    ("xyz", "overline block", "overline block"),
    ("underline xyz", "overline block", "overline block"),
    ("red", "block", "overline block"),
    ("dotted", "block", "overline block"),
    ("underline from-font", "underline block", "overline block"),
    ("underline 10%", "underline block", "overline block"),
    ("underline rgb(1, 2, 3)", "underline block", "overline block"),
    ("underline rgb(1 2 3 / 50%) wavy", "underline block", "overline block"),
    ("none underline", "overline block", "overline block"),
    ("UNDERLINE", "underline block", "underline block"),
    ("underline auto", "underline block", "overline block"),
    ("none red", "block", "overline block"),
    ("underline 2em 3px", "overline block", "overline block"),
    ("underline calc(1px + 2px)", "underline block", "overline block"),
    ("var(--x, underline)", "underline block", "underline block"),
]


@pytest.mark.parametrize(("value", "shorthand", "line"), DECORATIONS)
def test_lines_that_decorate_text(value: str, shorthand: str, line: str) -> None:
    before = '<p style="text-decoration:overline;text-decoration'
    assert looks(f'{STRICT}{before}:{value}">x') == shorthand
    assert looks(f'{STRICT}{before}-line:{value}">x') == line


def test_a_block_is_split_at_semicolons_outside_of_strings_and_brackets() -> None:
    parsed = parse_declarations(
        'color:red;x:";";background:url(a;b) blue;;font-size:/*;*/20px;bogus;text-align : right'
    )
    assert parsed.normal.keys() == {"color", "background-color", "font-size", "text-align"}
    assert not parsed.important


def test_important_declarations_win_within_a_block() -> None:
    parsed = parse_declarations("color:red ! Important;color:blue;float:left")
    assert (parsed.important, parsed.normal) == ({"color": 0xFF0000FF}, {"float": "left"})


def test_values_with_variables_wait_for_the_element() -> None:
    parsed = parse_declarations("font:var(--f);--X:{a;b};color:var(x)")
    assert parsed.normal == {
        **dict.fromkeys(("font-style", "font-weight", "font-size", "font-family"), Deferred("font", "var(--f)")),
        "--X": "{a;b}",
    }


def test_families_keep_quotes_only_where_they_matter() -> None:
    assert parse_declarations("font-family: Arial, sans-serif normal").normal == {}
    assert parse_declarations("font-family:'Times New Roman', Monospace, \"monospace\"").normal == {
        "font-family": 'Times New Roman, monospace, "monospace"'
    }


def test_long_values_are_parsed_too() -> None:
    value = f"url(data:image/png;base64,{'A' * 1_000_000}) red"
    assert parse_declarations(f"background:{value}").normal == {"background-color": 0xFF0000FF}


@pytest.mark.parametrize(
    "value",
    ["font:" + "normal " * 100_000, "background:" + "url( " * 100_000, "background:" + "a(b " * 100_000,
     "color:" + "var(--x," * 50_000,
     "text-decoration:" + "underline " * 100_000, "font-family:" + "a " * 300_000 + ",",
     "font-size:calc(" + "(" * 300_000],
    ids=lambda value: value[:20],
)  # fmt: skip
def test_hostile_values_end(value: str) -> None:
    assert looks(f'{STRICT}<p style="color:blue;{value}">x') in {"#0000ff block", "block"}

"""Colours. The expected ones are Chromium's, give or take one step of a channel."""

from __future__ import annotations

import pytest

from rubricator.style.css.colors import CURRENT, parse_color, parse_legacy_color

COLORS: list[tuple[str, int | None]] = [
    ("red", 0xFF0000FF),
    ("Red", 0xFF0000FF),
    ("#f00", 0xFF0000FF),
    ("#F00", 0xFF0000FF),
    ("#ff0000", 0xFF0000FF),
    ("#f008", 0xFF000088),
    ("#ff000080", 0xFF000080),
    ("#ff", None),
    ("#fffff", None),
    ("#ggg", None),
    ("rgb(1,2,3)", 0x010203FF),
    ("rgb(1 2 3)", 0x010203FF),
    ("rgb(10%,20%,30%)", 0x1A334DFF),
    ("rgb(50%,50%,50%)", 0x808080FF),
    ("rgb(1,2,3,.5)", 0x01020380),
    ("rgba(1,2,3,50%)", 0x01020380),
    ("rgb(1 2 3 / .5)", 0x01020380),
    ("rgb(1 2 3 / 50%)", 0x01020380),
    ("rgba(1 2 3)", 0x010203FF),
    ("rgb(300,-5,20)", 0xFF0014FF),
    ("rgb(1.5,2.5,3.5)", 0x020304FF),
    ("rgb(1,2 3)", None),
    ("rgb(10%,2,3)", None),
    ("rgb(10% 2 3)", 0x1A0203FF),
    ("rgb(none 2 3)", 0x000203FF),
    ("rgb(none,2,3)", None),
    ("rgb(1,2)", None),
    ("rgb(1,2,3,4,5)", None),
    ("hsl(120,100%,50%)", 0x00FF00FF),
    ("hsl(120deg 100% 50%)", 0x00FF00FF),
    ("hsl(120 100 50)", 0x00FF00FF),
    ("hsl(.5turn,100%,50%)", 0x00FFFFFF),
    ("hsl(400,100%,50%)", 0xFFAA00FF),
    ("hsl(-120,100%,50%)", 0x0000FFFF),
    ("hsla(120,100%,50%,.3)", 0x00FF004D),
    ("hsl(120,100,50)", None),
    ("hsl(120 100% 50% / .3)", 0x00FF004D),
    ("hsl(100grad,100%,50%)", 0x80FF00FF),
    ("hsl(2rad,100%,50%)", 0x17FF00FF),
    ("hsl(none 50% 50%)", 0xBF4040FF),
    ("hsl(10% 50% 50%)", None),
    ("hwb(120 20% 30%)", 0x33B333FF),
    ("hwb(120,20%,30%)", None),
    ("hwb(0 60% 60%)", 0x808080FF),
    ("hwb(90deg 0% 0% / 50%)", 0x80FF0080),
    ("hwb(90 10 10)", 0x80E61AFF),
    ("lab(50% 40 59.5)", 0xBF5700FF),
    ("lab(50 40 59.5)", 0xBF5700FF),
    ("lab(50% 40% 50% / .5)", 0xCB4B0080),
    ("lch(52.2% 72.2 50)", 0xCD561AFF),
    ("lch(52.2 72.2 50deg)", 0xCD561AFF),
    ("lch(50% 50% 90)", 0x8A7500FF),
    ("oklab(40.1% 0.1143 0.045)", 0x7D2429FF),
    ("oklab(.4 .1 .04)", 0x772A2CFF),
    ("oklch(60% .15 50)", 0xC46016FF),
    ("oklch(.6 .15 50 / .5)", 0xC4601680),
    ("oklch(60% 50% 180)", 0x00A385FF),
    ("oklch(1 .5 100)", 0xFFEF00FF),
    ("lab(150% 0 0)", 0xFFFFFFFF),
    ("lab(-10% 0 0)", 0x000000FF),
    ("color(srgb 1 .5 0)", 0xFF8000FF),
    ("color(srgb 100% 50% 0%)", 0xFF8000FF),
    ("color(display-p3 1 0 0)", 0xFF0000FF),
    ("color(display-p3 .5 .4 .3)", 0x846549FF),
    ("color(srgb-linear .5 .5 .5)", 0xBCBCBCFF),
    ("color(a98-rgb .5 .4 .3)", 0x89664AFF),
    ("color(prophoto-rgb .5 .4 .3)", 0xAB735AFF),
    ("color(rec2020 .5 .4 .3)", 0x9A7057FF),
    ("color(xyz .3 .3 .3)", 0xA2918FFF),
    ("color(xyz-d50 .3 .3 .3)", 0x9793A5FF),
    ("color(xyz-d65 .3 .3 .3)", 0xA2918FFF),
    ("color(srgb 1 .5 0 / .5)", 0xFF800080),
    ("color(srgb 1 .5)", None),
    ("color(foo 1 1 1)", None),
    ("transparent", 0x00000000),
    ("color-mix(in srgb,red,blue)", 0x800080FF),
    ("color-mix(in srgb,red 25%,blue)", 0x4000BFFF),
    ("color-mix(in oklab,red,blue)", 0x8C53A2FF),
    ("color-mix(in hsl,red,lime)", 0xFFFF00FF),
    ("color-mix(in lch,red,transparent)", 0xFF000080),
    ("light-dark(red,blue)", 0xFF0000FF),
    ("canvas", 0xFFFFFFFF),
    ("canvastext", 0x000000FF),
    ("linktext", 0x0000EEFF),
    ("buttonface", 0xF0F0F0FF),
    ("graytext", 0x808080FF),
    ("field", 0xFFFFFFFF),
    ("fieldtext", 0x000000FF),
    ("mark", 0xFFFF00FF),
    ("activetext", 0xFF0000FF),
    ("visitedtext", 0x551A8BFF),
    ("accentcolor", 0x0075FFFF),
    ("buttonborder", 0x000000FF),
    ("buttontext", 0x000000FF),
    ("selecteditem", 0x1967D2FF),
    ("selecteditemtext", 0xFFFFFFFF),
    ("windowtext", 0x000000FF),
    ("menu", 0xFFFFFFFF),
    ("window", 0xFFFFFFFF),
    ("threedshadow", 0x000000FF),
    ("scrollbar", 0xFFFFFFFF),
    ("infobackground", 0xFFFFFFFF),
    ("-webkit-link", 0x0000EEFF),
    ("-internal-light-dark", None),
    ("rebeccapurple", 0x663399FF),
    ("grey", 0x808080FF),
    ("lightgoldenrodyellow", 0xFAFAD2FF),
    ("notacolor", None),
    ("000", None),
    ("ff0000", None),
    ("RGB(1,2,3)", 0x010203FF),
    ("rgb( 1 , 2 , 3 )", 0x010203FF),
    ("rgb(1,2,3) x", None),
    ("rgb(1e1,2,3)", 0x0A0203FF),
    ("rgb(1,2,3,)", None),
    ("rgb(1/2/3)", None),
    ("rgba(0,0,0,0)", 0x00000000),
    ("rgb(1,2,3/.5)", None),
    ("hsl(120,100%,50%/.5)", None),
    ("#12345678", 0x12345678),
    ("#1234", 0x11223344),
    ("hsl(120,150%,50%)", 0x00FF00FF),
    ("hsl(120 100% 150%)", 0xFFFFFFFF),
    ("oklch(60% -.1 50)", 0x808080FF),
    ("hsl(0 100% 50% 50%)", None),
    ("rgb(1 2 3 4)", None),
    ("hwb(120 20% 30% 40%)", None),
    ("rgb(255, 255, 255, 0.9)", 0xFFFFFFE6),
    ("device-cmyk(0 1 0 0)", None),
    ("-webkit-text", None),
    ("-webkit-focus-ring-color", None),
    ("-webkit-activelink", 0xFF0000FF),
    ("text", None),
]


@pytest.mark.parametrize(("text", "color"), COLORS)
def test_colors(text: str, color: int | None) -> None:
    assert parse_color(text) == color


def test_the_current_color_is_left_to_the_element() -> None:
    assert parse_color("currentColor") == CURRENT


HASHLESS = [("ff0000", 0xFF0000FF), ("f00", 0xFF0000FF), ("00f", 0x00000FFF), ("123", 0x000123FF), ("12345",
            0x012345FF),
            ("ff", None), ("ggg", None), ("ff000080", None)]  # fmt: skip


@pytest.mark.parametrize(("text", "color"), HASHLESS)
def test_colors_without_hash_are_known_in_quirks_mode_only(text: str, color: int | None) -> None:
    assert parse_color(text, quirks=True) == color
    assert parse_color(text) is None


LEGACY = [("red", 0xFF0000FF), ("#f00", 0xFF0000FF), ("ff0000", 0xFF0000FF), ("chucknorris", 0xC00000FF), ("", None),
          ("transparent", None), ("zzz", 0x000000FF), ("f", 0x0F0000FF), ("#12345678", 0x124578FF), (" red ",
          0xFF0000FF),
          ("buttonface", 0xB000CEFF), ("x" * 1_000_000, 0x000000FF)]  # fmt: skip


@pytest.mark.parametrize(("text", "color"), LEGACY, ids=lambda value: str(value)[:20])
def test_colors_of_attributes(text: str, color: int | None) -> None:
    assert parse_legacy_color(text) == color


@pytest.mark.parametrize(
    "text", ["rgb(" + " " * 1_000_000 + ")", "color-mix(in srgb," * 1000, "light-dark(" * 20 + "red", "#" * 1_000_000]
)
def test_hostile_colors_are_none(text: str) -> None:
    assert parse_color(text) is None

"""Font sizes inside of an element of 22 pixels; what is not valid leaves the 11 pixels before it. As in Chromium."""

from __future__ import annotations

import pytest

from rubricator.style.css.lengths import Size, parse_size, resolve_math

from .pages import STRICT, render, texts

SIZES: list[tuple[str, float]] = [
    ("20px", 20.0),
    ("20PX", 20.0),
    ("15pt", 20.0),
    ("1.5em", 33.0),
    ("2rem", 32.0),
    ("150%", 33.0),
    ("2vw", 25.6),
    ("2vh", 20.48),
    ("2vmin", 20.48),
    ("2vmax", 25.6),
    ("1in", 96.0),
    ("1cm", 37.8),
    ("10mm", 37.8),
    ("40q", 37.8),
    ("2pc", 32.0),
    ("2dvw", 25.6),
    ("2svh", 20.48),
    ("2lvw", 25.6),
    ("2vi", 25.6),
    ("2vb", 20.48),
    ("2dvmin", 20.48),
    ("xx-small", 9.0),
    ("x-small", 10.0),
    ("small", 13.0),
    ("medium", 16.0),
    ("large", 18.0),
    ("x-large", 24.0),
    ("xx-large", 32.0),
    ("xxx-large", 48.0),
    ("larger", 26.4),
    ("smaller", 18.33),
    ("0", 0.0),
    ("20", 11.0),
    ("20.5px", 20.5),
    (".5em", 11.0),
    ("+20px", 20.0),
    ("-20px", 11.0),
    ("1e1px", 10.0),
    ("1.5e1px", 15.0),
    ("calc(10px+5px)", 11.0),
    ("calc(10px + 5px)", 15.0),
    ("calc(1em + 2px)", 24.0),
    ("calc(100% - 2px)", 20.0),
    ("calc(2 * 10px)", 20.0),
    ("calc(30px / 2)", 15.0),
    ("calc(10px * 2px)", 11.0),
    ("calc(10)", 11.0),
    ("calc(1rem + 1vw)", 28.8),
    ("calc((1px + 2px) * 5)", 15.0),
    ("calc(calc(1px + 9px) * 2)", 20.0),
    ("min(10px,20px)", 10.0),
    ("max(10px,2em)", 44.0),
    ("clamp(10px,3vw,30px)", 30.0),
    ("clamp(20px,10px,5px)", 20.0),
    ("min(10px, 5em, 40px)", 10.0),
    ("calc(min(10px,20px) * 2)", 20.0),
    ("max(20px)", 20.0),
    ("min()", 11.0),
    ("clamp(10px,20px)", 11.0),
    ("calc(-5px)", 0.0),
    ("calc(1px - 5px)", 0.0),
    ("20", 11.0),
    ("20 px", 11.0),
    ("1.px", 11.0),
    ("1..5px", 11.0),
    (".px", 11.0),
    ("20%25", 11.0),
    ("CALC(10px * 2)", 20.0),
    ("calc(10px + -5px)", 5.0),
    ("calc(10px -5px)", 11.0),
    ("calc(1px*10)", 10.0),
    ("calc( 10px )", 10.0),
    ("calc(1px + 1)", 11.0),
    ("sqrt(9)", 11.0),
    ("clamp(10px, 1rem + 1vw, 40px)", 28.8),
    ("calc(10px + (5px))", 15.0),
    ("pow(2,3)", 11.0),
    ("auto", 11.0),
    ("normal", 11.0),
    ("2x", 11.0),
    ("1fr", 11.0),
    ("10deg", 11.0),
    ("100000px", 10000.0),
    ("1e9px", 10000.0),
    ("20px20px", 11.0),
    ("5cqw", 64.0),
    ("1.17EM", 25.74),
    ("1.5Rem", 24.0),
    ("8PT", 10.67),
]


@pytest.mark.parametrize(("value", "pixels"), SIZES)
def test_font_sizes(value: str, pixels: float) -> None:
    page = render(f'{STRICT}<div style="font-size:22px"><p style="font-size:11px;font-size:{value}">x')
    assert page.styles[page.style[texts(page)[0]]].font_size == pytest.approx(pixels, abs=0.01)


def test_sizes_are_kept_relative_until_the_parent_is_known() -> None:
    assert parse_size("1.5em") == Size("em", em=1.5)
    assert parse_size("2rem") == Size("rem", rem=2.0)
    assert parse_size("12pt") == Size("px", 16.0)


def test_numbers_without_unit_are_pixels_in_quirks_mode_only() -> None:
    assert parse_size("20", quirks=True) == Size("px", 20.0)
    assert parse_size("20") is None
    assert parse_size("0") == Size("px", 0.0)


@pytest.mark.parametrize(
    "text",
    [
        "calc(" * 1000,
        "calc(" + "(" * 200 + "1px" + ")" * 200 + ")",
        "9" * 5000 + "px",
        "calc(1px" + " + 1px" * 10_000 + ")",
    ],
)
def test_hostile_sizes_are_none(text: str) -> None:
    assert parse_size(text) is None


def test_arithmetic() -> None:
    assert resolve_math("calc((1em + 2rem) * 2 - 10px / 4)", 10.0, 20.0) == pytest.approx(97.5)
    assert resolve_math("calc(1px + 1)", 10.0, 20.0) is None

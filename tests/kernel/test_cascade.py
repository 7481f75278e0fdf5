"""Computed styles of all elements: the twins agree."""

from __future__ import annotations

import pytest
from hypothesis import given

from rubricator.limits import OutOfTrialsError
from rubricator.style.computed import Custom
from rubricator.style.css.matching import Matcher

from ..random_pages import pages
from .styles import STYLED, Styled, all_pages, styled, trials
from .test_kinds import kinds_of
from .twins import both


def styles_of(page: Styled, twin: int, count: int = 10_000_000) -> tuple[list[int], list[tuple[object, ...]]]:
    kinds, kind_of = kinds_of(page, twin, trials())
    spent = trials()
    spent.left = count
    matcher = Matcher(page.document, [kind.shape for kind in kinds], kind_of, spent)
    resolver = both("style.computed.Resolver")[twin](page.document.quirks)
    style_of, styles = both("style.cascade.walk")[twin](page.document, kinds, kind_of, matcher, resolver, spent, 0xFF)
    return style_of, [(*style[:-1], customs(style.custom)) for style in styles]


def customs(custom: Custom | None) -> list[dict[str, str | None]]:
    return [custom.own, *customs(custom.above)] if custom else []


def compare(page: Styled) -> int:
    style_of, styles = styles_of(page, 0)
    assert styles_of(page, 1) == (style_of, styles)
    return len(styles)


def test_pages() -> None:
    assert sum(map(compare, all_pages())) > 100


@given(pages())
def test_random_pages(html: str) -> None:
    compare(styled(html))


@pytest.mark.parametrize("twin", [0, 1])
def test_trials_are_spent(twin: int) -> None:
    page = styled(STYLED + "<i><b>" * 600)
    styles_of(page, twin)
    with pytest.raises(OutOfTrialsError):
        styles_of(page, twin, count=100)


def test_what_is_remembered_holds_for_other_pages() -> None:
    body = "<body><div><p>a<h2>b</h2><table><tr><td>c</table><section><h1>d</h1></section></div>"
    looks = ["", "html{font-size:10px}", "body{color:red}", "div{--x:1px}", "h2{font-size:2rem}", "*{color:blue}"]
    for look in [*looks, *reversed(looks)]:
        for doctype in ("", "<!DOCTYPE html>"):
            compare(styled(f"{doctype}<style>{look}</style>{body}"))


@pytest.mark.parametrize("depth", [0, 1, 62, 63, 64, 65, 200])
def test_what_the_nearest_ancestor_decides(depth: int) -> None:
    looks = "i:dir(ltr){color:red} i:dir(rtl){color:blue} b:lang(en){color:lime} b:lang(de){color:navy}"
    for outer in ("", " dir=rtl lang=de", " dir=LTR lang=EN-us"):
        inner = "<u>" * depth + "<i>a</i><b>b</b><i dir=ltr>c</i><b lang=en>d</b>"
        assert compare(styled(f"<style>{looks}</style><div{outer}>{inner}")) > 2

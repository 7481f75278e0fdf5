"""Relative sizes and weights, and the smaller size of monospace. The expected looks are Chromium's."""

from __future__ import annotations

import pytest

from .pages import STRICT, looks, styled

SIZES: list[tuple[str, str, str]] = [
    ("html{font-size:2rem}p{font-size:1rem}", "t<p>x", "32px block | 32px block"),
    (
        "html{font-size:62.5%}p{font-size:1.4rem}h2{font-size:1.5em}",
        "t<p>x<h2>y",
        "10px block | 14px block | 15px 700 block",
    ),
    ("html{font-size:calc(1em + 1vw)}p{font-size:calc(1rem * 1.2)}", "t<p>x", "28.8px block | 34.56px block"),
    (
        "div{font-size:1.2em}",
        "a<div>b<div>c<div>d<div>e",
        "block | 19.2px block | 23.04px block | 27.65px block | 33.18px block",
    ),
    (
        "div{font-size:larger}",
        "a<div>b<div>c<div>d<div>e",
        "block | 19.2px block | 23.04px block | 27.65px block | 33.18px block",
    ),
    (
        "div{font-size:smaller}",
        "a<div>b<div>c<div>d<div>e",
        "block | 13.33px block | 11.11px block | 9.26px block | 7.72px block",
    ),
    (
        ".a{font-weight:100}.b{font-weight:350}.c{font-weight:600}.d{font-weight:950}",
        '<p class=a>a<b>b</b><i style="font-weight:lighter">l</i><p class=b>a<b>b</b><i '
        'style="font-weight:lighter">l</i><p class=c>a<b>b</b><i style="font-weight:lighter">l</i><p '
        'class=d>a<b>b<b>c</b></b><i style="font-weight:lighter">l<i style="font-weight:lighter">l</i>'
        "</i>",
        "100 block |  | 100 italic | 350 block | 700 | 100 italic | 600 block | 900 | italic | 950 block "
        "| 950 | 950 | 700 italic | italic",
    ),
    (
        "p{font-family:monospace}",
        't<p>m<b style="font-family:serif">s</b><i style="font-size:2em">x<i style="font-family:serif">y</i></i></p>',
        "block | 13px block | 700 | 26px italic | 32px italic",
    ),
    ("p{font-family:monospace,monospace}", 't<p>m<b style="font-size:1em">s</b>', "block | block | 700"),
    ("p{font-family:Courier New,monospace}", 't<p>m<b style="font-size:1em">s</b>', "block | block | 700"),
    (
        "code{font-size:1em}",
        "t<code>c<b>x</b></code><pre>p<code>c</code></pre><h1>a<code>b</code></h1><h2>a<tt "
        'style="font-size:larger">b</tt></h2>',
        "block | 13px | 13px 700 | 13px block | 13px | 32px 700 block | 26px 700 | 24px 700 block | 23.4px 700",
    ),
    (
        "div{font-size:20px}",
        "<div>t<code>c</code><pre>p<code>c</code></pre></div><small>a<code>s</code></small><big>b<tt>c</tt></big>",
        "20px block | 20px | 20px block | 20px | 13.33px | 10.83px | 19.2px | 15.6px",
    ),
    (
        "body{font-size:90%}",
        't<code>c</code><pre>p<code style="font-family:serif">c</code></pre>',
        "14.4px block | 11.7px | 11.7px block | 14.4px",
    ),
    (
        "body{font-size:14px}pre{font-size:1em}code{font-size:90%}",
        "t<code>c</code><pre>p<code>c</code></pre>",
        "14px block | 12.6px | 14px block | 12.6px",
    ),
    (
        "body{font-size:large}pre{font-size:small}",
        't<code>c</code><pre>p<code>c</code><span style="font-family:Arial">q</span></pre><kbd>k</kbd>'
        "<samp>s</samp><tt>t</tt>",
        "18px block |  | 12px block | 12px | 13px |  |  | ",
    ),
    (
        "pre{font-size:1rem}code{font-size:.875em}",
        "t<code>c</code><pre>p<code>c</code></pre>",
        "block | 11.38px | block | 14px",
    ),
    (
        "code{font-size:inherit}pre{font:inherit}kbd{font-family:inherit}",
        "t<code>c</code><pre>p<code>c</code></pre><kbd>k",
        "block | 13px | block | 13px | ",
    ),
    (
        "pre,code,kbd,samp{font-family:monospace,monospace;font-size:1em}",
        "t<code>c</code><pre>p<code>c</code></pre><h1>x<kbd>k",
        "block |  | block |  | 32px 700 block | 32px 700",
    ),
    ('p{font-family:"monospace"}div{font-family:Monospace}', "<p>p<div>d", "block | 13px block"),
    (
        "p{font:1em monospace}div{font:16px monospace}b{font:medium monospace}",
        "<p>p<div>d<code>e</code></div><b>x",
        "13px block | block |  | 13px",
    ),
    (
        "p{font-family:monospace;font-size:calc(1em + 1px)}div{font-family:monospace;font-size:2vw}",
        '<p>p<i style="font-family:serif">q</i><div>d<i style="font-family:serif">q</i>',
        "17px block | 17px italic | 25.6px block | 25.6px italic",
    ),
    (
        "code{font-size:larger}b{font-size:smaller}",
        "<code>a<code>b</code><b>c</b></code>",
        "15.6px | 18.72px | 13px 700",
    ),
    ("code{font-size:initial}pre{font-family:initial}", "<code>a<code>b</code></code><pre>q", "13px | 13px | block"),
    (
        "div{font-family:monospace;font-size:20px}",
        '<div>x<pre>y<span style="font-family:serif">z',
        "20px block | 20px block | 20px",
    ),
    ("p{font-family:ui-monospace}div{font-family:ui-monospace,monospace}", "<p>p<div>d", "block | block"),
]


@pytest.mark.parametrize(("css", "body", "expected"), SIZES)
def test_relative_sizes_and_weights(css: str, body: str, expected: str) -> None:
    assert looks(styled(css, body)) == expected


MONOSPACE = [
    ("<font size=-2><tt>a</tt></font>", "10px", "9px"),
    ("<font size=2><pre>a<font size=3>b</font></pre></font>", "12px block | 13px", "10px block | 13px"),
    ("<tt><small>a</small><font size=-1>b</font></tt>", "10.83px | 12px", "10.83px | 10px"),
    ("<big><tt>a<big>b</big></tt></big>", "15.6px | 18.72px", "15.6px | 18.72px"),
]


@pytest.mark.parametrize(("body", "strict", "quirky"), MONOSPACE)
def test_monospace_sizes_in_both_modes(body: str, strict: str, quirky: str) -> None:
    assert looks(STRICT + body) == strict
    assert looks(body) == quirky

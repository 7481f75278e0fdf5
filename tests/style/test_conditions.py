"""The conditions of `@media` and `@supports`. The answers are Chromium's on a screen of 1280 x 1024 pixels."""

from __future__ import annotations

import pytest

from rubricator.style.css.conditions import media_matches, supports_matches

FEATURES_THAT_HOLD = """
    min-width:80em width:1280px width>=1280px 400px<=width<=1300px 1280px>=width orientation:landscape
    prefers-color-scheme:light hover:hover pointer:fine any-hover:hover prefers-reduced-motion:no-preference color
    min-color:4 grid:0 min-resolution:1dppx resolution:96dpi -webkit-min-device-pixel-ratio:1
    -webkit-device-pixel-ratio:1 min-aspect-ratio:1/1 aspect-ratio:1280/1024 aspect-ratio:5/4 width height
    max-height:1024px device-width:1280px min-device-width:100px -webkit-transform-3d -webkit-transform-3d:1
    forced-colors:none scripting:none update:fast update overflow-block:scroll color-gamut:srgb
    dynamic-range:standard display-mode:browser prefers-contrast:no-preference min-width:-1px width=1280px
    min-width:0 any-pointer:fine pointer hover orientation min-color-index:0 horizontal-viewport-segments:1
    prefers-reduced-transparency:no-preference resolution>=1x min-width:1e2px aspect-ratio:1.25 max-aspect-ratio:5/4
    min-aspect-ratio:5/4
""".split()
HOLDS: list[str] = [
    "screen",
    "all",
    "not print",
    "only screen",
    "screen and (min-width:1000px)",
    "(min-width:1000px) and (max-width:1300px)",
    "(max-width:100px) or (min-width:200px)",
    "not (max-width:100px)",
    "not all and (max-width:100px)",
    "print, screen",
    "print, (min-width:1px)",
    "(aspect-ratio > 1)",
    "(foo) or (min-width:1px)",
    "screen and (min-width:0)",
    "all and (transform-3d), (-webkit-transform-3d)",
    "((min-width:1px) and (max-width:9px)) or (width>9px)",
    "(min-width:calc(10px + 2em))",
    "tty, screen",
    "SCREEN",
    "Screen And (Min-Width:1PX)",
    "",
    "  ",
    "screen,",
    "only all",
    "(min-width: 1in)",
    "screen and (not (max-width:1px))",
    "only screen and (min-width:1px), print",
    "screen and (max-width:1280px)",
    "(width <= 80rem)",
    "(min-width: 1280px) and (not (hover:none))",
    "all and (monochrome:0)",
    "(width:calc(1280px))",
    "(min-width:max(1px,2px))",
    "only screen   and   (min-width : 1px)",
    "(min-width:1px)/**/and/**/(color)",
    "(1000px < width)",
    "(2000px >= width >= 100px)",
    "( min-width : 100px )",
    "(min-width:100px ) , x",
]


@pytest.mark.parametrize("query", [*HOLDS, *map("({})".format, FEATURES_THAT_HOLD)])
def test_media_queries_that_hold(query: str) -> None:
    assert media_matches(query)


FEATURES_THAT_DO_NOT = """
    min-width:80.01em width>1280px 400px<width<1280px orientation:portrait prefers-color-scheme:dark hover:none
    pointer:coarse prefers-reduced-motion:reduce prefers-reduced-motion monochrome grid min-resolution:2dppx
    -webkit-min-device-pixel-ratio:1.5 min-device-pixel-ratio:1 min--moz-device-pixel-ratio:1
    -moz-min-device-pixel-ratio:1 min-aspect-ratio:16/9 foo foo:bar min-width min-height:1025px
    max-device-width:480px -ms-high-contrast:none forced-colors:active scripting scripting:enabled color-gamut:p3
    video-dynamic-range:standard prefers-contrast inverted-colors:none max-width:-1px min-width:1280.5px
    min-width:100 shape:rect color-index scan:progressive environment-blending:opaque
    prefers-reduced-data:no-preference nav-controls:back -webkit-transition -webkit-animation resolution:infinite
""".split()
FAILS: list[str] = [
    "print",
    "not screen",
    "screen and (max-width:1000px)",
    "not (foo)",
    "not (foo:bar)",
    "min-width:1px",
    "screen and (min-width:0\\0)",
    "screen and (-ms-high-contrast:active)",
    "screen and (min-width:1000px) and (max-width:1100px)",
    "(min-width:10px) and (max-width:20px) or (width>9px)",
    "tv",
    "handheld",
    "projection",
    "screen and",
    "and",
    "not",
    "only",
    "not not screen",
    "(1px = width)",
    "screen and not (print)",
    "screen or (color)",
    "(min-width:100px)and(max-width:2000px)",
    "screen and(min-width:1px)",
    "(width < 80rem)",
    "not ((foo) or (min-width:1px))",
    "(min-width:1px) and (foo)",
    "not ((min-width:1px) and (foo))",
    "general-enclosed(x)",
    "not foo(x)",
    "not screen and (color), print and (color)",
    "level",
    "layer(x)",
    "(min-width:var(--a))",
    "(1000px > width)",
    "(100px <= width >= 50px)",
    "(100px < width < )",
]


@pytest.mark.parametrize("query", [*FAILS, *map("({})".format, FEATURES_THAT_DO_NOT)])
def test_media_queries_that_do_not(query: str) -> None:
    assert not media_matches(query)


SUPPORTED_DECLARATIONS = """
    display:grid -webkit-appearance:none --a:b font-size:1cap aspect-ratio:1/1 object-fit:cover zoom:1
    -webkit-line-clamp:2 gap:1px inset:0 mask:none -webkit-mask:none accent-color:auto overflow:clip height:100dvh
    height:-webkit-fill-available width:fit-content scrollbar-width:thin caret-color:red will-change:transform
    background-clip:text -webkit-background-clip:text position:sticky display:contents display:flow-root
    --css:variables text-wrap:balance anchor-name:--x container-type:inline-size color:red!important
    font-variation-settings:normal image-rendering:pixelated initial-letter:1 margin-trim:block text-box:trim-both
    font-palette:dark grid-template-rows:subgrid writing-mode:vertical-rl -webkit-box-orient:vertical
    user-select:none -webkit-font-smoothing:antialiased speak:none clip-path:none
""".split()
SUPPORTED: list[str] = [
    '(content:")")',
    "(content:'(') and (display:grid)",
    "(display:grid) and (color:red)",
    "(foo:bar) or (color:red)",
    "selector(a > b)",
    "selector(:has(a))",
    "font-tech(color-COLRv1)",
    "font-format(woff2)",
    "((display:grid))",
    "(not (display:foo))",
    "(transform-style:preserve-3d) or (-moz-transform-style:preserve-3d)",
    "(position:sticky) or (position:-webkit-sticky)",
    "(color:rgb(1 2 3))",
    "(width:calc(1px + 2px))",
    "(backdrop-filter:blur(1px))",
    "(color:color-mix(in srgb,red,blue))",
    "(-webkit-text-stroke:1px red)",
    "(display: -webkit-box)",
    "(animation-timeline:scroll())",
    "((-webkit-mask-image:none) or (mask-image:none))",
    "(selector(a))",
    "not foo(x)",
    "at-rule(@media)",
    "(top:env(safe-area-inset-top))",
    "(padding: max(0px))",
]


@pytest.mark.parametrize("condition", [*SUPPORTED, *map("({})".format, SUPPORTED_DECLARATIONS)])
def test_what_is_supported(condition: str) -> None:
    assert supports_matches(condition)


DECLARATIONS_THAT_ARE_NOT = """
    display:foo -moz-appearance:none -ms-ime-align:auto -webkit-overflow-scrolling:touch -webkit-hyphens:none
    font:-apple-system-body -webkit-touch-callout:none display:-ms-grid color:red; -o-object-fit:x
    hanging-punctuation:first leading-trim:both -webkit-appearance:-apple-pay-button -moz-osx-font-smoothing:auto
    text-decoration-skip:ink
""".split()
NOT_SUPPORTED: list[str] = [
    "selector(:foo)",
    "selector(::-moz-x)",
    "not selector(:has(a))",
    "display:grid",
    "(display grid)",
    "(color:foo(1))",
    "(behavior:url(x))",
    "(-webkit-backdrop-filter:blur(1px))",
    "(display:grid) and (not (display:inline-grid))",
    "()",
    "",
    "foo(x)",
]


@pytest.mark.parametrize("condition", [*NOT_SUPPORTED, *map("({})".format, DECLARATIONS_THAT_ARE_NOT)])
def test_what_is_not(condition: str) -> None:
    assert not supports_matches(condition)


@pytest.mark.parametrize(
    "text", ["(" * 100_000, "not " * 100_000, "(a" + " " * 1_000_000 + "b)", "((" * 50 + "color" + "))" * 50]
)
def test_hostile_conditions_end_and_do_not_hold(text: str) -> None:
    assert not media_matches(text)
    assert not supports_matches(text)

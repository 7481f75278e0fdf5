"""Runs both twins wherever one of them is called, and compares what they give."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from unittest.mock import patch

import pytest

from rubricator.kernel import TWINS

ODD_PAGES = (
    "",
    " ",
    "\0",
    "text",
    "\ud800 lone <p title='\udfff'>surrogates",
    "<p>ascii<p>caf\u00e9\u00a0\u2003 x<p>\u65e5\u672c\u3000\u8a9e<p>\U0001f600 \U0001f601",
    "<p> a \x1c b \x85 c \u2028 d </p>\x0b",
    "<b>a</b> b<br>c <img alt=' two  words '>d<img><img alt>e<span style='display:inline-block'>f</span>g",
    "<details>x<summary>y</summary>z</details><details open>a</details><template>t<p>u</template>",
    "<p hidden>a<div style='visibility:hidden'>b<i style='visibility:visible'>c</i></div><noscript>d</noscript>",
    "<frameset><frame src=a></frameset>",
    "<svg><title>t</title><text>x</text></svg><math><mi>y</mi></math><h2>a</h2>",
    "<!DOCTYPE html><title> a\n b </title><pre> a\n\n b </pre><textarea>\n c</textarea>",
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN"><table><tr><td>a<p>b</table>',
    "<div>" * 3000 + "x",
    "<p><b>" * 200 + "y",
)


@contextmanager
def compared(key: str, *places: str) -> Iterator[list[object]]:
    """Compare the twins of one name at the places (`module:attribute`) they are called from; give their results."""
    if key not in TWINS:
        pytest.skip("the kernel was not built")
    pure, compiled = TWINS[key]
    results: list[object] = []

    def both(*given: object) -> object:
        expected, found = pure(*given), compiled(*given)
        assert found == expected
        assert type(found) is type(expected)
        results.append(found)
        return found

    patches = []
    for place in places:
        module, attribute = place.split(":")
        patches.append(patch.object(import_module(module), attribute, both))
    for one in patches:
        one.start()
    try:
        yield results
    finally:
        for one in patches:
            one.stop()
    assert results, f"{key} was not called"

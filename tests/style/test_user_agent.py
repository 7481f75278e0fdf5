"""How elements look that no author styled. The expected looks are Chromium's."""

from __future__ import annotations

import pytest

from .pages import STRICT, looks

ELEMENTS: list[tuple[str, str]] = [
    ("<center>a<p>b<table><td>c</table></center>", "center block | center block | table-cell"),
    ("<big>a<big>b</big></big>", "19.2px | 23.04px"),
    ("<small>a<small>b", "13.33px | 11.11px"),
    ("<u>a<i>b", "underline | italic"),
    ("<s>a</s><strike>b</strike><del>c</del><ins>d</ins>", "line-through | line-through | line-through | underline"),
    ("<b>a<strong>b<b>c", "700 | 900 | 900"),
    ("<tt>a</tt><code>b</code><kbd>c</kbd><samp>d</samp>", "13px | 13px | 13px | 13px"),
    ("<nobr>a", ""),
    ("<svg><foreignObject>a</foreignObject></svg>", "block"),
    ("<select><option>a</select><select multiple><option>b</select>", "13.33px block hidden | 13.33px block"),
    ("<picture>a<source>b</picture>", " | "),
    ("<map>a<area>b</map>", " | "),
    ("<progress>a</progress><meter>b</meter>", "inline-block | inline-block"),
    ("<label>a</label><output>b</output><fieldset>c<legend>d</legend></fieldset>", " |  | block | block"),
    (
        "<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp><rb>c</rb><rtc>d</rtc></ruby>",
        "ruby | none hidden | 8px ruby-text | none hidden |  | ",
    ),
    (
        "<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>",
        "32px 700 block | 24px 700 block | 18.72px 700 block | 700 block | 13.28px 700 block | 10.72px 700 block",
    ),
    (
        "<section><h1>a</h1></section><article><section><h1>b</h1></section></article><nav><h1>c</h1>"
        "</nav><aside><aside><h1>d<hgroup><h1>e</h1></hgroup>",
        "32px 700 block | 32px 700 block | 32px 700 block | 32px 700 block | 64px 700 block",
    ),
    ("<section><hgroup><h1>a</h1></hgroup></section>", "32px 700 block"),
    (
        "<address>a</address><cite>b</cite><var>c</var><dfn>d</dfn><em>e</em><i>f</i><q>g</q><blockquote>"
        "h</blockquote>",
        "italic block | italic | italic | italic | italic | italic |  | block",
    ),
    (
        "<dl><dt>a<dd>b</dl><dir><li>c</dir><menu><li>d</menu><ol><li>e</ol>",
        "block | block | list-item | list-item | list-item",
    ),
    (
        "<table><caption>a</caption><colgroup><col></colgroup><thead><tr><th>b<td>c<tfoot><tr><td>"
        "d<tbody><tr><td>e</table>",
        "center table-caption | 700 center table-cell | table-cell | table-cell | table-cell",
    ),
    ("<th>a</th>", "block"),
    ("<xmp>a</xmp><listing>b</listing>", "13px block | 13px block"),
    ("<pre>a<b>b</b></pre>", "13px block | 13px 700"),
    ("<rt>a</rt><rp>b</rp>", " | none hidden"),
    ("<summary>a</summary>", "block"),
    ("<legend>a</legend>", "block"),
    ("<slot>a</slot>", "contents"),
    (
        "<search>a</search><main>b</main><figure>c<figcaption>d</figcaption></figure><hgroup>e</hgroup>",
        "block | block | block | block | block",
    ),
    ("<x-foo>a</x-foo><foo>b</foo><image>c</image>", " |  | block"),
    ("<area>x<param>y<track>z<source>w", "block | block | block | block"),
    ("<noframes>a</noframes><noembed>b</noembed>", "none hidden | none hidden"),
    ("<bgsound>a<command>b<keygen>c<content>d<shadow>e", "block |  |  |  | "),
    ("<button><h1>a</h1></button>", "26.67px 700 center block"),
    ("<fieldset><legend>a</legend>b</fieldset>", "block | block"),
    ("<meter>a</meter>", "inline-block"),
    ("<rb>a</rb><rtc>b</rtc>", " | "),
    ("<spacer>a</spacer><multicol>b</multicol><isindex>", " | "),
    ("<svg><text>a</text></svg>", "block"),
    ("<marquee>a<b>b", "inline-block | 700"),
]


@pytest.mark.parametrize(("body", "expected"), ELEMENTS)
def test_elements(body: str, expected: str) -> None:
    assert looks(f"{STRICT}<body>{body}") == expected


HIDDEN = [
    (
        "<details>a<summary>b</summary>c<p>d</p></details>e",
        "block hidden | list-item | block hidden | block hidden | block",
    ),
    ("<details open>a<summary>b</summary>c</details>", "block | list-item | block"),
    ("<details><summary>a</summary><summary>b</summary></details>", "list-item | block hidden"),
    ("<details open><details><summary>a</summary>b</details>c</details>", "list-item | block hidden | block"),
    ("<noscript>a<p>b</p></noscript>c", "block hidden | block hidden | block"),
    ("<template>a<p>b</p></template>c", "none hidden | block hidden | block"),
    ("<p hidden>a<b>b</b></p><p hidden style='display:block'>c", "none hidden | 700 hidden | block"),
    ("<dialog>a</dialog><dialog open>b</dialog>", "on #ffffff none hidden | on #ffffff block"),
    ("<div popover>a</div>", "on #ffffff none hidden"),
    ("<video>a</video><canvas>b</canvas><audio>c</audio>", "hidden | hidden | hidden"),
    ("<select><option>a<option>b</select>", "13.33px block hidden | 13.33px block hidden"),
    ("<select multiple><option>a</select><select size=3><option>b</select>", "13.33px block | 13.33px block"),
    ("<svg><title>a</title><desc>b</desc><defs><text>c</text></defs></svg>", "none hidden | block hidden"),
]


@pytest.mark.parametrize(("body", "expected"), HIDDEN)
def test_what_a_reader_does_not_see(body: str, expected: str) -> None:
    assert looks(f"{STRICT}<body>{body}") == expected

"""Broken pages made from good ones: each mutation is what a careless author, a bad tool or an attacker might do."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

SEEDS = Path(__file__).parent / "seeds"
_TOKEN = re.compile(r"<[^<>]*>|[^<]+|<")
_START_TAG = re.compile(r"<([a-zA-Z][^\s/>]*)")
_TAGS = """
    div p b i a span font h1 h2 h3 h6 ul ol li dl dt dd table tbody tr td th caption pre code blockquote br hr img
    section article details summary template noscript select option textarea title style script svg math foreignObject
    body html head frameset form button center plaintext x-y o:p
""".split()
_ATTRIBUTES = (
    "id=a",
    "id=main",
    "id='a\"b'",
    "name=x",
    "class='title card'",
    "class=''",
    "hidden",
    "open",
    "style='display:none'",
    "style='font-size:0'",
    "style='font-size:1e400px;color:#ggg'",
    "style='font:inherit;all:revert-layer'",
    "style='display:inline;font-weight:bolder'",
    "style='--x:var(--x);color:var(--x)'",
    "style='white-space:pre'",
    "style='}{'",
    "colspan=99999999999",
    "rowspan=0",
    "start=-5",
    "value=2147483648",
    "height=50%",
    "size=+9",
    "color=chucknorris",
    "href='javascript:x()'",
    "href='http://['",
    "href='//x:99999/'",
    "src='data:image/png;base64,AAAA'",
    "src=''",
    "alt='  an   image '",
    "data-rubricator-node=7",
    "dir=rtl",
    "lang='x\" y'",
    "<b=1",
    "=x",
    "on=1 ON=2 on=3",
)
_CSS = (
    "*{color:red}",
    "* * * * *{font-size:2em}",
    ":is(:is(:is(:is(p)))){display:none}",
    ":not(:not(:not(b))){font-weight:900}",
    "div:has(p:has(b)){color:blue}",
    "p:nth-child(2n+1 of .x),li:nth-last-of-type(-n+3){font-style:italic}",
    "a{b{c{d{e{f{color:red}}}}}}",
    "@media screen{@media (width>=1px){@supports (color:red){p{display:block}}}}",
    "@media (((((",
    "@import 'self.css';@import url(data:text/css,*{color:red});",
    "@layer a{@layer b{p{color:green!important}}}@layer b,a;",
    ":root{--a:var(--b);--b:var(--a)}p{color:var(--a,var(--c,red))}",
    ":root{--a:1;--b:var(--a)var(--a);--c:var(--b)var(--b);--d:var(--c)var(--c)}p{font-size:calc(var(--d)*1px)}",
    "p{font-size:calc(1px + (2px * (3 - 1)) / 0)}",
    "p{font-size:max(1em,min(2rem,clamp(1px,50%,9vw)))}",
    "p{font-size:-5px;font-size:nanpx;font-size:999999999999px}",
    "p{color:rgb(1e999 -5 none/200%);background:url(x) linear-gradient(red,blue) #12345}",
    "p{color:color-mix(in oklab,red 20%,hsl(1turn 50% 50%))}",
    "p{content:'\\",
    "/* never closed",
    "}}}}p{color:red}",
    "p{color:red;;;:;color}",
    "<!-- p{color:red} -->",
    "\\70 {color:red}.\\31 a{color:red}",
    "[href^='http' i],[class~=''],[lang|=en],[x=]{color:red}",
    "::before,p::first-line,a:hover:visited{display:none}",
    "@font-face{src:url(x)}@keyframes a{0%{color:red}}@page{margin:0}",
    "html,body{display:none}",
    "b{display:block}div{display:inline}td{display:block}",
    "table,tr,td{display:contents}",
)
_TEXTS = (
    "\x00",
    "\x0c\x0b\x1c",
    "\ufeff",
    "\u2028\u2029\u0085",
    "\u202e\u2066",
    "\U0010ffff",
    "e\u0301\u0301\u0301",
    "👩‍👩‍👧",
    "שלום",
    "&#0;&#x110000;&#xd800;&notit;&amp",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?php x ?>",
    "<!DOCTYPE x [",
    "</",
    "<",
    "< p >",
    "</p></b></table></body></html>",
    "word " * 400,
    "x" * 5000,
    "\n\n\n\t  ",
)
_ENCODINGS = (
    "utf-16-le",
    "utf-16-be",
    "utf-8-sig",
    "shift_jis",
    "euc-jp",
    "iso-8859-8",
    "windows-1251",
    "gb18030",
    "koi8-r",
)
_BYTES = (
    b"\x00",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xe3\x81",
    b"\xf4\x90\x80\x80",
)


@dataclass(frozen=True, slots=True)
class Draft:
    """A page on its way: its tokens (tags and texts), and pages to take parts from."""

    tokens: list[str]
    others: Sequence[list[str]]


def tokens(html: str) -> list[str]:
    """Split HTML into tags and texts, roughly."""
    return _TOKEN.findall(html)


@cache
def seed_pages() -> list[list[str]]:
    return [tokens(path.read_text(encoding="utf-8")) for path in sorted(SEEDS.glob("*.html"))]


def make_page(seed: int, number: int) -> bytes:
    """Return page `number` of a seed."""
    return mutate(Random(f"{seed} {number}"), seed_pages())


def mutate(rng: Random, pages: Sequence[list[str]]) -> bytes:
    """Return a broken page: a few changes of its tags and texts, then perhaps some of its bytes."""
    draft = Draft(list(rng.choice(pages)), pages)
    for _ in range(rng.choice((1, 1, 2, 3, 5, 8, 13))):
        if draft.tokens:
            rng.choice(_CHANGES)(rng, draft)
    data = _encoded(rng, "".join(draft.tokens))
    for _ in range(rng.choice((0, 0, 0, 1, 2, 20))):
        data = rng.choice(_BYTE_CHANGES)(rng, data)
    return data


def _slice(rng: Random, parts: list[str], longest: int = 12) -> slice:
    start = rng.randrange(len(parts))
    return slice(start, start + rng.randint(1, longest))


def _delete(rng: Random, draft: Draft) -> None:
    del draft.tokens[_slice(rng, draft.tokens)]


def _duplicate(rng: Random, draft: Draft) -> None:
    part = draft.tokens[_slice(rng, draft.tokens)]
    draft.tokens[(at := rng.randrange(len(draft.tokens))) : at] = part


def _swap(rng: Random, draft: Draft) -> None:
    one, other = rng.randrange(len(draft.tokens)), rng.randrange(len(draft.tokens))
    draft.tokens[one], draft.tokens[other] = draft.tokens[other], draft.tokens[one]


def _repeat(rng: Random, draft: Draft) -> None:
    """Repeat a stretch of tags and texts many times, as generated pages do."""
    where = _slice(rng, draft.tokens, 20)
    draft.tokens[where] = draft.tokens[where] * rng.choice((2, 3, 10, 40))


def _splice(rng: Random, draft: Draft) -> None:
    other = rng.choice(draft.others)
    draft.tokens[(at := rng.randrange(len(draft.tokens))) : at] = other[_slice(rng, other, 60)]


def _nest(rng: Random, draft: Draft) -> None:
    """Open one or two elements many times and never close them."""
    opened = "".join(f"<{rng.choice(_TAGS)}>" for _ in range(rng.randint(1, 3)))
    draft.tokens.insert(rng.randrange(len(draft.tokens)), opened * rng.choice((2, 10, 100, 600)))


def _wrap(rng: Random, draft: Draft) -> None:
    where, tag = _slice(rng, draft.tokens, 30), rng.choice(_TAGS)
    draft.tokens[where] = [f"<{tag}>", *draft.tokens[where], f"</{tag}>"]


def _rename(rng: Random, draft: Draft) -> None:
    at = rng.randrange(len(draft.tokens))
    draft.tokens[at] = _START_TAG.sub(f"<{rng.choice(_TAGS)}", draft.tokens[at])


def _add_attributes(rng: Random, draft: Draft) -> None:
    at = rng.randrange(len(draft.tokens))
    added = " ".join(rng.choices(_ATTRIBUTES, k=rng.choice((1, 1, 2, 40))))
    draft.tokens[at] = _START_TAG.sub(lambda match: f"{match[0]} {added}", draft.tokens[at], count=1)


def _add_css(rng: Random, draft: Draft) -> None:
    css = "".join(rng.choices(_CSS, k=rng.choice((1, 2, 5, 50))))
    if rng.random() < 0.3:
        css = css[: rng.randrange(1, len(css) + 1)]
    draft.tokens.insert(rng.randrange(len(draft.tokens)), f"<style>{css}</style>")


def _add_text(rng: Random, draft: Draft) -> None:
    draft.tokens.insert(rng.randrange(len(draft.tokens)), "".join(rng.choices(_TEXTS, k=rng.choice((1, 1, 5)))))


def _cut_token(rng: Random, draft: Draft) -> None:
    at = rng.randrange(len(draft.tokens))
    draft.tokens[at] = draft.tokens[at][: rng.randrange(len(draft.tokens[at]) + 1)]


def _add_charset(rng: Random, draft: Draft) -> None:
    label = rng.choice(("utf-16", "shift_jis", "x-user-defined", "utf-7", "iso-2022-jp", "nonsense", "hz-gb-2312", ""))
    draft.tokens.insert(min(3, len(draft.tokens)), f"<meta charset={label}>")


def _encoded(rng: Random, html: str) -> bytes:
    encoding = rng.choice(_ENCODINGS) if rng.random() < 0.1 else "utf-8"
    return html.encode(encoding, "replace" if encoding != "utf-8" else "surrogatepass")


def _flip(rng: Random, data: bytes) -> bytes:
    if not data:
        return data
    changed = bytearray(data)
    for _ in range(rng.choice((1, 4, 32))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _truncate(rng: Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _insert_bytes(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(_BYTES) * rng.choice((1, 1, 100)) + data[at:]


def _remove_bytes(rng: Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.randint(1, 64) :]


_CHANGES: tuple[Callable[[Random, Draft], None], ...] = (
    _delete, _duplicate, _swap, _repeat, _splice, _nest, _wrap, _rename, _add_attributes, _add_css, _add_text,
    _cut_token, _add_charset,
)  # fmt: skip
_BYTE_CHANGES: tuple[Callable[[Random, bytes], bytes], ...] = (_flip, _truncate, _insert_bytes, _remove_bytes)

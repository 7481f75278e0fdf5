"""Computed values: the twins agree."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubricator.page.model import Style
from rubricator.style.computed import ROOT, Computed
from rubricator.style.css.declarations import parse_declarations

from .twins import both

PARTS = (
    "color:red color:currentcolor color:inherit color:initial background:#fff background:inherit "
    "background:currentcolor font-size:2em font-size:12px font-size:1rem font-size:smaller font-size:x-large "
    "font-size:calc(1em+2px) font-size:calc(1em_+_2px) font-size:9e9px font-weight:bolder font-weight:lighter "
    "font-weight:300 font-weight:inherit font-style:oblique font-style:normal font-family:monospace "
    "font-family:Arial font-family:inherit display:flex display:inherit display:contents display:none "
    "display:inline-block display:table-row float:right position:fixed text-align:-internal-center "
    "text-align:-internal-table text-align:-webkit-center text-align:match-parent text-align:right "
    "text-decoration:underline text-decoration:inherit text-transform:uppercase visibility:hidden "
    "visibility:visible white-space:pre height:2em height:10% height:auto --a:red --b:var(--a) color:var(--b) "
    "color:var(--c) color:var(--c,blue) all:revert all:unset font:var(--a)"
).split()
BLOCKS = st.lists(st.sampled_from(PARTS), max_size=5).map(lambda parts: ";".join(parts).replace("_", " "))


@given(st.lists(st.tuples(BLOCKS, BLOCKS), min_size=1, max_size=6), st.booleans())
def test_chains_of_elements(blocks: list[tuple[str, str]], quirks: bool) -> None:
    pure, compiled = (resolver(quirks) for resolver in both("style.computed.Resolver"))
    above: tuple[Computed, Computed] = ROOT, ROOT
    for depth, (agent, author) in enumerate(blocks):
        reverted = parse_declarations(agent).normal
        specified = reverted | parse_declarations(author).normal
        styles = [
            resolver.compute(parent, specified, reverted, depth == 0)
            for resolver, parent in zip((pure, compiled), above, strict=True)
        ]
        assert styles[1][:-1] == styles[0][:-1]
        assert [type(value) for value in styles[1]] == [type(value) for value in styles[0]]
        assert compiled.root_size == pure.root_size
        above = styles[0], styles[1]


def test_styles_of_a_page() -> None:
    pure, compiled = both("style.computed.style_table")
    aligns = [ROOT._replace(align=align) for align in ("center", "-webkit-center", "-internal-center", "-", "right")]
    styles = [ROOT, *aligns, ROOT._replace(heard=True), ROOT._replace(color=1), *aligns]
    table, numbers = compiled(styles, Style)
    assert (table, numbers) == pure(styles, Style)
    assert {type(style) for style in table} == {Style}
    assert len(table) == 6

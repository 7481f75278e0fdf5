"""Rules and selectors of stylesheets: the twins agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.limits import Budget, Limits
from rubricator.style.css.syntax import Rule

from .styles import SHEET
from .twins import both

SHEETS = (
    "",
    SHEET,
    "a{color:red} <!-- b{float:left} --> c { width:1px } d{COLOR:red}e{heIGHT:1px}f{x-:--}g{ballon:1}",
    "a[b='{'], c{font:'}'}d{e:\"\n}f{color:red}",
    "@media x{a{color:red}}b{color:red}",
    "a{color:red}&b{color:red}",
    "a\\{b{color:red}c\\",
    "a{color:red\\9}b{content:'\\'';color:red}c[d='\\\n']{color:red}e{color:red;f:'\\",
    "\u00e9{col\u00f6r:red}b{bac\u212aground:red}\u2003c{color:red}",
    "{color:red}}a{color:red}",
    "a{color:red;b{color:red}}",
    "\ud800{color:\udfff}",
)
TEXTS = st.text("ab{};'\"\\@&<!-> \n\u00a0olor:FONT.#,é", max_size=40)
SELECTORS = st.lists(st.text("aB.#*|>+~ :[]()'\"\\,-1é\u00a0", max_size=14), max_size=4)


def compare_rules(text: str) -> list[Rule]:
    found = []
    for read in both("style.sheet.flat_rules"):
        rules: list[Rule] = []
        at, left = 0, 7
        while True:
            at, left = read(text, at, left, "layer", rules)
            rules.append(Rule(f"read to {at}", str(left), ""))
            at = text.find("}", at) + 1
            if not at or not left:
                break
        found.append(rules)
    assert found[1] == found[0]
    assert {type(rule) for rule in found[1]} == {Rule}
    return found[1]


@pytest.mark.parametrize("text", SHEETS)
def test_rules(text: str) -> None:
    assert compare_rules(text)


@given(TEXTS, st.sampled_from(SHEETS))
def test_random_rules(text: str, sheet: str) -> None:
    compare_rules(text)
    compare_rules(text + sheet)
    compare_rules(sheet + text)


@given(SELECTORS, st.booleans(), st.integers(1, 9))
def test_random_selectors(selectors: list[str], quirks: bool, most: int) -> None:
    pure, compiled = both("style.sheet.index_selectors")
    rules = [Rule(text, "", "") for text in (*selectors, ".a, b .C > D", ":is(:is(a))", "a:-moz-b", "#x.y *")]
    for limits in (Limits(), Limits(selectors=most), Limits(selector_depth=1)):
        assert compiled(rules, quirks, limits, Budget()) == pure(rules, quirks, limits, Budget())

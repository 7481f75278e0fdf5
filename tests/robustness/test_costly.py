"""Small pages that ask for much work: a limit ends it, with a notice, and the time budget holds."""

from __future__ import annotations

import time

import pytest

import rubricator
from rubricator.errors import PageTimeoutError
from rubricator.limits import Limits
from rubricator.structure.model import Structure
from rubricator.style import cascade

OPEN = [b"<b class=x%d>" % number for number in range(1000)]


def messages(structure: Structure, code: str) -> list[str]:
    return [notice.message for notice in structure.warnings if notice.code == code]


def test_elements_that_every_paragraph_opens_again_are_left_out_with_a_notice() -> None:
    structure = rubricator.read(b"<h2>Head</h2><p>" + b"".join(OPEN[:200]) + b"<p>x" * 800, method="tags")
    assert structure.text.startswith("Head x x")
    assert len(messages(structure, "nodes-left-out")) == 1


def test_a_page_is_cut_before_open_elements_fill_the_memory() -> None:
    with pytest.raises(PageTimeoutError):
        rubricator.read(b"<p>" + b"".join(OPEN) + b"<p>x" * 500_000, timeout=0.1)


def test_the_time_budget_holds_while_the_tree_is_built() -> None:
    started = time.process_time()
    with pytest.raises(PageTimeoutError):
        rubricator.read(b"<p>" + b"".join(OPEN) + b"<p>x" * 100_000, timeout=0.5)
    assert time.process_time() - started < 1.5


RULES = {
    "counting": b"p:nth-child(%d){color:red}",
    "not counting": b"p:not(:nth-last-child(%d)){color:red}",
    "attributes": b"[title*='%d']{color:red}",
    "neighbours": b"h2 + p[title='%d']{color:red}",
    "earlier siblings": b"[title='%d'] ~ p{color:red}",
    "inside": b":has([title='%d']) > p{color:red}",
    "all match": b"p:nth-child(n + %d){color:red}",
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_selectors_that_are_tried_too_often_are_left_out_with_a_notice(rule: bytes) -> None:
    css = b"".join(rule % number for number in range(300)) + b"p{font-weight:700}"
    body = b"".join(b"<h2>Head</h2><p title=%d>x</p>" % number for number in range(500))
    structure = rubricator.read(b"<!DOCTYPE html><style>" + css + b"</style>" + body, limits=Limits(selector_trials=9))
    assert messages(structure, "selector-limit") == [
        "selectors were tried more than 80240 times; rules that count, look at neighbours or compare attributes were "
        "left out"
    ]
    page = structure.page
    assert page
    assert {page.styles[page.style[node]].weight for node, tag in enumerate(page.tag) if tag == "p"} == {700}


@pytest.mark.parametrize(
    ("rule", "left_out"),
    [
        (b".x%d:nth-child(n) ~ .a,.x%d ~ .a{color:red}", "rules that count, look at neighbours or compare attributes"),
        (b"body .a.x%d.y%d{color:red}", "rules of more than tags, classes and ids of one element"),
        (b".a.x%d.y%d{color:red}", "all rules of stylesheets"),
    ],
)
def test_no_more_rules_than_needed_are_left_out(rule: bytes, left_out: str) -> None:
    css = b"".join(rule % (number, number) for number in range(300)) + b"div{font-weight:700}"
    body = b"".join(
        b"<div class='a x%d x%d y%d'><p>x</p></div>" % (number, number * 7 % 300, number) for number in range(300)
    )
    data = b"<!DOCTYPE html><style>" + css + b"</style>" + body
    notices = messages(rubricator.read(data, limits=Limits(selector_trials=9)), "selector-limit")
    assert [notice.partition("times; ")[2] for notice in notices] == [f"{left_out} were left out"]
    assert messages(rubricator.read(data), "selector-limit") == []


def test_rules_that_every_page_starts_from_are_never_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cascade, "_TRIALS_PER_NODE", 0)
    structure = rubricator.read(b"<h2>Head</h2><p>text", limits=Limits(selector_trials=1))
    assert len(messages(structure, "selector-limit")) == 1
    page = structure.page
    assert page
    assert page.styles[page.style[page.tag.index("h2")]].weight == 700

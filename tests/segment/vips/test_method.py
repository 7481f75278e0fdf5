"""The method as a user calls it: what every method must do, with boxes; its parameters; large and random pages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rubricator
from rubricator.errors import PageTimeoutError, UsageError
from rubricator.limits import Budget, Limits
from rubricator.options import Options
from rubricator.page.model import TEXT, Page
from rubricator.page.xpath import XPaths
from rubricator.pipeline import structure_of
from rubricator.structure.invariants import check
from rubricator.structure.model import JsonValue
from rubricator.structure.tree import rebuild
from tests.robustness.outputs import write_all
from tests.robustness.test_properties import ANY_PAGE, FEW, MANY
from tests.segment.test_contract import PAGES

from .boxes import boxed, render, scattered, stacked
from .reading import degrees, vips


def test_without_boxes_it_says_how_to_get_them() -> None:
    with pytest.raises(UsageError, match=r"vips needs to know where things stand: add --render browser"):
        rubricator.read("<p>text", method="vips")


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_structures_hold_their_invariants(page: str) -> None:
    for pdoc in (0, 0.6, 1):
        structure = vips(stacked(render(page)), pdoc=pdoc)
        write_all(structure)
        assert (structure.method, structure.root.level, structure.root.heading) == ("vips", 0, None)
        assert (structure.root.start, structure.root.end) == (0, len(structure.text))


def test_a_given_body_bounds_the_structure() -> None:
    page = stacked(render("<nav><h2>Menu</h2><p>Home</p></nav><main>" + PAGES["tagged"] + "</main>"))
    structure = structure_of(page, Options("vips", body="//main"))
    assert structure.body == (structure.root.start, structure.root.end)
    assert structure.root.xpath == "/html[1]/body[1]/main[1]"
    assert structure.text[structure.root.start :].startswith("A a B b")


def test_a_time_budget_ends_the_work() -> None:
    page = stacked(render(PAGES["bold"] * 50))
    with pytest.raises(PageTimeoutError, match=r"budget of 1e-06 s"):
        structure_of(page, Options("vips", budget=Budget(1e-6)))


def test_parameters_are_written_into_the_structure() -> None:
    page = stacked(render(PAGES["tagged"]))
    assert vips(page).params["pdoc"] == 0.6
    assert structure_of(page, Options("vips", {"pdoc10": 7})) == vips(page, 0.7)
    assert vips(page, 0.7).params["pdoc"] == 0.7


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"pdoc": 5}, "pdoc is a number from 0 to 1, not 5; pdoc10 goes from 1 to 10"),
        ({"pdoc": "high"}, "pdoc is a number of at least 0, not 'high'"),
        ({"pdoc10": 0}, "pdoc10 is a number from 1 to 10, not 0"),
        ({"pdoc10": True}, "pdoc10 is a number from 1 to 10, not True"),
        ({"pdoc": 0.5, "pdoc10": 5}, "give pdoc or pdoc10, not both"),
        ({"speed": 1}, "unknown parameter 'speed' of vips"),
    ],
)
def test_wrong_parameters_are_told(params: dict[str, JsonValue], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        structure_of(stacked(render("<p>text")), Options("vips", params))


@MANY
@given(html=ANY_PAGE, seed=st.integers(0, 1000), pdoc=st.sampled_from([0.0, 0.4, 0.7, 1.0]))
def test_boxes_may_be_anywhere(html: str, seed: int, pdoc: float) -> None:
    page = scattered(render(html), seed)
    structure = vips(page, pdoc=pdoc)
    write_all(structure)
    assert structure == vips(page, pdoc=pdoc)
    doc = dict(zip(map(id, structure.root.walk()), degrees(structure), strict=True))
    for block in structure.root.walk():
        assert all(doc[id(child)] >= doc[id(block)] for child in block.children)
        assert not block.children or doc[id(block)] <= pdoc


@FEW
@given(html=ANY_PAGE, seed=st.integers(0, 1000))
def test_a_smaller_pdoc_only_leaves_blocks_undivided(html: str, seed: int) -> None:
    page = scattered(render(html), seed)
    finest = vips(page, 1)
    coherent = {id(block) for block, doc in zip(finest.root.walk(), degrees(finest), strict=True) if doc > 0.7}
    cut = rebuild(finest.root, lambda block, inside: replace(block, children=() if id(block) in coherent else inside))
    assert cut == vips(page, 0.7).root


@FEW
@given(html=ANY_PAGE, data=st.data())
def test_any_element_can_be_the_body(html: str, data: st.DataObject) -> None:
    page = stacked(render(html))
    node = data.draw(st.sampled_from([node for node, tag in enumerate(page.tag) if node and tag != TEXT]))
    structure = structure_of(page, Options("vips", {"pdoc": 1}, XPaths(page, Limits()).path(node)))
    assert structure.body == (page.start[node], page.end[node])
    write_all(structure)


@pytest.mark.parametrize("depth", [0, 1, 2])
@FEW
@given(html=ANY_PAGE, seed=st.integers(0, 1000))
def test_blocks_nest_no_deeper_than_the_limit(depth: int, html: str, seed: int) -> None:
    check(vips(scattered(render(html), seed), 1, Limits(block_depth=depth)), depth)


def seconds(page: Page) -> float:
    started = time.process_time()
    vips(page, pdoc=1)
    return time.process_time() - started


def sections(count: int) -> Page:
    return stacked(render("".join(f"<div><h2>Head {n}</h2><p>Some words.</p></div>" for n in range(count))))


def growing_gaps(count: int) -> Page:
    return boxed("".join(f'<div box="0 {n * n // 50 + 20 * n} 500 20">Text {n}</div>' for n in range(count)))


def stairs(count: int) -> Page:
    """Each cut takes one block off: as many levels as blocks, if there were no limit."""
    side = [
        f"{10 * n} {10 * n} {10 if n % 2 else 10 * (count - n)} {10 * (count - n) if n % 2 else 10}"
        for n in range(count)
    ]
    return boxed("".join(f'<div box="{box}">Text</div>' for box in side))


@pytest.mark.parametrize("make", [sections, growing_gaps, stairs])
def test_time_grows_with_the_blocks_and_not_with_their_square(make: Callable[[int], Page]) -> None:
    few, many = make(400), make(4000)
    assert seconds(many) < 30 * max(seconds(few), 0.05)


def test_a_hundred_thousand_nested_elements() -> None:
    structure = vips(stacked(render("<div>" * 100_000 + "x")), pdoc=1)
    assert structure.root.children == ()

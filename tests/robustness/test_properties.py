"""Whatever the page, every method gives a structure that holds its invariants and can be written in every form."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rubricator.limits import Limits
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.model import TEXT, Page
from rubricator.page.render import render_static
from rubricator.page.xpath import XPaths
from rubricator.pipeline import read, structure_of
from rubricator.segment import static_methods
from rubricator.segment.heps import PRESETS, Parameters
from rubricator.structure.invariants import check
from rubricator.structure.model import JsonValue
from tests.random_pages import pages, styled_pages
from tests.robustness.outputs import check_page, write_all

SWITCHES: dict[str, dict[str, JsonValue]] = {
    **{preset: {"preset": preset} for preset in PRESETS},
    **{
        f"{preset}, {item.name}": {"preset": preset, item.name: not getattr(PRESETS[preset], item.name)}
        for preset in PRESETS
        for item in fields(Parameters)
        if isinstance(getattr(PRESETS[preset], item.name), bool)
    },
    "src": {"preset": "reference", "image_text": "src"},
    "words": {"image_text": "words"},
    "drop": {"drop": [1, 2, 3, 4, 5]},
    "drop, reference": {"preset": "reference", "drop": [1, 2, 3, 4, 5]},
    "nothing filtered": {"including_upper": 9, "empty": 9, "no_sibling": 9, "non_unique": 9, "too_long": 9},
    "all filtered": {"including_upper": 0, "empty": 0, "no_sibling": 0, "non_unique": 0, "too_long": 0},
}
ANY_PAGE = st.one_of(pages(), styled_pages())
MANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def render(html: str) -> Page:
    return render_static(load(html.encode()))


@MANY
@given(ANY_PAGE)
def test_pages_hold_their_invariants(html: str) -> None:
    check_page(render(html))


@pytest.mark.parametrize("method", static_methods())
@MANY
@given(ANY_PAGE)
def test_every_structure_can_be_written_in_every_form(method: str, html: str) -> None:
    write_all(read(html.encode(), method=method, url="http://example.org/p"))


@pytest.mark.parametrize("method", static_methods())
@FEW
@given(ANY_PAGE)
def test_two_reads_give_the_same(method: str, html: str) -> None:
    assert read(html.encode(), method=method) == read(html.encode(), method=method)


@pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES.keys())
@FEW
@given(ANY_PAGE)
def test_structures_hold_with_all_switches_of_heps(switches: dict[str, JsonValue], html: str) -> None:
    write_all(read(html.encode(), method="heps", params=switches))


@pytest.mark.parametrize("method", static_methods())
@MANY
@given(html=ANY_PAGE, data=st.data())
def test_any_element_can_be_the_body(method: str, html: str, data: st.DataObject) -> None:
    page = render(html)
    elements = [node for node, tag in enumerate(page.tag) if node and tag != TEXT]
    node = data.draw(st.sampled_from(elements))
    xpath = XPaths(page, Limits()).path(node)
    structure = structure_of(page, Options(method, body=xpath))
    assert structure.body == (page.start[node], page.end[node])
    assert structure.root.xpath == xpath
    write_all(structure)


@pytest.mark.parametrize("depth", [0, 1, 2])
@FEW
@given(ANY_PAGE)
def test_blocks_nest_no_deeper_than_the_limit(depth: int, html: str) -> None:
    for method in static_methods():
        check(read(html.encode(), method=method, limits=Limits(block_depth=depth)), depth)

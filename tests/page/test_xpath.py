"""XPaths of nodes, and nodes of XPaths."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings

from rubricator.errors import UsageError
from rubricator.limits import Limits
from rubricator.page.model import TEXT
from rubricator.page.xpath import XPaths, select
from tests.page.pages import find, render, shown
from tests.random_pages import pages


def path(html: str, node: str) -> str | None:
    page = render(html)
    return XPaths(page, Limits()).path(find(page, node))


@pytest.mark.parametrize(
    ("html", "node", "xpath"),
    [
        ("<p>one<p>two", "p two", "/html[1]/body[1]/p[2]"),
        ("<p>one<h2>two</h2><p>three", "p three", "/html[1]/body[1]/p[2]"),
        ("<p>one<br>two", "#text two", "/html[1]/body[1]/p[1]/text()[2]"),
        ("<table><tr><td>x</table>", "td x", "/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[1]"),
        ("<div id=a><p>one</div>", "p one", '//*[@id="a"]/p[1]'),
        ("<div id=a><p id=b>one</div>", "p one", '//*[@id="b"]'),
        ("<div id=a><p>one</div><div id=a></div>", "p one", "/html[1]/body[1]/div[1]/p[1]"),
        ("<div id='a\"b'><p>one</div>", "p one", "/html[1]/body[1]/div[1]/p[1]"),
        ("<div id=''><p>one</div>", "p one", "/html[1]/body[1]/div[1]/p[1]"),
        ("<hr><svg><text>one</text></svg>", "text one", "/html[1]/body[1]/*[2]/*[1]"),
        ("<b>zero</b><o:p>one</o:p>", "o:p one", "/html[1]/body[1]/*[2]"),
        ("<a'b\"c>one</a'b\"c>", "#text one", "/html[1]/body[1]/*[1]/text()[1]"),
        ("<o:p>zero</o:p><b>one</b>", "b one", "/html[1]/body[1]/b[1]"),
    ],
)
def test_paths_start_at_the_nearest_unique_id_or_the_root(html: str, node: str, xpath: str) -> None:
    assert path(html, node) == xpath


def test_long_paths_are_not_made_but_counted() -> None:
    page = render("<div>" * 8 + "<p>one<p>two")
    paths = XPaths(page, Limits(xpath_steps=10))
    one = find(page, "p one")
    assert paths.path(page.parent[one]) == "/html[1]/body[1]" + "/div[1]" * 8
    assert paths.too_long == 0
    assert paths.path(one) is None
    assert paths.path(find(page, "p two")) is None
    assert paths.path(page.body) == "/html[1]/body[1]"
    assert paths.too_long == 2


def test_an_id_shortens_a_long_path() -> None:
    page = render("<div>" * 50 + "<div id=x><p>one")
    assert XPaths(page, Limits(xpath_steps=10)).path(find(page, "p one")) == '//*[@id="x"]/p[1]'


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(pages())
def test_every_element_is_selected_by_its_own_path(html: str) -> None:
    page = render(html)
    paths = XPaths(page, Limits())
    for node, tag in enumerate(page.tag):
        if node and tag != TEXT:
            xpath = paths.path(node)
            assert xpath is not None
            assert select(page, xpath) == [node]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(pages())
def test_no_two_nodes_have_one_path(html: str) -> None:
    page = render(html)
    paths = XPaths(page, Limits())
    # Asked for from the last to the first too: what was made before must not change what is made.
    backwards = XPaths(page, Limits())
    made = [paths.path(node) for node in range(len(page.tag))]
    assert made == [backwards.path(node) for node in reversed(range(len(page.tag)))][::-1]
    assert len(set(made)) == len(made)


@pytest.mark.parametrize(
    ("xpath", "nodes"),
    [
        ("//p", ["p one", "p two"]),
        ("//p[2] | //p[1]", ["p one", "p two"]),
        ("//*[@class='x']", ["p two"]),
        ("//div", []),
        ("//p/text()", []),
        ("//p/@class", []),
        ("/html/body/*[last()]", ["p two"]),
    ],
)
def test_elements_are_selected_in_document_order(xpath: str, nodes: list[str]) -> None:
    page = render("<p>one<p class=x>two")
    assert [shown(page, node) for node in select(page, xpath)] == nodes


@pytest.mark.parametrize("xpath", ["", "//p[", "count(//p)", "$x", "f()", "x:y", "//p\0", "(" * 100_000, "//p[" * 9999])
def test_what_is_no_xpath_is_wrong_use(xpath: str) -> None:
    with pytest.raises(UsageError) as error:
        select(render("<p>one"), xpath)
    assert len(str(error.value)) < 1000


def test_a_page_cannot_pass_off_one_element_for_another() -> None:
    page = render("<p data-rubricator-node=1>one<p data-rubricator-node=x>two")
    assert [shown(page, node) for node in select(page, "//p")] == ["p one", "p two"]


def test_paths_are_given_as_long_as_there_is_room_for_them() -> None:
    page = render("<div id=" + "x" * 50 + ">" + "<p>one<h2>two</h2>" * 9 + "</div><p>last")
    paths = XPaths(page, Limits(xpath_characters=180))
    nodes = [node for node, tag in enumerate(page.tag) if tag in {"p", "h2"}]
    made = [paths.path(node) for node in nodes]
    given = [xpath for xpath in made if xpath]
    assert made[:2] == [f'//*[@id="{"x" * 50}"]/{step}' for step in ("p[1]", "h2[1]")]
    assert made[2:] == [None] * 16 + ["/html[1]/body[1]/p[1]"]
    assert sum(map(len, given)) <= 180
    assert paths.no_room == 16
    assert paths.too_long == 0


def test_what_there_is_no_room_for_is_not_made() -> None:
    page = render(f"<div id={'x' * 1_000_000}>" + "<p>one" * 300)
    tracemalloc.start()
    paths = XPaths(page, Limits(xpath_characters=6000))
    made = [paths.path(node) for node, tag in enumerate(page.tag) if tag == "p"]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert made == [None] * 300
    assert most < 1_000_000

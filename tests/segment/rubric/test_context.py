"""What the elements around a text say of it."""

from __future__ import annotations

import pytest

from rubricator.segment.rubric.context import BITS, find_context

from ...page.pages import find, render


def regions(html: str, node: str = "#text x") -> set[str]:
    """Name the regions that a node lies in."""
    page = render(html)
    bits = find_context(page).nodes["bits"][find(page, node)]
    return {name for name, bit in BITS.items() if bits & bit}


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<nav><p>x", {"nav", "paragraph"}),
        ("<div role=navigation>x", {"nav"}),
        ("<div class='main-menu'>x", {".main", ".nav"}),
        ("<div id=leftSidebar>x", {".aside"}),
        ("<div role=heading>x", {"headed", "h2"}),
        ("<div aria-level=' 4 ' role=Heading>x", {"headed", "h4"}),
        ("<div role=heading aria-level=9>x", {"headed", "h2"}),
        ("<div aria-level=3>x", set()),
        ("<h2 class=section_title>x</h2>", {"h2", ".headed"}),
        ("<p><b><a href=#y>x</a></b>", {"paragraph", "strong", "link"}),
        ("<table><tr><th>x</table>", {"table", "row", "headcell"}),
        ("<div class='mainstream'>x", set()),
        ("<body class=content>x", set()),
    ],
)
def test_regions(html: str, expected: set[str]) -> None:
    assert regions(html) == expected


def test_only_two_elements_are_near() -> None:
    page = render("<nav><ul><li><b>x</b></ul></nav>")
    context = find_context(page)
    node = find(page, "#text x")
    assert {name for name, bit in BITS.items() if context.nodes["near"][node] & bit} == {"strong", "item"}


def test_the_targets_of_links_inside_of_the_page() -> None:
    page = render("<a href=#fees>Fees</a><a href=#>Top</a><a href=/x#y>Away</a><a href='#Über uns'>Us</a>")
    assert find_context(page).targets == {"fees", "Über uns"}


def test_equal_paths_have_equal_numbers() -> None:
    page = render("<ul><li>a<li>b</ul><p>c</p>")
    path = find_context(page).paths
    assert path[find(page, "li a")] == path[find(page, "li b")] != path[find(page, "p c")]

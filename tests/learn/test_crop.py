from __future__ import annotations

from rubricator.learn.crop import crop, prune
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.page.units import units
from rubricator.pipeline import structure_of

PAGE = (
    "<nav><a href=x>Home</a></nav><main><h2>One</h2><p>First <b>words</b>.</p>"
    "<h2>Two</h2><p>More words.</p><h2>Three</h2><p>Last words.</p></main>"
)


def render() -> Page:
    return render_static(load(PAGE.encode()))


def test_sections_become_a_page() -> None:
    page = render()
    cropped = crop(page, page.text.index("One"), page.text.index("Three"))
    assert cropped is not None
    assert cropped.text == "One First words. Two More words."
    assert [cropped.text[unit.start : unit.end] for unit in units(cropped)] == [
        "One",
        "First words.",
        "Two",
        "More words.",
    ]
    structure = structure_of(cropped, Options("tags"))
    assert [block.heading.text for block in structure.root.walk() if block.heading] == ["One", "Two"]
    assert all(cropped.parent[node] < node < cropped.stop[node] for node in range(1, len(cropped.tag)))


def test_what_no_element_holds_as_children_is_not_cropped() -> None:
    page = render()
    assert crop(page, page.text.index("First"), page.text.index("words")) is None
    assert crop(page, page.text.index("irst"), page.text.index("Three")) is None


def test_a_part_with_the_elements_around_it() -> None:
    page = render()
    pruned = prune(page, 0, page.text.index("Two"))
    assert pruned is not None
    assert pruned.text == "Home One First words."
    assert [pruned.tag[node] for node in range(1, len(pruned.tag)) if pruned.tag[node] != "#text"] == [
        "body", "nav", "a", "main", "h2", "p", "b",
    ]  # fmt: skip
    rest = prune(page, page.text.index("Three"), len(page.text))
    assert rest is not None
    assert [rest.text[unit.start : unit.end] for unit in units(rest)] == ["Three", "Last words."]
    for part in (pruned, rest):
        inner = range(1, len(part.tag))
        assert all(part.parent[node] < node < part.stop[node] <= part.stop[part.parent[node]] for node in inner)


def test_a_text_is_not_cut() -> None:
    page = render()
    assert prune(page, 0, page.text.index("ore words")) is None
    assert prune(page, page.text.index("ome"), len(page.text)) is None

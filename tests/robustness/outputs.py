"""What holds for every page, structure and output, whatever the page was."""

from __future__ import annotations

from rubricator.emit import chunks, from_json, hidden_notice, outline, to_html, to_json, to_jsonl, to_markdown
from rubricator.page.model import IMAGE, SKIPPED, TEXT, Page
from rubricator.page.units import units
from rubricator.structure.invariants import check
from rubricator.structure.model import Structure

CHUNK_LIMITS = (7, 60, 1000)


def check_page(page: Page) -> None:
    """Assert the invariants of the Page model."""
    count = len(page.tag)
    columns = (page.parent, page.stop, page.start, page.end, page.style, page.flags, page.attributes, page.data)
    assert {len(column) for column in columns} == {count}
    assert page.text == " ".join(page.text.split())
    assert page.parent[0] == -1 and page.stop[0] == count
    for node in range(1, count):
        parent = page.parent[node]
        assert 0 <= parent < node < page.stop[node] <= page.stop[parent]
        assert 0 <= page.start[node] <= page.end[node] <= len(page.text)
        if page.start[node] < page.end[node]:
            assert page.start[parent] <= page.start[node] and page.end[node] <= page.end[parent]
    check_texts(page)
    check_units(page)


def check_texts(page: Page) -> None:
    """Assert that texts and images hold the text in order, each its own part of it."""
    at = 0
    for node, tag in enumerate(page.tag):
        if page.flags[node] & SKIPPED:
            continue
        if tag == TEXT or page.flags[node] & IMAGE:
            assert at <= page.start[node]
            assert not page.text[at : page.start[node]].strip()
            at = page.end[node]
        if tag == TEXT:
            assert page.text[page.start[node] : page.end[node]] == " ".join(page.data[node].split())
    assert at == len(page.text)


def check_units(page: Page) -> None:
    """Assert that the units hold every character that is not a space, once and in order."""
    at = 0
    for unit in units(page):
        assert at <= unit.start < unit.end
        assert not page.text[at : unit.start].strip()
        assert (unit.start, unit.end) == (unit.runs[0].start, unit.runs[-1].end)
        # An image that is a block of its own is its own container.
        assert page.stop[unit.container] > unit.runs[-1].node >= unit.container
        at = unit.end
    assert at == len(page.text)


def write_all(structure: Structure) -> None:
    """Write a structure in every form, and read it back where that can be done."""
    check(structure)
    outline(structure)
    outline(structure, width=20, color=True)
    written = to_json(structure)
    assert from_json(written) == structure
    assert from_json(to_json(structure, indent=1)) == structure
    for hidden in ("auto", "keep", "drop"):
        to_markdown(structure, hidden=hidden)
        to_html(structure, hidden=hidden)
        to_jsonl(chunks(structure, hidden=hidden))
        hidden_notice(structure, hidden)
    check_chunks(structure)


def check_chunks(structure: Structure) -> None:
    """Assert that chunks keep their limits, with and without the page."""
    without_page = from_json(to_json(structure))
    for most in CHUNK_LIMITS:
        for one in (structure, without_page):
            for chunk in chunks(one, max_chars=most, overlap=most // 4):
                assert 0 < len(chunk.text) <= most
                assert 0 <= chunk.start <= chunk.end <= len(structure.text)
        for chunk in chunks(structure, max_tokens=most):
            assert len(chunk.text.split()) <= most


def write_once(structure: Structure) -> None:
    """Write a structure once in every form; for pages of many megabytes."""
    check(structure)
    outline(structure)
    assert from_json(to_json(structure)) == structure
    to_markdown(structure)
    to_html(structure)
    hidden_notice(structure)
    for chunk in chunks(structure, max_chars=500):
        assert 0 < len(chunk.text) <= 500
        assert 0 <= chunk.start <= chunk.end <= len(structure.text)

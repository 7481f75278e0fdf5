"""Whatever a page holds, the outputs hold it once, and none of it as markup."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, assume, given, settings
from markdown_it import MarkdownIt

from rubricator.emit.chunks import chunks
from rubricator.emit.html import to_html
from rubricator.emit.markdown import to_markdown
from rubricator.page.model import IMAGE, TEXT, VISIBLE
from rubricator.structure.model import Structure

from .hostile import structures
from .pages import page

SIGNS = str.maketrans("", "", "^()[]")
"""What outputs write around raised text that they do not raise."""
MANY = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def markdown_text(structure: Structure) -> str:
    """Return the text of a structure's Markdown, as a Markdown parser and an HTML parser read it."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    html = parser.render(to_markdown(structure, hidden="keep"))
    return page(html).text


def raises(structure: Structure) -> bool:
    return structure.page is not None and "sup" in structure.page.tag


def without_signs(text: str) -> str:
    """Return the characters of a text that are neither spaces nor signs for raised text."""
    return "".join(text.translate(SIGNS).split())


def without_levels(text: str, structure: Structure) -> Counter[str]:
    """Count the characters of a text without the attributes of deep headings."""
    counted = Counter(without_signs(text))
    for block in structure.root.walk():
        if block.heading is not None and block.level > 6:
            counted -= Counter(f'{{data-level="{block.level}"}}')
    return counted


@MANY
@given(structures())
def test_markdown_holds_every_character_once(structure: Structure) -> None:
    expected = Counter(without_signs(structure.text))
    assert without_levels(markdown_text(structure), structure) == expected


@MANY
@given(structures(run_in=False))
def test_markdown_holds_every_word_once(structure: Structure) -> None:
    assume(not raises(structure))
    levels = [f'{{data-level="{block.level}"}}' for block in structure.root.walk() if block.level > 6]
    assert Counter(markdown_text(structure).split()) == Counter([*structure.text.split(), *levels])


@MANY
@given(structures(run_in=False))
def test_html_holds_every_word_once_and_in_order(structure: Structure) -> None:
    assume(not raises(structure))
    assert page(to_html(structure, hidden="keep")).text.split() == structure.text.split()


@MANY
@given(structures())
def test_html_holds_every_character_once_and_in_order(structure: Structure) -> None:
    assert without_signs(page(to_html(structure, hidden="keep")).text) == without_signs(structure.text)


@MANY
@given(structures())
def test_html_without_hidden_text_holds_every_character_a_reader_sees(structure: Structure) -> None:
    seen = structure.page
    assert seen is not None
    leaves = [node for node, tag in enumerate(seen.tag) if tag == TEXT or seen.flags[node] & IMAGE]
    wanted = "".join(seen.text[seen.start[node] : seen.end[node]] for node in leaves if seen.flags[node] & VISIBLE)
    assert without_signs(page(to_html(structure, hidden="drop")).text) == without_signs(wanted)


@MANY
@given(structures())
def test_chunks_hold_every_character_once(structure: Structure) -> None:
    texts: list[str] = []
    headings: set[str] = set()
    for chunk in chunks(structure, hidden="keep"):
        headings.update(chunk.headings)
        own = chunk.headings[-1] if chunk.headings else ""
        # A heading that is a listing has lines in the text.
        texts.append(without_signs(chunk.text).removeprefix(without_signs(own)))
    named = "".join(block.heading.text for block in structure.root.walk() if block.heading)
    told = {block.heading.text for block in structure.root.walk() if block.heading}
    assert {without_signs(text) for text in told} == {without_signs(text) for text in headings}
    assert Counter(without_signs(named + "".join(texts))) == Counter(without_signs(structure.text))

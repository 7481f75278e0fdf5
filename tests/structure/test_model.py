"""What users hold: short representations, and blocks that know their text, their place and their Markdown."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rubricator
from rubricator import Block, Structure
from rubricator.errors import UsageError
from rubricator.structure.tree import bind

PAGE = """<title>Allotment rules</title><h1>Allotment rules</h1><p>For all plots.</p>
<h2>Water</h2><p>Ask first.</p><h3>Hoses</h3><p>Roll them up.</p><h2>Sheds</h2><p>One a plot.</p>"""


@pytest.fixture(scope="module")
def doc() -> Structure:
    return rubricator.read(PAGE, method="tags")


def block_named(doc: Structure, text: str) -> Block:
    return next(block for block in doc.walk() if block.heading and block.heading.text == text)


def test_representations_take_a_line(doc: Structure) -> None:
    assert repr(doc) == "<Structure 'Allotment rules', 4 headings by tags>"
    assert repr(block_named(doc, "Water")) == "<Block 'Water', level 2, 1 child>"
    assert repr(doc.page) == f"<Page 'Allotment rules': 23 nodes, {len(doc.text)} characters>"
    chunk = list(doc.chunks())[2]
    assert repr(chunk) == "<Chunk 'Allotment rules > Water > Hoses': 19 characters>"


def test_a_block_has_all_of_its_text(doc: Structure) -> None:
    assert block_named(doc, "Water").text == "Water Ask first. Hoses Roll them up."
    assert block_named(doc, "Hoses").text == "Hoses Roll them up."


def test_the_text_of_a_block_in_several_ranges_is_joined(doc: Structure) -> None:
    column = Block(0, 10, 1, ranges=((0, 3), (9, 10)))
    bind(replace(doc, text="Fee Plot 5 small", root=Block(0, 16, children=(column,))))
    assert column.text == "Fee 5"


def test_a_path_leads_from_the_title_down(doc: Structure) -> None:
    hoses = block_named(doc, "Hoses")
    assert hoses.path == ("Allotment rules", "Water", "Hoses")
    assert [block.level for block in hoses.lineage()] == [0, 1, 2, 3]
    assert hoses.parent is block_named(doc, "Water")
    assert hoses.structure is doc
    untitled = rubricator.read("<title>Rules</title><h2>Water</h2><p>Ask first.", method="tags")
    assert untitled.root.children[0].path == ("Rules", "Water")


def test_a_block_is_written_as_markdown_of_its_own(doc: Structure) -> None:
    assert block_named(doc, "Water").to_markdown() == "# Water\n\nAsk first.\n\n## Hoses\n\nRoll them up.\n"
    assert doc.to_markdown().startswith("# Allotment rules\n")


def test_blocks_read_from_json_know_their_place(doc: Structure) -> None:
    again = Structure.from_json(doc.to_json())
    assert block_named(again, "Hoses").path == ("Allotment rules", "Water", "Hoses")
    assert again.root == doc.root


def test_a_block_that_was_never_read_says_so() -> None:
    with pytest.raises(UsageError, match="belongs to no structure"):
        print(Block(0, 3).text)

"""Spans over the text, as they are, and in a spaCy Doc where spaCy is installed (`make verify`)."""

from __future__ import annotations

import pytest

import rubricator
from rubricator.integrations.spans import labelled_spans

from .pages import BREAD


def test_spans_are_of_the_text() -> None:
    structure = rubricator.read(BREAD, method="tags", body="//body")
    found = [(structure.text[one.start : one.end], one.label, one.level) for one in labelled_spans(structure)]
    assert found[0] == (structure.text, "BODY", 0)
    assert [(text, level) for text, label, level in found if label == "HEADING"] == [
        ("Bread", 1),
        ("Flour", 2),
        ("Rye", 3),
        ("Water", 2),
    ]
    assert ("Water As warm as a hand.", "BLOCK", 2) in found


def test_titles_are_spans_where_they_stand_in_the_page() -> None:
    text = "Bread and water"
    titles = (rubricator.Title("Bread", 0, 5), rubricator.Title("In the head only"))
    structure = rubricator.Structure(text, rubricator.Block(0, 15), "rubric", titles=titles)
    assert [tuple(one) for one in labelled_spans(structure)] == [(0, 5, "TITLE", 0), (0, 15, "BLOCK", 0)]
    assert list(labelled_spans(rubricator.read("<p></p>"))) == []


def test_a_spacy_doc() -> None:
    spacy = pytest.importorskip("spacy")
    structure = rubricator.read(BREAD, method="tags")
    doc = spacy.blank("en")(structure.text)
    doc.spans["rubricator"] = [
        doc.char_span(one.start, one.end, label=one.label, alignment_mode="expand") for one in labelled_spans(structure)
    ]
    headings = [span.text for span in doc.spans["rubricator"] if span.label_ == "HEADING"]
    assert headings == ["Bread", "Flour", "Rye", "Water"]

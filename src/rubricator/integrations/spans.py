"""Titles, headings and blocks as plain spans over the page's text, for spaCy and other tools that annotate text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from rubricator.structure.model import Structure

Label = Literal["TITLE", "HEADING", "BLOCK", "BODY"]


class LabelledSpan(NamedTuple):
    """A half-open range of code points of `Structure.text`; `level` is 0 for titles, the body and the root block."""

    start: int
    end: int
    label: Label
    level: int = 0


def labelled_spans(structure: Structure) -> Iterator[LabelledSpan]:
    """Yield the body, titles, headings and blocks that have text, each kind in document order."""
    if structure.body is not None and structure.body[0] < structure.body[1]:
        yield LabelledSpan(*structure.body, "BODY")
    for title in structure.titles:
        if title.start is not None and title.end is not None and title.start < title.end:
            yield LabelledSpan(title.start, title.end, "TITLE")
    for block in structure.root.walk():
        heading = block.heading
        if heading is not None and heading.start < heading.end:
            yield LabelledSpan(heading.start, heading.end, "HEADING", block.level)
    for block in structure.root.walk():
        for start, end in block.ranges or ((block.start, block.end),):
            if start < end:
                yield LabelledSpan(start, end, "BLOCK", block.level)

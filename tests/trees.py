"""Structures as nested tuples, so that tests can hold whole trees as literals."""

from __future__ import annotations

from collections.abc import Mapping

import rubricator
from rubricator.structure.model import Block, JsonValue, Structure

Tree = tuple[object, ...]


def tree(block: Block) -> Tree:
    """Return (heading, *children); the root's heading is None. Fine for the small trees of tests."""
    return (block.heading.text if block.heading else None, *(tree(child) for child in block.children))


def headings(structure: Structure) -> list[str]:
    """List the headings in document order."""
    return [block.heading.text for block in structure.root.walk() if block.heading]


def block_text(structure: Structure, heading: str) -> str:
    """Return the text of the block with that heading."""
    for block in structure.root.walk():
        if block.heading and block.heading.text == heading:
            return structure.text[block.start : block.end]
    raise AssertionError(f"no block {heading!r} in {headings(structure)}")


def tree_of(html: str, method: str = "heps", **params: JsonValue) -> Tree:
    """Read HTML and return its tree."""
    return tree(read(html, method, params).root)


def read(html: str, method: str = "heps", params: Mapping[str, JsonValue] | None = None) -> Structure:
    """Read HTML with a method and its parameters."""
    return rubricator.read(html.encode(), method=method, params=params)

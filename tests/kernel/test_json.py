"""The compiled writers give the JSON that the standard library gives."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.emit.json import to_json
from rubricator.kernel import TWINS
from rubricator.pipeline import read
from rubricator.structure.model import Block, Heading
from tests.kernel.beside import ODD_PAGES, compared
from tests.random_pages import styled_pages

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))
ODD = ("", '"', "\\", "\b\f\n\r\t\0\x1f\x7f\x80\xff", '\u0100"', "\u2028\uffff\ud800", '\U0001f600"\x01', "plain")


def write(page: str | Path) -> None:
    structure = read(page if isinstance(page, Path) else f"<!---->{page}", method="tags")
    with (
        compared("emit.json.written", "rubricator.emit.json:_written"),
        compared("emit.json.quoted", "rubricator.emit.json:_quoted"),
    ):
        compact = to_json(structure)
    assert json.loads(compact) == json.loads(to_json(structure, indent=1))


@pytest.mark.parametrize("html", ODD_PAGES)
def test_odd_pages(html: str) -> None:
    write(html)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pages(path: Path) -> None:
    write(path)


@given(styled_pages())
def test_random_pages(html: str) -> None:
    write(html)


@given(st.one_of(st.sampled_from(ODD), st.text()))
def test_strings(text: str) -> None:
    if "emit.json.quoted" not in TWINS:
        pytest.skip("the kernel was not built")
    pure, compiled = TWINS["emit.json.quoted"]
    assert compiled(text) == pure(text)


BLOCK = Block(0, 5, 1, Heading("A", 2, 3, '//*[@id="x"]', 0.1 + 0.2), (), ((0, 1), (4, 5)), "//p", "a")


@pytest.mark.parametrize(
    "block",
    [BLOCK, replace(BLOCK, heading=None, ranges=None), replace(BLOCK, xpath=None, anchor=None), Block(0, 10**20)]
    + [replace(BLOCK, heading=Heading("A", 0, 1, None, value)) for value in (0, 1, 1.0, -0.0, 1e-7, 1e300, None)],
)
def test_blocks(block: Block) -> None:
    if "emit.json.written" not in TWINS:
        pytest.skip("the kernel was not built")
    pure, compiled = TWINS["emit.json.written"]
    tree = Block(0, 9, children=(block, block, Block(5, 5, 1, children=(block,))))
    assert compiled(tree) == pure(tree)


@given(st.one_of(st.integers(0, 1000).map(lambda number: number / 1000), st.floats(-1, 2), st.integers()))
def test_confidences(value: float) -> None:
    if "emit.json.written" not in TWINS:
        pytest.skip("the kernel was not built")
    pure, compiled = TWINS["emit.json.written"]
    for near in (value, math.nextafter(value, 9), math.nextafter(value, -9)):
        block = Block(0, 1, heading=Heading("A", 0, 1, None, near))
        assert compiled(block) == pure(block)


@pytest.mark.parametrize("level", [True, 1.5, float("nan"), "1", object()])
def test_what_is_no_number_is_left_to_the_encoder(level: int) -> None:
    if "emit.json.written" not in TWINS:
        pytest.skip("the kernel was not built")
    written = TWINS["emit.json.written"][1](Block(0, 1, children=(Block(0, 1, level),)))
    assert written is None or json.loads(written)["children"][0]["level"] == level

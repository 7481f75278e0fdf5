"""Damaged gold files: a reader gives gold that can be scored, or a GoldError that names the file."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.errors import GoldError
from rubricator.evaluate.gold.annotation import read_annotation
from rubricator.evaluate.gold.corpora import read_gold
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.gold.heps_data import read_bodies, read_heps
from rubricator.evaluate.measures import MEASURES
from rubricator.evaluate.scores import score

from .. import gold_files, heps_files, pages

PAGE = pages.render(pages.HTML)
FOUND = pages.structure(PAGE, [(1, "Fees"), (2, "Late fees"), (1, "Privacy")], title="Big news")
HEPS_FOUND = pages.structure(heps_files.PAGE, [(1, "Cats"), (2, "Lions"), (1, "Dogs")])
RAW = {"rawString": heps_files.RAW}


def read_data_set(path: Path) -> Gold:
    return read_heps(path, heps_files.PAGE).gold


FILES: list[tuple[dict[str, Any], Callable[[Path], Gold]]] = [
    *((value, read_gold) for value in gold_files.KINDS.values()),
    (gold_files.annotation(PAGE), read_annotation),
    (heps_files.file(), read_data_set),
    (heps_files.file() | RAW, read_data_set),
]
WRONG: list[Any] = [None, True, -1, 7, 10**30, 2.5, "", "x", "\0", "\ud800", "a" * 5000, [], [[]], [1, 2], {}, {"a": 1}]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside of a JSON value."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield (*path, step)
        yield from places(inner, (*path, step))


@st.composite
def damaged(draw: st.DrawFn) -> tuple[bytes, Callable[[Path], Gold]]:
    """Draw a file with some values replaced or removed, or its bytes cut or changed."""
    valid, reader = draw(st.sampled_from(FILES))
    value = copy.deepcopy(valid)
    for _ in range(draw(st.integers(1, 3))):
        every = list(places(value))
        if not every:
            break
        *above, last = draw(st.sampled_from(every))
        holder = value
        for step in above:
            holder = holder[step]
        if draw(st.booleans()):
            del holder[last]
        else:
            holder[last] = copy.deepcopy(draw(st.sampled_from(WRONG)))
    data = json.dumps(value).encode()
    if draw(st.integers(0, 4)) == 0:
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.sampled_from([b"", b"\xff", b"}", b'"', data[at + 1 :]]))
    return data, reader


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return gold_files.write(tmp_path_factory.mktemp("damage"), {}).parent


@settings(max_examples=400, deadline=None)
@given(damaged())
def test_damage_is_an_error_that_names_the_file(folder: Path, file: tuple[bytes, Callable[[Path], Gold]]) -> None:
    data, reader = file
    path = folder / "gold.json"
    path.write_bytes(data)
    try:
        gold = reader(path)
    except GoldError as error:
        assert str(path) in str(error)
    else:
        scores = score(HEPS_FOUND if reader is read_data_set else FOUND, gold)
        for measure in MEASURES[gold.kind]:
            assert 0 <= measure.figure([scores[measure.name]]) <= max(1, scores[measure.name].found)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60) | st.text('a,"\n/', max_size=20).map(str.encode))
def test_a_list_of_content_bodies_too(folder: Path, data: bytes) -> None:
    path = folder / "list.csv"
    path.write_bytes(data)
    try:
        read_bodies(path)
    except GoldError as error:
        assert str(path) in str(error)


def test_the_files_are_valid_before(folder: Path) -> None:
    for value, reader in FILES:
        path = folder / "gold.json"
        path.write_text(json.dumps(value), "utf-8")
        assert reader(path).kind in MEASURES

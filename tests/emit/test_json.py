"""The JSON that others rely on: its schema, the round trip, and files that are none."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubricator.emit.json import from_json, schema, to_json
from rubricator.errors import StructureError
from rubricator.limits import Notice
from rubricator.structure.model import Block, Heading, JsonValue, Origin, Structure, Title

from .hostile import structures
from .pages import page, structure

FULL = Structure(
    text="T A b",
    root=Block(0, 5, children=(Block(2, 5, 1, Heading("A", 2, 3, "//h1", 0.5), (), ((2, 3), (4, 5)), "//h1", "a"),)),
    method="rubric",
    title="T",
    titles=(Title("T", 0, 1, "//title", 2.5), Title("other")),
    body=(2, 5),
    params={"alpha": 0.1},
    source=Origin("p.html", "http://e.org/", "0" * 64),
    details={"doc": [1, None, {"x": "y"}]},
    warnings=(Notice("code", "message"),),
)


def test_the_shape() -> None:
    assert json.loads(to_json(FULL)) == {
        "schema": "rubricator/1",
        "version": "0.1.0",
        "source": {"path": "p.html", "url": "http://e.org/", "sha256": "0" * 64},
        "method": "rubric",
        "params": {"alpha": 0.1},
        "renderer": "static",
        "title": "T",
        "titles": [
            {"text": "T", "start": 0, "end": 1, "xpath": "//title", "score": 2.5},
            {"text": "other", "start": None, "end": None, "xpath": None, "score": None},
        ],
        "text": "T A b",
        "body": [2, 5],
        "root": {
            "heading": None,
            "level": 0,
            "start": 0,
            "end": 5,
            "xpath": None,
            "anchor": None,
            "children": [
                {
                    "heading": {"text": "A", "start": 2, "end": 3, "xpath": "//h1", "confidence": 0.5},
                    "level": 1,
                    "start": 2,
                    "end": 5,
                    "ranges": [[2, 3], [4, 5]],
                    "xpath": "//h1",
                    "anchor": "a",
                    "children": [],
                }
            ],
        },
        "details": {"doc": [1, None, {"x": "y"}]},
        "warnings": [{"code": "code", "message": "message"}],
    }


def test_the_order_of_keys() -> None:
    assert list(json.loads(to_json(FULL))) == schema()["required"]
    assert list(json.loads(to_json(FULL))["root"]["children"][0]) == [
        "heading",
        "level",
        "start",
        "end",
        "ranges",
        "xpath",
        "anchor",
        "children",
    ]


def test_the_schema_holds_and_finds_mistakes() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    validator.check_schema(schema())
    document = json.loads(to_json(FULL))
    assert list(validator.iter_errors(document)) == []
    document["root"]["children"][0]["start"] = -1
    document["titles"][0]["extra"] = 1
    del document["method"]
    assert len(list(validator.iter_errors(document))) == 3


@settings(max_examples=100, deadline=None)
@given(structures())
def test_every_structure_survives_the_round_trip(structure: Structure) -> None:
    text = to_json(structure)
    jsonschema.Draft202012Validator(schema()).validate(json.loads(text))
    assert from_json(text) == structure
    assert from_json(to_json(structure, indent=2)) == structure


def test_a_full_structure_survives_the_round_trip() -> None:
    assert from_json(to_json(FULL)) == FULL


def nested(depth: int) -> Structure:
    block = Block(0, 1, depth)
    for level in range(depth - 1, -1, -1):
        block = Block(0, 1, level, children=(block,))
    return Structure("x", block, "tags")


def test_a_hundred_and_fifty_levels() -> None:
    levels = [block.level for block in from_json(to_json(nested(150))).root.walk()]
    assert levels == list(range(151))


def test_absurd_depth_is_an_error() -> None:
    opening = '{"heading":null,"level":0,"start":0,"end":0,"xpath":null,"anchor":null,"children":['
    document = to_json(structure(page("")))
    root = document[document.index('"root":') + 7 : document.index(',"details"')]
    for depth in (1100, 100_000):
        text = document.replace(root, opening * depth + "]}" * depth)
        with pytest.raises(StructureError, match="deep"):
            from_json(text)


def changed(path: str, value: JsonValue) -> str:
    document: Any = json.loads(to_json(FULL))
    *above, last = path.split(".")
    inner = document
    for step in above:
        inner = inner[int(step) if step.isdigit() else step]
    if value == "delete":
        del inner[last]
    else:
        inner[int(last) if last.isdigit() else last] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("schema", "rubricator/2", "schema is 'rubricator/2', not one of: rubricator/1"),
        ("text", None, "text is not a text"),
        ("text", "\ud800", "text holds half of a surrogate pair"),
        ("root.children.0.start", "2", r"root\.children\[0\]\.start is not a whole number"),
        ("root.children.0.start", True, r"root\.children\[0\]\.start is not a whole number"),
        ("root.children.0.end", 99, r"root\.children\[0\] is not a range of a text of 5 characters: 2 \.\. 99"),
        ("root.children.0.heading.confidence", "1", r"root\.children\[0\]\.heading\.confidence is not a number"),
        ("root.children.0.heading", [], r"root\.children\[0\]\.heading is not a JSON object"),
        ("root.children.0.ranges", [[2]], r"root\.children\[0\]\.ranges\[0\] is not a range"),
        ("root.level", -1, r"root\.level is negative"),
        ("root.children.0.level", 0, "has level 0 under level 0"),
        ("root.children.0.heading.text", "No such text", "is not the text of its span"),
        ("root.children.0.heading.confidence", 7, "is not between 0 and 1"),
        ("source.sha256", "x", r"source\.sha256 is not 64 hexadecimal digits"),
        ("root.children.0.ranges", [], r"root\.children\[0\]\.ranges has no range"),
        ("root.children", {}, r"root\.children is not a list"),
        ("root.level", "delete", r"root\.level is missing"),
        ("body", [0, 1, 2], "body is not a range"),
        ("titles.0.end", None, r"titles\[0\]\.start and end must both"),
        ("source.sha256", None, r"source\.sha256 is not a text"),
        ("warnings.0", "x", r"warnings\[0\] is not a JSON object"),
        ("params", [], "params is not a JSON object"),
    ],
)
def test_mistakes_are_named_by_their_path(path: str, value: JsonValue, message: str) -> None:
    with pytest.raises(StructureError, match=message):
        from_json(changed(path, value))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{", '{"schema": NaN}', '{"schema": -Infinity}', '{"a": 1e999}', '{"a": ' + "9" * 5000 + "}"],
)
def test_what_is_no_json_object_is_an_error(text: str) -> None:
    with pytest.raises(StructureError):
        from_json(text)


@given(
    st.text()
    | st.recursive(
        st.none() | st.integers() | st.text(),
        lambda x: st.lists(x) | st.dictionaries(st.sampled_from(list(json.loads(to_json(FULL)))) | st.text(), x),
    ).map(json.dumps)
)
def test_nothing_but_structure_errors_is_raised(text: str) -> None:
    with pytest.raises(StructureError):
        from_json(text)


def test_numbers_that_json_does_not_have_are_not_written() -> None:
    found = Structure("A", Block(0, 1, heading=Heading("A", 0, 1, None, float("nan"))), "tags")
    with pytest.raises(StructureError, match="cannot be written"):
        to_json(found)

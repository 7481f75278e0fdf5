"""Methods as objects of their parameters: the same names and types as the methods themselves read."""

from __future__ import annotations

import typing
from dataclasses import fields

import pytest

import rubricator
from rubricator import AsdusDd, AsdusDi, Bayes, Heps, Rows, Rubric, Tags, Vips
from rubricator.errors import UsageError
from rubricator.methods import Method
from rubricator.segment import METHODS
from rubricator.segment.registry import PRESETS

ALL: list[type[Method]] = [AsdusDd, AsdusDi, Bayes, Heps, Rows, Rubric, Tags, Vips]
PAGE = "<p><b>Fees</b><p>There are none at all.<p><b>Terms</b><p>Ask us in the shop."


def test_every_method_has_an_object() -> None:
    assert {kind.name for kind in ALL} == METHODS.keys()


@pytest.mark.parametrize("kind", [kind for kind in ALL if kind.name in PRESETS])
def test_parameters_have_the_names_and_types_that_the_method_reads(kind: type[Method]) -> None:
    parameters = type(next(iter(PRESETS[kind.name]().values())))
    wanted = {name: hint | None for name, hint in typing.get_type_hints(parameters).items()}
    hints = typing.get_type_hints(kind)
    extra = {"preset", "pdoc10"} if kind is Vips else {"preset"}
    assert {one.name: hints[one.name] for one in fields(kind) if one.name not in extra} == wanted


def test_an_object_is_read_as_the_mapping_is() -> None:
    typed = rubricator.read(PAGE, method=Heps(preset="reference", t=2, drop=(1,)))
    named = rubricator.read(PAGE, method="heps", params={"preset": "reference", "t": 2, "drop": [1]})
    assert typed == named
    assert typed.params["t"] == 2.0 and typed.params["drop"] == [1]


def test_parameters_are_given_once() -> None:
    with pytest.raises(UsageError, match=r"Heps\(\.\.\.\) has the parameters"):
        rubricator.read(PAGE, method=Heps(), params={"t": 2})

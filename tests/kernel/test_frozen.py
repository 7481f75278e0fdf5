"""Objects whose fields the kernel sets are those that their data class makes."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace
from typing import Any

import pytest

from rubricator.kernel import TWINS
from rubricator.structure.model import Block, Heading


@dataclass(frozen=True, slots=True)
class Pure:
    a: int
    b: str = "b"
    c: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Compiled:
    a: int
    b: str = "b"
    c: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    a: int = 1
    b: list[int] = field(default_factory=list)
    c: int = field(default=3, init=False)
    d: int = 4


if "frozen.quickly_made" in TWINS:
    TWINS["frozen.quickly_made"][1](Compiled)
    TWINS["frozen.quickly_made"][1](Made)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ((), {}),
        ((1,), {}),
        ((1, "x"), {}),
        ((1, "x", (2,)), {}),
        ((1, "x", (2,), 3), {}),
        ((), {"a": 1}),
        ((1,), {"c": (3,)}),
        ((1,), {"a": 2}),
        ((1,), {"d": 2}),
        ((1,), {"c": (3,), "d": 2}),
        ((), {"c": (3,), "b": "x", "a": 1}),
        ((), {"c": (3,)}),
        ((1, "x", (2,), 3), {"d": 2}),
    ],
)
def test_both_take_the_same_arguments(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    try:
        expected = Pure(*given, **named)
    except TypeError as error:
        with pytest.raises(TypeError) as raised:
            Compiled(*given, **named)
        assert str(raised.value) == str(error).replace("Pure", "Compiled")
        return
    found = Compiled(*given, **named)
    assert (found.a, found.b, found.c) == (expected.a, expected.b, expected.c)


def test_lists_are_not_shared() -> None:
    one, other = Made(), Made(2)
    one.b.append(3)
    assert other == Made(2, []) == Made(b=[], a=2)


def test_what_only_a_default_sets_is_no_argument() -> None:
    made = Made(1, [2], 5)
    assert (made.c, made.d) == (3, 5)
    with pytest.raises(TypeError, match="unexpected keyword argument 'c'"):
        Made(c=4)  # type: ignore[call-arg]


def test_blocks_are_as_they_were() -> None:
    block = Block(0, 3, 1, Heading("a", 0, 1), (Block(1, 3, 2),))
    assert block.children[0].heading is None
    assert pickle.loads(pickle.dumps(block)) == copy.deepcopy(block) == block
    assert replace(block, end=4).end == 4
    assert list(inspect.signature(Block).parameters)[:4] == ["start", "end", "level", "heading"]
    with pytest.raises(FrozenInstanceError):
        block.end = 5  # type: ignore[misc]

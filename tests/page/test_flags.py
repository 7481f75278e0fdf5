"""The flags of compiled modules are those of the Python ones."""

from __future__ import annotations

import re
from importlib.resources import files

from rubricator.page import model, text


def test_flags_have_the_same_numbers_everywhere() -> None:
    declared = files("rubricator.page").joinpath("_flags.pxd").read_text("utf-8")
    found = {name: int(value) for name, value in re.findall(r"^    (\w+) = (\d+)$", declared, re.MULTILINE)}
    assert len(found) == 15
    for name, value in found.items():
        assert getattr(model, name, None) == value or getattr(text, name, None) == value, name

"""Pictures of views."""

from __future__ import annotations

import struct

import pytest

from rubricator.emit.view import picture, to_picture
from tests.browser import SKIPPED, find_chromium

from .views import view

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _needs_chromium() -> None:
    if find_chromium() is None:
        pytest.skip(f"{SKIPPED}: neither chromium nor google-chrome is on the path")


def size(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_page_is_as_wide_as_asked_for_and_whole() -> None:
    made = to_picture(view("<!doctype html><body style='margin:0'><div style='height:3000px'>A</div>"), width=600)
    assert size(made.png) == (340 + 600 + 20, 3020)
    assert made.warnings == ()


def test_a_page_that_sticks_out_makes_the_picture_wider() -> None:
    made = to_picture(view("<!doctype html><body style='margin:0'><div style='width:900px;height:9px'>"), width=600)
    assert size(made.png)[0] == 340 + 900 + 20


def test_what_is_too_high_is_cut_with_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "_HIGHEST", 1500)
    made = to_picture(view("<!doctype html><div style='height:2000px'>x</div>"))
    assert size(made.png)[1] == 1500
    assert [notice.code for notice in made.warnings] == ["picture-limit"]
